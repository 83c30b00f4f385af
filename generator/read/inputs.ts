import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { hash } from "../text/index.js"

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
  /** `generated/contracts.lock.json`, if any version was released. */
  readonly contracts?: string
  /** Files of the package that cards can use, in a project that has installed it. */
  readonly package?: PackageFiles
}

/** The package's cards, documents and shared definitions, as text by path: `node_modules/ghx/…`. */
export interface PackageFiles {
  readonly cards: ReadonlyMap<string, string>
  readonly operations: ReadonlyMap<string, string>
  /** The planner's facts about its capabilities, as JSON; an unbuilt package has none. */
  readonly planned?: string
}

/** The prefix of the package's paths, in a project that has installed it. */
export const PACKAGE_FOLDER = "node_modules/ghx/"

/** A project's folders. */
export interface ProjectLayout {
  readonly root: string
  /** The folder of generated files, from the root. Emitters call it `generated/`, and its page `docs/`. */
  readonly output: string
  /** The package that the project has installed; the package's own project has none. */
  readonly package?: string
}

/** The package's own project, or one with the same layout. */
export function ownLayout(root: string): ProjectLayout {
  return { root, output: "generated" }
}

/** `issue.view` → `cards/issue/view.yaml` */
export function cardPath(id: string): string {
  return `cards/${id.replaceAll(".", "/")}.yaml`
}

/** `cards/issue/view.yaml` → `issue.view` */
export function idOfCard(path: string): string {
  return path
    .replace(/^cards\//, "")
    .replace(/\.ya?ml$/, "")
    .replaceAll("/", ".")
}

/** The path of a compiler output in a project. */
export function pathAt({ output, package: installed }: ProjectLayout, path: string): string {
  return installed === undefined ? path : path.replace(/^(?:generated|docs)\//, `${output}/`)
}

/** The folder of the pages that a diagnostic refers to. */
export function docsFor(hasPackage: boolean): string {
  return hasPackage ? `${PACKAGE_FOLDER}docs/` : "docs/"
}

/** The command that compiles a project, for messages; it depends on whether the package is installed. */
export function commandOf(hasPackage: boolean): string {
  return hasPackage ? "npx ghx gen" : "pnpm gen"
}

export const SCHEMA_PATH = "schema/github-schema.graphql"
export const REST_PATH = "schema/github-rest.json"
export const GH_PATH = "schema/gh.json"
/** The file in the package to which the build writes the planner's facts about capabilities. */
export const PLANNED_PATH = "dist/planned.json"
/** The pinned API descriptions of GitHub. */
export const PIN_FILES: readonly string[] = [SCHEMA_PATH, REST_PATH, GH_PATH]
/** The folder of generated pages, one per domain; a project has them below its generated files. */
export const PAGES_FOLDER = "docs/capabilities"
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

/** Where each pinned description came from, when, and its checksum. */
export const PIN_PATH = "schema/pin.json"

const DAY_MS = 86_400_000

/** Problems of pinned API descriptions that differ from their checksums, each with its fix. */
export function pinProblems(project: string, { schema, rest, gh }: Inputs): string[] {
  const pins = readPins(project)
  const files = [
    { name: "graphql", file: SCHEMA_PATH, text: schema },
    { name: "rest", file: REST_PATH, text: rest },
    { name: "gh", file: GH_PATH, text: gh },
  ]
  return files.flatMap(({ name, file, text }) => {
    const pinned: unknown = Object(Object(pins)[name]).sha256
    if (text === undefined || pinned === undefined || pinned === hash(text)) return []
    return [
      `${file} differs from its record in ${PIN_PATH}. Restore both with git, or pin it again.`,
    ]
  })
}

/** A warning if the pinned GraphQL schema is more than a year old. */
export function pinWarnings(project: string): string[] {
  const days = ageInDays(Object(Object(readPins(project)).graphql).date)
  if (days === undefined || days <= 365) return []
  return [`${SCHEMA_PATH} is ${days} days old. Run \`make pin\` to get GitHub's current schema.`]
}

/** The age in days of a date such as `2026-08-20`; undefined if it is not a date. */
export function ageInDays(date: unknown): number | undefined {
  const published = typeof date === "string" ? Date.parse(date) : Number.NaN
  return Number.isNaN(published) ? undefined : Math.floor((Date.now() - published) / DAY_MS)
}

function readPins(project: string): unknown {
  const path = join(project, PIN_PATH)
  return existsSync(path) ? readJson(path) : undefined
}

/** The text of a file as git stores it: a Windows checkout has CRLF. */
export function readText(path: string): string {
  return readFileSync(path, "utf8").replaceAll("\r\n", "\n")
}

/** The value of a JSON file, which may begin with a byte order mark. */
export function readJson(path: string): unknown {
  return JSON.parse(readText(path).replace(/^\ufeff/, ""))
}
