/** Branch names. The same roots always give the same name. */
import { createHash } from "node:crypto"

/** Maximum length of the title's part in a branch name. */
const SLUG_LENGTH = 40

/** The descriptive part of a branch name; empty if the title has no usable character. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, "")
}

/**
 * The possible names of a run's branch, in order. A single root has one name; several roots have a second one with
 * more of the hash.
 *
 * @param title Title of the lowest root.
 */
export function branchNames(roots: readonly number[], title: string): readonly string[] {
  const sorted = [...roots].sort((a, b) => a - b)
  const slug = slugOf(title) || "issue"
  if (sorted.length === 1) return [`idd/chain-${sorted[0]}-${slug}`]
  const hash = createHash("sha256").update(sorted.join("-")).digest("hex")
  return [8, 16].map((length) => `idd/chain-multi-${hash.slice(0, length)}-${slug}`)
}
