import { commitOf, peel } from "../../git/index.js"
import {
  type Language,
  languagesOf,
  objectByExpression,
  objectByOid,
  type RefNode,
  refNode,
} from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import {
  type Context,
  connection,
  type Fields,
  type OrderArg,
  type OrderedArgs,
  type PageArgs,
} from "../field/index.js"

/** Branches, tags and files of a repository. */
export const repositoryGitFields: Fields<Repository> = {
  defaultBranchRef: (repo, _, context) =>
    refNode(context, repo.id, `refs/heads/${repo.defaultBranch}`),
  ref: (repo, args: { qualifiedName: string }, context) => {
    const name = args.qualifiedName
    return (
      refNode(context, repo.id, name) ??
      refNode(context, repo.id, `refs/heads/${name}`) ??
      refNode(context, repo.id, `refs/tags/${name}`) ??
      refNode(context, repo.id, `refs/${name}`)
    )
  },
  refs: (repo, args: RefListArgs, context, info) => {
    const rows = [...repo.refs.keys()]
      .filter((name) => name.startsWith(args.refPrefix))
      .filter((name) => name.slice(args.refPrefix.length).includes(args.query ?? ""))
      .map((name) => refNode(context, repo.id, name))
      .filter((ref) => ref !== null)
    return connection<RefNode>(rows, args, info, {
      order: refOrder(context, args),
      isCounted: true,
    })
  },
  object: (repo, args: { expression?: string | null; oid?: string | null }, { store }) => {
    if (args.oid) return objectByOid(store, repo, args.oid) ?? null
    return objectByExpression(store, repo, args.expression ?? "HEAD") ?? null
  },
  languages: (repo, args: OrderedArgs<"SIZE">, { store }, info) => {
    const all = languagesOf(store, repo)
    return connection(all, args, info, {
      order: {
        keys: ({ size, name }) => [size, name],
        descending: args.orderBy?.direction === "DESC",
      },
      edge: ({ size }) => ({ size }),
      extra: { totalSize: all.reduce((sum, { size }) => sum + size, 0) },
    })
  },
  primaryLanguage: (repo, _, { store }) => languagesOf(store, repo)[0] ?? null,
}

/** A language, as far as the sandbox detects them. */
export const languageFields: Fields<Language> = {
  id: ({ name }) => `LANG_${name}`,
  name: ({ name }) => name,
  color: ({ color }) => color,
}

interface RefListArgs extends PageArgs {
  refPrefix: string
  query?: string | null
  direction?: "ASC" | "DESC" | null
  orderBy?: OrderArg<"ALPHABETICAL" | "TAG_COMMIT_DATE"> | null
}

function refOrder({ store }: Context, args: RefListArgs) {
  const byDate = args.orderBy?.field === "TAG_COMMIT_DATE"
  return {
    keys: (ref: RefNode) =>
      byDate
        ? [commitOf(store.git, peel(store.git, ref.oid)).committer.date, ref.name]
        : [ref.name],
    descending: (args.orderBy?.direction ?? args.direction) === "DESC",
  }
}
