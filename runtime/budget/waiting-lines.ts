/**
 * Queues of waiting requests within a process, first come, first served. There is one for each window, and only its
 * head asks the store.
 */
export interface WaitingLines {
  /** The first of these windows that has a queue. */
  crowded(windows: Iterable<string>): string | undefined
  /** `head` resolves when the request reaches the head of the queue, and is then the only one that asks the store. */
  enter(window: string): { readonly place: Place; readonly head: Promise<void> }
}

/** A place in a queue. */
export interface Place {
  readonly window: string
  /** The time at which the head of the queue expects to be sent. */
  readonly expected: number
  expect(time: number): void
  /** Number of requests behind this one. */
  behind(): number
  /** Leaves the queue; if it was the head, the next one takes its turn. */
  leave(): void
}

interface Line {
  readonly standing: { called(): void }[]
  expected: number
}

export function waitingLines(): WaitingLines {
  const lines = new Map<string, Line>()
  return {
    crowded(windows) {
      if (lines.size === 0) return undefined
      for (const window of windows) if (lines.has(window)) return window
      return undefined
    },
    enter(window) {
      const line = lines.get(window) ?? { standing: [], expected: 0 }
      lines.set(window, line)
      let called = () => {}
      const head = new Promise<void>((resolve) => {
        called = resolve
      })
      const own = { called }
      line.standing.push(own)
      if (line.standing.length === 1) called()
      return {
        head,
        place: {
          window,
          get expected() {
            return line.expected
          },
          expect(time) {
            line.expected = time
          },
          behind: () => line.standing.length - 1 - line.standing.indexOf(own),
          leave() {
            const index = line.standing.indexOf(own)
            if (index < 0) return
            line.standing.splice(index, 1)
            if (line.standing.length === 0) lines.delete(window)
            else if (index === 0) line.standing[0]?.called()
          },
        },
      }
    },
  }
}
