import { type Failure, notLoaded } from "../errors/index.js"

/**
 * What is loaded when it is first needed, or why it could not be; the next call asks for it again then.
 *
 * @returns takes the name of what needs it, for the failure
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
