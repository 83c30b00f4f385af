/** `ghx repo sync`: a branch of the clone from its repository on GitHub, or a fork there from its parent. */
import { defaultBranch } from "./gh/index.js"
import { askGit, remoteFor, requireClone, runGit } from "./gh-git.js"
import { repositoryFor } from "./input/index.js"
import { asking } from "./lookups.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Define, OptionValues } from "./program-shared.js"
import { forReader, type Terminal } from "./terminal/index.js"

type Flags = OptionValues<"branch" | "source", "force">

export const sync: Define = (command, { terminal, done, derived }) => {
  command
    .argument("[fork]", "OWNER/REPO to update on GitHub (default: the clone)")
    .argument("[words...]")
    .option("-b, --branch <branch>", "branch to update (default: the default branch)")
    .option("-s, --source <repository>", "repository to update the clone from")
    .option("--force", "reset the branch of the clone, also if that loses commits")
    .allowUnknownOption()
    .action(async (fork: string | undefined, _: string[], flags: Flags) => {
      const { branch, source, force } = flags
      if (fork === undefined) return done(await syncClone(flags, terminal))
      if (force || source !== undefined) {
        const name = force ? "--force" : "--source"
        throw new UsageError(`${name} is for the clone`, "Only the parent is merged into a fork")
      }
      const own = branch === undefined ? [] : ["--branch", branch]
      done(await derived(["repo", "sync", ...command.args, ...own], terminal))
    })
}

/** The worktree in which a branch is checked out: moving it there would look like a change of its files. */
async function worktreeOf(ref: string): Promise<string | undefined> {
  const listed = (await askGit(["worktree", "list", "--porcelain"])) ?? ""
  const own = listed.split("\n\n").find((one) => one.split("\n").includes(`branch ${ref}`))
  return own && /^worktree (.+)/.exec(own)?.[1]
}

async function syncClone(
  { branch: named, source, force }: Flags,
  terminal: Terminal,
): Promise<number> {
  if (named === "") throw new UsageError("--branch is empty")
  await requireClone("repo sync")
  const from = await repositoryFor(source)
  const { owner, repo, host } = from
  const branch =
    named ?? String(await asking({ host }, terminal, (ask) => defaultBranch({ owner, repo }, ask)))
  const ref = `refs/heads/${branch}`
  const isCurrent = (await askGit(["symbolic-ref", "--quiet", "HEAD"])) === ref
  const other = isCurrent ? undefined : await worktreeOf(ref)
  if (other !== undefined) {
    terminal.stderr.write(
      `can't sync "${branch}" because it's checked out in another worktree at ${other}\n` +
        "tip: run `gh repo sync` from that worktree instead\n",
    )
    return exitCodes.failed
  }
  await runGit(["fetch", "--quiet", await remoteFor(from), ref], terminal)
  const before = await askGit(["rev-parse", "--verify", "--quiet", ref])
  const isAhead =
    before !== undefined &&
    (await askGit(["merge-base", "--is-ancestor", ref, "FETCH_HEAD"])) === undefined
  if (isAhead && !force) {
    throw new UsageError(
      `${branch} has commits that ${owner}/${repo} lacks`,
      "Push them, or use --force to drop them",
    )
  }
  if (isCurrent) {
    if ((await askGit(["status", "--porcelain", "--untracked-files=no"])) !== "") {
      throw new UsageError("there are changes that are not committed", "Commit or stash them")
    }
    await runGit(
      isAhead
        ? ["reset", "--quiet", "--hard", "FETCH_HEAD"]
        : ["merge", "--ff-only", "--quiet", "FETCH_HEAD"],
      terminal,
    )
  } else await runGit(["update-ref", ref, "FETCH_HEAD"], terminal)
  terminal.stderr.write(forReader(`✓ Synced ${branch} from ${owner}/${repo}\n`, terminal.stderr))
  return exitCodes.ok
}
