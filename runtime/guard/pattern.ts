/**
 * Whether an id matches a pattern: `*` matches anything, and a domain matches everything in it, so that
 * `deny: ["pr"]` takes effect.
 */
export function matches(pattern: string, id: string): boolean {
  if (id.startsWith(`${pattern}.`)) return true
  const [first = "", ...rest] = pattern.split("*")
  const last = rest.pop()
  if (last === undefined) return id === pattern
  if (!id.startsWith(first)) return false
  // Without a regular expression: a pattern of many stars must not cost the length of the id each.
  let from = first.length
  for (const part of rest) {
    const at = id.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return id.length - last.length >= from && id.endsWith(last)
}
