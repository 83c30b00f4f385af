import type { ValidationIssue } from "../envelope/index.js"
import { childPointer, type Referred, type Snapshot } from "../input/index.js"
import { every, type Mark, type MarkValue, type Place, parsePath } from "../reference/index.js"

/** A reference to a value of an earlier task, as JSON. */
export interface TaskReference {
  /** The `as` of an earlier task, or its index in the list. */
  readonly $from: string | number
  /** Path in its data, such as `items[0].id`; without it, all of the data. `items[*].id` selects a list. */
  readonly path?: string
  /** If the value is null, this task fails with `NOT_FOUND`. */
  readonly required?: boolean
  /**
   * Conditions for the one item that `[*]` of the path selects, by paths in the item: `{ "title": "Flaky test" }`. A
   * string matches exactly, else ignoring case, else as a part. If no item matches, this task fails with `NOT_FOUND`;
   * if several do, with `VALIDATION` and the matches in `details.matches`.
   */
  readonly match?: Readonly<Record<string, MarkValue>>
}

/** A value of the current item of a task with `each`. */
export interface ItemReference {
  /** Path in the item, such as `author.login`; empty for the item itself. */
  readonly $item: string
  /** If the value is null, the task fails for this item with `NOT_FOUND`. */
  readonly required?: boolean
}

/** Resolves the names in a task's references. */
export interface Names {
  /** The identity of a task, or the reason why it has none. */
  source(name: unknown): object | string
  /** The identity of the item; absent if the task has no `each`. */
  readonly item?: object
}

type Read = { ok: true; place: Place } | { ok: false; message: string }

/** Converts references in JSON form to references. */
export function withReferences({ value, issues }: Snapshot, names: Names): Snapshot {
  const found: ValidationIssue[] = []
  const references: Referred[] = []
  const read = (at: unknown, pointer: string): unknown => {
    if (typeof at !== "object" || at === null) return at
    if (Array.isArray(at)) {
      return at.map((item, index) => read(item, childPointer(pointer, String(index))))
    }
    if (!Object.hasOwn(at, "$from") && !Object.hasOwn(at, "$item")) {
      return Object.fromEntries(
        Object.entries(at).map(([name, item]) => [name, read(item, childPointer(pointer, name))]),
      )
    }
    const reference = readReference(at, names)
    if (reference.ok) references.push({ pointer, place: reference.place })
    else found.push({ pointer, message: reference.message })
    return null
  }
  const copy = read(value, "")
  const all = [...issues, ...found]
  return references.length > 0
    ? { value: copy, issues: all, references }
    : { value: copy, issues: all }
}

/** The place that a reference names, or the problem with the reference. */
export function readReference(reference: object, names: Names): Read {
  const { $from, $item, path, required, match, ...others }: Record<string, unknown> = {
    ...reference,
  }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    return wrong(
      `a reference has $from or $item, path, match and required, not ${JSON.stringify(unknown)}`,
    )
  }
  if (required !== undefined && typeof required !== "boolean") {
    return wrong("`required` of a reference must be true or false")
  }
  const ofItem = $item !== undefined
  if (ofItem && ($from !== undefined || path !== undefined || match !== undefined)) {
    return wrong(
      "a reference has either $item, whose value is a path, or $from with path and match",
    )
  }
  const source = ofItem
    ? (names.item ?? "$item is the item of `each`, which this task does not have")
    : names.source($from)
  if (typeof source === "string") return wrong(source)
  const text = (ofItem ? $item : path) ?? ""
  const parts = typeof text === "string" ? parsePath(text) : undefined
  if (!parts) {
    return wrong(
      `${JSON.stringify(text)} is not a path; use names, [0] and [*], such as items[0].id`,
    )
  }
  const place = { source, path: parts, required: required === true }
  if (match === undefined) return { ok: true, place }
  const marks = readMarks(match)
  if (typeof marks === "string") return wrong(marks)
  if (parts.filter((part) => part === every).length !== 1) {
    return wrong(
      "`match` selects one item of a list, so the path needs one [*], such as items[*].id",
    )
  }
  return { ok: true, place: { ...place, match: marks } }
}

/** The conditions for an item, or the problem with them. */
function readMarks(match: unknown): Mark[] | string {
  if (typeof match !== "object" || match === null || Array.isArray(match)) {
    return "`match` takes an object: values by names of members of an item"
  }
  const marks: Mark[] = []
  for (const [name, value] of Object.entries(match)) {
    const path = parsePath(name)
    if (!path || path.includes(every)) {
      return `${JSON.stringify(name)} is not a path; use names and [0], such as author.login`
    }
    if (!isMarkValue(value)) return `\`match\` takes a string, number or boolean for ${name}`
    marks.push({ path, value })
  }
  return marks
}

function isMarkValue(value: unknown): value is MarkValue {
  return ["string", "number", "boolean"].includes(typeof value)
}

function wrong(message: string): Read {
  return { ok: false, message }
}
