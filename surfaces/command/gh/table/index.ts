/** gh's commands and flags, as far as they do not follow from ids and inputs. */
import { ME } from "../lookup/index.js"
import type { Commands, GhCommand, Step } from "./step.js"

export { listedIn, sourcesOf, valueIn } from "./listed.js"
export * from "./names.js"
export * from "./step.js"

const repositories = async () => (await import("./repositories.js")).repositories
const runs = async () => (await import("./runs.js")).runs
const settings = async () => (await import("./settings.js")).settings

/** Loads the commands that begin with a word. A command loads only those of its own word. */
const tables: Readonly<Record<string, () => Promise<Commands>>> = {
  auth: settings,
  cache: settings,
  discussion: async () => (await import("./discussions.js")).discussions,
  gist: async () => (await import("./gists.js")).gists,
  issue: async () => (await import("./issues.js")).issues,
  label: settings,
  milestone: settings,
  org: settings,
  pr: async () => (await import("./pulls.js")).pulls,
  project: async () => (await import("./projects.js")).projects,
  release: async () => (await import("./releases.js")).releases,
  repo: repositories,
  ruleset: settings,
  run: runs,
  search: async () => (await import("./searches.js")).searches,
  secret: settings,
  variable: settings,
  workflow: runs,
}

/** Loads the commands and options that gh has and ghx lacks. */
export const loadAbsent = () => import("./absent.js")

export const helpTexts = () => import("./help.js")

/** What the steps of commands without a table have in common, by their first word. */
const derived: Readonly<Record<string, Omit<Step, "id">>> = { project: { ownedBy: ME } }

/** The step of a command that is named like its capability. */
export const derivedStep = (id: string): Step => ({
  ...derived[id.replace(/\..*/, "")],
  id: id as Step["id"],
})

/** The words that gh's commands begin with. */
export const firstWords: readonly string[] = Object.keys(tables)

type Listed = Readonly<Record<string, GhCommand>>

/** The commands that begin with the same word as the given ones, and perhaps others; none for an unknown word. */
export async function commandsLike(words: string): Promise<Listed> {
  const [first = ""] = words.split(" ")
  return Object.hasOwn(tables, first) ? listed((await tables[first]?.()) ?? {}) : {}
}

export async function allCommands(): Promise<Listed> {
  const all = await Promise.all([...new Set(Object.values(tables))].map((load) => load()))
  return listed(Object.assign({}, ...all))
}

const listed = (commands: Commands): Listed =>
  Object.fromEntries(Object.entries(commands).map(([words, row]) => [words, [row].flat()]))
