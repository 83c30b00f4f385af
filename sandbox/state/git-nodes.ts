import { commitOf, type GitObjects, history } from "../git/index.js"
import { get, type Repository, rowsBy, type Store } from "../tables/index.js"

/** Git objects are not rows. Their ids consist of the repository and their name in it. */
export interface RefNode {
  kind: "Ref"
  repositoryId: number
  /** `refs/heads/main` */
  name: string
  oid: string
}

export interface ObjectNode {
  kind: "Commit" | "Tree" | "Blob"
  repositoryId: number
  oid: string
}

export interface PullRequestCommitNode {
  kind: "PullRequestCommit"
  pullRequestId: number
  oid: string
}

export type GitNode = RefNode | ObjectNode | PullRequestCommitNode

export const commitNode = (repositoryId: number, oid: string): ObjectNode => ({
  kind: "Commit",
  repositoryId,
  oid,
})

export function refNode(
  { store }: { store: Store },
  repositoryId: number,
  name: string,
): RefNode | null {
  const oid = get(store, "repositories", repositoryId).refs.get(name)
  return oid === undefined ? null : { kind: "Ref", repositoryId, name, oid }
}

const PREFIX = { Ref: "REF", Commit: "C", Tree: "T", Blob: "B", PullRequestCommit: "PURC" } as const

export function gitNodeId(node: GitNode): string {
  const owner = node.kind === "PullRequestCommit" ? node.pullRequestId : node.repositoryId
  const name = node.kind === "Ref" ? node.name : node.oid
  return `${PREFIX[node.kind]}_${Buffer.from(`${owner}:${name}`).toString("base64url")}`
}

/** The git object with this node id; undefined if the id is not one of this sandbox. */
export function gitNodeOf(store: Store, id: string): GitNode | undefined {
  const kind = (["Ref", "Commit", "Tree", "Blob", "PullRequestCommit"] as const).find((one) =>
    id.startsWith(`${PREFIX[one]}_`),
  )
  if (!kind) return undefined
  const text = Buffer.from(id.slice(PREFIX[kind].length + 1), "base64url").toString("utf8")
  const [owner, ...rest] = text.split(":")
  const name = rest.join(":")
  const node = lookUp(store, kind, Number(owner), name)
  return node && gitNodeId(node) === id ? node : undefined
}

function lookUp(
  store: Store,
  kind: GitNode["kind"],
  owner: number,
  name: string,
): GitNode | undefined {
  if (kind === "PullRequestCommit") {
    return store.tables.pullRequests.has(owner) && store.git.commits.has(name)
      ? { kind, pullRequestId: owner, oid: name }
      : undefined
  }
  const repository = store.tables.repositories.get(owner)
  if (!repository) return undefined
  if (kind === "Ref") return refNode({ store }, owner, name) ?? undefined
  return objectByOid(store, repository, name)
}

/** Commits reachable from a branch, a tag or a pull request of the repository, or created in it. */
function reachable(store: Store, repository: Repository): Set<string> {
  const pulls = rowsBy(store, "pullRequests", "repository", repository.id)
  const loose = [...repository.looseObjects].filter((oid) => store.git.commits.has(oid))
  const tips = [...repository.refs.values(), ...pulls.map((pull) => pull.headRefOid), ...loose]
  return new Set(tips.flatMap((tip) => history(store.git, tip).map((commit) => commit.oid)))
}

/** The object with this id that the repository has. */
export function objectByOid(
  store: Store,
  repository: Repository,
  oid: string,
): ObjectNode | undefined {
  const { git } = store
  const kind = kindOf(git, oid)
  if (!kind) return undefined
  const node = { kind, repositoryId: repository.id, oid }
  if (repository.looseObjects.has(oid)) return node
  const commits = reachable(store, repository)
  if (kind === "Commit") return commits.has(oid) ? node : undefined
  const roots = [
    ...[...commits].map((commit) => commitOf(git, commit).treeOid),
    ...[...repository.looseObjects].filter((one) => git.trees.has(one)),
  ]
  return isIn(git, roots, oid) ? node : undefined
}

function kindOf(
  { commits, trees, blobs }: GitObjects,
  oid: string,
): ObjectNode["kind"] | undefined {
  if (commits.has(oid)) return "Commit"
  if (trees.has(oid)) return "Tree"
  return blobs.has(oid) ? "Blob" : undefined
}

/** Whether an object is one of the trees or in one of them. Trees share most subtrees, so each is visited once. */
function isIn(git: GitObjects, roots: readonly string[], oid: string): boolean {
  const seen = new Set(roots)
  for (const tree of seen) for (const entry of git.trees.get(tree) ?? []) seen.add(entry.oid)
  return seen.has(oid)
}

/**
 * Resolves branch and tag names, `HEAD`, oids (also shortened), their ancestors (`main~2`,
 * `HEAD^`) and `REVISION:path`.
 */
export function objectByExpression(
  store: Store,
  repository: Repository,
  expression: string,
): ObjectNode | undefined {
  const colon = expression.indexOf(":")
  const revision = colon < 0 ? expression : expression.slice(0, colon)
  const oid = commitByRevision(store, repository, revision)
  if (oid === undefined) return undefined
  if (colon < 0) return objectByOid(store, repository, oid)
  let found: { type: "tree" | "blob"; oid: string } = {
    type: "tree",
    oid: store.git.commits.get(oid)?.treeOid ?? "",
  }
  for (const name of expression.slice(colon + 1).split("/")) {
    if (name === "") continue
    const entry = store.git.trees.get(found.oid)?.find((one) => one.name === name)
    if (!entry) return undefined
    found = entry
  }
  return {
    kind: found.type === "tree" ? "Tree" : "Blob",
    repositoryId: repository.id,
    oid: found.oid,
  }
}

function commitByRevision(
  store: Store,
  repository: Repository,
  revision: string,
): string | undefined {
  const [, start = "", steps = ""] = /^(.*?)((?:[~^]\d*)*)$/.exec(revision) ?? []
  let oid = commitByName(store, repository, start)
  for (const [, sign, digits = ""] of steps.matchAll(/([~^])(\d*)/g)) {
    const count = digits === "" ? 1 : Number(digits)
    oid = sign === "~" ? ancestor(store, oid, count) : parent(store, oid, count)
  }
  return oid
}

/** The parent with a number, counted from 1; number 0 is the commit itself. */
const parent = (store: Store, oid: string | undefined, number: number): string | undefined =>
  oid === undefined || number === 0 ? oid : store.git.commits.get(oid)?.parents[number - 1]

function ancestor(store: Store, start: string | undefined, generations: number) {
  let oid = start
  for (let left = generations; left > 0 && oid !== undefined; left--) oid = parent(store, oid, 1)
  return oid
}

function commitByName(store: Store, repository: Repository, revision: string): string | undefined {
  const name = revision === "HEAD" || revision === "" ? repository.defaultBranch : revision
  const { refs } = repository
  const places = ["", "refs/", "refs/heads/", "refs/tags/"]
  const ref = places.map((place) => refs.get(place + name)).find((oid) => oid !== undefined)
  if (ref !== undefined) return ref
  if (!/^[0-9a-f]{4,40}$/.test(name)) return undefined
  const found = [...reachable(store, repository)].filter((oid) => oid.startsWith(name))
  return found.length === 1 ? found[0] : undefined
}
