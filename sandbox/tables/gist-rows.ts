/** The rows of gists, which belong to an account and to no repository. */
import * as t from "./columns.js"

export const gistTables = {
  gists: {
    ...t.node({ Gist: "G" }),
    ownerId: t.id("accounts"),
    /** The id in URLs and over REST. */
    name: t.text,
    description: t.nullable(t.text),
    isPublic: t.flag,
    /** Name to the oid of its content. */
    files: t.byText<string>(),
    /** Oldest first. */
    revisions: t.list<GistRevision>(),
    stargazerIds: t.ids("accounts"),
    ...t.dated,
  },
  gistComments: {
    ...t.node({ GistComment: "GC" }),
    gistId: t.id("gists"),
    authorId: t.id("accounts"),
    body: t.text,
    ...t.dated,
  },
}

export interface Gist extends t.Row<typeof gistTables.gists> {}
export interface GistComment extends t.Row<typeof gistTables.gistComments> {}

export interface GistRevision {
  readonly version: string
  readonly committedAt: string
  readonly additions: number
  readonly deletions: number
}
