/** In development, warns about steps and chains that were created and never awaited. */
import type { Expectation } from "./before-exit-warning.js"

// Entries are kept until the end, and a long process must not grow with them.
const mostExpected = 1000

// Found out at the first step: importing does nothing, and reading the environment takes longer than
// making a step.
let expected: Set<Expectation> | "nothing" | undefined

/**
 * Expects that a result will be requested.
 *
 * @param content - what is not sent otherwise
 * @returns a function to call once it was requested
 */
export function expectUse(content: () => string): () => void {
  expected ??= isDevelopment() ? watched() : "nothing"
  const all = expected
  if (all === "nothing" || all.size >= mostExpected) return () => {}
  const expectation = { content, made: new Error() }
  all.add(expectation)
  return () => all.delete(expectation)
}

function isDevelopment(): boolean {
  return globalThis.process?.env?.NODE_ENV === "development"
}

/** The watcher is loaded meanwhile; the process does not end before. */
function watched(): Set<Expectation> {
  const all = new Set<Expectation>()
  void import("./before-exit-warning.js").then(
    ({ watchForTheEnd }) => watchForTheEnd(all),
    () => {},
  )
  return all
}
