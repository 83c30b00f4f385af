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
  return { owner, repo, ...(host !== undefined && { host: hostOf(host) }) }
}

/** Other names of github.com in addresses of clones. */
const hostOf = (host: string) =>
  host.toLowerCase().replace(/^(?:www|ssh)\.(?=github\.com(?::\d+)?$)/, "")

/** The host of repositories without one. */
export const usualHost = (): string => process.env.GH_HOST?.toLowerCase() || "github.com"

/** Parses `git@github.com:octocat/hello-world.git`, `https://…`, `ssh://…`; not a path of this machine. */
export function ofRemote(url: string): Repository | undefined {
  const [, host, path] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/]+@)?([^:/]+)(?::\d+(?=\/))?[:/](.+?)(?:\.git)?\/?$/i.exec(url) ?? []
  const repository = repositoryOf(`${host}/${path}`)
  return repository?.host === undefined ? undefined : repository
}

/** Whether two names mean the same repository. Hosts only count if both have one. */
export function sameRepository(one: Repository, other: Repository): boolean {
  const same = (name: "owner" | "repo") => one[name].toLowerCase() === other[name].toLowerCase()
  return same("owner") && same("repo") && (one.host ?? other.host) === (other.host ?? one.host)
}
