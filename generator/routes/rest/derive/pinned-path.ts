import type { RestDescription } from "../../../parse/index.js"
import { namesIn } from "../check/index.js"

/** A path of GitHub's, and which of its names the card calls otherwise. */
export interface PinnedPath {
  readonly path: string
  readonly renamed: readonly (readonly [pinned: string, own: string])[]
}

/**
 * GitHub's path of a request whose names are the card's inputs: the one whose other parts are the same,
 * and of several the one that has the names too. One that GitHub does not have stays as it is.
 */
export function pinnedPath(
  written: string,
  method: string,
  { paths }: RestDescription,
): PinnedPath {
  // What may be left out has its names from GitHub.
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
