/** The prefix for the names of one operation in a merged document. */
export function prefixOf(index: number): string {
  return `s${index}_`
}

/** The operation and the name behind a prefixed name. */
export function unprefixed(name: unknown): [index: number, name: string] | undefined {
  const [, digits, rest] = (typeof name === "string" && /^s(\d+)_(\w*)$/.exec(name)) || []
  return rest === undefined ? undefined : [Number(digits), rest]
}
