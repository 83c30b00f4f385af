/** Searches REST operations by their titles on GitHub's pages, for tasks that no capability covers. */
import { pin } from "./pins.js"

export interface FoundOperation {
  /** `POST /repos/{owner}/{repo}/hooks` */
  readonly operation: string
  /** `Create a repository webhook` */
  readonly title: string
}

interface Entry extends FoundOperation {
  readonly words: ReadonlySet<string>
}

let entries: readonly Entry[] | undefined

const most = 3

/**
 * The operations whose titles and paths contain most of some words, best first; none if they contain few.
 */
export function searchOperations(text: string): FoundOperation[] {
  entries ??= readEntries()
  const words = wordsIn(text)
  const rated = entries.map((entry) => {
    const hits = words.filter((word) => entry.words.has(word)).length
    return { entry, hits, rest: entry.words.size - hits }
  })
  const best = Math.max(...rated.map(({ hits }) => hits))
  if (best === 0 || best < words.length / 2) return []
  return rated
    .filter(({ hits }) => hits === best)
    .sort((one, other) => one.rest - other.rest)
    .slice(0, most)
    .map(({ entry: { operation, title } }) => ({ operation, title }))
}

function readEntries(): Entry[] {
  return [...pin("github-rest.json").matchAll(/^ {4}"(\/[^"]*)": (.*)$/gm)].flatMap(
    ([, path = "", line = ""]) =>
      [...line.matchAll(/"(get|post|put|patch|delete)":\{"docs":"[^"]*#([^"]*)"/g)].map(
        ([, method = "", slug = ""]) => {
          const title = slug.replaceAll("-", " ").replace(/^\w/, (one) => one.toUpperCase())
          const words = new Set([...wordsIn(title), ...wordsIn(path.replace(/\{[^}]*\}/g, " "))])
          return { operation: `${method.toUpperCase()} ${path}`, title, words }
        },
      ),
  )
}

const fillers = new Set("a all an and by for from in is it me my of on or the to with".split(" "))

/** Everyday words for terms in GitHub's titles. */
const aliases: Readonly<Record<string, string>> = {
  add: "create",
  change: "update",
  edit: "update",
  hook: "webhook",
  make: "create",
  new: "create",
  remove: "delete",
  repo: "repository",
  repos: "repository",
  show: "get",
  view: "get",
}

function wordsIn(text: string): string[] {
  const all = text.toLowerCase().match(/[a-z\d]+/g) ?? []
  return all
    .filter((word) => !fillers.has(word))
    .map((word) => aliases[word] ?? word)
    .map((word) => (word.length > 3 ? word.replace(/ies$/, "y").replace(/s$/, "") : word))
}
