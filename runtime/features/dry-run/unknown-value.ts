/**
 * A placeholder for a value from an answer, in a dry run: `"<issue_id>"` in JSON and strings. A value
 * derived from it has a longer name.
 */
export function unknownValue(name: string): unknown {
  const text = `<${name}>`
  return new Proxy(() => unknownValue(name), {
    get(_, key) {
      if (key === "toJSON" || key === Symbol.toPrimitive) return () => text
      return typeof key === "symbol" ? undefined : unknownValue(`${name}.${key}`)
    },
  })
}
