/** `ghx browse`: pages of a repository. */
import { show } from "./browser.js"
import { defaultBranch } from "./gh/index.js"
import { askGit } from "./gh-git.js"
import { repositoryFor, usualHost } from "./input/index.js"
import { asking } from "./lookups.js"
import { shared } from "./options.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Define, OptionValues } from "./program-shared.js"

const pages = ["actions", "projects", "releases", "settings", "wiki"] as const

type Flags = OptionValues<"repo" | "branch", (typeof pages)[number] | "browser" | "blame"> & {
  readonly commit?: string | true
}

export const browse: Define = (command, { terminal, done }) => {
  command
    .argument(
      "[number, path or commit]",
      "an issue, a file, FILE:LINE, or a commit (default: the repository)",
    )
    .option("-a, --actions", "open the page of workflows")
    .option("--blame", "open the blame view of a file")
    .option("-b, --branch <branch>", "branch of the file")
    .option("-c, --commit [sha]", "commit of the file (default: the newest one of the clone)")
    .option("-n, --no-browser", "print the URL")
    .option("-p, --projects", "open the page of projects")
    .option("-r, --releases", "open the page of releases")
    .option("-s, --settings", "open the settings")
    .option("-w, --wiki", "open the wiki")
    .addOption(shared.repo())
    .action(async (word: string | undefined, flags: Flags) => {
      const { owner, repo, host = usualHost() } = await repositoryFor(flags.repo)
      const root = `https://${host}/${owner}/${repo}`
      const branch = () => asking({ host }, terminal, (ask) => defaultBranch({ owner, repo }, ask))
      const path = await pathFor(word, flags, branch)
      const url = path === "" ? root : `${root}/${path}`
      if (flags.browser === false) terminal.stdout.write(`${url}\n`)
      else await show(url, host, terminal)
      done(exitCodes.ok)
    })
}

async function pathFor(
  word: string | undefined,
  flags: Flags,
  branchOfRepository: () => Promise<unknown>,
) {
  const chosen = pages.filter((name) => flags[name])
  const refs = [flags.branch, flags.commit].filter((one) => one !== undefined)
  const [page, another] = chosen
  if (
    another ||
    refs.length > 1 ||
    (page && (refs.length > 0 || flags.blame || word !== undefined))
  ) {
    throw new UsageError(
      "ghx browse takes one page, branch or commit, and a page takes no argument",
    )
  }
  if (page) return page
  if (flags.blame && word === undefined) throw new UsageError("--blame needs a file")
  if (flags.commit !== undefined && word === undefined)
    return `commit/${await commitOf(flags.commit)}`
  if (word === undefined) return flags.branch === undefined ? "" : `tree/${encoded(flags.branch)}`
  const isNumber = /^#?\d+$/.test(word)
  const isCommit = /^(?=.*[a-f])[\da-f]{7,64}$/i.test(word)
  if ((isNumber || isCommit) && refs.length > 0) {
    throw new UsageError(
      `${word} is no file, and --branch and --commit are for files`,
      `Use ./${word} for a file of that name`,
    )
  }
  if (isNumber) return `issues/${word.replace("#", "")}`
  if (isCommit) return `commit/${word}`
  const [, file = word, from, to] = /^(.+?):(\d+)(?:-(\d+))?$/.exec(word) ?? []
  const isFolder = file.endsWith("/") || file === "."
  const ref =
    flags.branch ??
    (flags.commit === undefined ? String(await branchOfRepository()) : await commitOf(flags.commit))
  const lines = from === undefined ? "" : `#L${from}${to === undefined ? "" : `-L${to}`}`
  const view = flags.blame ? "blame" : isFolder || from === undefined ? "tree" : "blob"
  const plain = lines === "" || flags.blame ? "" : "?plain=1"
  const inside = await inRepository(file)
  return [view, encoded(ref), ...(inside === "" ? [] : [encoded(inside)])].join("/") + plain + lines
}

const encoded = (path: string) => path.split("/").map(encodeURIComponent).join("/")

async function commitOf(given: string | true): Promise<string> {
  if (given !== true) return given
  const sha = await askGit(["rev-parse", "HEAD"])
  if (sha === undefined) throw new UsageError("--commit needs a commit outside of a clone")
  return sha
}

/** The path from the root of the clone, since arguments are relative to the current folder. */
async function inRepository(file: string): Promise<string> {
  const prefix = file.startsWith("/") ? "" : ((await askGit(["rev-parse", "--show-prefix"])) ?? "")
  const parts = `${prefix}${file}`.split("/").filter((part) => part !== "" && part !== ".")
  const all: string[] = []
  for (const part of parts) {
    if (part !== "..") all.push(part)
    else if (all.pop() === undefined) throw new UsageError(`${file} is outside of the repository`)
  }
  return all.join("/")
}
