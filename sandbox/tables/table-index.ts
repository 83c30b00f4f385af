export type Key = string | number

/** Where a row is found: under a key, under each of several keys, or (null) not at all. */
export type KeyOf<Row> = (row: Row) => Keys

export interface Definition<Row> {
  readonly key: KeyOf<Row>
  /** An order of its own; rows of equal order are in that of their ids. */
  readonly order?: (row: Row) => Key
  /** The one property that the keys are made of, where making them takes long. */
  readonly of?: keyof Row & string
}

export type AnyIndex<Row> = KeyOf<Row> | Definition<Row>

const NONE: readonly never[] = []

/**
 * Rows by a key. Each key has a sorted list, in which places are found by halving. To insert moves
 * what comes after, which for lists of tens of thousands costs less than the nodes of a tree do.
 */
export class Index<Row extends { readonly id: number }> {
  readonly #lists = new Map<Key, Row[]>()
  readonly #definition: Definition<Row>
  readonly #order: ((row: Row) => Key) | undefined

  constructor(index: AnyIndex<Row>) {
    this.#definition = typeof index === "function" ? { key: index } : index
    this.#order = this.#definition.order
  }

  /** The rows of the key in their order. The list is the index's own: it changes with the store. */
  rows(key: Key): readonly Row[] {
    return this.#lists.get(key) ?? NONE
  }

  keys(): Iterable<Key> {
    return this.#lists.keys()
  }

  /** The same lists with other rows in them. */
  copy(twinOf: (row: Row) => Row): Index<Row> {
    const twin = new Index(this.#definition)
    for (const [key, list] of this.#lists) twin.#lists.set(key, list.map(twinOf))
    return twin
  }

  add(row: Row): void {
    this.#add(row, this.placeOf(row))
  }

  remove(row: Row): void {
    this.#remove(row, this.placeOf(row))
  }

  /** Where the row belongs. */
  placeOf(row: Row): Place {
    return { keys: this.#definition.key(row), order: this.#order?.(row) ?? 0 }
  }

  /** Whether new values of a row can change its place. */
  dependsOn(values: Partial<Row>): boolean {
    const { of } = this.#definition
    return of === undefined || of in values
  }

  /** Follows a row whose values have changed since its place was taken down. */
  move(row: Row, before: Place | undefined): void {
    if (!before) return
    const now = this.placeOf(row)
    const [old, keys] = [listOf(before.keys), listOf(now.keys)]
    const isElsewhere = before.order !== now.order
    const gone = old.filter((key) => isElsewhere || !keys.includes(key))
    const come = keys.filter((key) => isElsewhere || !old.includes(key))
    if (gone.length > 0) this.#remove(row, { keys: gone, order: before.order })
    if (come.length > 0) this.#add(row, { keys: come, order: now.order })
  }

  #add(row: Row, { keys, order }: Place): void {
    for (const key of listOf(keys)) {
      const list = this.#lists.get(key)
      if (!list) this.#lists.set(key, [row])
      // Nearly always a new row is the last one.
      else if (this.#comesAfter(row, order, list.at(-1))) list.push(row)
      else list.splice(this.#search(row, order, list), 0, row)
    }
  }

  #remove(row: Row, { keys, order }: Place): void {
    for (const key of listOf(keys)) {
      const list = this.#lists.get(key)
      if (!list) continue
      list.splice(this.#search(row, order, list), 1)
      if (list.length === 0) this.#lists.delete(key)
    }
  }

  /** Where the row is, or else the first place whose row does not come before it. */
  #search(row: Row, order: Key, list: readonly Row[]): number {
    let [from, to] = [0, list.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      // It may have another order by now than the one that it was put here by.
      if (list[middle] === row) return middle
      if (this.#comesAfter(row, order, list[middle])) from = middle + 1
      else to = middle
    }
    return from
  }

  #comesAfter(row: Row, order: Key, other: Row | undefined): boolean {
    if (other === undefined) return true
    if (this.#order) {
      const others = this.#order(other)
      if (order !== others) return order > others
    }
    return row.id > other.id
  }
}

type Keys = Key | null | readonly Key[]

/** The keys of a row in an index, with its sort value under each. */
interface Place {
  readonly keys: Keys
  readonly order: Key
}

const listOf = (keys: Keys): readonly Key[] =>
  keys === null ? NONE : typeof keys === "object" ? keys : [keys]
