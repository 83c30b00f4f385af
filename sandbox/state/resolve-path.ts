import {
  type Account,
  accountByLogin,
  type Issue,
  issueByNumber,
  type Milestone,
  milestoneByNumber,
  type PullRequest,
  pullRequestByNumber,
  type Repository,
  repositoryByName,
  type Store,
} from "../tables/index.js"
import { isVisible, type Viewer } from "./permissions.js"

type Resource = Account | Repository | Issue | PullRequest | Milestone

/** The object of a web page, by URL or path. */
export function resolvePath(store: Store, viewer: Viewer, url: string): Resource | undefined {
  const target = URL.canParse(url, store.webUrl) ? new URL(url, store.webUrl) : undefined
  if (target?.origin !== new URL(store.webUrl).origin) return undefined
  const parts = target.pathname.split("/").filter((part) => part !== "")
  const [owner, name, section, key = "", ...rest] = decoded(parts)
  if (owner === undefined || rest.length > 0) return undefined
  if (name === undefined) return accountByLogin(store, owner)
  const repository = repositoryByName(store, owner, name)
  if (!repository || !isVisible(store, viewer, repository)) return undefined
  if (section === undefined) return repository
  if (!/^\d+$/.test(key)) return undefined
  const number = Number(key)
  switch (section) {
    case "issues":
    case "pull":
      return (
        issueByNumber(store, repository, number) ?? pullRequestByNumber(store, repository, number)
      )
    case "milestone":
      return milestoneByNumber(store, repository, number)
    default:
      return undefined
  }
}

/** Nothing where a part is not encoded as parts of URLs are. */
function decoded(parts: readonly string[]): string[] {
  try {
    return parts.map(decodeURIComponent)
  } catch {
    return []
  }
}
