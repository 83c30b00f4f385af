/** A step or chain whose result should be awaited. */
export interface Expectation {
  /** What is not sent otherwise. */
  readonly content: () => string
  /** Records where it was created; the stack is only formatted when read. */
  readonly made: Error
}

const mostTold = 10

/**
 * Only a process with nothing left to do proves that nobody will await it; one that is ended or fails does
 * not. `beforeExit` alone is too early, since its listeners may await too.
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
    `nothing was sent for ${[...told, ...more].join("; ")}: await it, or pass it to a chain`,
  )
  warning.name = "Unawaited"
  // The place of creation helps; the place of detection does not.
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
