/** In development, tells of steps and chains that a process made and never awaited. */
import type { Expectation } from "./before-exit-warning.js"

// What is waiting is kept until the end, and a long process must not grow by it.
const mostExpected = 1000

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

/** What watches them is loaded meanwhile: a process does not end before. */
function watched(): Set<Expectation> {
  const all = new Set<Expectation>()
  void import("./before-exit-warning.js").then(
    ({ watchForTheEnd }) => watchForTheEnd(all),
    () => {},
  )
  return all
}
