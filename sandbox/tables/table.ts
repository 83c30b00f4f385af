import { type AnyIndex, Index } from "./table-index.js"

interface Row {
  readonly id: number
}

/** Receives the rows of a table before they change. */
export interface Observer<Of> {
  /** `before` is null for a new row. */
  note(row: Of, before: Of | null): void
}

/**
 * Rows by id, with their indexes. Ids increase from one and are never reused, so a list by id is in order
 * of creation, even after a removed row is restored.
 */
export class Table<Of extends Row> {
  #rows: (Of | undefined)[] = []
  readonly #definitions: Readonly<Record<string, AnyIndex<Of>>>
  readonly #names: readonly string[]
  #indexes: readonly Index<Of>[]
  readonly #observer: Observer<Of>
  #size = 0

  constructor(indexes: Readonly<Record<string, AnyIndex<Of>>>, observer: Observer<Of>) {
    this.#observer = observer
    this.#definitions = indexes
    this.#names = Object.keys(indexes)
    this.#indexes = Object.values(indexes).map((index) => new Index(index, () => this.values()))
  }

  get size(): number {
    return this.#size
  }

  get(id: number): Of | undefined {
    return this.#rows[id]
  }

  has(id: number): boolean {
    return this.#rows[id] !== undefined
  }

  /** All current rows, by id. */
  values(): Of[] {
    return this.#rows.filter((row) => row !== undefined)
  }

  index(name: string): Index<Of> {
    const index = this.#indexes[this.#names.indexOf(name)]
    if (!index) throw new Error(`sandbox state: there is no index ${name}`)
    return index
  }

  insert(row: Of): void {
    this.#observer.note(row, null)
    this.#add(row)
  }

  update(row: Of, changes: Partial<Of>): void {
    this.#observer.note(row, row)
    this.#write(row, changes)
  }

  remove(row: Of): void {
    this.#observer.note(row, row)
    this.#drop(row)
  }

  /** A copy of the table, with copies of the rows. */
  copy(observer: Observer<Of>): Table<Of> {
    const twin = new Table(this.#definitions, observer)
    const rows = this.#rows.map((row) => row && { ...row })
    twin.#rows = rows
    twin.#size = this.#size
    twin.#indexes = this.#indexes.map((index) =>
      index.copy(
        (row) => rows[row.id] ?? row,
        () => twin.values(),
      ),
    )
    return twin
  }

  /** Restores a row's previous values; null if it did not exist. Observers are not notified. */
  restore(row: Of, before: Of | null): void {
    const isThere = this.#rows[row.id] === row
    if (before === null) {
      if (isThere) this.#drop(row)
      return
    }
    if (isThere) {
      this.#write(row, before)
    } else {
      Object.assign(row, before)
      this.#add(row)
    }
  }

  #add(row: Of): void {
    // No holes, because engines read lists with holes more slowly.
    while (this.#rows.length <= row.id) this.#rows.push(undefined)
    this.#rows[row.id] = row
    this.#size++
    for (const index of this.#indexes) index.add(row)
  }

  #drop(row: Of): void {
    this.#rows[row.id] = undefined
    while (this.#rows.length > 0 && this.#rows.at(-1) === undefined) this.#rows.pop()
    this.#size--
    for (const index of this.#indexes) index.remove(row)
  }

  /** Updates the same object, so that every reference to the row sees the new values. */
  #write(row: Of, values: Partial<Of>): void {
    const dependent = this.#indexes.filter((index) => index.dependsOn(values))
    const before = dependent.map((index) => index.placeOf(row))
    Object.assign(row, values)
    for (const [at, index] of dependent.entries()) index.move(row, before[at])
  }
}
