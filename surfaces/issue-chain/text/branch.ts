/** Branch names: the same roots give the same name. */
import { createHash } from "node:crypto"

/** The longest part of a title in a branch's name. */
const SLUG_LENGTH = 40

/** The descriptive part of a branch name; empty if the title has no usable character. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, "")
}

/**
 * The names that a run's branch may have, in order: for one root there is one, for several a second
 * with more of the hash.
 *
 * @param title That of the lowest root.
 */
export function branchNames(roots: readonly number[], title: string): readonly string[] {
  const sorted = [...roots].sort((a, b) => a - b)
  const slug = slugOf(title) || "issue"
  if (sorted.length === 1) return [`idd/chain-${sorted[0]}-${slug}`]
  const hash = createHash("sha256").update(sorted.join("-")).digest("hex")
  return [8, 16].map((length) => `idd/chain-multi-${hash.slice(0, length)}-${slug}`)
}
