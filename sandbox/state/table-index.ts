export type Key = string | number

/** Where a row is found: under a key, under each of several keys, or (null) not at all. */
export type KeyOf<Row> = (row: Row) => Key | null | readonly Key[]

/** An index whose rows have an order of their own; rows of equal order are in that of their ids. */
export interface Ordered<Row> {
  readonly key: KeyOf<Row>
  readonly order: (row: Row) => Key
}

export type AnyIndex<Row> = KeyOf<Row> | Ordered<Row>

const NONE: readonly never[] = []

/**
 * Rows by a key. Each key has a sorted list, in which places are found by halving. To insert moves
 * what comes after, which for lists of tens of thousands costs less than the nodes of a tree do.
 */
export class Index<Row extends { readonly id: number }> {
  readonly #lists = new Map<Key, Row[]>()
  readonly #keyOf: KeyOf<Row>
  readonly #order: ((row: Row) => Key) | undefined

  constructor(index: AnyIndex<Row>) {
    this.#keyOf = typeof index === "function" ? index : index.key
    this.#order = typeof index === "function" ? undefined : index.order
  }

  /** The rows of the key in their order. The list is the index's own: it changes with the world. */
  rows(key: Key): readonly Row[] {
    return this.#lists.get(key) ?? NONE
  }

  keys(): Iterable<Key> {
    return this.#lists.keys()
  }

  add(row: Row): void {
    for (const key of this.#keysOf(row)) {
      const list = this.#lists.get(key)
      if (!list) this.#lists.set(key, [row])
      // Nearly always a new row is the last one.
      else if (this.#isAfter(row, list.at(-1))) list.push(row)
      else list.splice(this.#placeOf(row, list), 0, row)
    }
  }

  remove(row: Row): void {
    for (const key of this.#keysOf(row)) {
      const list = this.#lists.get(key)
      if (!list) continue
      list.splice(this.#placeOf(row, list), 1)
      if (list.length === 0) this.#lists.delete(key)
    }
  }

  /** Whether the row would stand in the same places if it had these values. */
  holdsAlike(row: Row, values: Row): boolean {
    if (this.#order && this.#order(row) !== this.#order(values)) return false
    const now = this.#keyOf(row)
    const then = this.#keyOf(values)
    if (typeof now !== "object" || typeof then !== "object") return now === then
    if (now === null || then === null) return now === then
    return now.length === then.length && now.every((key, at) => key === then[at])
  }

  #keysOf(row: Row): readonly Key[] {
    const keys = this.#keyOf(row)
    if (keys === null) return NONE
    return typeof keys === "object" ? keys : [keys]
  }

  /** The first place whose row does not come before this one. */
  #placeOf(row: Row, list: readonly Row[]): number {
    let [from, to] = [0, list.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#isAfter(row, list[middle])) from = middle + 1
      else to = middle
    }
    return from
  }

  #isAfter(row: Row, other: Row | undefined): boolean {
    if (other === undefined) return true
    if (this.#order) {
      const [own, others] = [this.#order(row), this.#order(other)]
      if (own !== others) return own > others
    }
    return row.id > other.id
  }
}
