import { accountByLogin, nameWithOwner, sameName } from "../lookup.js"
import type { Viewer } from "../permissions.js"
import type { Repository } from "../rows.js"
import type { World } from "../world.js"
import { type Comparison, compares, parseComparison, type Term } from "./query.js"

/** A qualifier that GitHub knows and the sandbox does not. */
export class UnknownQualifier extends Error {
  constructor(readonly qualifier: string) {
    super(`The sandbox does not model the search qualifier \`${qualifier}:\`.`)
    this.name = "UnknownQualifier"
  }
}

/** Repeated scopes (`repo:`, `user:`, `org:`) widen the search, everything else narrows it. */
const WIDENING = new Set(["repo", "user", "org"])

export function matchesAll(terms: readonly Term[], matches: (term: Term) => boolean): boolean {
  const scopes = terms.filter((term) => WIDENING.has(term.qualifier) && !term.negated)
  if (scopes.length > 0 && !scopes.some(matches)) return false
  return terms
    .filter((term) => !scopes.includes(term))
    .every((term) => matches(term) !== term.negated)
}

export function sortRows<Row extends { id: number }>(
  rows: Row[],
  sort: string,
  keys: Record<string, (row: Row) => string | number>,
): Row[] {
  const [field = "", direction = "desc"] = sort.split("-")
  const key = keys[field]
  if (!key) throw new UnknownQualifier(`sort:${field}`)
  const sign = direction === "asc" ? 1 : -1
  return rows.sort((a, b) => {
    const [x, y] = [key(a), key(b)]
    return sign * (x < y ? -1 : x > y ? 1 : a.id - b.id)
  })
}

export function comparison(term: Term): Comparison {
  const parsed = parseComparison(term.value)
  if (!parsed) throw new UnknownQualifier(`${term.qualifier}:${term.value}`)
  return parsed
}

export const dateMatches = (term: Term, date: string | null): boolean =>
  date !== null && compares(comparison(term), date)

export const loginMatches = (
  world: World,
  viewer: Viewer,
  value: string,
  id: number | null,
): boolean => {
  const account = value === "@me" ? viewer.account : accountByLogin(world, value.replace(/^@/, ""))
  return account !== undefined && account.id === id
}

export function scopeMatches(
  world: World,
  viewer: Viewer,
  repository: Repository,
  term: Term,
): boolean {
  if (term.qualifier === "repo") return sameName(nameWithOwner(world, repository), term.value)
  return loginMatches(world, viewer, term.value, repository.ownerId)
}

/** GitHub searches words, not substrings. */
export function contains(text: string, words: string): boolean {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(text)
}
