import { type GitObjects, peel } from "../git/index.js"
import type { Repository, Store } from "../tables/index.js"
import { inNetwork } from "./network.js"

/** Git objects are not rows. Their ids consist of the repository and their name in it. */
export interface RefNode {
  kind: "Ref"
  repositoryId: number
  /** `refs/heads/main` */
  name: string
  oid: string
}

export interface ObjectNode {
  kind: "Commit" | "Tree" | "Blob" | "Tag"
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
  const oid = store.get("repositories", repositoryId).refs.get(name)
  return oid === undefined ? null : { kind: "Ref", repositoryId, name, oid }
}

const PREFIX = {
  Ref: "REF",
  Commit: "C",
  Tree: "T",
  Blob: "B",
  Tag: "TA",
  PullRequestCommit: "PURC",
} as const satisfies Record<GitNode["kind"], string>

const KINDS = Object.keys(PREFIX) as GitNode["kind"][]

export function gitNodeId(node: GitNode): string {
  const owner = node.kind === "PullRequestCommit" ? node.pullRequestId : node.repositoryId
  const name = node.kind === "Ref" ? node.name : node.oid
  return `${PREFIX[node.kind]}_${Buffer.from(`${owner}:${name}`).toString("base64url")}`
}

/** The git object with this node id; undefined if the id is not one of this sandbox. */
export function gitNodeOf(store: Store, id: string): GitNode | undefined {
  const kind = KINDS.find((one) => id.startsWith(`${PREFIX[one]}_`))
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
    const pull = store.tables.pullRequests.get(owner)
    const found = pull && objectByOid(store, store.get("repositories", pull.repositoryId), name)
    return found?.kind === "Commit" ? { kind, pullRequestId: owner, oid: name } : undefined
  }
  const repository = store.tables.repositories.get(owner)
  if (!repository) return undefined
  if (kind === "Ref") return refNode({ store }, owner, name) ?? undefined
  return objectByOid(store, repository, name)
}

/** The objects that refs and pull requests of the repository lead to, or that were created in it. */
export function reachableObjects(store: Store, repository: Repository): Set<string> {
  const pulls = store.rowsBy("pullRequests", "repository", repository.id)
  const objects = new Set([
    ...repository.refs.values(),
    ...pulls.map((pull) => pull.headRefOid),
    ...repository.looseObjects,
  ])
  for (const oid of objects) for (const next of linksOf(store.git, oid)) objects.add(next)
  return objects
}

/** The objects that an object names. */
function linksOf({ commits, trees, tags }: GitObjects, oid: string): readonly string[] {
  const commit = commits.get(oid)
  if (commit) return [commit.treeOid, ...commit.parents]
  const tag = tags.get(oid)
  return tag ? [tag.object] : (trees.get(oid) ?? []).map((entry) => entry.oid)
}

/** The object with this id that the repository, its parent or a fork has, since these share their objects. */
export function objectByOid(
  store: Store,
  repository: Repository,
  oid: string,
): ObjectNode | undefined {
  const kind = kindOf(store.git, oid)
  const isThere =
    kind && inNetwork(store, repository).some((one) => reachableObjects(store, one).has(oid))
  return isThere ? { kind, repositoryId: repository.id, oid } : undefined
}

function kindOf(
  { commits, trees, blobs, tags }: GitObjects,
  oid: string,
): ObjectNode["kind"] | undefined {
  if (commits.has(oid)) return "Commit"
  if (trees.has(oid)) return "Tree"
  if (tags.has(oid)) return "Tag"
  return blobs.has(oid) ? "Blob" : undefined
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
  if (colon < 0) {
    const named =
      oidByName(store, repository, expression) ?? commitBy(store, repository, expression)
    return named === undefined ? undefined : objectByOid(store, repository, named)
  }
  const commit = commitBy(store, repository, expression.slice(0, colon))
  if (commit === undefined) return undefined
  let oid = store.git.commits.get(commit)?.treeOid ?? ""
  for (const name of expression.slice(colon + 1).split("/")) {
    if (name === "") continue
    const entry = store.git.trees.get(oid)?.find((one) => one.name === name)
    if (!entry) return undefined
    oid = entry.oid
  }
  const kind = kindOf(store.git, oid)
  return kind && { kind, repositoryId: repository.id, oid }
}

/** The commit of a revision, behind an annotated tag too. */
export function commitBy(
  store: Store,
  repository: Repository,
  revision: string,
): string | undefined {
  const [, start = "", steps = ""] = /^(.*?)((?:[~^]\d*)*)$/.exec(revision) ?? []
  const named = peel(store.git, oidByName(store, repository, start) ?? "")
  let oid = store.git.commits.has(named) ? named : undefined
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

function oidByName(store: Store, repository: Repository, revision: string): string | undefined {
  const name = revision === "HEAD" || revision === "" ? repository.defaultBranch : revision
  const { refs } = repository
  const places = ["", "refs/", "refs/heads/", "refs/tags/"]
  const ref = places.map((place) => refs.get(place + name)).find((oid) => oid !== undefined)
  if (ref !== undefined) return ref
  if (!/^[0-9a-f]{4,40}$/.test(name)) return undefined
  if (name.length === 40) return objectByOid(store, repository, name)?.oid
  const { commits, tags } = store.git
  const found = [...reachableObjects(store, repository)].filter(
    (oid) => oid.startsWith(name) && (commits.has(oid) || tags.has(oid)),
  )
  return found.length === 1 ? found[0] : undefined
}
