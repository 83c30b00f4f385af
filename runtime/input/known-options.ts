/** Every option there is: a record, so that the compiler sees when one is missing. */
export type Known<Options> = Readonly<Record<keyof Required<Options>, true>>

/**
 * Throws where `options` has one that `of` does not know: a misspelt `timeout_ms` must not mean that
 * there is no limit. Types say so already, but many callers have none.
 */
export function checkOptions<Options extends object>(
  of: string,
  options: Options,
  known: Known<Options>,
): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${of} takes an object of options, not ${typeof options}`)
  }
  const names = Object.keys(known)
  const stranger = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (stranger === undefined) return
  throw new TypeError(`${of} has no option \`${stranger}\`; it has ${names.join(", ")}`)
}
