/** Where a branch is checked out: in the clone, in one of its worktrees, or in a new one. */
import { readdir, realpath } from "node:fs/promises"
import { resolve } from "node:path"
import { askGit, runGit } from "./gh-git.js"
import { UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export interface Tree {
  readonly cwd: string
  readonly isNew: boolean
}

/** @throws UsageError for a folder with other files */
export async function treeAt(path: string | undefined): Promise<Tree> {
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

export const detachAt = ({ cwd, isNew }: Tree, commit: string, terminal: Terminal) =>
  isNew
    ? runGit(["worktree", "add", "--detach", "--", cwd, commit], terminal)
    : runGit(["checkout", "--quiet", "--detach", commit], terminal, cwd)

/** Checks out a branch at a commit; an existing one is moved forward, or anywhere with `force`. */
export async function checkOutBranch(
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
