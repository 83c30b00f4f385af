/** What bounds a client whose agent may be talked into something: whose repositories, and how often. */
import { type Failure, lasting } from "../errors/index.js"
import { matches } from "./pattern.js"

/** Whether a repository, `octocat/hello-world`, is one that a client may act on. */
export type IsWithin = (repository: string) => boolean

/** @throws where a pattern is none: of an owner, a slash and a name, with stars */
export function repositoriesOf(patterns: readonly string[]): IsWithin {
  if (!isTexts(patterns)) throw new TypeError('repos takes a list such as ["me/*", "octocat/docs"]')
  const wrong = patterns.find((pattern) => !/^[\w.*-]+\/[\w.*-]+$/.test(pattern))
  if (wrong !== undefined) {
    throw new TypeError(`repos takes repositories such as "octocat/docs" and "me/*", not ${wrong}`)
  }
  const parts = patterns.map((pattern) => pattern.toLowerCase().split("/"))
  return (repository) => {
    const [owner = "", name = ""] = repository.toLowerCase().split("/")
    return parts.some(([first = "", last = ""]) => fits(first, owner) && fits(last, name))
  }
}

// A dot ends a domain of ids; in the name of a repository it is a letter.
function fits(pattern: string, name: string): boolean {
  return pattern.includes("*") ? matches(pattern, name) : pattern === name
}

/** How many calls of what may be made: by ids such as `issue.view`, `pr.*` and `*`. */
export type CallLimits = Readonly<Record<string, number>>

/** Counts the calls of a client. */
export interface Count {
  /** Counts one call; why it may not be made, where it may not. */
  take(id: string): Failure | undefined
  /** The same for calls that are to be made together, of which none is counted yet. */
  ahead(): (id: string) => Failure | undefined
}

/** @throws where a limit is no whole number of at least 0 */
export function countOf(limits: CallLimits): Count {
  const all = Object.entries(limits)
  const wrong = all.find(([, most]) => !(Number.isInteger(most) && most >= 0))
  if (wrong) throw new TypeError(`limits takes whole numbers, not ${wrong[1]} for ${wrong[0]}`)
  const taken = new Map<string, number>()
  const take = (id: string, counts: Map<string, number>): Failure | undefined => {
    const own = all.filter(([pattern]) => matches(pattern, id))
    const full = own.find(([pattern, most]) => (counts.get(pattern) ?? 0) >= most)
    if (full) return over(id, ...full)
    for (const [pattern] of own) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
    return undefined
  }
  return {
    take: (id) => take(id, taken),
    ahead() {
      const counts = new Map(taken)
      return (id) => take(id, counts)
    },
  }
}

function over(id: string, pattern: string, most: number): Failure {
  const calls = pattern === id ? `calls of ${id}` : `calls that fit ${pattern}`
  const message = `${id} would be one too many: this client may make ${most} ${calls}`
  const fix = "Change `limits` of the client, or make a new one, if this is meant to be possible"
  return lasting("AUTH", "not_sent", message, { guard: "limits", fix })
}

export function isTexts(patterns: unknown): patterns is readonly string[] {
  return Array.isArray(patterns) && patterns.every((each) => typeof each === "string")
}
