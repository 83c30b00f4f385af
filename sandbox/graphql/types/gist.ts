import {
  gistAssociation,
  gistByName,
  gistCommentsOf,
  gistsOf,
  gistText,
  isAuthor,
  languageOf,
} from "../../state/index.js"
import type { Account, Gist, GistComment } from "../../tables/index.js"
import {
  type Context,
  constants,
  emptyConnection,
  type Fields,
  list,
  listById,
  type OrderedArgs,
  orderOf,
  properties,
} from "../field/index.js"

interface GistListArgs extends OrderedArgs<"CREATED_AT" | "PUSHED_AT" | "UPDATED_AT"> {
  privacy?: "ALL" | "PUBLIC" | "SECRET" | null
}

/** Gists of a user. In the sandbox, they cannot be forked. */
export const userGistFields: Fields<Account> = {
  gist: (user, args: { name: string }, { store }) => {
    const gist = gistByName(store, args.name)
    return gist?.ownerId === user.id ? gist : null
  },
  gistComments: listById((user, { store }) => store.rowsBy("gistComments", "author", user.id)),
  gists: list(
    // By default, GitHub lists public gists only.
    (user, { store }, { privacy = "PUBLIC" }: GistListArgs) =>
      gistsOf(store, user).filter(
        ({ isPublic }) => privacy === "ALL" || isPublic === (privacy !== "SECRET"),
      ),
    ({ orderBy }) => ({
      order: orderOf(orderBy, "CREATED_AT", {
        CREATED_AT: (gist) => [gist.createdAt, gist.id],
        PUSHED_AT: (gist) => [gist.updatedAt, gist.id],
        UPDATED_AT: (gist) => [gist.updatedAt, gist.id],
      }),
    }),
  ),
}

export const gistFields: Fields<Gist> = {
  ...constants({ isFork: false }),
  stargazerCount: ({ stargazerIds }) => stargazerIds.length,
  viewerHasStarred: ({ stargazerIds }, _, { viewer }) => stargazerIds.includes(viewer.account.id),
  comments: listById((gist, { store }) => gistCommentsOf(store, gist)),
  forks: emptyConnection,
  stargazers: list((gist, { store }) => gist.stargazerIds.map((id) => store.get("accounts", id))),
  pushedAt: (gist) => gist.updatedAt,
  files: (gist, args: { limit?: number | null }) =>
    [...gist.files.keys()].slice(0, args.limit ?? undefined).map((name) => ({ gist, name })),
}

export const gistCommentFields: Fields<GistComment> = {
  ...constants({ isMinimized: false, minimizedReason: null }),
  authorAssociation: (comment, _, { store }) => gistAssociation(store, comment),
  viewerDidAuthor: (comment, _, { viewer }) => isAuthor(viewer, comment),
}

interface GistFile {
  readonly gist: Gist
  readonly name: string
}

const textIn = ({ store }: Context, { gist, name }: GistFile): string => gistText(store, gist, name)

export const gistFileFields: Fields<GistFile> = {
  ...properties<GistFile>("name"),
  ...constants({ encoding: "UTF-8", isImage: false, isTruncated: false }),
  encodedName: ({ name }) => encodeURIComponent(name),
  extension: ({ name }) => /\.[^.]+$/.exec(name)?.[0] ?? "",
  language: ({ name }) => languageOf(name) ?? null,
  size: (file, _, context) => Buffer.byteLength(textIn(context, file)),
  text: (file, args: { truncate?: number | null }, context) =>
    textIn(context, file).slice(0, args.truncate ?? undefined),
}
