import {
  blame,
  commitChanges,
  commitOf,
  commitsBetween,
  FOLDER_MODE,
  filesOf,
  history,
  isBinary,
  localDate,
  peel,
  type Signature,
  type TreeEntry,
  tagOf,
  textOf,
} from "../../git/index.js"
import {
  commitBy,
  commitNode,
  containsCommit,
  gitNodeId,
  type ObjectNode,
  objectByOid,
  type PullRequestCommitNode,
  type RefNode,
  resourcePath,
} from "../../state/index.js"
import { pair, type Repository, type Store } from "../../tables/index.js"
import {
  address,
  type Context,
  constants,
  emptyConnection,
  type Fields,
  list,
  listById,
  NotModelled,
  type PageArgs,
  properties,
} from "../field/index.js"
import { ofRepository, unlessProtected } from "./absent.js"
import { checkSuites } from "./checks.js"
import { pullsOf } from "./lists.js"
import { refRuleFields } from "./rules.js"
import { commitStatus, statusCheckRollup } from "./status.js"
import { html } from "./written.js"

const repositoryOf = (store: Store, node: { repositoryId: number }): Repository =>
  store.get("repositories", node.repositoryId)

const base = (store: Store, node: { repositoryId: number }): string =>
  resourcePath(store, repositoryOf(store, node))

const commitPath = (node: ObjectNode, store: Store): string =>
  `${base(store, node)}/commit/${node.oid}`

/** The interface `GitObject`. */
const objectFields: Fields<ObjectNode> = {
  ...properties<ObjectNode>("oid"),
  id: (node) => gitNodeId(node),
  abbreviatedOid: (node) => node.oid.slice(0, 7),
  ...address("commit", commitPath),
  repository: (node, _, { store }) => repositoryOf(store, node),
}

const data = ({ store }: Pick<Context, "store">, node: ObjectNode) => commitOf(store.git, node.oid)

/** GitHub cuts a long first line, and begins the body with the rest of it. */
const [longest, kept] = [72, 69]

const headline = (message: string): string => {
  const first = message.split("\n")[0] ?? ""
  return first.length > longest ? `${first.slice(0, kept)}…` : first
}

const messageBody = (message: string): string => {
  const [first = "", ...rest] = message.split("\n")
  const below = rest.join("\n").replace(/^\n+/, "")
  if (first.length <= longest) return below
  return [`…${first.slice(kept)}`, below].filter(Boolean).join("\n\n")
}

export const commitFields: Fields<ObjectNode> = {
  ...objectFields,
  ...constants({
    onBehalfOf: null,
    committedViaWeb: false,
    pushedDate: null,
    viewerCanSubscribe: false,
    viewerSubscription: null,
  }),
  signature: (node, _, context) => {
    if (data(context, node).headers?.includes("gpgsig ")) {
      throw new NotModelled("Commit.signature of a signed commit")
    }
    return null
  },
  checkSuites,
  status: commitStatus,
  statusCheckRollup,
  comments: ofRepository("commit_comments", emptyConnection),
  deployments: listById(({ repositoryId, oid }, { store }) =>
    store.rowsBy("deployments", "repository", repositoryId).filter((row) => row.oid === oid),
  ),
  submodules: emptyConnection,
  message: (node, _, context) => data(context, node).message,
  messageHeadline: (node, _, context) => headline(data(context, node).message),
  messageHeadlineHTML: (node, _, context) => headline(data(context, node).message),
  messageBody: (node, _, context) => messageBody(data(context, node).message),
  messageBodyHTML: (node, _, context) => html(messageBody(data(context, node).message)),
  author: (node, _, context) => actor(data(context, node).author),
  committer: (node, _, context) => actor(data(context, node).committer),
  authors: list((node, context) => [actor(data(context, node).author)]),
  authoredByCommitter: (node, _, context) => {
    const { author, committer } = data(context, node)
    return author.email === committer.email
  },
  authoredDate: (node, _, context) => data(context, node).author.date,
  committedDate: (node, _, context) => data(context, node).committer.date,
  parents: list((node, context) =>
    data(context, node).parents.map((oid) => commitNode(node.repositoryId, oid)),
  ),
  tree: (node, _, context) => ({
    kind: "Tree",
    repositoryId: node.repositoryId,
    oid: data(context, node).treeOid,
  }),
  file: (node, args: { path: string }, { store }) => {
    const { path } = args
    const file = filesOf(store.git, node.oid).get(path)
    return file ? entryNode(node.repositoryId, path, file) : null
  },
  additions: (node, _, context) => changes(context, node).reduce((sum, f) => sum + f.additions, 0),
  deletions: (node, _, context) => changes(context, node).reduce((sum, f) => sum + f.deletions, 0),
  changedFiles: (node, _, context) => changes(context, node).length,
  changedFilesIfAvailable: (node, _, context) => changes(context, node).length,
  blame: (node, args: { path: string }, { store }) => {
    const ranges = blame(store.git, node.oid, args.path)
    // How GitHub grades the age of a change is undocumented.
    return {
      ranges: (ranges ?? []).map(({ start, end, oid }) => ({
        startingLine: start,
        endingLine: end,
        commit: commitNode(node.repositoryId, oid),
      })),
    }
  },
  history: list((node, context, args: HistoryArgs) =>
    history(context.store.git, node.oid)
      .filter((commit) => isInHistory(context, args, node.repositoryId, commit.oid))
      .map((commit) => commitNode(node.repositoryId, commit.oid)),
  ),
  associatedPullRequests: pullsOf((node, { store }) =>
    store
      .rowsBy("pullRequests", "repository", node.repositoryId)
      .filter((pull) => containsCommit(store, pull, node.oid)),
  ),
  ...address("", commitPath),
  ...address<ObjectNode>("tree", (node, store) => `${base(store, node)}/tree/${node.oid}`),
  tarballUrl: (node, _, { store }) => archive(store, node, "legacy.tar.gz"),
  zipballUrl: (node, _, { store }) => archive(store, node, "legacy.zip"),
}

interface HistoryArgs extends PageArgs {
  path?: string | null
  since?: string | null
  until?: string | null
  author?: { id?: string | null; emails?: readonly string[] | null } | null
}

function isInHistory(
  context: Context,
  args: HistoryArgs,
  repositoryId: number,
  oid: string,
): boolean {
  const commit = commitOf(context.store.git, oid)
  const { path, since, until, author } = args
  if (author?.id) throw new NotModelled("Commit.history(author: { id })")
  if (author?.emails && !author.emails.includes(commit.author.email)) return false
  const date = Date.parse(commit.committer.date)
  if (since && date < Date.parse(since)) return false
  if (until && date > Date.parse(until)) return false
  if (!path) return true
  return changes(context, commitNode(repositoryId, oid)).some(
    (file) => file.path === path || file.path.startsWith(`${path}/`),
  )
}

const changes = ({ store }: Pick<Context, "store">, node: ObjectNode) =>
  commitChanges(store.git, commitOf(store.git, node.oid))

const archive = (store: Store, node: ObjectNode, form: string): string =>
  `${store.webUrl.replace("//", "//codeload.")}${base(store, node)}/${form}/${node.oid}`

const actor = (signature: Signature) => ({ kind: "GitActor" as const, ...signature })

export const gitActorFields: Fields<Signature> = {
  ...properties<Signature>("name", "email"),
  date: localDate,
  user: (signature, _, { store }) => store.rowBy("accounts", "email", signature.email) ?? null,
  avatarUrl: (signature, args: { size?: number | null }, { store }) => {
    const account = store.rowBy("accounts", "email", signature.email)
    return `https://avatars.githubusercontent.com/u/${account?.id ?? 0}?s=${args.size ?? 40}&v=4`
  },
}

export const blobFields: Fields<ObjectNode> = {
  ...objectFields,
  byteSize: (node, _, { store }) => store.git.blobs.get(node.oid)?.length ?? 0,
  isBinary: (node, _, { store }) => isBinary(store.git, node.oid),
  isTruncated: () => false,
  text: (node, _, { store }) =>
    isBinary(store.git, node.oid) ? null : textOf(store.git, node.oid),
}

export const tagFields: Fields<ObjectNode> = {
  ...objectFields,
  name: (node, _, { store }) => tagOf(store.git, node.oid).name,
  message: (node, _, { store }) => tagOf(store.git, node.oid).message,
  tagger: (node, _, { store }) => actor(tagOf(store.git, node.oid).tagger),
  target: (node, _, { store }) =>
    objectByOid(store, repositoryOf(store, node), tagOf(store.git, node.oid).object),
}

export const treeFields: Fields<ObjectNode> = {
  ...objectFields,
  entries: (node, _, { store }) =>
    (store.git.trees.get(node.oid) ?? []).map((entry) =>
      entryNode(node.repositoryId, entry.name, entry),
    ),
}

interface EntryNode extends Pick<TreeEntry, "mode" | "oid"> {
  kind: "TreeEntry"
  repositoryId: number
  path: string
  type: "blob" | "tree"
}

const entryNode = (
  repositoryId: number,
  path: string,
  { mode, oid }: Pick<TreeEntry, "mode" | "oid">,
): EntryNode => ({
  kind: "TreeEntry",
  repositoryId,
  path,
  type: mode === FOLDER_MODE ? "tree" : "blob",
  mode,
  oid,
})

const nameOf = (entry: EntryNode): string => entry.path.split("/").at(-1) ?? entry.path

export const treeEntryFields: Fields<EntryNode> = {
  ...properties<EntryNode>("oid", "type", "path"),
  ...constants({ submodule: null, isGenerated: false }),
  name: nameOf,
  nameRaw: (entry) => Buffer.from(nameOf(entry)).toString("base64"),
  pathRaw: (entry) => Buffer.from(entry.path).toString("base64"),
  extension: (entry) => /\.[^.]+$/.exec(nameOf(entry))?.[0] ?? "",
  mode: ({ mode }) => Number.parseInt(mode, 8),
  size: (entry, _, { store }) => store.git.blobs.get(entry.oid)?.length ?? 0,
  lineCount: (entry, _, { store }) =>
    entry.type === "tree" ? null : textOf(store.git, entry.oid).split("\n").length,
  object: (entry) => ({
    kind: entry.type === "tree" ? "Tree" : "Blob",
    repositoryId: entry.repositoryId,
    oid: entry.oid,
  }),
  repository: (entry, _, { store }) => repositoryOf(store, entry),
}

export const refFields: Fields<RefNode> = {
  branchProtectionRule: unlessProtected(
    ({ repositoryId }: RefNode) => repositoryId,
    () => null,
  ),
  ...refRuleFields,
  id: (ref) => gitNodeId(ref),
  name: (ref) => ref.name.replace(/^refs\/[^/]+\//, ""),
  prefix: (ref) => /^refs\/[^/]+\//.exec(ref.name)?.[0] ?? "",
  target: ({ repositoryId, oid }, _, { store }) => {
    const kind = store.git.tags.has(oid) ? "Tag" : "Commit"
    return { kind, repositoryId, oid }
  },
  repository: (ref, _, { store }) => repositoryOf(store, ref),
  compare: (ref, args: { headRef: string }, { store }) => {
    const head = commitBy(store, repositoryOf(store, ref), args.headRef)
    if (head === undefined) return null
    const { repositoryId } = ref
    return { kind: "Comparison", repositoryId, base: peel(store.git, ref.oid), head }
  },
  associatedPullRequests: pullsOf(({ name, repositoryId }, { store }) =>
    name.startsWith(HEADS)
      ? store.rowsBy("pullRequests", "head", pair(repositoryId, name.slice(HEADS.length)))
      : [],
  ),
}

const HEADS = "refs/heads/"

interface ComparisonNode {
  kind: "Comparison"
  repositoryId: number
  base: string
  head: string
}

export const comparisonFields: Fields<ComparisonNode> = {
  id: (node) => `CMP_${Buffer.from(`${node.base}...${node.head}`).toString("base64url")}`,
  aheadBy: (node, _, { store }) => commitsBetween(store.git, node.base, node.head).length,
  behindBy: (node, _, { store }) => commitsBetween(store.git, node.head, node.base).length,
  baseTarget: (node) => commitNode(node.repositoryId, node.base),
  headTarget: (node) => commitNode(node.repositoryId, node.head),
  status: (node, _, { store }) => {
    const ahead = commitsBetween(store.git, node.base, node.head).length > 0
    const behind = commitsBetween(store.git, node.head, node.base).length > 0
    if (ahead && behind) return "DIVERGED"
    return ahead ? "AHEAD" : behind ? "BEHIND" : "IDENTICAL"
  },
  commits: list(
    (node, { store }) =>
      commitsBetween(store.git, node.base, node.head).map((commit) =>
        commitNode(node.repositoryId, commit.oid),
      ),
    (_args, node, { store }) => ({ extra: { authorCount: authorCount(store, node) } }),
  ),
}

const authorCount = (store: Store, node: ComparisonNode): number =>
  new Set(commitsBetween(store.git, node.base, node.head).map((commit) => commit.author.email)).size

export const pullRequestCommitFields: Fields<PullRequestCommitNode> = {
  id: (node) => gitNodeId(node),
  commit: (node, _, { store }) =>
    commitNode(store.get("pullRequests", node.pullRequestId).repositoryId, node.oid),
  pullRequest: (node, _, { store }) => store.get("pullRequests", node.pullRequestId),
  ...address<PullRequestCommitNode>("", ({ pullRequestId, oid }, store) => {
    const home = resourcePath(store, store.get("pullRequests", pullRequestId))
    return `${home}/commits/${oid}`
  }),
}
