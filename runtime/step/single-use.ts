/** How a step or a chain is carried out: by itself, or as part of a chain. */
export type Use = "alone" | "chain"

/**
 * Guards a step against being sent twice.
 *
 * @returns what to call before the one use; it throws on every further one.
 */
export function singleUse(what: string): (use: Use) => void {
  let used: Use | undefined
  return (use) => {
    if (used !== undefined) {
      const before = used === "alone" ? "already ran by itself" : "already belongs to a chain"
      const after = use === "alone" ? "run by itself" : "join a chain"
      throw new Error(
        `${what} ${before} and cannot ${after}: call the capability again for a new one`,
      )
    }
    used = use
  }
}
