export type Key = string | number

/** The key, or keys, under which a row is found; null for none. */
export type KeyOf<Row> = (row: Row) => Keys

export interface Definition<Row> {
  readonly key: KeyOf<Row>
  /** A sort order; rows with equal values are sorted by id. */
  readonly order?: (row: Row) => Key
  /** The only property that the keys depend on, for keys that are slow to compute. */
  readonly of?: keyof Row & string
}

export type AnyIndex<Row> = KeyOf<Row> | Definition<Row>

const NONE: readonly never[] = []

/**
 * Rows by a key. Each key has a sorted list with binary search. Inserting moves all later items, which for lists of
 * tens of thousands is cheaper than a tree. The lists are made when the index is first read: loading a seed takes half
 * the time without indexes, and most sandboxes read few of them.
 */
export class Index<Row extends { readonly id: number }> {
  #lists: Map<Key, Row[]> | undefined
  readonly #all: () => readonly Row[]
  readonly #definition: Definition<Row>
  readonly #order: ((row: Row) => Key) | undefined

  /** @param all - the rows of the table, by id */
  constructor(index: AnyIndex<Row>, all: () => readonly Row[]) {
    this.#all = all
    this.#definition = typeof index === "function" ? { key: index } : index
    this.#order = this.#definition.order
  }

  /** The sorted rows of a key. The list belongs to the index and changes with the store. */
  rows(key: Key): readonly Row[] {
    return this.#made().get(key) ?? NONE
  }

  keys(): Iterable<Key> {
    return this.#made().keys()
  }

  /** A copy of the index with other rows. */
  copy(twinOf: (row: Row) => Row, all: () => readonly Row[]): Index<Row> {
    const twin = new Index(this.#definition, all)
    if (!this.#lists) return twin
    twin.#lists = new Map()
    for (const [key, list] of this.#lists) twin.#lists.set(key, list.map(twinOf))
    return twin
  }

  add(row: Row): void {
    if (this.#lists) this.#add(row, this.placeOf(row), this.#lists)
  }

  remove(row: Row): void {
    if (this.#lists) this.#remove(row, this.placeOf(row), this.#lists)
  }

  /** The place where the row belongs. */
  placeOf(row: Row): Place {
    return { keys: this.#definition.key(row), order: this.#order?.(row) ?? 0 }
  }

  /** Whether new values of a row can change its place in existing lists. */
  dependsOn(values: Partial<Row>): boolean {
    const { of } = this.#definition
    return this.#lists !== undefined && (of === undefined || of in values)
  }

  /** Moves a row whose values have changed since its place was recorded. */
  move(row: Row, before: Place | undefined): void {
    if (!before || !this.#lists) return
    const now = this.placeOf(row)
    const [old, keys] = [listOf(before.keys), listOf(now.keys)]
    const isElsewhere = before.order !== now.order
    const gone = old.filter((key) => isElsewhere || !keys.includes(key))
    const come = keys.filter((key) => isElsewhere || !old.includes(key))
    if (gone.length > 0) this.#remove(row, { keys: gone, order: before.order }, this.#lists)
    if (come.length > 0) this.#add(row, { keys: come, order: now.order }, this.#lists)
  }

  #made(): Map<Key, Row[]> {
    if (this.#lists) return this.#lists
    const lists = new Map<Key, Row[]>()
    for (const row of this.#all()) {
      for (const key of listOf(this.#definition.key(row))) {
        const list = lists.get(key)
        if (list) list.push(row)
        else lists.set(key, [row])
      }
    }
    const order = this.#order
    if (order) {
      const compare = (row: Row, other: Row) => (this.#comesAfter(row, order(row), other) ? 1 : -1)
      for (const list of lists.values()) list.sort(compare)
    }
    this.#lists = lists
    return lists
  }

  #add(row: Row, { keys, order }: Place, lists: Map<Key, Row[]>): void {
    for (const key of listOf(keys)) {
      const list = lists.get(key)
      if (!list) lists.set(key, [row])
      // A new row is nearly always the last one.
      else if (this.#comesAfter(row, order, list.at(-1))) list.push(row)
      else list.splice(this.#search(row, order, list), 0, row)
    }
  }

  #remove(row: Row, { keys, order }: Place, lists: Map<Key, Row[]>): void {
    for (const key of listOf(keys)) {
      const list = lists.get(key)
      if (!list) continue
      list.splice(this.#search(row, order, list), 1)
      if (list.length === 0) lists.delete(key)
    }
  }

  /** The position of a row, or else the first position whose row does not come before it. */
  #search(row: Row, order: Key, list: readonly Row[]): number {
    let [from, to] = [0, list.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      // Its order may have changed since it was inserted.
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
