import type { Expectation } from "./before-exit-warning.js"

// Entries are kept until the process ends, so their number is limited.
const mostExpected = 1000

// Set by the first step, because importing must do nothing, and reading the environment takes longer than making a
// step.
let expected: Set<Expectation> | "nothing" | undefined

/**
 * Registers a step whose result should be requested.
 *
 * @param content - what is not sent otherwise
 * @returns a function to call once the result was requested
 */
export function expectUse(content: () => string): () => void {
  expected ??= isDevelopment() ? watchedExpectations() : "nothing"
  const all = expected
  if (all === "nothing" || all.size >= mostExpected) return () => {}
  const expectation = { content, made: new Error() }
  all.add(expectation)
  return () => all.delete(expectation)
}

function isDevelopment(): boolean {
  return globalThis.process?.env?.NODE_ENV === "development"
}

/** The watcher loads in the background; the process does not end before it has loaded. */
function watchedExpectations(): Set<Expectation> {
  const all = new Set<Expectation>()
  void import("./before-exit-warning.js").then(
    ({ warnBeforeExit }) => warnBeforeExit(all),
    () => {},
  )
  return all
}

/** A promise whose work begins when its value is first requested. `start` is called every time. */
export function lazyPromise<T>(start: () => Promise<T>): Promise<T> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: being awaited is what starts the work
    then: (fulfilled, rejected) => start().then(fulfilled, rejected),
    catch: (rejected) => start().catch(rejected),
    finally: (done) => start().finally(done),
    [Symbol.toStringTag]: "Promise",
  }
}

/** How a step or chain is executed: alone, or as part of a chain. */
export type Use = "alone" | "chain"

/** Guards against sending a step or chain twice, and against forgetting it. */
export interface SingleUse {
  /** Claims the step for its single use; throws if it is already used. */
  claim(use: Use): void
  /** Records that the result was requested, so that there is no warning. */
  asked(): void
}

/**
 * @param subject - its name in messages: `Step issue.view`
 * @param content - what is not sent unless awaited, such as `issue.view`; only called for that message
 */
export function singleUse(subject: string, content: () => string): SingleUse {
  const asked = expectUse(content)
  let used: Use | undefined
  const claim = (use: Use) => {
    if (used !== undefined) {
      const before = used === "alone" ? "already ran by itself" : "already belongs to a chain"
      const after = use === "alone" ? "run by itself" : "join a chain"
      throw new Error(
        `${subject} ${before} and cannot ${after}: call the capability again for a new one`,
      )
    }
    used = use
    asked()
  }
  return { claim, asked }
}
