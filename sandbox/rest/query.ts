/** The query string, read by name; it remembers what nobody has asked for. */
export interface Query {
  get: (name: string) => string | null
  has: (name: string) => boolean
  /** Parameters that were given and not looked at. */
  unread: () => string[]
}

export function queryOf(parameters: Record<string, string>): Query {
  const read = new Set<string>()
  return {
    get(name) {
      read.add(name)
      return parameters[name] ?? null
    },
    has(name) {
      read.add(name)
      return parameters[name] !== undefined
    },
    unread: () => Object.keys(parameters).filter((name) => !read.has(name)),
  }
}
