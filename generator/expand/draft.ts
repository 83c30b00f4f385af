import type { Note, Span } from "../diagnostics/index.js"
import type { CardPath, CardSource } from "../parse/index.js"

/** One part of a card that a rule derives, moves or, without a value, takes away. */
export interface Change {
  readonly at: CardPath
  readonly value?: unknown
  /** The part of the card as it is so far that it comes from, or the nearest thing that caused it. */
  readonly from: CardPath
  /** Where a part of a derived text comes from in the text at `from`; the text itself, unless given. */
  readonly back?: Back
  /** Where what cards share says it, when `from` only names that; of a part of a text, where that part. */
  readonly note?: NoteOf | undefined
  /** Of a text that is made of others: where each of them comes from. */
  readonly pieces?: readonly Piece[]
}

/** A part of a derived text that stands elsewhere in the card. */
export interface Piece {
  /** Where it stands in the derived text. */
  readonly at: Span
  readonly from: CardPath
  /** The text at `from`; undefined where that only names it. */
  readonly text?: string | undefined
}

export type NoteOf = (part?: Span) => Note | undefined

/** A part of a text, and the text in which that stands. */
interface Part {
  readonly text: string
  readonly at: Span
}

/** The part of one text that a part of another was made of; undefined where it was made of none. */
export type Back = (part: Part) => Part | undefined

/** The way back from a text that stands behind another. */
export function behind(before: string): Back {
  return ({ text, at }) => {
    const [start, end] = [at.start - before.length, at.end - before.length]
    return start < 0 ? undefined : { text: text.slice(before.length), at: { start, end } }
  }
}

interface Origin {
  /** A place of the written card. */
  readonly path: CardPath
  /** The ways back to its text, the first of which is to be gone first. */
  readonly back: readonly Back[]
  readonly note?: NoteOf | undefined
  readonly pieces?: readonly { readonly piece: Piece; readonly origin: Origin }[]
}

/** Where the parts of a card come from that are not where they were written, as a tree of their places. */
interface Origins {
  readonly own?: Origin
  readonly below: ReadonlyMap<string, Origins>
}

const UNMOVED: Origins = { below: new Map() }

/** A card on its way to its full form, which knows of each part where the written card has it. */
export class Draft implements CardSource {
  readonly file: CardSource["file"]
  readonly pathId: string
  readonly declaredId: string
  readonly value: unknown
  private readonly source: CardSource
  private readonly originsOf: () => Origins
  private known: Origins | undefined

  constructor(source: CardSource, value = source.value, originsOf = () => UNMOVED) {
    this.source = source
    this.file = source.file
    this.pathId = source.pathId
    this.declaredId = source.declaredId
    this.value = value
    this.originsOf = originsOf
  }

  /** The card with all of the changes, each of which is told where its part comes from. */
  with(changes: readonly Change[]): Draft {
    if (changes.length === 0) return this
    let value = this.value
    for (const { at, value: changed } of changes) value = replaced(value, at, changed)
    return new Draft(this.source, value, () => withChanges(this.origins, changes))
  }

  /** Found out when it is first asked where something stands: of most cards nothing is said. */
  private get origins(): Origins {
    this.known ??= this.originsOf()
    return this.known
  }

  written(path: CardPath): unknown {
    return this.source.written(this.originOf(path).path)
  }

  valueSpan(path: CardPath): Span {
    const origin = this.originOf(path)
    return noted(this.source.valueSpan(origin.path), origin.note?.())
  }

  keySpan(path: CardPath): Span {
    const origin = this.originOf(path)
    return noted(this.source.keySpan(origin.path), origin.note?.())
  }

  partSpan(path: CardPath, text: string, at: Span): Span {
    const origin = this.originOf(path)
    const made = origin.pieces?.find(
      ({ piece }) => piece.at.start <= at.start && at.end <= piece.at.end,
    )
    if (made === undefined) return this.spanIn(origin, text, at)
    const { start } = made.piece.at
    const inside = { start: at.start - start, end: at.end - start }
    return made.piece.text === undefined
      ? noted(this.source.valueSpan(made.origin.path), made.origin.note?.())
      : this.spanIn(made.origin, made.piece.text, inside)
  }

  private spanIn(origin: Origin, text: string, at: Span): Span {
    let part: Part | undefined = { text, at }
    let last = at
    for (const back of origin.back) {
      part = part && back(part)
      last = part?.at ?? last
    }
    const span = part
      ? this.source.partSpan(origin.path, part.text, part.at)
      : this.source.valueSpan(origin.path)
    return noted(span, last.note ?? origin.note?.(last))
  }

  private originOf(path: CardPath): Origin {
    return originIn(this.origins, path)
  }
}

function noted(span: Span, note: Note | undefined): Span {
  return note === undefined ? span : { ...span, note }
}

/** Where the parts come from of a card with changes. */
function withChanges(before: Origins, changes: readonly Change[]): Origins {
  let origins = before
  for (const { at, from, back, note, pieces } of changes) {
    const origin = originIn(origins, from)
    const made = pieces?.map((piece) => ({ piece, origin: originIn(before, piece.from) }))
    origins = withOrigin(origins, at, {
      ...origin,
      back: [...(back ? [back] : []), ...origin.back],
      note: note ?? origin.note,
      ...(made && { pieces: made }),
    })
  }
  return origins
}

/** The place of the written card that a part comes from: its own, or that of what it stands in. */
function originIn(origins: Origins, path: CardPath): Origin {
  let nearest: { readonly origin: Origin; readonly rest: CardPath } | undefined
  let at: Origins | undefined = origins
  for (const [index, key] of path.entries()) {
    at = at.below.get(String(key))
    if (at === undefined) break
    if (at.own !== undefined) nearest = { origin: at.own, rest: path.slice(index + 1) }
  }
  if (nearest === undefined) return { path, back: [] }
  const { origin, rest } = nearest
  if (rest.length === 0) return origin
  return { path: [...origin.path, ...rest], back: [], note: origin.note }
}

/** The origins with that of a part, of which nothing comes from elsewhere any more. */
function withOrigin(origins: Origins, [key, ...rest]: CardPath, own: Origin): Origins {
  if (key === undefined) return { ...UNMOVED, own }
  const name = String(key)
  const inner = withOrigin(origins.below.get(name) ?? UNMOVED, rest, own)
  return { ...origins, below: new Map(origins.below).set(name, inner) }
}

/** A copy with another value at a path; without the key, where there is none. */
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
