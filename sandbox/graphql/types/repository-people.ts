import { accountPermission, has, isAtLeast } from "../../state/index.js"
import { type Account, listBy, type Repository, type World, where } from "../../tables/index.js"
import { byId, connection, type Fields, type PageArgs } from "../field/index.js"
import { affiliationOf } from "./lists.js"

type Repo = Repository

/** Who has to do with a repository. */
export const repositoryPeopleFields: Fields<Repo> = {
  assignableUsers: (repo, args: UserListArgs, { world }, info) =>
    connection(
      people(world, repo, args.query).filter((user) =>
        isAtLeast(accountPermission(world, user, repo), "TRIAGE"),
      ),
      args,
      info,
      { order: byId() },
    ),
  mentionableUsers: (repo, args: UserListArgs, { world }, info) =>
    connection(
      people(world, repo, args.query).filter(
        (user) => affiliationOf(world, user, repo) !== undefined || hasWritten(world, user, repo),
      ),
      args,
      info,
      { order: byId() },
    ),
  collaborators: (repo, args: UserListArgs & { login?: string | null }, context, info) => {
    const { world, viewer } = context
    if (!has(world, viewer, repo, "WRITE")) return null
    const rows = people(world, repo, args.query).filter(
      (user) =>
        affiliationOf(world, user, repo) !== undefined &&
        (!args.login || args.login === user.login),
    )
    return connection(rows, args, info, {
      order: byId(),
      edge: (user) => ({ permission: accountPermission(world, user, repo) }),
    })
  },
}

interface UserListArgs extends PageArgs {
  query?: string | null
}

function people(world: World, repo: Repo, query: string | null | undefined): Account[] {
  const words = (query ?? "").toLowerCase()
  return where(
    world,
    "accounts",
    (account) =>
      account.kind === "User" &&
      `${account.login} ${account.name ?? ""}`.toLowerCase().includes(words) &&
      accountPermission(world, account, repo) !== null,
  )
}

const hasWritten = (world: World, user: Account, repo: Repo): boolean =>
  (["issues", "pullRequests"] as const).some((table) =>
    listBy(world, table, "author", user.id).some((row) => row.repositoryId === repo.id),
  )
