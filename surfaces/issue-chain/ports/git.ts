/** Runs git with arguments, never through a shell. */
import { execFile } from "node:child_process"
import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { ChainProblem } from "../problem/index.js"

/** The files of the run itself do not count as changes. */
const OWN = ".claude/.idd"
const WITHOUT_OWN = ["--", ".", `:(exclude)${OWN}`]

/** Files that an unfinished merge, revert, cherry-pick or rebase leaves in git's folder; reftables have no ref files. */
const UNFINISHED =
  "MERGE_HEAD REVERT_HEAD CHERRY_PICK_HEAD sequencer rebase-merge rebase-apply reftable".split(" ")

/** The remote to push the branch to. */
const REMOTE = "origin"

export type GitPort = Awaited<ReturnType<typeof openGit>>

/** @throws `ChainProblem` if the folder is not in a git repository with a remote `origin`. */
export async function openGit(folder: string) {
  const { root, gitDir } = await repositoryAt(folder)
  const git = (...args: readonly string[]) => run(root, args)
  const succeeds = async (...args: readonly string[]) => (await attempt(root, args)).code === 0
  if (!(await succeeds("remote", "get-url", REMOTE)))
    throw new ChainProblem("not_a_repository", `${root} has no remote ${REMOTE} to push to.`)

  return {
    /** The top folder of the repository. */
    root,
    head: () => git("rev-parse", "--verify", "HEAD"),
    /**
     * The branch that is checked out, null for a detached HEAD, and uncommitted changes, one path per line; empty if the
     * tree is clean.
     */
    status: async () => {
      const [first = "", ...changes] = (
        await git("status", "--porcelain", "--branch", ...WITHOUT_OWN)
      ).split("\n")
      return { branch: branchIn(first), changes: changes.join("\n") }
    },
    /** Whether the branch exists, here or on the remote. */
    hasBranch: async (name: string) =>
      (await hasLocal(name)) ||
      (await git("ls-remote", "--heads", REMOTE, `refs/heads/${name}`)) !== "",
    hasLocalBranch: hasLocal,
    /** Creates a branch at a commit, without checking it out. */
    createBranch: async (name: string, commit: string) => {
      await git("branch", "--no-track", name, commit)
    },
    switchTo: async (branch: string) => {
      await git("switch", "--quiet", branch)
    },
    isAncestor: (earlier: string, later: string) =>
      succeeds("merge-base", "--is-ancestor", earlier, later),
    /** Stashes changes under a message by which they can be found. */
    stash: async (message: string) => {
      // git stash refuses conflicts; after `git add` they are ordinary changes.
      await git("add", "--all", ...WITHOUT_OWN)
      await git("stash", "push", "--quiet", "--message", message, ...WITHOUT_OWN)
    },
    /** Ends an unfinished merge, rebase or the like; its changes stay. */
    quit: async () => {
      // The commands below start two processes for each issue, and most leave nothing unfinished.
      if (!UNFINISHED.some((name) => existsSync(join(gitDir, name)))) return
      // The first command also ends a merge or a revert.
      await attempt(root, ["cherry-pick", "--quit"])
      await attempt(root, ["rebase", "--quit"])
    },
    push: async (branch: string) => {
      await git("push", "--quiet", REMOTE, `refs/heads/${branch}:refs/heads/${branch}`)
    },
    /** Throws if a path may come from somebody else: git tracks it, or a link or a repository leads to it. */
    requireOwn: async (path: string) => {
      // Some file systems ignore case.
      const isTracked = await succeeds("ls-files", "--error-unmatch", "--", `:(icase)${path}`)
      const why = isTracked ? "git tracks it" : detourTo(root, path)
      if (why === undefined) return
      throw new ChainProblem(
        "bad_manifest",
        `${path} may come from somebody else: ${why}. Remove it, also from git if it is tracked.`,
      )
    },
    /** Keeps a path out of commits, in this clone only. */
    exclude: async (path: string) => {
      const file = resolve(root, await git("rev-parse", "--git-path", "info/exclude"))
      const text = existsSync(file) ? readFileSync(file, "utf8") : ""
      if (text.split("\n").includes(path)) return
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${path}\n`)
    },
  }

  function hasLocal(name: string): Promise<boolean> {
    return succeeds("show-ref", "--verify", "--quiet", `refs/heads/${name}`)
  }
}

/** A link or a submodule on the way to a path, whose files git does not list as those of the repository. */
function detourTo(root: string, path: string): string | undefined {
  const parts = path.split("/")
  for (const at of parts.keys()) {
    const shown = parts.slice(0, at + 1).join("/")
    const stats = lstatSync(join(root, shown), { throwIfNoEntry: false })
    if (stats?.isSymbolicLink()) return `${shown} is a link`
    if (existsSync(join(root, shown, ".git"))) return `${shown} is a repository of its own`
  }
  return undefined
}

async function repositoryAt(folder: string): Promise<{ root: string; gitDir: string }> {
  const asked = ["rev-parse", "--show-toplevel", "--absolute-git-dir"]
  const { code, stdout } = await attempt(folder, asked)
  const [root = "", gitDir = ""] = stdout.trim().split("\n")
  if (code === 0) return { root, gitDir }
  throw new ChainProblem(
    "not_a_repository",
    `${folder} is not in a git repository. Change to a clone of the repository.`,
  )
}

/** @param line - `## main`, `## main...origin/main [ahead 1]`, `## No commits yet on main` or `## HEAD (no branch)` */
function branchIn(line: string): string | null {
  if (line === "## HEAD (no branch)") return null
  const [, branch = null] = /^## (?:No commits yet on )?(.+?)(?:\.\.\..*)?$/.exec(line) ?? []
  return branch
}

async function run(cwd: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await attempt(cwd, args)
  if (code === 0) return stdout.trimEnd()
  throw new ChainProblem("git_failed", `git ${args[0]} failed: ${stderr.trim() || `exit ${code}`}`)
}

/** The code is -1 if git did not finish. */
async function attempt(cwd: string, args: readonly string[]) {
  // git must not prompt, and its messages are parsed.
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" }
  try {
    // A tracked folder in the form of a bare repository would bring its own configuration, which can name programs.
    const safe = ["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", ...args]
    const options = { cwd, env, maxBuffer: 1 << 26 }
    const { stdout, stderr } = await promisify(execFile)("git", safe, options)
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout = "", stderr = "", message } = Object(error)
    return { code: typeof code === "number" ? code : -1, stdout, stderr: stderr || message }
  }
}
