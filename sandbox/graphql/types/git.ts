import {
  commitChanges,
  commitOf,
  commitsBetween,
  filesOf,
  history,
  type Signature,
  textOf,
} from "../../git/index.js"
import {
  commitNode,
  gitNodeId,
  type ObjectNode,
  objectByExpression,
  type PullRequestCommitNode,
  type RefNode,
  resourcePath,
} from "../../state/index.js"
import {
  get,
  type PullRequest,
  pair,
  type Repository,
  rowBy,
  rowsBy,
  type World,
} from "../../tables/index.js"
import {
  type Context,
  connection,
  constants,
  emptyConnection,
  type Fields,
  NotModelled,
  type PageArgs,
  properties,
} from "../field/index.js"
import { ofRepository } from "./absent.js"
import { checkSuites } from "./checks.js"
import { type PullListArgs, pullConnection } from "./lists.js"
import { commitStatus, statusCheckRollup } from "./status.js"
import { html } from "./written.js"

const repositoryOf = (world: World, node: { repositoryId: number }): Repository =>
  get(world, "repositories", node.repositoryId)

const base = (world: World, node: { repositoryId: number }): string =>
  resourcePath(world, repositoryOf(world, node))

/** The interface `GitObject`. */
const objectFields: Fields<ObjectNode> = {
  ...properties<ObjectNode>("oid"),
  id: (node) => gitNodeId(node),
  abbreviatedOid: (node) => node.oid.slice(0, 7),
  commitResourcePath: (node, _, { world }) => `${base(world, node)}/commit/${node.oid}`,
  commitUrl: (node, _, { world }) => `${world.webUrl}${base(world, node)}/commit/${node.oid}`,
  repository: (node, _, { world }) => repositoryOf(world, node),
}

const data = ({ world }: Pick<Context, "world">, node: ObjectNode) => commitOf(world.git, node.oid)

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
    signature: null,
    onBehalfOf: null,
    committedViaWeb: false,
    pushedDate: null,
    viewerCanSubscribe: false,
    viewerSubscription: null,
  }),
  checkSuites,
  status: commitStatus,
  statusCheckRollup,
  comments: ofRepository("commit_comments", emptyConnection),
  deployments: ofRepository("deployments", emptyConnection),
  submodules: emptyConnection,
  message: (node, _, context) => data(context, node).message,
  messageHeadline: (node, _, context) => headline(data(context, node).message),
  messageHeadlineHTML: (node, _, context) => headline(data(context, node).message),
  messageBody: (node, _, context) => messageBody(data(context, node).message),
  messageBodyHTML: (node, _, context) => html(messageBody(data(context, node).message)),
  author: (node, _, context) => actor(data(context, node).author),
  committer: (node, _, context) => actor(data(context, node).committer),
  authors: (node, args, context, info) =>
    connection([actor(data(context, node).author)], args, info),
  authoredByCommitter: (node, _, context) => {
    const { author, committer } = data(context, node)
    return author.email === committer.email
  },
  authoredDate: (node, _, context) => data(context, node).author.date,
  committedDate: (node, _, context) => data(context, node).committer.date,
  parents: (node, args, context, info) =>
    connection(
      data(context, node).parents.map((oid) => commitNode(node.repositoryId, oid)),
      args,
      info,
    ),
  tree: (node, _, context) => ({
    kind: "Tree",
    repositoryId: node.repositoryId,
    oid: data(context, node).treeOid,
  }),
  file: (node, args: { path: string }, { world }) => {
    const oid = filesOf(world.git, node.oid).get(args.path)
    if (oid === undefined) return null
    return entryNode(node.repositoryId, args.path, "blob", oid)
  },
  additions: (node, _, context) => changes(context, node).reduce((sum, f) => sum + f.additions, 0),
  deletions: (node, _, context) => changes(context, node).reduce((sum, f) => sum + f.deletions, 0),
  changedFiles: (node, _, context) => changes(context, node).length,
  changedFilesIfAvailable: (node, _, context) => changes(context, node).length,
  history: (node, args: HistoryArgs, context, info) =>
    connection(
      history(context.world.git, node.oid)
        .filter((commit) => isInHistory(context, args, node.repositoryId, commit.oid))
        .map((commit) => commitNode(node.repositoryId, commit.oid)),
      args,
      info,
    ),
  associatedPullRequests: (node, args: PullListArgs, context, info) =>
    pullConnection(
      context,
      args,
      info,
      rowsBy(context.world, "pullRequests", "repository", node.repositoryId).filter((pull) =>
        containsCommit(context.world, pull, node.oid),
      ),
    ),
  url: (node, _, { world }) => `${world.webUrl}${base(world, node)}/commit/${node.oid}`,
  resourcePath: (node, _, { world }) => `${base(world, node)}/commit/${node.oid}`,
  treeUrl: (node, _, { world }) => `${world.webUrl}${base(world, node)}/tree/${node.oid}`,
  treeResourcePath: (node, _, { world }) => `${base(world, node)}/tree/${node.oid}`,
  tarballUrl: (node, _, { world }) => archive(world, node, "legacy.tar.gz"),
  zipballUrl: (node, _, { world }) => archive(world, node, "legacy.zip"),
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
  const commit = commitOf(context.world.git, oid)
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

function containsCommit(world: World, pull: PullRequest, oid: string): boolean {
  if (pull.mergeCommitOid === oid) return true
  const ofBase = new Set(history(world.git, pull.baseRefOid).map((commit) => commit.oid))
  return !ofBase.has(oid) && history(world.git, pull.headRefOid).some((one) => one.oid === oid)
}

const changes = ({ world }: Pick<Context, "world">, node: ObjectNode) =>
  commitChanges(world.git, commitOf(world.git, node.oid))

const archive = (world: World, node: ObjectNode, form: string): string =>
  `${world.webUrl.replace("//", "//codeload.")}${base(world, node)}/${form}/${node.oid}`

const actor = (signature: Signature) => ({ kind: "GitActor" as const, ...signature })

export const gitActorFields: Fields<Signature> = {
  ...properties<Signature>("name", "email", "date"),
  user: (signature, _, { world }) => rowBy(world, "accounts", "email", signature.email) ?? null,
  avatarUrl: (signature, args: { size?: number | null }, { world }) => {
    const account = rowBy(world, "accounts", "email", signature.email)
    return `https://avatars.githubusercontent.com/u/${account?.id ?? 0}?s=${args.size ?? 40}&v=4`
  },
}

export const blobFields: Fields<ObjectNode> = {
  ...objectFields,
  byteSize: (node, _, { world }) => world.git.blobs.get(node.oid)?.length ?? 0,
  isBinary: (node, _, { world }) => isBinary(world, node.oid),
  isTruncated: () => false,
  text: (node, _, { world }) => (isBinary(world, node.oid) ? null : textOf(world.git, node.oid)),
}

const isBinary = (world: World, oid: string): boolean =>
  world.git.blobs.get(oid)?.includes(0) ?? false

export const treeFields: Fields<ObjectNode> = {
  ...objectFields,
  entries: (node, _, { world }) =>
    (world.git.trees.get(node.oid) ?? []).map((entry) =>
      entryNode(node.repositoryId, entry.name, entry.type, entry.oid),
    ),
}

interface EntryNode {
  kind: "TreeEntry"
  repositoryId: number
  path: string
  type: "blob" | "tree"
  oid: string
}

function entryNode(
  repositoryId: number,
  path: string,
  type: EntryNode["type"],
  oid: string,
): EntryNode {
  return { kind: "TreeEntry", repositoryId, path, type, oid }
}

const BLOB_MODE = 0o100644
const TREE_MODE = 0o40000

const nameOf = (entry: EntryNode): string => entry.path.split("/").at(-1) ?? entry.path

export const treeEntryFields: Fields<EntryNode> = {
  ...properties<EntryNode>("oid", "type", "path"),
  ...constants({ submodule: null, isGenerated: false }),
  name: nameOf,
  nameRaw: (entry) => Buffer.from(nameOf(entry)).toString("base64"),
  pathRaw: (entry) => Buffer.from(entry.path).toString("base64"),
  extension: (entry) => /\.[^.]+$/.exec(nameOf(entry))?.[0] ?? "",
  mode: (entry) => (entry.type === "tree" ? TREE_MODE : BLOB_MODE),
  size: (entry, _, { world }) => world.git.blobs.get(entry.oid)?.length ?? 0,
  lineCount: (entry, _, { world }) =>
    entry.type === "tree" ? null : textOf(world.git, entry.oid).split("\n").length,
  object: (entry) => ({
    kind: entry.type === "tree" ? "Tree" : "Blob",
    repositoryId: entry.repositoryId,
    oid: entry.oid,
  }),
  repository: (entry, _, { world }) => repositoryOf(world, entry),
}

export const refFields: Fields<RefNode> = {
  ...constants({ branchProtectionRule: null, refUpdateRule: null }),
  id: (ref) => gitNodeId(ref),
  name: (ref) => ref.name.replace(/^refs\/[^/]+\//, ""),
  prefix: (ref) => /^refs\/[^/]+\//.exec(ref.name)?.[0] ?? "",
  target: (ref) => commitNode(ref.repositoryId, ref.oid),
  repository: (ref, _, { world }) => repositoryOf(world, ref),
  rules: emptyConnection,
  compare: (ref, args: { headRef: string }, { world }) => {
    const head = objectByExpression(world, repositoryOf(world, ref), args.headRef)
    if (head?.kind !== "Commit") return null
    return { kind: "Comparison", repositoryId: ref.repositoryId, base: ref.oid, head: head.oid }
  },
  associatedPullRequests: (ref, args: PullListArgs, context, info) =>
    pullConnection(
      context,
      args,
      info,
      ref.name.startsWith(HEADS)
        ? rowsBy(
            context.world,
            "pullRequests",
            "head",
            pair(ref.repositoryId, ref.name.slice(HEADS.length)),
          )
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
  aheadBy: (node, _, { world }) => commitsBetween(world.git, node.base, node.head).length,
  behindBy: (node, _, { world }) => commitsBetween(world.git, node.head, node.base).length,
  baseTarget: (node) => commitNode(node.repositoryId, node.base),
  headTarget: (node) => commitNode(node.repositoryId, node.head),
  status: (node, _, { world }) => {
    const ahead = commitsBetween(world.git, node.base, node.head).length > 0
    const behind = commitsBetween(world.git, node.head, node.base).length > 0
    if (ahead && behind) return "DIVERGED"
    return ahead ? "AHEAD" : behind ? "BEHIND" : "IDENTICAL"
  },
  commits: (node, args, { world }, info) =>
    connection(
      commitsBetween(world.git, node.base, node.head).map((commit) =>
        commitNode(node.repositoryId, commit.oid),
      ),
      args,
      info,
      { extra: { authorCount: authorCount(world, node) } },
    ),
}

const authorCount = (world: World, node: ComparisonNode): number =>
  new Set(commitsBetween(world.git, node.base, node.head).map((commit) => commit.author.email)).size

export const pullRequestCommitFields: Fields<PullRequestCommitNode> = {
  id: (node) => gitNodeId(node),
  commit: (node, _, { world }) =>
    commitNode(get(world, "pullRequests", node.pullRequestId).repositoryId, node.oid),
  pullRequest: (node, _, { world }) => get(world, "pullRequests", node.pullRequestId),
  url: (node, _, { world }) => world.webUrl + commitPath(world, node),
  resourcePath: (node, _, { world }) => commitPath(world, node),
}

const commitPath = (world: World, node: PullRequestCommitNode): string =>
  `${resourcePath(world, get(world, "pullRequests", node.pullRequestId))}/commits/${node.oid}`
