import type {
  Account,
  Issue,
  Milestone,
  PullRequest,
  Release,
  Repository,
} from "../tables/index.js"
import { type ObjectNode, objectByExpression } from "./git-nodes.js"
import { isVisible } from "./permissions.js"
import type { Session } from "./session.js"

type Resource = Account | Repository | Issue | PullRequest | Milestone | Release | ObjectNode

/** The object of a web page, by its URL or path. */
export function resolvePath(store: Session, url: string): Resource | undefined {
  const target = URL.canParse(url, store.webUrl) ? new URL(url, store.webUrl) : undefined
  if (target?.origin !== new URL(store.webUrl).origin) return undefined
  const parts = target.pathname.split("/").filter((part) => part !== "")
  const [owner, name, section, key = "", ...rest] = decoded(parts)
  if (owner === undefined) return undefined
  if (name === undefined) return store.accountByLogin(owner)
  const repository = store.repositoryAt(owner, name)
  if (!repository || !isVisible(store, repository)) return undefined
  if (section === undefined) return repository
  if (section === "releases" && key === "tag") return releaseAt(store, repository, rest)
  if (rest.length > 0) return undefined
  if (section === "commit") return commitAt(store, repository, key)
  if (!/^\d+$/.test(key)) return undefined
  const number = Number(key)
  switch (section) {
    case "issues":
    case "pull":
      return (
        store.issueByNumber(repository, number) ?? store.pullRequestByNumber(repository, number)
      )
    case "milestone":
      return store.milestoneByNumber(repository, number)
    default:
      return undefined
  }
}

function commitAt(store: Session, repository: Repository, oid: string): ObjectNode | undefined {
  if (!/^[\da-f]{7,40}$/.test(oid)) return undefined
  const object = objectByExpression(store, repository, oid)
  return object?.kind === "Commit" ? object : undefined
}

/** Names of tags may contain slashes. */
function releaseAt(
  store: Session,
  repository: Repository,
  tag: readonly string[],
): Release | undefined {
  const releases = store.rowsBy("releases", "repository", repository.id)
  const release = releases.find(({ tagName }) => tagName === tag.join("/"))
  return release && isVisible(store, release) ? release : undefined
}

/** Decodes parts of a URL; empty if one is not encoded correctly. */
function decoded(parts: readonly string[]): string[] {
  try {
    return parts.map(decodeURIComponent)
  } catch {
    return []
  }
}
