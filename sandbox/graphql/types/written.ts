import { authorAssociation, has, isAuthor, repositoryOf } from "../../state/index.js"
import type {
  AnyRow,
  DiscussionComment,
  Edit,
  IssueComment,
  Permission,
  Repository,
  Review,
  ReviewComment,
  WrittenRow,
} from "../../tables/index.js"
import { byId, type Context, type Fields, list, NotModelled, properties } from "../field/index.js"

/** The fields of the interfaces `Comment` and `Updatable`. */
export const writtenFields: Fields<WrittenRow> = {
  authorAssociation: (row, _, { store }) => authorAssociation(store, row),
  bodyHTML: (row) => html(row.body),
  bodyText: (row) => plainText(row.body),
  publishedAt: (row) => (row.kind === "PullRequestReview" ? row.submittedAt : row.createdAt),
  createdViaEmail: () => false,
  includesCreatedEdit: (row) => row.edits.length > 0,
  userContentEdits: list((row) => row.edits.map((edit) => ({ ...edit, kind: "UserContentEdit" })), {
    order: byId(true),
  }),
  repository: (row, _, { store }) => repositoryOf(store, row),
  viewerDidAuthor: (row, _, { viewer }) => isAuthor(viewer, row),
  viewerCanUpdate: (row, _, context) => canEdit(context, row),
  viewerCannotUpdateReasons: (row, _, context) => {
    if (canEdit(context, row)) return []
    return [repositoryRow(context, row).archivedAt ? "ARCHIVED" : "INSUFFICIENT_ACCESS"]
  },
}

/** The interfaces `Deletable` and `Minimizable`, as comments and reviews have them. */
export const minimizableFields: Fields<IssueComment | Review | ReviewComment | DiscussionComment> =
  {
    minimizedReason: (row) => row.minimizedReason,
    isMinimized: (row) => row.minimizedReason !== null,
    viewerCanMinimize: (row, _, context) => may(context, row, "TRIAGE"),
    viewerCanDelete: (row, _, context) => canEdit(context, row),
  }

export const userContentEditFields: Fields<Edit> = {
  ...properties<Edit>("editedAt"),
  id: (edit) => `UCE_${Buffer.from(String(edit.id)).toString("base64url")}`,
  createdAt: (edit) => edit.editedAt,
  updatedAt: (edit) => edit.editedAt,
  deletedAt: () => null,
  deletedBy: () => null,
  diff: (edit) => edit.body,
  editor: (edit, _, { store }) => store.find("accounts", edit.editorId) ?? null,
}

export function repositoryRow({ store }: Pick<Context, "store">, row: AnyRow): Repository {
  const repository = repositoryOf(store, row)
  if (!repository) throw new Error(`sandbox state: ${row.kind} ${row.id} has no repository`)
  return repository
}

/** Whether the repository of the row can be written to, and the viewer has `needed` or `otherwise`. */
export function may(context: Context, row: AnyRow, needed: Permission, otherwise = false): boolean {
  const repository = repositoryRow(context, row)
  return repository.archivedAt === null && (otherwise || has(context.store, repository, needed))
}

// The triage permission allows closing and labelling issues, but not editing them.
const canEdit = (context: Context, row: WrittenRow): boolean =>
  may(context, row, "WRITE", isAuthor(context.viewer, row))

/** Text that Markdown, mentions or references would change. */
const MARKUP = /[*_`#[\]<>|~\\@&]|^\s{0,3}(?:[-+=]|\d+[.)])|^ {4}|https?:|:\w+:/m

/** The sandbox does not render Markdown: plain paragraphs are converted, other text is refused. */
export function html(text: string): string {
  if (text === "") return ""
  if (MARKUP.test(text)) throw new NotModelled("bodyHTML of Markdown")
  return paragraphs(text)
    .map((paragraph) => `<p dir="auto">${paragraph.replaceAll("\n", "<br>\n")}</p>`)
    .join("\n")
}

export function plainText(text: string): string {
  if (text === "") return ""
  if (MARKUP.test(text)) throw new NotModelled("bodyText of Markdown")
  return paragraphs(text).join("\n")
}

const paragraphs = (text: string): string[] => text.trim().split(/\n{2,}/)
