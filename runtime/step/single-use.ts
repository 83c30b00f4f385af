import { type Failure, notLoaded } from "../errors/index.js"
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
 * @returns a function to call once the result was requested; undefined if nobody would be warned
 */
function expectUse(content: () => string): (() => void) | undefined {
  expected ??= isDevelopment() ? watchedExpectations() : "nothing"
  const all = expected
  if (all === "nothing" || all.size >= mostExpected) return undefined
  const expectation = { content, made: new Error() }
  all.add(expectation)
  return () => all.delete(expectation)
}

function isDevelopment(): boolean {
  const mode = globalThis.process?.env?.NODE_ENV
  return mode === "development" || mode === "test"
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

/** A promise whose work begins when its value is first requested. `run` is called every time. */
export abstract class LazyPromise<T> implements Promise<T> {
  #running: Promise<T> | undefined

  abstract run(): Promise<T>

  /** Starts the work at the first call. Throws for options that come too late. */
  protected once(use: SingleUse, options: object | undefined, start: () => Promise<T>): Promise<T> {
    if (!this.#running) {
      use.claim("alone")
      this.#running = start()
    } else if (options) {
      throw new Error(`${use.subject} is already running: options no longer have an effect`)
    }
    return this.#running
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaited is what starts the work
  then<One = T, Other = never>(
    fulfilled?: ((value: T) => One | PromiseLike<One>) | null,
    rejected?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<One | Other> {
    return this.run().then(fulfilled, rejected)
  }

  catch<Other = never>(
    rejected?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<T | Other> {
    return this.run().catch(rejected)
  }

  finally(done?: (() => void) | null): Promise<T> {
    return this.run().finally(done)
  }

  get [Symbol.toStringTag](): string {
    return "Promise"
  }
}

/** How a step or chain is executed: alone, or as part of a chain. */
export type Use = "alone" | "chain"

/** Guards against sending a step or chain twice, and against forgetting it. */
export class SingleUse {
  /** Its name in messages: `Step issue.view`. */
  readonly subject: string
  readonly #requested: (() => void) | undefined
  #used: Use | undefined

  /** @param content - what is not sent unless awaited, such as `issue.view`; only called for that message */
  constructor(subject: string, content: () => string) {
    this.subject = subject
    this.#requested = expectUse(content)
  }

  /** Claims the step for its single use; throws if it is already used. */
  claim(use: Use): void {
    if (this.#used !== undefined) {
      const before = this.#used === "alone" ? "already ran by itself" : "already belongs to a chain"
      const after = use === "alone" ? "run by itself" : "join a chain"
      throw new Error(
        `${this.subject} ${before} and cannot ${after}: call the capability again for a new one`,
      )
    }
    this.#used = use
    this.asked()
  }

  /** Records that the result was requested, so that there is no warning. */
  asked(): void {
    this.#requested?.()
  }
}

/**
 * Loads a module on first use, or returns the failure; after a failure, the next call tries again.
 *
 * @returns a function that takes the name of the feature, for the failure
 */
export function lazyImport<T extends object>(
  load: () => Promise<T>,
): (name: string) => T | Promise<T | Failure> {
  let loaded: T | undefined
  return (name) =>
    loaded ??
    load().then(
      (value) => {
        loaded = value
        return value
      },
      (error: unknown) => notLoaded(name, error),
    )
}
