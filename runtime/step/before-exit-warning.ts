/** Something whose result somebody has to ask for. */
export interface Expectation {
  /** What is not sent where nobody does. */
  readonly content: () => string
  /** Knows where it was made; its stack is only written out when somebody reads it. */
  readonly made: Error
}

const mostTold = 10

/**
 * Only when a process has nothing left to do is it certain that nobody will come any more: one that
 * is ended, or fails, might have. `beforeExit` alone is too early, since its listeners may await too.
 */
export function watchForTheEnd(all: ReadonlySet<Expectation>): void {
  let hasNothingLeft = false
  process.on?.("beforeExit", () => {
    hasNothingLeft = true
  })
  process.on?.("exit", () => {
    if (hasNothingLeft && all.size > 0) tell(all)
  })
}

/** Emits a warning at once: what `process.emitWarning` puts off would come after the end. */
function tell(all: ReadonlySet<Expectation>): void {
  const lines = new Set([...all].map(({ content, made }) => `${content()}${placeOf(made)}`))
  const told = [...lines].slice(0, mostTold)
  const more = lines.size > mostTold ? [`and ${lines.size - mostTold} more`] : []
  const warning = new Error(
    `nothing was sent for ${[...told, ...more].join("; ")}: await it, or give it to a chain`,
  )
  warning.name = "Unawaited"
  // Where it was made is what helps; where this was noticed is nowhere.
  warning.stack = `${warning.name}: ${warning.message}`
  process.emit("warning", warning)
}

/** The first place of a stack that is not the runtime's own. */
function placeOf({ stack = "" }: Error): string {
  const own = import.meta.url?.replace(/(?:(?:step|chunks)\/)?[^/]*$/, "")
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line))
  const caller = own && frames.find((line) => !line.includes(own))
  const place = caller && /(?:\(|at )([^()]*:\d+:\d+)\)?$/.exec(caller)?.[1]
  return place ? ` (${place})` : ""
}
