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
  type World,
} from "../tables/index.js"
import { isVisible, type Viewer } from "./permissions.js"

type Resource = Account | Repository | Issue | PullRequest | Milestone

/** What the web page at a URL (or a path) is about. */
export function resolvePath(world: World, viewer: Viewer, url: string): Resource | undefined {
  const target = URL.canParse(url, world.webUrl) ? new URL(url, world.webUrl) : undefined
  if (target?.origin !== new URL(world.webUrl).origin) return undefined
  const parts = target.pathname.split("/").filter((part) => part !== "")
  const [owner, name, section, key = "", ...rest] = decoded(parts)
  if (owner === undefined || rest.length > 0) return undefined
  if (name === undefined) return accountByLogin(world, owner)
  const repository = repositoryByName(world, owner, name)
  if (!repository || !isVisible(world, viewer, repository)) return undefined
  if (section === undefined) return repository
  if (!/^\d+$/.test(key)) return undefined
  const number = Number(key)
  switch (section) {
    case "issues":
    case "pull":
      return (
        issueByNumber(world, repository, number) ?? pullRequestByNumber(world, repository, number)
      )
    case "milestone":
      return milestoneByNumber(world, repository, number)
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
