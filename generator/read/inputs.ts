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
  /** Whose node ids the inputs of mutations take, as JSON. */
  readonly nodeIds?: string
  /** `generated/contracts.lock.json`, where one was released. */
  readonly contracts?: string
  /** What cards can take from the package, in a project that has installed it. */
  readonly package?: PackageFiles
}

/** Shapes, what cards share, fragments and look-ups of the package, as text by path: `node_modules/ghx/…`. */
export interface PackageFiles {
  readonly cards: ReadonlyMap<string, string>
  readonly operations: ReadonlyMap<string, string>
}

/** Where the package is, for a project that has installed it. */
export const PACKAGE_FOLDER = "node_modules/ghx/"

export const SCHEMA_PATH = "schema/github-schema.graphql"
export const REST_PATH = "schema/github-rest.json"
export const GH_PATH = "schema/gh.json"
export const NODE_IDS_PATH = "schema/node-ids.json"
/** The pinned descriptions of GitHub. */
export const PIN_FILES: readonly string[] = [SCHEMA_PATH, REST_PATH, GH_PATH, NODE_IDS_PATH]
export const CONTRACTS_PATH = "generated/contracts.lock.json"

/** Finds the text of an input by its path, for the frames of diagnostics. */
export function sourceOf(inputs: Inputs): (path: string) => string | undefined {
  const others: Record<string, string | undefined> = {
    [SCHEMA_PATH]: inputs.schema,
    [CONTRACTS_PATH]: inputs.contracts,
  }
  const all = [inputs, ...(inputs.package ? [inputs.package] : [])]
  const files = all.flatMap(({ cards, operations }) => [cards, operations])
  return (path) => files.flatMap((one) => one.get(path) ?? [])[0] ?? others[path]
}
