import type { Session } from "../state/index.js"
import { type Account, type Repository, sameName } from "../tables/index.js"
import type { Sort } from "./query.js"
import { UnmodelledSearch, unknownQualifier, unreadableValue } from "./refusals.js"
import type { Term } from "./tokens.js"
import { compile, type Matches, type Node } from "./tree.js"

/** The test of each qualifier's terms. */
export type Qualifiers<Row> = Readonly<Record<string, (term: Term) => Matches<Row>>>

/** Parses every term before the first row is tested, so that errors are always reported. */
export function matcher<Row>(
  root: Node,
  word: (term: Term) => Matches<Row>,
  qualifiers: Qualifiers<Row>,
): Matches<Row> {
  return compile(root, (term) => {
    if (term.qualifier === "") {
      const [, name = ""] = /^([a-z-]+):$/i.exec(term.text) ?? []
      if (Object.hasOwn(qualifiers, name.toLowerCase())) throw unreadableValue(term.text)
      return word(term)
    }
    const qualifier = Object.hasOwn(qualifiers, term.qualifier)
      ? qualifiers[term.qualifier]
      : undefined
    if (!qualifier) throw unknownQualifier(term.qualifier)
    if (term.values.length === 0 || term.values.includes("")) throw unreadableValue(term.text)
    return qualifier(term)
  })
}

/** A qualifier, or a word, whose test takes a value of the row. */
export const compared =
  <Row, Value>(
    testOf: (term: Term) => (value: Value) => boolean,
    read: (row: Row) => Value,
  ): ((term: Term) => Matches<Row>) =>
  (term) => {
    const matches = testOf(term)
    return (row) => matches(read(row))
  }

/** The qualifiers of rows to which others belong, as those of the others. */
export const lifted = <Row, Home>(
  qualifiers: Qualifiers<Home>,
  homeOf: (row: Row) => Home,
): Qualifiers<Row> =>
  Object.fromEntries(
    Object.entries(qualifiers).map(([name, qualifier]) => [name, compared(qualifier, homeOf)]),
  )

/** A qualifier with a documented set of values. */
export function oneOf<Row>(
  values: Readonly<Record<string, Matches<Row>>>,
): (term: Term) => Matches<Row> {
  return (term) => {
    const value = term.value.toLowerCase()
    const matches = Object.hasOwn(values, value) ? values[value] : undefined
    if (!matches) throw new UnmodelledSearch(`\`${term.text}\` is not supported`)
    return matches
  }
}

/** `true`, `false`. */
export const flag = <Row>(of: Matches<Row>): ((term: Term) => Matches<Row>) =>
  oneOf({ true: of, false: (row: Row) => !of(row) })

export function sortRows<Row extends { id: number }>(
  rows: Row[],
  { field, direction, text }: Sort,
  keys: Record<string, (row: Row) => string | number>,
): Row[] {
  const key = Object.hasOwn(keys, field) ? keys[field] : undefined
  if (!key) throw new UnmodelledSearch(`it cannot be sorted by \`${text}\``)
  const sign = direction === "asc" ? 1 : -1
  return rows.sort((a, b) => {
    const [x, y] = [key(a), key(b)]
    return sign * (x < y ? -1 : x > y ? 1 : a.id - b.id)
  })
}

/** `octocat`, `@me`, `app/build` for the bot `build[bot]`. */
export function accountOf(store: Session, value: string): Account | undefined {
  if (value === "@me") return store.viewer.account
  const [, bot] = /^app\/(.+)$/.exec(value) ?? []
  return store.accountByLogin(bot === undefined ? value.replace(/^@/, "") : `${bot}[bot]`)
}

export const scopeQualifiers = (store: Session): Qualifiers<Repository> => {
  const ownedBy = (term: Term): Matches<Repository> => {
    const owner = accountOf(store, term.value)
    return (repository) => owner !== undefined && repository.ownerId === owner.id
  }
  return {
    repo: (term) => (repository) => sameName(store.nameWithOwner(repository), term.value),
    user: ownedBy,
    org: ownedBy,
  }
}

export const SCOPES: readonly string[] = ["repo", "user", "org"]

/** Except for issues, adjacent scopes widen a search. */
export function widened(root: Node): Node {
  if (root.kind !== "all") return root
  const isScope = (node: Node): boolean => node.kind === "term" && SCOPES.includes(node.qualifier)
  const scopes = root.of.filter(isScope)
  if (scopes.length < 2) return root
  return {
    kind: "all",
    of: [{ kind: "any", of: scopes }, ...root.of.filter((node) => !isScope(node))],
  }
}
