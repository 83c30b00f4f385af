/** `ghx pr checkout` and `ghx issue develop --checkout`: check out a branch of GitHub in the clone. */
import { readdir, realpath } from "node:fs/promises"
import { resolve } from "node:path"
import { type Ask, dataOf, defaultBranch, loadHeads } from "./gh/index.js"
import {
  addressOf,
  askGit,
  captured,
  remoteFor,
  remoteOf,
  remotesIn,
  requireClone,
  runGit,
} from "./gh-git.js"
import { type Repository, repositoryFor, targetOf, usualHost } from "./input/index.js"
import { asking } from "./lookups.js"
import { shared } from "./options.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Define, OptionValues } from "./program-shared.js"
import type { Terminal } from "./terminal/index.js"

type Flags = OptionValues<"repo" | "branch" | "worktree", "detach" | "force" | "recurseSubmodules">

export const pullCheckout: Define = (command, { terminal, done }) => {
  command
    .argument("[pull request]", "number, URL or branch")
    .option("-b, --branch <branch>", "name of the local branch (default: that of the head branch)")
    .option("--detach", "check out the commit without a branch")
    .option("-f, --force", "discard local commits that are not in the pull request")
    .option("--recurse-submodules", "also update submodules")
    .option("--worktree <path>", "check it out in this worktree, which is made if it is not there")
    .addOption(shared.repo())
    .action(async (word: string | undefined, flags: Flags) =>
      done(await checkOut(word, flags, terminal)),
    )
}

async function checkOut(
  word: string | undefined,
  flags: Flags,
  terminal: Terminal,
): Promise<number> {
  if (word === undefined)
    throw new UsageError("ghx pr checkout needs a pull request", "Pass its number, URL or branch")
  if (flags.branch?.startsWith("-")) throw new UsageError(`${flags.branch} is no name of a branch`)
  if (flags.detach && flags.branch !== undefined)
    throw new UsageError("Use --branch or --detach, not both")
  await requireClone("pr checkout")
  const tree = await treeAt(flags.worktree)
  const { repository, number = word } = numbered(word)
  const base = repository ?? (await repositoryFor(flags.repo))
  const pull = await asking({ host: base.host }, terminal, (ask) => pullOf(number, base, ask))
  await take(pull, tree, flags, terminal)
  if (flags.recurseSubmodules) {
    await runGit(["submodule", "sync", "--recursive"], terminal, tree.cwd)
    await runGit(["submodule", "update", "--init", "--recursive"], terminal, tree.cwd)
  }
  return exitCodes.ok
}

/** What a word names that is no name of a branch. */
const numbered = (word = "") =>
  /^(?:https?:.+|([\w.-]+\/[\w.-]+)?#\d+|\d+)$/.test(word) ? targetOf(word, "a number") : {}

/** A pull request, as far as its checkout needs it. */
async function pullOf(word: string, base: Repository, ask: Ask) {
  const { owner, repo, host } = base
  const pull_number = /^\d+$/.test(word)
    ? Number(word)
    : await (await loadHeads()).pullOf(word, { owner, repo }, ask)
  const pull = Object(await dataOf(ask("pr.view", { owner, repo, pull_number })))
  const at = host === undefined ? {} : { host }
  const isFork = pull.from_fork === true
  const own =
    isFork && pull.head_repo
      ? { owner: String(pull.head_owner), repo: String(pull.head_repo), ...at }
      : undefined
  return {
    number: Number(pull.number),
    base,
    head_ref: String(pull.head_ref),
    head: isFork ? own : base,
    isFork,
    mayPush: pull.maintainer_can_modify === true,
    isDefaultName: pull.head_ref === (await defaultBranch({ owner, repo }, ask)),
  }
}

/** Fetches the head and checks it out. Branch names of strangers follow `--` or are parts of refs. */
async function take(
  pull: Awaited<ReturnType<typeof pullOf>>,
  tree: Tree,
  { branch, detach, force }: Flags,
  terminal: Terminal,
): Promise<void> {
  const { base, head, head_ref, number, isFork, mayPush, isDefaultName } = pull
  const remotes = await remotesIn()
  const remote = head && remoteOf(head, remotes)
  const source = remote?.name ?? (await remoteFor(base))
  const ref = remote ? `refs/heads/${head_ref}` : `refs/pull/${number}/head`
  if (detach) {
    await runGit(["fetch", "--quiet", source, ref], terminal)
    await detachAt(tree, await fetched(), terminal)
    return
  }
  const local = branch ?? (isFork && isDefaultName && head ? `${head.owner}/${head_ref}` : head_ref)
  const tracked = remote && `refs/remotes/${remote.name}/${head_ref}`
  await runGit(["fetch", "--quiet", source, tracked ? `+${ref}:${tracked}` : ref], terminal)
  await checkOutBranch(local, tracked ?? (await fetched()), tree, force === true, terminal)
  const merges = remote || (mayPush && head) ? `refs/heads/${head_ref}` : ref
  const from = remote?.name ?? (mayPush && head ? await addressOf(head) : source)
  const config = (key: string, value: string) =>
    runGit(["config", `branch.${local}.${key}`, value], terminal)
  await config("remote", from)
  await config("merge", merges)
  if (!remote && mayPush && head) await config("pushRemote", from)
}

/** FETCH_HEAD is another one in each worktree. */
const fetched = async () => (await askGit(["rev-parse", "FETCH_HEAD"])) ?? "FETCH_HEAD"

type DevelopFlags = OptionValues<
  "worktree" | "name" | "base" | "repo" | "issueRepo" | "branchRepo",
  "checkout"
>

export const develop: Define = (command, { terminal, done, derived }) => {
  command
    .argument("[issue]", "number or URL")
    .argument("[words...]")
    .option("-c, --checkout", "check the new branch out")
    .option("--worktree <path>", "with --checkout, check it out in this worktree")
    .option("-n, --name <branch>", "name of the branch; a linked branch of this name is used again")
    .option("-b, --base <branch>", "branch to start from, which its pull request is for")
    .addOption(shared.repo())
    .option("-i, --issue-repo <repository>", "the same as --repo")
    .option("--branch-repo <repository>", "must be the repository of the issue")
    .allowUnknownOption()
    .action(async (issue: string | undefined, _: string[], flags: DevelopFlags) => {
      const repo = flags.repo ?? flags.issueRepo
      if (flags.branchRepo !== undefined && flags.branchRepo !== repo) {
        throw new UsageError(
          "--branch-repo: the branch is made in the repository of the issue",
          "Use --repo for both",
        )
      }
      if (flags.worktree !== undefined && !flags.checkout) {
        throw new UsageError("--worktree needs --checkout")
      }
      if (flags.checkout) await requireClone("issue develop --checkout")
      const tree = await treeAt(flags.worktree)
      const place = numbered(issue).repository ?? (await repositoryFor(repo))
      const of = repo === undefined ? [] : ["-R", repo]
      const run = (...more: string[]) =>
        captured(["issue", "develop", ...command.args, ...of, ...more], derived, terminal)
      const { name, base } = flags
      const listed = name === undefined ? undefined : await run("--list", "--jq", ".items[].name")
      if (listed && listed.exitCode !== exitCodes.ok) return done(listed.exitCode)
      const isLinked = name !== undefined && listed?.out.split("\n").includes(name)
      const { exitCode, out } = isLinked
        ? { exitCode: exitCodes.ok, out: name }
        : await run(...optionOf("name", name), ...optionOf("base", base), "--jq", ".name")
      if (exitCode !== exitCodes.ok) return done(exitCode)
      const branch = out.trim()
      terminal.stdout.write(
        `${place.host ?? usualHost()}/${place.owner}/${place.repo}/tree/${branch}\n`,
      )
      if (flags.checkout) await checkOutNew(branch, place, tree, terminal)
      if (base !== undefined && (await askGit(["rev-parse", "--git-dir"])) !== undefined)
        await runGit(["config", `branch.${branch}.gh-merge-base`, base], terminal)
      done(exitCodes.ok)
    })
}

const optionOf = (name: string, value: string | undefined) =>
  value === undefined ? [] : [`--${name}`, value]

async function checkOutNew(
  branch: string,
  { owner, repo }: Repository,
  tree: Tree,
  terminal: Terminal,
): Promise<void> {
  const remote = remoteOf({ owner, repo }, await remotesIn())
  if (!remote) {
    throw new UsageError(
      `the clone has no remote for ${owner}/${repo}, which has the new branch ${branch}`,
    )
  }
  const tracked = `refs/remotes/${remote.name}/${branch}`
  await runGit(["fetch", "--quiet", remote.name, `+refs/heads/${branch}:${tracked}`], terminal)
  await checkOutBranch(branch, tracked, tree, false, terminal)
  await runGit(
    ["branch", "--quiet", `--set-upstream-to=${remote.name}/${branch}`, branch],
    terminal,
  )
}

type Tree = Awaited<ReturnType<typeof treeAt>>

/**
 * Where a branch is checked out: in the clone, in one of its worktrees, or in a new one.
 *
 * @throws UsageError for a folder with other files
 */
async function treeAt(path: string | undefined) {
  if (path === undefined) return { cwd: ".", isNew: false }
  if (path === "") throw new UsageError("--worktree is empty")
  const cwd = await realpath(path).catch(() => resolve(path))
  const [, ...linked] = ((await askGit(["worktree", "list", "--porcelain"])) ?? "")
    .split("\n")
    .flatMap((line) => /^worktree (.+)/.exec(line)?.[1] ?? [])
  if (linked.includes(cwd)) return { cwd, isNew: false }
  const files = await readdir(cwd).catch(({ code }) => (code === "ENOENT" ? [] : undefined))
  if (files?.length === 0) return { cwd, isNew: true }
  throw new UsageError(
    `--worktree path must be empty, or a worktree of this clone: ${path}`,
    "git worktree list shows the worktrees",
  )
}

const detachAt = ({ cwd, isNew }: Tree, commit: string, terminal: Terminal) =>
  isNew
    ? runGit(["worktree", "add", "--detach", "--", cwd, commit], terminal)
    : runGit(["checkout", "--quiet", "--detach", commit], terminal, cwd)

/** Checks out a branch at a commit; an existing one is moved forward, or anywhere with `force`. */
async function checkOutBranch(
  name: string,
  target: string,
  { cwd, isNew }: Tree,
  force: boolean,
  terminal: Terminal,
): Promise<void> {
  const ref = `refs/heads/${name}`
  if ((await askGit(["check-ref-format", ref])) === undefined)
    throw new UsageError(`${name} is no name of a branch`)
  const isThere = (await askGit(["rev-parse", "--verify", "--quiet", ref])) !== undefined
  if (!isThere) {
    await (isNew
      ? runGit(["worktree", "add", "--no-track", "-b", name, "--", cwd, target], terminal)
      : runGit(["checkout", "--no-track", "-b", name, target, "--"], terminal, cwd))
    return
  }
  await (isNew
    ? runGit(["worktree", "add", "--", cwd, name], terminal)
    : runGit(["checkout", name, "--"], terminal, cwd))
  await runGit(
    force ? ["reset", "--quiet", "--hard", target] : ["merge", "--quiet", "--ff-only", target],
    terminal,
    cwd,
  )
}
