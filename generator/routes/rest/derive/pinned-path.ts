import type { RestDescription } from "../../../parse/index.js"
import { namesIn } from "../check/index.js"

/** A path of GitHub's description, and the names that the card replaces in it. */
export interface PinnedPath {
  readonly path: string
  readonly renamed: readonly (readonly [pinned: string, own: string])[]
}

/**
 * GitHub's path for a request. It has the same parts apart from names; if several match, the one with the same names
 * is chosen. An unknown path stays unchanged.
 */
export function pinnedPath(
  written: string,
  method: string,
  { paths }: RestDescription,
): PinnedPath {
  // Optional parts keep GitHub's names.
  if (Object.hasOwn(paths, written) || written.includes("[")) return { path: written, renamed: [] }
  const wanted = withoutNames(written)
  const [path, ...others] = Object.keys(paths).filter(
    (one) => withoutNames(one) === wanted && paths[one]?.[method.toLowerCase()] !== undefined,
  )
  if (path === undefined || others.length > 0) return { path: written, renamed: [] }
  const own = namesIn(written)
  const renamed = namesIn(path).flatMap((name, index): [string, string][] => {
    const called = own[index]
    return called === undefined || called === name ? [] : [[name, called]]
  })
  return { path, renamed }
}

function withoutNames(path: string): string {
  return path.replace(/\{\w+\}/g, "{}")
}
