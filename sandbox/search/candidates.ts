import { canSee, type Session } from "../state/index.js"
import {
  type Issue,
  type ListOrder,
  labelScope,
  named,
  type PullRequest,
  type Repository,
  rowsInOrder,
  type Scope,
  type Store,
} from "../tables/index.js"
import type { Term } from "./tokens.js"
import type { Node } from "./tree.js"

type Row = Issue | PullRequest

/** The rows that a search has to examine, and the remaining conditions. */
interface Candidates {
  /** Lists of visible rows, each sorted like its index. */
  readonly lists: readonly (readonly Row[])[]
  readonly rest: Node
}

/**
 * Indexed lists answer repository, label, state and kind, but only at the top level: within brackets or after NOT,
 * they have another meaning.
 */
export function candidates(store: Session, root: Node, order: ListOrder): Candidates {
  const terms = topTerms(root)
  const repo = only(terms.filter((term) => term.qualifier === "repo"))
  const state = terms.find((term) => isOneOf(term, ["is", "state"], ["open", "closed"]))
  const label = terms.find((term) => term.qualifier === "label" && term.values.length === 1)
  const kind = terms.find((term) => isOneOf(term, ["is", "type"], Object.keys(KINDS)))
  const asked = repo && repositoryNamed(store, repo.value)
  const repositories = repo ? (asked ? [asked] : []) : store.tables.repositories.values()
  const lists = repositories
    .filter((repository) => canSee(store, repository))
    .flatMap((repository) => scopesIn(store, repository, label))
    .flatMap((scope) => listsOf(store, scope, order, wordOf(kind), wordOf(state)))
  return {
    lists: lists.filter(({ length }) => length > 0),
    rest: without(root, [repo, label, state, kind]),
  }
}

const KINDS: Readonly<Record<string, readonly ("issues" | "pullRequests")[]>> = {
  issue: ["issues"],
  pr: ["pullRequests"],
  "pull-request": ["pullRequests"],
}

/** All rows of the repository, or those with the label. */
function scopesIn(store: Store, { id }: Repository, label: Term | undefined): Scope[] {
  if (!label) return [id]
  return store.listBy("labels", "name", named(id, label.value)).map((one) => labelScope(one.id))
}

function listsOf(
  store: Store,
  scope: Scope,
  order: ListOrder,
  kind: string | undefined,
  state: string | undefined,
): (readonly Row[])[] {
  const tables = (kind && KINDS[kind]) || (["issues", "pullRequests"] as const)
  const states = { open: ["OPEN"], closed: ["CLOSED", "MERGED"], all: [undefined] }
  const wanted = state === "open" || state === "closed" ? states[state] : states.all
  return tables.flatMap((table) =>
    wanted.map((one): readonly Row[] => rowsInOrder(store, table, scope, order, one)),
  )
}

const topTerms = (root: Node): Term[] =>
  (root.kind === "all" ? root.of : [root]).filter((node) => node.kind === "term")

const only = <Item>(items: readonly Item[]): Item | undefined =>
  items.length === 1 ? items[0] : undefined

const wordOf = (term: Term | undefined): string | undefined => term?.value.toLowerCase()

const isOneOf = (term: Term, qualifiers: readonly string[], values: readonly string[]): boolean =>
  qualifiers.includes(term.qualifier) && values.includes(term.value.toLowerCase())

function repositoryNamed(store: Store, name: string): Repository | undefined {
  const [owner = "", repository = "", ...more] = name.split("/")
  return more.length > 0 ? undefined : store.repositoryByName(owner, repository)
}

function without(root: Node, settled: readonly (Term | undefined)[]): Node {
  const isLeft = (node: Node): boolean => node.kind !== "term" || !settled.includes(node)
  if (root.kind === "all") return { kind: "all", of: root.of.filter(isLeft) }
  return isLeft(root) ? root : { kind: "all", of: [] }
}
