import { contentWarnings, definitionFor, requirements } from "../call/index.js"
import {
  type CallInput,
  type Capability,
  capability,
  type ListCapability,
  listCapability,
  type Source,
  source,
} from "../capability/index.js"
import type { Page } from "../definition/index.js"
import { cliRoute, createClient, isDestructive, searchedRepositories } from "../features/index.js"
import {
  graphqlLookups,
  graphqlSearch,
  graphqlWrites,
  type LoadedDefinition,
  restBytes,
  restLookups,
  restPages,
  restTexts,
  writes,
} from "../routes/index.js"
import { rareKeywords } from "../validation/index.js"

/** A definition with inline schemas, since hand-written ones have no contract file. */
type HandWritten<Id extends string, Input, Output> = Omit<
  LoadedDefinition<Id, Input, Output>,
  "contract"
>

export function handWritten<Id extends string, Input, Output>(
  definition: HandWritten<Id, Input, Output>,
): Capability<Id, CallInput<Input>, Output> {
  return capability<Id, Input, Output>({ ...definition, ...written(definition) })
}

export function handWrittenList<Id extends string, Input, Item>(
  definition: HandWritten<Id, Input, Page<Item>>,
): ListCapability<Id, CallInput<Input>, Item> {
  return listCapability<Id, Input, Item>({ ...definition, ...written(definition) })
}

/** Adds what the compiler would generate with the definition. */
function written(definition: Pick<LoadedDefinition<string, never, unknown>, "rest">) {
  const isPaged = definition.rest?.endpoints.some(({ paged }) => paged)
  const parts = {
    cliRoute,
    graphqlLookups,
    graphqlSearch,
    graphqlWrites,
    isDestructive,
    rareKeywords,
    requirements,
    restBytes,
    restLookups,
    restTexts,
    searchedRepositories,
    contentWarnings,
    writes,
  }
  return {
    parts: { ...parts, ...(isPaged && { restPages }) },
    contract: async () => ({ default: { description: "Written by hand.", ...definition } }),
  }
}

/** The parts of a capability, as a call for the whole result, or for some fields, loads them. */
export function loaded<Id extends string, Output>(
  of: { readonly [source]: Source<Id, Output> },
  fields?: readonly string[],
): Promise<LoadedDefinition<Id, unknown, Output>> {
  return definitionFor({ ...of[source], options: fields && { fields } }, createClient())
}
