/** `createdAt` → `created_at`: the contract's name for a GraphQL field. */
function snakeCase(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase()
  return words.replace(/^[^a-z]+/, "") || "value"
}

/** Gives each name of one object a contract name of its own. */
export function contractNames(names: Iterable<string>): Map<string, string> {
  // Contracts may not have it.
  const taken = new Set(["constructor"])
  const result = new Map<string, string>()
  for (const name of names) {
    const base = snakeCase(name)
    let free = base
    for (let count = 2; taken.has(free); count += 1) free = `${base}_${count}`
    taken.add(free)
    result.set(name, free)
  }
  return result
}

/** A name as a path expression; the words that JMESPath reserves are quoted. */
export function identifier(name: string): string {
  return name === "let" || name === "in" ? JSON.stringify(name) : name
}
