import leven from "leven"

/**
 * The names that `name` probably meant, most similar first, at most three.
 *
 * In this order: another spelling (`issueNumber`, `Open`), typing errors, and one name that begins or ends
 * like the other (`number` and `issue_number`, `repository` and `repo`).
 */
export function suggestionsFor(name: string, names: readonly string[]): string[] {
  const plain = bare(name)
  return names
    .map((candidate) => ({ candidate, score: score(plain, bare(candidate)) }))
    .filter(({ score }) => score < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.score - other.score)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** A suggestion in words: "did you mean `pr.thread`?" */
export function didYouMean(names: readonly string[]): string {
  return `did you mean ${names.map((name) => `\`${name}\``).join(" or ")}?`
}

function score(name: string, candidate: string): number {
  if (name === candidate) return 0
  // Longer names, but for paths of REST, are data in the wrong place, and comparing them costs time.
  if (name.length > 100) return Number.POSITIVE_INFINITY
  const typos = leven(name, candidate)
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
