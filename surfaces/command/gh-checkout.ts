/** `ghx pr checkout` and `ghx issue develop --checkout`: check out a branch of GitHub in the clone. */
import type { Client } from "../../runtime/index.js"
import { withClient } from "./client.js"
import { dataOf, loadHeads } from "./gh/index.js"
import {
  addressOf,
  askGit,
  captured,
  remoteFor,
  remotesIn,
  requireClone,
  runGit,
} from "./gh-git.js"
import {
  namedRepository,
  type Repository,
  repositoryOf,
  sameRepository,
  surroundingRepository,
  usualHost,
} from "./input/index.js"
import { lookupsWith } from "./lookups.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Define } from "./program-shared.js"
import type { Terminal } from "./terminal/index.js"

interface Flags {
  readonly repo?: string
  readonly branch?: string
  readonly detach?: boolean
  readonly force?: boolean
  readonly recurseSubmodules?: boolean
}

export const pullCheckout: Define = (command, { terminal, done }) => {
  command
    .argument("[pull request]", "number, URL or branch")
    .option("-b, --branch <branch>", "name of the local branch (default: that of the head branch)")
    .option("--detach", "check out the commit without a branch")
    .option("-f, --force", "discard local commits that are not in the pull request")
    .option("--recurse-submodules", "also update submodules")
    .option("-R, --repo <repository>", "repository, as OWNER/REPO (default: GH_REPO, or the clone)")
    .action(async (word: string | undefined, flags: Flags) =>
      done(await checkOut(word, flags, terminal)),
    )
}

/** A pull request, as far as its checkout needs it. */
interface Pull {
  readonly number: number
  readonly base: Repository
  readonly head_ref: string
  readonly head: Repository | undefined
  readonly isFork: boolean
  readonly mayPush: boolean
  readonly isDefaultName: boolean
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
  const named = /^https?:\/\/([^/]+)\/([^/]+)\/([^/]+)\/pull\/(\d+)/.exec(word)
  const numbered = /^(?:([\w.-]+\/[\w.-]+))?#?(\d+)$/.exec(word)
  const [, host, owner = "", repo = ""] = named ?? []
  const place = named ? { owner, repo, host } : repositoryOf(numbered?.[1] ?? "")
  const base = place ?? namedRepository(flags.repo) ?? (await surroundingRepository())
  const pull = await withClient({ host: base.host }, terminal, (client) =>
    pullOf(named?.[4] ?? numbered?.[2] ?? word, base, client, terminal),
  )
  await take(pull, flags, terminal)
  if (flags.recurseSubmodules) {
    await runGit(["submodule", "sync", "--recursive"], terminal)
    await runGit(["submodule", "update", "--init", "--recursive"], terminal)
  }
  return exitCodes.ok
}

async function pullOf(
  word: string,
  base: Repository,
  client: Client,
  terminal: Terminal,
): Promise<Pull> {
  const ask = lookupsWith(client, terminal)
  const { owner, repo, host } = base
  const isNumber = /^\d+$/.test(word)
  const pull_number = isNumber
    ? Number(word)
    : await (await loadHeads()).pullOf(word, { owner, repo }, ask)
  const pull = Object(await dataOf(ask("pr.view", { owner, repo, pull_number })))
  const { default_branch } = Object(await dataOf(ask("repo.view", { owner, repo })))
  const at = host === undefined ? {} : { host }
  const isFork = pull.from_fork === true
  return {
    number: Number(pull.number),
    base,
    head_ref: String(pull.head_ref),
    head:
      isFork && pull.head_repo
        ? { owner: pull.head_owner, repo: pull.head_repo, ...at }
        : isFork
          ? undefined
          : base,
    isFork,
    mayPush: pull.maintainer_can_modify === true,
    isDefaultName: pull.head_ref === default_branch,
  }
}

/** Fetches the head and checks it out. Branch names of strangers follow `--` or are parts of refs. */
async function take(
  pull: Pull,
  { branch, detach, force }: Flags,
  terminal: Terminal,
): Promise<void> {
  const { base, head, head_ref, number, isFork, mayPush, isDefaultName } = pull
  const remotes = await remotesIn()
  const remote =
    head && remotes.find((one) => one.repository && sameRepository(one.repository, head))
  const source = remote?.name ?? (await remoteFor(base))
  const ref = remote ? `refs/heads/${head_ref}` : `refs/pull/${number}/head`
  if (detach) {
    await runGit(["fetch", "--quiet", source, ref], terminal)
    await runGit(["checkout", "--quiet", "--detach", "FETCH_HEAD"], terminal)
    return
  }
  const local = branch ?? (isFork && isDefaultName && head ? `${head.owner}/${head_ref}` : head_ref)
  const tracked = remote && `refs/remotes/${remote.name}/${head_ref}`
  await runGit(["fetch", "--quiet", source, tracked ? `+${ref}:${tracked}` : ref], terminal)
  const target = tracked ?? (await askGit(["rev-parse", "FETCH_HEAD"])) ?? "FETCH_HEAD"
  await checkOutBranch(local, target, force === true, terminal)
  const merges = remote || (mayPush && head) ? `refs/heads/${head_ref}` : ref
  const from = remote?.name ?? (mayPush && head ? await addressOf(head) : source)
  const config = (key: string, value: string) =>
    runGit(["config", `branch.${local}.${key}`, value], terminal)
  await config("remote", from)
  await config("merge", merges)
  if (!remote && mayPush && head) await config("pushRemote", from)
}

/** Checks out a branch at a commit; an existing one is moved forward, or anywhere with `force`. */
async function checkOutBranch(
  name: string,
  target: string,
  force: boolean,
  terminal: Terminal,
): Promise<void> {
  const ref = `refs/heads/${name}`
  if ((await askGit(["check-ref-format", ref])) === undefined)
    throw new UsageError(`${name} is no name of a branch`)
  const isThere = (await askGit(["rev-parse", "--verify", "--quiet", ref])) !== undefined
  if (!isThere) {
    await runGit(["checkout", "--no-track", "-b", name, target, "--"], terminal)
    return
  }
  await runGit(["checkout", name, "--"], terminal)
  await runGit(
    force ? ["reset", "--quiet", "--hard", target] : ["merge", "--quiet", "--ff-only", target],
    terminal,
  )
}

interface DevelopFlags {
  readonly checkout?: boolean
  readonly repo?: string
  readonly issueRepo?: string
  readonly branchRepo?: string
}

export const develop: Define = (command, { terminal, done, derived }) => {
  command
    .argument("[issue]", "number or URL")
    .argument("[words...]")
    .option("-c, --checkout", "check the new branch out")
    .option("-R, --repo <repository>", "repository, as OWNER/REPO (default: GH_REPO, or the clone)")
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
      if (flags.checkout) await requireClone("issue develop --checkout")
      const place = ofIssue(issue) ?? namedRepository(repo) ?? (await surroundingRepository())
      const of = repo === undefined ? [] : ["-R", repo]
      const argv = ["issue", "develop", ...command.args, ...of, "--jq", ".name"]
      const { exitCode, out } = await captured(argv, derived, terminal)
      if (exitCode !== exitCodes.ok) return done(exitCode)
      const branch = out.trim()
      terminal.stdout.write(
        `${place.host ?? usualHost()}/${place.owner}/${place.repo}/tree/${branch}\n`,
      )
      if (flags.checkout) await checkOutNew(branch, place, terminal)
      done(exitCodes.ok)
    })
}

function ofIssue(word = ""): Repository | undefined {
  const [, host, owner, repo] =
    /^https?:\/\/([^/]+)\/([^/]+)\/([^/]+)\/issues\/\d+/.exec(word) ?? []
  if (owner !== undefined && repo !== undefined) return { owner, repo, host }
  return repositoryOf(/^([\w.-]+\/[\w.-]+)#\d+$/.exec(word)?.[1] ?? "")
}

async function checkOutNew(branch: string, place: Repository, terminal: Terminal): Promise<void> {
  const remotes = await remotesIn()
  const remote = remotes.find(
    (one) =>
      one.repository && sameRepository(one.repository, { owner: place.owner, repo: place.repo }),
  )
  if (!remote) {
    throw new UsageError(
      `the clone has no remote for ${place.owner}/${place.repo}, which has the new branch ${branch}`,
    )
  }
  const tracked = `refs/remotes/${remote.name}/${branch}`
  await runGit(["fetch", "--quiet", remote.name, `+refs/heads/${branch}:${tracked}`], terminal)
  await checkOutBranch(branch, tracked, false, terminal)
  await runGit(
    ["branch", "--quiet", `--set-upstream-to=${remote.name}/${branch}`, branch],
    terminal,
  )
}
