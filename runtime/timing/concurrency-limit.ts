/** Runs a piece of work when there is room for it. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Lets at most `most` pieces of work run at once; the others wait in line. */
export function concurrencyLimit(most: number): ConcurrencyLimit {
  const line: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((enter) => line.push(enter))
    else running += 1
    try {
      return await work()
    } finally {
      // The slot is handed over directly, so that no later caller can take it.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
