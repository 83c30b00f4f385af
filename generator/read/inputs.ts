/** Everything a run of the compiler reads, as text by path: the generator itself never touches the disk. */
export interface Inputs {
  /** `cards/issue/view.yaml` → text. */
  readonly cards: ReadonlyMap<string, string>
  /** `operations/issue/view.graphql` → text. */
  readonly operations: ReadonlyMap<string, string>
  /** GitHub's pinned schema, as SDL. */
  readonly schema: string
  /** `generated/contracts.lock.json`, where one was released. */
  readonly contracts?: string
}

export const SCHEMA_PATH = "schema/github-schema.graphql"
export const CONTRACTS_PATH = "generated/contracts.lock.json"
