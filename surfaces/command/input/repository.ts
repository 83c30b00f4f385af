/** The default repository of a command. */
import { promisify } from "node:util"
import type { Contract } from "../../../runtime/index.js"
import { UsageError } from "../output/index.js"

/** A repository, and its host. */
export interface Repository {
  readonly owner: string
  readonly repo: string
  /** `github.com`, `ghes.example.com`; undefined if not given. */
  readonly host?: string | undefined
}

/** Parses `octocat/hello-world` and `ghes.example.com/octocat/hello-world`. */
export function repositoryOf(text: string): Repository | undefined {
  const parts = text.split("/")
  if (!parts.every((part) => /^[\w.:-]+$/.test(part))) return undefined
  const [repo, owner, host, ...others] = parts.reverse()
  if (repo === undefined || owner === undefined || others.length > 0) return undefined
  // A host without a dot is an ssh alias of this machine, or a folder.
  if (host !== undefined && !/^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(host)) return undefined
  return { owner, repo, ...(host !== undefined && { host: host.toLowerCase() }) }
}

/** The host of repositories without one. */
export const usualHost = (): string => process.env.GH_HOST?.toLowerCase() || "github.com"

/** Whether a call is about a repository. */
export function wantsRepository({ input: { required = [] } }: Contract): boolean {
  return required.includes("owner") && required.includes("repo")
}

/** Whether a call can be about a repository: `-R` applies to it, but no default repository. */
export function takesRepository({ input: { properties = {} } }: Contract): boolean {
  return Object.hasOwn(properties, "owner") && Object.hasOwn(properties, "repo")
}

/** Whether a call is about a repository that its input does not name. */
export const lacksRepository = (input: unknown, contract: Contract): boolean =>
  !namesRepository(input) && wantsRepository(contract)

export const namesRepository = (input: unknown): boolean =>
  ["owner", "repo"].some((name) => Object.hasOwn(Object(input), name))

/** The repository of `-R`. */
export function namedRepository(text: string | undefined): Repository | undefined {
  return text === undefined ? undefined : readRepository("-R", text)
}

/**
 * The default repository: `GH_REPO`, else that of the git clone in the current folder, as `gh` finds it, else that of
 * the running workflow.
 *
 * @throws UsageError if there is none
 */
export async function surroundingRepository(): Promise<Repository> {
  const { GH_REPO, GITHUB_ACTIONS, GITHUB_REPOSITORY } = process.env
  if (GH_REPO) return readRepository("GH_REPO", GH_REPO)
  const repository = await repositoryOfClone()
  if (repository) return repository
  if (GITHUB_ACTIONS === "true" && GITHUB_REPOSITORY) {
    return readRepository("GITHUB_REPOSITORY", GITHUB_REPOSITORY)
  }
  throw new UsageError(
    "no repository given, and the current folder is not a clone",
    "Use -R octocat/hello-world or owner=octocat repo=hello-world, or set GH_REPO",
  )
}

function readRepository(name: string, text: string): Repository {
  const repository = repositoryOf(text) ?? ofRemote(text)
  if (repository) return repository
  throw new UsageError(`${name} expects OWNER/REPO, not ${text}`)
}

/** The preferred remotes, in gh's order, unless `gh repo set-default` was used. */
const preferred = ["upstream", "github", "origin"]

async function repositoryOfClone(): Promise<Repository | undefined> {
  const args = ["config", "--get-regexp", "^remote\\..*\\.(url|gh-resolved)$"]
  const stdout = await outputOfGit(args)
  const remotes = new Map<string, { repository?: Repository | undefined; isDefault?: boolean }>()
  for (const [, name = "", key, value = ""] of stdout.matchAll(/^remote\.(.*)\.([\w-]+) (.*)$/gm)) {
    const own = key === "url" ? { repository: ofRemote(value) } : { isDefault: value === "base" }
    remotes.set(name, { ...remotes.get(name), ...own })
  }
  const rank = (name: string) => (preferred.includes(name) ? preferred.indexOf(name) : 9)
  const [first] = [...remotes]
    .filter(([, { repository }]) => repository)
    .sort(([one, a], [other, b]) => {
      return Number(b.isDefault ?? false) - Number(a.isDefault ?? false) || rank(one) - rank(other)
    })
  return first?.[1].repository
}

/** The branch checked out in the current folder, if that is a clone of the repository. */
export async function branchOfClone({ owner, repo }: Repository): Promise<string | undefined> {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const own = await repositoryOfClone()
  if (!own || !same(own.owner, owner) || !same(own.repo, repo)) return undefined
  return (await outputOfGit(["branch", "--show-current"])).trim() || undefined
}

/** The output of git; empty if it fails. */
async function outputOfGit(args: string[]): Promise<string> {
  // Loaded on demand, because most commands name their repository, or need none.
  const { execFile } = await import("node:child_process")
  const { stdout } = await promisify(execFile)("git", args).catch(() => ({ stdout: "" }))
  return stdout
}

/** Parses `git@github.com:octocat/hello-world.git`, `https://…`, `ssh://…`. */
function ofRemote(url: string): Repository | undefined {
  const [, host, path] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/]+@)?([^:/]+)(?::\d+(?=\/))?[:/](.+?)(?:\.git)?\/?$/i.exec(url) ?? []
  return host === undefined ? undefined : repositoryOf(`${host}/${path}`)
}
