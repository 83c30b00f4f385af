import type { Edit, Repository, Store, Written, WrittenRow } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import type { Session } from "./session.js"

const MAX_BODY_CHARS = 65_536
const MAX_TITLE_CHARS = 256

export const checkTitle = (title: string, resource: string): string =>
  checkLength(requireFilled(title, "Title", resource), "Title", MAX_TITLE_CHARS, resource)

/** GitHub counts four bytes of an issue or a comment as a character: https://github.com/dead-claudia/github-limits/pull/13 */
export function checkBody(body: string, resource: string): string {
  const isInBytes = resource === "Issue" || resource === "IssueComment"
  const length = isInBytes ? Buffer.byteLength(body) / 4 : undefined
  return checkLength(body, "Body", MAX_BODY_CHARS, resource, length)
}

export const checkFilledBody = (body: string, resource: string): string =>
  checkBody(requireFilled(body, "Body", resource), resource)

function requireFilled(text: string, field: string, resource: string): string {
  if (text.trim() !== "") return text
  const about = `${resource}.${field.toLowerCase()}`
  throw unprocessable(`${field} can't be blank`, about, "missing_field")
}

export function checkLength(
  text: string,
  field: string,
  max: number,
  resource: string,
  length = [...text].length,
): string {
  if (length <= max) return text
  const about = `${resource}.${field.toLowerCase()}`
  throw unprocessable(`${field} is too long (maximum is ${max} characters)`, about)
}

/** A text of the viewer, with the time of a new change. */
export function newText(store: Session, body: string): Pick<Written, "authorId" | "body"> {
  store.clock.tick()
  return { authorId: store.viewer.account.id, body }
}

/**
 * Replaces a body and keeps the history; the first edit also saves the original. Returns whether the body changed.
 */
export function editBody(store: Session, written: WrittenRow, body: string): boolean {
  if (written.body === body) return false
  const editorId = store.viewer.account.id
  const now = store.clock.tick()
  const before = written.edits.length > 0 ? written.edits : [original(store, written, editorId)]
  store.update(written, {
    edits: [...before, { id: store.nextId("edits"), editorId, body, editedAt: now }],
    body,
    lastEditedAt: now,
    editorId,
    updatedAt: now,
  })
  return true
}

const original = (store: Store, written: Written, editorId: number): Edit => ({
  id: store.nextId("edits"),
  editorId: written.authorId ?? editorId,
  body: written.body,
  editedAt: written.createdAt,
})

/** The next number of an issue or a pull request of the repository. */
export function takeNumber(store: Store, repository: Repository): number {
  return store.update(repository, { lastNumber: repository.lastNumber + 1 }).lastNumber
}
