import type { ValidationIssue } from "../envelope/index.js"
import { childPointer, type Referred, type Snapshot } from "../input/index.js"
import { type Place, parsePath } from "../reference/index.js"

/** A value that an earlier task gives, as JSON says it. */
export interface TaskReference {
  /** The `as` of an earlier task, or its place in the list. */
  readonly $from: string | number
  /** Where in its data, such as `items[0].id`; all of it by default. Of `items[*].id` it is a list. */
  readonly path?: string
  /** Null there makes this task fail, as `NOT_FOUND`. */
  readonly required?: boolean
}

/** A value of the item that a task with `each` is for. */
export interface ItemReference {
  /** Where in the item, such as `author.login`; the item itself where it is empty. */
  readonly $item: string
  /** Null there makes the task fail for this item, as `NOT_FOUND`. */
  readonly required?: boolean
}

/** What the names in references mean, for one task. */
export interface Names {
  /** What identifies a task, or why there is none. */
  source(name: unknown): object | string
  /** What identifies the item; absent where a task has no `each`. */
  readonly item?: object
}

type Read = { ok: true; place: Place } | { ok: false; message: string }

/** An input in which what JSON says as references are references. */
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

/** The place that a reference names, or what is wrong with it. */
export function readReference(reference: object, names: Names): Read {
  const { $from, $item, path, required, ...others }: Record<string, unknown> = { ...reference }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    return wrong(
      `a reference has $from or $item, path and required, not ${JSON.stringify(unknown)}`,
    )
  }
  if (required !== undefined && typeof required !== "boolean") {
    return wrong("`required` of a reference is true or false")
  }
  const ofItem = $item !== undefined
  if (ofItem && ($from !== undefined || path !== undefined)) {
    return wrong("a reference has either $item, which is a path by itself, or $from and path")
  }
  const source = ofItem
    ? (names.item ?? "$item stands for the item of `each`, and this task has none")
    : names.source($from)
  if (typeof source === "string") return wrong(source)
  const text = (ofItem ? $item : path) ?? ""
  const parts = typeof text === "string" ? parsePath(text) : undefined
  if (!parts) {
    return wrong(`${JSON.stringify(text)} is no path: names, [0] and [*], such as items[0].id`)
  }
  return { ok: true, place: { source, path: parts, required: required === true } }
}

function wrong(message: string): Read {
  return { ok: false, message }
}
