/** In development, tells of steps and chains that a process made and never awaited. */

interface Expectation {
  readonly content: () => string
  /** Knows where it was made; its stack is only written out when somebody reads it. */
  readonly made: Error
}

// What is waiting is kept until the end, and a long process must not grow by it.
const mostExpected = 1000
const mostTold = 10

// Found out at the first step: importing does nothing, and reading the environment takes longer than
// making a step.
let expected: Set<Expectation> | "nothing" | undefined

/**
 * Expects that somebody will ask for the result of something.
 *
 * @param content - what is not sent where nobody does
 * @returns what to call when somebody did
 */
export function expectUse(content: () => string): () => void {
  expected ??= isDevelopment() ? watchForTheEnd() : "nothing"
  const all = expected
  if (all === "nothing" || all.size >= mostExpected) return () => {}
  const expectation = { content, made: new Error() }
  all.add(expectation)
  return () => all.delete(expectation)
}

function isDevelopment(): boolean {
  return globalThis.process?.env?.NODE_ENV === "development"
}

/**
 * Only when a process has nothing left to do is it certain that nobody will come any more: one that
 * is ended, or fails, might have. `beforeExit` alone is too early, since its listeners may await too.
 */
function watchForTheEnd(): Set<Expectation> {
  const all = new Set<Expectation>()
  let hasNothingLeft = false
  process.on?.("beforeExit", () => {
    hasNothingLeft = true
  })
  process.on?.("exit", () => {
    if (hasNothingLeft && all.size > 0) tell(all)
  })
  return all
}

/** Emits a warning at once: what `process.emitWarning` puts off would come after the end. */
function tell(all: ReadonlySet<Expectation>): void {
  const lines = new Set([...all].map(({ content, made }) => `${content()}${placeOf(made)}`))
  const told = [...lines].slice(0, mostTold)
  const more = lines.size > mostTold ? [`and ${lines.size - mostTold} more`] : []
  const warning = new Error(
    `nothing was sent for ${[...told, ...more].join("; ")}: await it, or give it to a chain`,
  )
  warning.name = "NeverAwaited"
  // Where it was made is what helps; where this was noticed is nowhere.
  warning.stack = `${warning.name}: ${warning.message}`
  process.emit("warning", warning)
}

/** The first place of a stack that is not the runtime's own. */
function placeOf({ stack = "" }: Error): string {
  const own = import.meta.url?.replace(/(?:step|chunks)\/[^/]*$/, "")
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line))
  const caller = own && frames.find((line) => !line.includes(own))
  const place = caller && /(?:\(|at )([^()]*:\d+:\d+)\)?$/.exec(caller)?.[1]
  return place ? ` (${place})` : ""
}
