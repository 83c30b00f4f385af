import type { Edit, Repository, Store, Written, WrittenRow } from "../tables/index.js"
import { type RefusalDetail, unprocessable } from "./errors.js"

const MAX_BODY_CHARS = 65_536
const MAX_TITLE_CHARS = 256

export function checkTitle(title: string, resource: RefusalDetail["resource"]): string {
  if (title.trim() === "") {
    throw unprocessable("Title can't be blank", { resource, field: "title", code: "missing_field" })
  }
  return checkLength(title, "Title", MAX_TITLE_CHARS, resource)
}

export function checkBody(body: string, resource: RefusalDetail["resource"]): string {
  return checkLength(body, "Body", MAX_BODY_CHARS, resource)
}

export function checkFilledBody(body: string, resource: RefusalDetail["resource"]): string {
  if (body.trim() === "") {
    throw unprocessable("Body can't be blank", { resource, field: "body", code: "missing_field" })
  }
  return checkBody(body, resource)
}

function checkLength(text: string, field: string, max: number, resource: string): string {
  if ([...text].length <= max) return text
  throw unprocessable(`${field} is too long (maximum is ${max} characters)`, {
    resource,
    field: field.toLowerCase(),
    code: "custom",
  })
}

/** The fields that all written rows share, with the time of a new change. */
export function newText(store: Store, authorId: number, body: string): Omit<Written, "id"> {
  const now = store.clock.tick()
  return {
    authorId,
    body,
    createdAt: now,
    updatedAt: now,
    lastEditedAt: null,
    editorId: null,
    edits: [],
  }
}

/**
 * Replaces a body and keeps the history; the first edit also saves the original. Returns whether the body changed.
 */
export function editBody(
  store: Store,
  written: WrittenRow,
  editorId: number,
  body: string,
): boolean {
  if (written.body === body) return false
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
