export interface Entry {
  readonly id: string
  readonly points: number
  readonly reserved: number
  /** Time from which the entry counts. */
  readonly at: number
}

/** The id of the entry for points that no process has restored. */
const LOST = "lost"

/**
 * Spent points with their times, oldest first. An entry is touched three times: when it is added, when it expires,
 * and when it is forgotten, at least a period after it has expired. Until then, the log can compute the points in use
 * at an earlier time.
 */
export class Log {
  readonly ms: number
  sum = 0
  #entries: Entry[] = []
  #byId = new Map<string, Entry>()
  /** Index of the first entry that may count. No entry before the time `#expired` counts. */
  #first = 0
  #expired = Number.NEGATIVE_INFINITY
  #trimmed = Number.NEGATIVE_INFINITY

  constructor(ms: number) {
    this.ms = ms
  }

  /** Adds an entry that is the latest, in place of any entry with the same id. */
  add(entry: Entry): void {
    this.remove(entry.id)
    this.#entries.push(entry)
    this.#byId.set(entry.id, entry)
    this.sum += entry.points
  }

  /** Makes an entry count from `at` on, unless it has expired. */
  renew(id: string, at: number): void {
    const entry = this.#byId.get(id)
    if (entry && entry.at > this.#expired) this.add({ ...entry, at })
  }

  remove(id: string): void {
    const entry = this.#byId.get(id)
    if (!entry) return
    this.#byId.delete(id)
    if (entry.at > this.#expired) this.sum -= entry.points
  }

  /** Adds the entries that the log lacks, sorted by time. */
  restore(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const known = this.#byId.get(entry.id)
      if (known && known.at >= entry.at) continue
      this.#byId.set(entry.id, entry)
    }
    this.#sort()
  }

  /** Counts the points that others had used at `at` and that nobody has restored. */
  lose({ used, at }: { readonly used: number; readonly at: number }): void {
    this.remove(LOST)
    const isRestored = (one: Entry) => one.reserved < at && one.at > at - this.ms
    const restored = sumOf([...this.#byId.values()].filter(isRestored))
    const points = Math.max(0, used - restored)
    this.restore([{ id: LOST, points, reserved: at, at }])
  }

  forget(time: number): void {
    this.#expired = Math.max(this.#expired, time - this.ms)
    for (let entry = this.#entries[this.#first]; entry && entry.at <= this.#expired; ) {
      if (this.#has(entry)) this.sum -= entry.points
      this.#first += 1
      entry = this.#entries[this.#first]
    }
    // Removing the expired entries one by one would take time quadratic in their number.
    if (time < this.#trimmed + this.ms) return
    this.#trimmed = time
    const isOld = ({ at }: Entry) => at <= time - 2 * this.ms
    for (const [id, entry] of this.#byId) if (isOld(entry)) this.#byId.delete(id)
    this.#sort()
  }

  /** The time of the entry whose expiry frees this many points. */
  freed(points: number): number {
    let over = points
    for (const entry of this.#unexpired()) {
      over -= entry.points
      if (over <= 0) return entry.at
    }
    return Number.POSITIVE_INFINITY
  }

  /** Points spent after `time`. */
  since(time: number): number {
    let sum = this.sum
    for (const entry of this.#unexpired()) {
      if (entry.at > time) break
      sum -= entry.points
    }
    return sum
  }

  /** Entries of the last two periods. */
  recent(time: number): Entry[] {
    return [...this.#byId.values()].filter(({ at }) => at > time - 2 * this.ms)
  }

  #sort(): void {
    this.#entries = [...this.#byId.values()].sort((one, other) => one.at - other.at)
    const first = this.#entries.findIndex(({ at }) => at > this.#expired)
    this.#first = first < 0 ? this.#entries.length : first
    this.sum = sumOf(this.#entries.slice(this.#first))
  }

  /** Whether an entry was neither removed nor replaced by one with a later time. */
  #has(entry: Entry): boolean {
    return this.#byId.get(entry.id) === entry
  }

  *#unexpired(): Generator<Entry> {
    for (let index = this.#first; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index]
      if (entry && this.#has(entry)) yield entry
    }
  }
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { points }) => sum + points, 0)
}
