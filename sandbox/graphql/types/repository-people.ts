import { accountPermission, codingAgents, has, isAtLeast, Refusal } from "../../state/index.js"
import type { Account, Repository, Store } from "../../tables/index.js"
import { byId, connection, type Fields, list, listById, type PageArgs } from "../field/index.js"
import { affiliationOf } from "./lists.js"

type Repo = Repository

/** People who are related to a repository. */
export const repositoryPeopleFields: Fields<Repo> = {
  assignableUsers: listById((repo, { store }, args: UserListArgs) =>
    people(store, repo, args.query).filter((user) =>
      isAtLeast(accountPermission(store, user, repo), "TRIAGE"),
    ),
  ),
  // People first, then GitHub's coding agent, which can be assigned but cannot be an author.
  suggestedActors: list((repo, { store }, args: SuggestedArgs) => {
    const users = people(store, repo, args.query).filter((user) =>
      isAtLeast(accountPermission(store, user, repo), "TRIAGE"),
    )
    const agents = args.capabilities.includes("CAN_BE_ASSIGNED") ? codingAgents(store, repo) : []
    const words = (args.query ?? "").toLowerCase()
    const logins = args.loginNames?.split(",").map((login) => login.trim())
    const rows = [...users, ...agents.filter(({ login }) => login.includes(words))]
    return rows.filter(({ login }) => !logins || logins.includes(login))
  }),
  mentionableUsers: listById((repo, { store }, args: UserListArgs) =>
    people(store, repo, args.query).filter(
      (user) => affiliationOf(store, user, repo) !== undefined || hasWritten(store, user, repo),
    ),
  ),
  collaborators: (repo, args: UserListArgs & { login?: string | null }, context, info) => {
    const { store } = context
    if (!has(store, repo, "WRITE"))
      throw new Refusal("FORBIDDEN", "You do not have permission to view repository collaborators.")
    const rows = people(store, repo, args.query).filter(
      (user) =>
        affiliationOf(store, user, repo) !== undefined &&
        (!args.login || args.login === user.login),
    )
    return connection(rows, args, info, {
      order: byId(),
      edge: (user) => ({ permission: accountPermission(store, user, repo) }),
    })
  },
}

interface UserListArgs extends PageArgs {
  query?: string | null
}

interface SuggestedArgs extends UserListArgs {
  capabilities: readonly string[]
  /** Separated by commas. */
  loginNames?: string | null
}

function people(store: Store, repo: Repo, query: string | null | undefined): Account[] {
  const words = (query ?? "").toLowerCase()
  return store.where(
    "accounts",
    (account) =>
      account.kind === "User" &&
      `${account.login} ${account.name ?? ""}`.toLowerCase().includes(words) &&
      accountPermission(store, account, repo) !== null,
  )
}

const hasWritten = (store: Store, user: Account, repo: Repo): boolean =>
  (["issues", "pullRequests"] as const).some((table) =>
    store.listBy(table, "author", user.id).some((row) => row.repositoryId === repo.id),
  )
