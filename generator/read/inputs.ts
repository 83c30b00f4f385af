/** Everything a run of the compiler reads, as text by path: the generator itself never touches the disk. */
export interface Inputs {
  /** `cards/issue/view.yaml` → text. */
  readonly cards: ReadonlyMap<string, string>
  /** `operations/issue/view.graphql` → text. */
  readonly operations: ReadonlyMap<string, string>
  /** GitHub's pinned schema, as SDL. */
  readonly schema: string
  /** GitHub's pinned REST description, as JSON. */
  readonly rest?: string
  /** The pinned description of gh's commands, as JSON. */
  readonly gh?: string
  /** `generated/contracts.lock.json`, where one was released. */
  readonly contracts?: string
}

export const SCHEMA_PATH = "schema/github-schema.graphql"
export const REST_PATH = "schema/github-rest.json"
export const GH_PATH = "schema/gh.json"
export const CONTRACTS_PATH = "generated/contracts.lock.json"

/** Finds the text of an input by its path, for the frames of diagnostics. */
export function sourceOf(inputs: Inputs): (path: string) => string | undefined {
  const others: Record<string, string | undefined> = {
    [SCHEMA_PATH]: inputs.schema,
    [CONTRACTS_PATH]: inputs.contracts,
  }
  return (path) => inputs.cards.get(path) ?? inputs.operations.get(path) ?? others[path]
}
