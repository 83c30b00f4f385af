import { type Failure, notLoaded } from "../errors/index.js"

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
