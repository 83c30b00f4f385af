/** The git clone in the current folder: its remotes, and where git pushes its branch. */
import { promisify } from "node:util"
import { UsageError } from "../output/index.js"
import { withoutTokens } from "../terminal/index.js"
import { ofRemote, type Repository, repositoryOf, sameRepository } from "./repository-name.js"

interface Remote {
  readonly name: string
  /** The repository that it fetches from. */
  readonly repository: Repository
  /** Where it pushes to, if that is another repository. */
  readonly pushes: Repository | undefined
  /** `base`, or the `OWNER/REPO`, that `gh repo set-default` has stored. */
  readonly resolved: string | undefined
}

/** gh prefers remotes of these names, in this order. */
const preferred = ["upstream", "github", "origin"]

/** The remotes that are repositories of a GitHub server, in gh's order. */
async function remotesOfClone(): Promise<readonly Remote[]> {
  // In contrast to the configuration, git applies `url.….insteadOf` to these addresses.
  const addresses = await outputOfGit(["remote", "--verbose"])
  const stored = await configured("^remote\\..*\\.gh-resolved$")
  const remotes = new Map<string, Remote>()
  for (const [, name = "", url = "", use] of addresses.matchAll(/^(.+)\t(\S+) \((\w+)\)/gm)) {
    const repository = ofRemote(url)
    const known = remotes.get(name)
    if (!repository) continue
    if (!known) {
      const resolved = stored.get(`remote.${name}.gh-resolved`)
      remotes.set(name, { name, repository, pushes: undefined, resolved })
    } else if (use === "push" && !sameRepository(known.repository, repository)) {
      remotes.set(name, { ...known, pushes: repository })
    }
  }
  const rank = ({ name }: Remote) => (preferred.includes(name) ? preferred.indexOf(name) : 9)
  return ofServer([...remotes.values()].sort((one, other) => rank(one) - rank(other)))
}

/** As in gh, a clone of another server's repository does not count if `GH_HOST` is set. */
function ofServer(remotes: readonly Remote[]): readonly Remote[] {
  const host = process.env.GH_HOST?.toLowerCase()
  const own = host ? remotes.filter(({ repository }) => repository.host === host) : remotes
  const [other] = own.length > 0 ? [] : remotes
  if (!other) return own
  throw new UsageError(
    `the clone is of ${other.repository.host}, but GH_HOST is ${host}`,
    "Use -R OWNER/REPO, or unset GH_HOST",
  )
}

/** @throws UsageError in a clone of several repositories, in which a secret may be meant for another one */
export async function requireOneRepository(): Promise<void> {
  const [one, ...others] = (await remotesOfClone()).map(({ repository }) => repository)
  const different = others.filter((other) => one && !sameRepository(one, other))
  if (!one || different.length === 0) return
  throw new UsageError(
    "multiple remotes detected. please specify which repo to use by providing the -R, --repo argument",
    `It has ${[one, ...different].map(({ owner, repo }) => `${owner}/${repo}`).join(", ")}`,
  )
}

/** The repository of the clone that commands work on. */
export async function repositoryOfClone(): Promise<Repository | undefined> {
  const remotes = await remotesOfClone()
  const own = remotes.find(({ resolved }) => resolved !== undefined)
  if (!own || own.resolved === "base") return (own ?? remotes[0])?.repository
  const chosen = repositoryOf(own.resolved ?? "")
  return chosen && { ...chosen, host: own.repository.host }
}

export interface RemoteBranch {
  readonly repository: Repository
  readonly name: string
}

/** The branch of the clone in the current folder; undefined outside of a clone, or if none is checked out. */
export async function branchOfClone() {
  const name = (await outputOfGit(["branch", "--show-current"])).trim()
  if (name === "") return undefined
  const remotes = await remotesOfClone()
  const config = await configOf(name)
  const target = await pushTarget(name, config, remotes)
  const same = remotes.map((remote) => ({ remote, branch: name }))
  const pushed = await holderOfHead(target?.remote ? [target, ...same] : same)
  const [, pull] = /^refs\/pull\/(\d+)\/head$/.exec(config.merge ?? "") ?? []
  return {
    name,
    /** Where its newest commit is on GitHub, as far as the clone knows. */
    pushed: pushed && branchOf(pushed),
    /** Where git would push it. */
    target: target && branchOf(target),
    /** The pull request that it was fetched from, without a branch of the head repository. */
    pull: pull === undefined ? undefined : Number(pull),
    /** The repositories that the clone's remotes lead to. */
    repositories: remotes.flatMap(({ repository, pushes = repository }) => [repository, pushes]),
  }
}

/** The base that is configured for the pull requests of a branch, such as by `gh issue develop --base`. */
export async function mergeBaseOf(branch: string): Promise<string | undefined> {
  return (await configOf(branch))["gh-merge-base"]
}

/** Where a branch is pushed: a remote of the clone, or else an address. */
interface Target {
  readonly remote?: Remote | undefined
  readonly repository?: Repository | undefined
  readonly branch: string
}

type BranchConfig = Readonly<
  Partial<Record<"remote" | "merge" | "pushremote" | "gh-merge-base", string>>
>

async function configOf(branch: string): Promise<BranchConfig> {
  const start = `branch.${branch}.`
  const entries = await configured(`^branch\\..*\\.(remote|merge|pushremote|gh-merge-base)$`)
  return Object.fromEntries(
    [...entries].flatMap(([key, value]) =>
      key.startsWith(start) && !key.slice(start.length).includes(".")
        ? [[key.slice(start.length), value]]
        : [],
    ),
  )
}

/** As gh does, follows `@{push}`, or else the configuration that git push follows. */
async function pushTarget(
  branch: string,
  config: BranchConfig,
  remotes: readonly Remote[],
): Promise<Target | undefined> {
  const tracked = (
    await outputOfGit(["rev-parse", "--symbolic-full-name", `${branch}@{push}`])
  ).trim()
  for (const remote of remotes) {
    const start = `refs/remotes/${remote.name}/`
    if (tracked.startsWith(start)) return { remote, branch: tracked.slice(start.length) }
  }
  const push = await configured("^(push\\.default|remote\\.pushdefault)$")
  const name = config.pushremote ?? push.get("remote.pushdefault") ?? config.remote
  if (name === undefined) return undefined
  const usesUpstream = /^(?:upstream|tracking)$/.test(push.get("push.default") ?? "")
  const merged = usesUpstream ? config.merge?.replace("refs/heads/", "") : undefined
  const remote = remotes.find((one) => one.name === name)
  const repository = remote ? undefined : ofRemote(name)
  return remote || repository ? { remote, repository, branch: merged ?? branch } : undefined
}

/** The first of the remote branches that the clone knows to be at the checked out commit. */
async function holderOfHead(targets: readonly Target[]): Promise<Target | undefined> {
  const refs = targets.map(({ remote, branch }) => `refs/remotes/${remote?.name}/${branch}`)
  if (refs.length === 0) return undefined
  const head = (await outputOfGit(["rev-parse", "--verify", "HEAD"])).trim()
  const known = await outputOfGit(["for-each-ref", "--format=%(objectname) %(refname)", ...refs])
  const holders = new Set(known.split("\n"))
  return targets.find((_, at) => holders.has(`${head} ${refs[at]}`))
}

function branchOf({ remote, repository = remote?.repository, branch }: Target) {
  if (remote?.pushes && repository) {
    const [fetched, pushed] = [repository, remote.pushes].map(
      ({ owner, repo }) => `${owner}/${repo}`,
    )
    throw new UsageError(
      `the remote ${remote.name} fetches from ${fetched} and pushes to ${pushed}, and ${branch} may be in either`,
      `Use --head ${branch} or --head ${remote.pushes.owner}:${branch}, or pass the number of the pull request`,
    )
  }
  return repository && { repository, name: branch }
}

/** Values of git's configuration; of several, the last one counts. */
async function configured(pattern: string): Promise<ReadonlyMap<string, string>> {
  const entries = (await outputOfGit(["config", "--null", "--get-regexp", pattern])).split("\0")
  return new Map(
    entries.flatMap((entry) => {
      const [, key, value] = /^(.+?)\n(.*)$/s.exec(entry) ?? []
      return key === undefined || !value ? [] : [[key, value] as const]
    }),
  )
}

/**
 * Options for a git that reads a stranger's folder: a tracked folder in the form of a bare repository is none, and a
 * look at the index runs no program.
 */
const careful = ["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false"]

/** The output of git; empty if it fails. */
async function outputOfGit(args: string[]): Promise<string> {
  // Loaded on demand, because most commands name their repository, or need none.
  const { execFile } = await import("node:child_process")
  const { stdout } = await promisify(execFile)("git", [...careful, ...args], {
    env: withoutTokens(),
  }).catch(() => ({ stdout: "" }))
  return stdout
}
