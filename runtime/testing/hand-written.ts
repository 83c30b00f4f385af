import {
  type Capability,
  capability,
  type Given,
  type ListCapability,
  listCapability,
  type Source,
  source,
} from "../capability/index.js"
import type { LoadedDefinition, Page } from "../definition/index.js"

/** A definition that holds its schemas: what is written by hand has no file for its contract. */
export type HandWritten<Id extends string, Input, Output> = Omit<
  LoadedDefinition<Id, Input, Output>,
  "contract"
>

export function handWritten<Id extends string, Input, Output>(
  definition: HandWritten<Id, Input, Output>,
): Capability<Id, Given<Input>, Output> {
  return capability<Id, Input, Output>({ ...definition, contract: contractIn(definition) })
}

export function handWrittenList<Id extends string, Input, Item>(
  definition: HandWritten<Id, Input, Page<Item>>,
): ListCapability<Id, Given<Input>, Item> {
  return listCapability<Id, Input, Item>({ ...definition, contract: contractIn(definition) })
}

function contractIn(definition: object): () => Promise<{ readonly default: unknown }> {
  return async () => ({ default: { description: "Written by hand.", ...definition } })
}

/** Everything that a capability is made of, as a call loads it. */
export function loaded<Id extends string, Output>(of: {
  readonly [source]: Source<Id, Output>
}): Promise<LoadedDefinition<Id, unknown, Output>> {
  return of[source].load()
}
