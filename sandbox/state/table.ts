import { type AnyIndex, Index } from "./table-index.js"

interface Row {
  readonly id: number
}

/** What a table tells of its rows before they change. */
export interface Observer<Of> {
  /** `before` is null for a row that is new. */
  note(row: Of, before: Of | null): void
}

/**
 * Rows by id, and the indexes over them. Ids count up from one and are never given twice, so a
 * list by id keeps the order in which rows came to be, also when a removed row is put back.
 */
export class Table<Of extends Row> {
  readonly #rows: (Of | undefined)[] = []
  readonly #indexes: ReadonlyMap<string, Index<Of>>
  readonly #observer: Observer<Of>
  #size = 0

  constructor(indexes: Readonly<Record<string, AnyIndex<Of>>>, observer: Observer<Of>) {
    this.#observer = observer
    this.#indexes = new Map(
      Object.entries(indexes).map(([name, index]) => [name, new Index(index)]),
    )
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

  /** All rows by id, as they are now. */
  values(): Of[] {
    return this.#rows.filter((row) => row !== undefined)
  }

  index(name: string): Index<Of> {
    const index = this.#indexes.get(name)
    if (!index) throw new Error(`sandbox state: there is no index ${name}`)
    return index
  }

  insert(row: Of): void {
    this.#observer.note(row, null)
    this.#add(row)
  }

  update(row: Of, changes: Partial<Of>): void {
    this.#observer.note(row, row)
    this.#write(row, { ...row, ...changes })
  }

  remove(row: Of): void {
    this.#observer.note(row, row)
    this.#drop(row)
  }

  /** Makes the row what it was; null when it was not there. Nobody is told. */
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
    // No holes: engines read a list with holes slower.
    while (this.#rows.length <= row.id) this.#rows.push(undefined)
    this.#rows[row.id] = row
    this.#size++
    for (const index of this.#indexes.values()) index.add(row)
  }

  #drop(row: Of): void {
    this.#rows[row.id] = undefined
    while (this.#rows.length > 0 && this.#rows.at(-1) === undefined) this.#rows.pop()
    this.#size--
    for (const index of this.#indexes.values()) index.remove(row)
  }

  /** The same object with other values: whoever holds the row sees what it is now. */
  #write(row: Of, values: Of): void {
    const moved: Index<Of>[] = []
    for (const index of this.#indexes.values()) {
      if (!index.holdsAlike(row, values)) moved.push(index)
    }
    for (const index of moved) index.remove(row)
    Object.assign(row, values)
    for (const index of moved) index.add(row)
  }
}
