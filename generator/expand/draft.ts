import type { Note, Span } from "../diagnostics/index.js"
import type { CardPath, CardSource } from "../parse/index.js"

/** A part of a card that a rule derives or moves. Without a value, the part is removed. */
export interface Change {
  readonly at: CardPath
  readonly value?: unknown
  /** The part of the card from which the value is derived, or the nearest cause. */
  readonly from: CardPath
  /** The location in a shared file that defines the value, if `from` only refers to that file. */
  readonly note?: NoteOf | undefined
}

export type NoteOf = () => Note | undefined

interface Origin {
  readonly path: CardPath
  readonly note?: NoteOf | undefined
}

/** The origins of derived or moved parts, as a tree of paths. */
interface Origins {
  readonly own?: Origin
  readonly below: ReadonlyMap<string, Origins>
}

const UNMOVED: Origins = { below: new Map() }

/** A card during its expansion, with the origin of each part in the written card. */
export class Draft implements CardSource {
  readonly file: CardSource["file"]
  readonly pathId: string
  readonly declaredId: string
  readonly value: unknown
  private readonly originsOf: () => Origins
  private known: Origins | undefined

  constructor(
    private readonly source: CardSource,
    value = source.value,
    originsOf = () => UNMOVED,
  ) {
    this.file = source.file
    this.pathId = source.pathId
    this.declaredId = source.declaredId
    this.value = value
    this.originsOf = originsOf
  }

  /** The card with all changes, and the origin of each. */
  with(changes: readonly Change[]): Draft {
    if (changes.length === 0) return this
    let value = this.value
    for (const { at, value: changed } of changes) value = replaced(value, at, changed)
    return new Draft(this.source, value, () => withChanges(this.origins, changes))
  }

  /** Computed on demand, because most cards have no diagnostics. */
  private get origins(): Origins {
    this.known ??= this.originsOf()
    return this.known
  }

  written(path: CardPath): unknown {
    return this.source.written(this.originOf(path).path)
  }

  valueSpan(path: CardPath): Span {
    const origin = this.originOf(path)
    return withNote(this.source.valueSpan(origin.path), origin.note?.())
  }

  keySpan(path: CardPath): Span {
    const origin = this.originOf(path)
    return withNote(this.source.keySpan(origin.path), origin.note?.())
  }

  partSpan(path: CardPath, text: string, at: Span): Span {
    const origin = this.originOf(path)
    return withNote(this.source.partSpan(origin.path, text, at), origin.note?.())
  }

  private originOf(path: CardPath): Origin {
    return originIn(this.origins, path)
  }
}

function withNote(span: Span, note: Note | undefined): Span {
  return note === undefined ? span : { ...span, note }
}

function withChanges(before: Origins, changes: readonly Change[]): Origins {
  return changes.reduce((origins, { at, from, note }) => {
    const origin = originIn(origins, from)
    return withOrigin(origins, at, { ...origin, note: note ?? origin.note })
  }, before)
}

/** The origin of a part: its own, or else that of its parent. */
function originIn(origins: Origins, path: CardPath): Origin {
  let nearest: { readonly origin: Origin; readonly rest: CardPath } | undefined
  let at: Origins | undefined = origins
  for (const [index, key] of path.entries()) {
    at = at.below.get(String(key))
    if (at === undefined) break
    if (at.own !== undefined) nearest = { origin: at.own, rest: path.slice(index + 1) }
  }
  if (nearest === undefined) return { path }
  const { origin, rest } = nearest
  if (rest.length === 0) return origin
  return { path: [...origin.path, ...rest], note: origin.note }
}

/** The origins with a new one for a part, which replaces all origins within the part. */
function withOrigin(origins: Origins, [key, ...rest]: CardPath, own: Origin): Origins {
  if (key === undefined) return { ...UNMOVED, own }
  const name = String(key)
  const inner = withOrigin(origins.below.get(name) ?? UNMOVED, rest, own)
  return { ...origins, below: new Map(origins.below).set(name, inner) }
}

/** A copy with another value at a path; an undefined value removes the key. */
function replaced(value: unknown, path: CardPath, changed: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return changed
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      index === Number(key) ? replaced(item, rest, changed) : item,
    )
  }
  const before = typeof value === "object" ? value : null
  const isThere = before !== null && Object.hasOwn(before, key)
  const inner = replaced(isThere ? Reflect.get(before, key) : undefined, rest, changed)
  if (inner !== undefined) return { ...before, [key]: inner }
  if (!isThere) return { ...before }
  const { [key]: _, ...others }: Record<string, unknown> = { ...before }
  return others
}
