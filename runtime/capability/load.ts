import type { CapabilityDefinition, Contract, ContractFile } from "../definition/index.js"
import type { FullDefinition, Loadable } from "../routes/index.js"

/** A capability whose parts are loaded when they are first needed. */
export interface Source<Id extends string, Output> extends Loadable<Id, Output> {
  contract(): Promise<Contract>
}

/** A compiled definition as a source; only its contract is loaded later. */
export function sourceOf<Id extends string, Input, Output>(
  full: FullDefinition<Id, Input, Output>,
): Source<Id, Output> {
  const contract = remembered(() => contractIn(full.id, full.contract))
  const load = remembered(async () => {
    const { input, output } = await contract()
    return { ...full, input, output }
  })
  const { id, version, effect, idempotent, routes } = full
  return { definition: { id, version, effect, idempotent, routes }, contract, load }
}

/** A source that loads its contract without its code. */
export function laterSource<Id extends string, Output>(
  definition: CapabilityDefinition<Id>,
  find: {
    contract(): Promise<ContractFile>
    capability(): Promise<Source<Id, Output>>
  },
): Source<Id, Output> {
  return {
    definition,
    contract: remembered(() => contractIn(definition.id, find.contract)),
    load: remembered(async () => (await find.capability()).load()),
  }
}

async function contractIn(id: string, load: () => Promise<ContractFile>): Promise<Contract> {
  const { default: file } = await load()
  if (!isContract(file)) throw new TypeError(`The contract of ${id} is not what was written`)
  return file
}

/** Memoizes a load; a failed one is retried by the next call. */
function remembered<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** The file is the compiler's own, whose check holds it to the card. */
function isContract(file: unknown): file is Contract {
  return typeof file === "object" && file !== null && "input" in file && "output" in file
}
