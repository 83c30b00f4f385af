/** The default repository of a command. */
import type { Contract } from "../../../runtime/index.js"
import { UsageError } from "../output/index.js"
import { repositoryOfClone, requireOneRepository } from "./clone.js"
import { ofRemote, type Repository, repositoryOf, usualHost } from "./repository-name.js"

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

export function namedRepository(text: string | undefined): Repository | undefined {
  return text === undefined ? undefined : readRepository("-R", text)
}

export const repositoryFor = async (text: string | undefined): Promise<Repository> =>
  namedRepository(text) ?? surroundingRepository()

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
  if (repository) {
    await requireKnownHost(repository.host)
    return repository
  }
  if (GITHUB_ACTIONS === "true" && GITHUB_REPOSITORY) {
    return readRepository("GITHUB_REPOSITORY", GITHUB_REPOSITORY)
  }
  throw new UsageError(
    "no repository given, and the current folder has no remote on a GitHub server",
    "Use -R octocat/hello-world or owner=octocat repo=hello-world, or set GH_REPO",
  )
}

/**
 * A function that finds the default repository of calls on a server, once; empty if it is on another server.
 *
 * @throws UsageError, by the function, if there is none
 */
export function defaultPlace(text: string | undefined, server: string): () => Promise<object> {
  let found: Promise<object> | undefined
  const find = async () => {
    const { host = server, ...repository } = await repositoryFor(text)
    return text !== undefined || host === server ? repository : {}
  }
  return () => {
    found ??= find()
    return found
  }
}

/** The default repository of a secret, which a clone of several repositories does not name. */
export async function repositoryOfSecret(): Promise<Repository> {
  if (!process.env.GH_REPO) await requireOneRepository()
  return surroundingRepository()
}

/** @throws UsageError for a host that only the folder names, because it would get the token */
async function requireKnownHost(host: string | undefined): Promise<void> {
  const { GHX_BASE_URL, GITHUB_ACTIONS, GITHUB_SERVER_URL = "" } = process.env
  if (host === undefined || GHX_BASE_URL) return
  if (["github.com", usualHost()].includes(host)) return
  if (GITHUB_ACTIONS && GITHUB_SERVER_URL.toLowerCase() === `https://${host}`) return
  const { tokenOfGh } = await import("../../../runtime/features/gh/logins.js")
  if (await tokenOfGh("gh", {}, host)) return
  throw new UsageError(
    `the clone's remote is on ${host}, which neither GH_HOST nor a login of gh names`,
    `Set GH_HOST=${host} if it is yours, or run \`gh auth login --hostname ${host}\``,
  )
}

function readRepository(name: string, text: string): Repository {
  const repository = repositoryOf(text) ?? ofRemote(text)
  if (repository) return repository
  throw new UsageError(`${name} expects OWNER/REPO, not ${text}`)
}
