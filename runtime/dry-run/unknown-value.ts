/**
 * Stands for a value that an answer would give, in a dry run: `"<issue_id>"` in JSON and in texts. What is
 * made of it is the same with a longer name.
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
