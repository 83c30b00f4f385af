import { lstatSync, realpathSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { cloneAround, LinkError, refuseLinks } from "../disk/index.js"

/** The folder is not a ghx project, or cannot be read or written. */
export class ProjectError extends Error {}

/**
 * Throws if a file of a project is reached through a link that leads out of it: its contents would appear
 * in diagnostics, and writing would change files elsewhere.
 */
export function requireWithin(root: string, path: string): void {
  requireAllWithin(root, [path])
}

/** The same for many files. Each folder is resolved only once; within it, only links are resolved. */
export function requireAllWithin(root: string, paths: Iterable<string>): void {
  const top = realpathSync.native(root)
  const known = new Set<string>()
  for (const path of paths) {
    const place = join(root, path)
    const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
    const followed = isLink ? place : dirname(place)
    if (known.has(followed)) continue
    const real = realPathOf(nearestThere(followed))
    if (real === undefined) throw new ProjectError(`${path} is a link to nothing. Remove it`)
    if (real !== top && !real.startsWith(top + sep)) {
      throw new ProjectError(
        `${path} leads out of the project, through a link to ${real}. Replace the link by a file or folder`,
      )
    }
    known.add(followed)
  }
}

/**
 * Throws if a file that will be written is reached through any link to a folder: one within the project may lead into
 * git's own.
 */
export function requireWritable(root: string, paths: readonly string[]): void {
  requireAllWithin(root, paths)
  const clone = cloneAround(root)
  try {
    for (const folder of new Set(paths.map((path) => dirname(join(root, path))))) {
      refuseLinks(folder, [clone])
    }
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    throw new ProjectError([error.message, error.fix].filter(Boolean).join(". "))
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** The path itself, or its nearest existing parent; links are resolved. */
function nearestThere(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) ? path : nearestThere(dirname(path))
}
