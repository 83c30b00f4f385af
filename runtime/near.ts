/**
 * The names that were probably meant by `name`, nearest first, at most three.
 *
 * Near are, in this order: another spelling (`issueNumber`, `Open`), typing errors, and one name that
 * begins or ends like the other (`number` and `issue_number`, `repository` and `repo`).
 */
export function nearNames(name: string, names: readonly string[]): string[] {
  const plain = bare(name)
  return names
    .map((candidate) => ({ candidate, score: score(plain, bare(candidate)) }))
    .filter(({ score }) => score < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.score - other.score)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

function score(name: string, candidate: string): number {
  if (name === candidate) return 0
  // Long names are data in the wrong place, and comparing them costs time.
  if (name.length > 64) return Number.POSITIVE_INFINITY
  const typos = distance(name, candidate)
  const tolerated = Math.ceil(Math.max(name.length, candidate.length) / 3)
  if (name.length > 1 && typos <= tolerated) return typos
  const [short, long] = name.length < candidate.length ? [name, candidate] : [candidate, name]
  const part = short.length > 2 && (long.startsWith(short) || long.endsWith(short))
  return part ? tolerated + 1 : Number.POSITIVE_INFINITY
}

/** A name without what distinguishes spelling conventions. */
function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, "")
}

/**
 * Levenshtein's distance, the textbook's way. A library would be loaded by everybody's first import,
 * because a client's options are compared where nothing can be awaited; a test compares it with one.
 */
export function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const here = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = one[row - 1] === other[column - 1] ? 0 : 1
      const [left = 0, up = 0, corner = 0] = [here[column - 1], above[column], above[column - 1]]
      here.push(Math.min(left + 1, up + 1, corner + replaced))
    }
    above = here
  }
  return above[other.length] ?? 0
}
