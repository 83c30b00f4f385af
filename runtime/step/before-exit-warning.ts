/** A step or chain whose result should be awaited. */
export interface Expectation {
  /** Describes, for the warning, what will never be sent unless the result is awaited. */
  readonly content: () => string
  /** Records where the step was created. The stack is only formatted when read. */
  readonly made: Error
}

const mostListed = 10

/**
 * Warns when the process has nothing left to do, since only then nobody will await the result. A process that is
 * ended or fails proves nothing. `beforeExit` alone is too early, since its listeners may still await.
 */
export function warnBeforeExit(all: ReadonlySet<Expectation>): void {
  let hasNothingLeft = false
  process.on?.("beforeExit", () => {
    hasNothingLeft = true
  })
  process.on?.("exit", () => {
    if (hasNothingLeft && all.size > 0) emitWarning(all)
  })
}

/** Emits a warning synchronously: `process.emitWarning` would defer it until after the end. */
function emitWarning(all: ReadonlySet<Expectation>): void {
  const lines = new Set([...all].map(({ content, made }) => `${content()}${placeOf(made)}`))
  const shown = [...lines].slice(0, mostListed)
  const more = lines.size > mostListed ? [`and ${lines.size - mostListed} more`] : []
  const warning = new Error(
    `nothing was sent for ${[...shown, ...more].join("; ")}: await it, or pass it to a chain`,
  )
  warning.name = "Unawaited"
  // The place where the step was created helps; the place where this was detected does not.
  warning.stack = `${warning.name}: ${warning.message}`
  process.emit("warning", warning)
}

/** The first place in a stack that is outside the runtime. */
function placeOf({ stack = "" }: Error): string {
  const own = import.meta.url?.replace(/(?:(?:step|chunks)\/)?[^/]*$/, "")
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line))
  // With source maps, frames have paths instead of URLs.
  const path = own && decodeURIComponent(new URL(own).pathname)
  const caller = own && frames.find((line) => !line.includes(own) && !line.includes(`${path}`))
  const place = caller && /(?:\(|at )([^()]*:\d+:\d+)\)?$/.exec(caller)?.[1]
  return place ? ` (${place})` : ""
}
