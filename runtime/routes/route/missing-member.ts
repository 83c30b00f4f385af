/**
 * Names the member of an answer at which a mapping failed. JavaScript's errors only have the name of the member that
 * was looked for, so the mapping runs again on an answer that records which members it reads.
 */
export function memberAt(map: (answer: unknown) => unknown, answer: unknown): string | undefined {
  let last: { readonly path: string; readonly value: unknown } | undefined
  const watched = (value: unknown, path: string): unknown => {
    if (typeof value !== "object" || value === null) return value
    return new Proxy(value, {
      get(target, name) {
        const inner: unknown = Reflect.get(target, name)
        if (typeof name === "symbol" || typeof inner === "function") return inner
        if (Array.isArray(target) && name === "length") return inner
        const at = Array.isArray(target) ? `${path}[${name}]` : path ? `${path}.${name}` : name
        last = { path: at, value: inner }
        return watched(inner, at)
      },
    })
  }
  try {
    map(watched(answer, ""))
    return undefined
  } catch {
    return last && `${last.path} is ${kindOf(last.value)}`
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null"
  if (value === undefined) return "missing"
  return Array.isArray(value) ? "a list" : `of the type ${typeof value}`
}
