/** Writes files, and refuses links in a stranger's clone, through which a write would end up outside of it, or in git's own folder. */
import { randomUUID } from "node:crypto"
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"

/**
 * Creates a file in an existing folder.
 *
 * @param clone - the folder whose links are not followed
 * @throws LinkError if its folder is reached through one; an error with the code EEXIST if there is a file, or a link
 */
export function createFile(path: string, text: string, clone?: string): void {
  refuseLinks(dirname(path), clone === undefined ? [] : [clone])
  writeNew(path, text)
}

const writeNew = (path: string, text: string) => writeFileSync(path, text, { flag: "wx" })

/**
 * Writes a file of an existing folder atomically: readers see the old or the new contents. A link is replaced, not followed.
 *
 * @param clone - the folder whose links are not followed
 * @throws LinkError if its folder is reached through one
 */
export function replaceFile(path: string, text: string, clone?: string): void {
  refuseLinks(dirname(path), clone === undefined ? [] : [clone])
  replaceChecked(path, text)
}

/** The same, if the folder is known to be reached through no link. */
export const replaceChecked = (path: string, text: string) => replaceAllChecked([[path, text]])

/** The same for several files: none is replaced if one cannot be written. */
export function replaceAllChecked(files: readonly (readonly [path: string, text: string])[]): void {
  // Names that nobody knows before, created exclusively: a clone cannot contain a link in their place.
  const written = files.map(([path, text]) => ({
    path,
    text,
    beside: `${path}.${randomUUID()}.tmp`,
  }))
  let current: string | undefined
  try {
    for (const { path, text, beside } of written) {
      current = path
      writeNew(beside, text)
    }
    for (const { path, beside } of written) {
      current = path
      renameSync(beside, path)
    }
  } catch (error) {
    for (const { beside } of written) rmSync(beside, { force: true })
    throw Object.assign(Object(error), { path: current })
  }
}

/** The same, with the folders that are missing. */
export function putFile(path: string, text: string, clone?: string): void {
  refuseLinks(dirname(path), clone === undefined ? [] : [clone])
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true })
  replaceChecked(path, text)
}

/** A path leads through a link, or a file, that is no place to write to. */
export class LinkError extends Error {
  constructor(
    message: string,
    readonly fix?: string,
  ) {
    super(message)
  }
}

/** The top of the clone around a folder, or else that folder. */
export function cloneAround(folder: string): string {
  for (let one = folder; dirname(one) !== one; one = dirname(one)) {
    if (existsSync(join(one, ".git"))) return one
  }
  return folder
}

/**
 * Refuses a folder that is reached through a link in one of the clones. Links elsewhere are the user's own.
 *
 * @throws LinkError
 */
export function refuseLinks(to: string, clones: readonly string[]): void {
  for (const folder of foldersTo(resolve(to))) {
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    if (!stats) return
    const shown = relative(process.cwd(), folder)
    if (stats.isSymbolicLink() && isWithin(clones, dirname(folder))) {
      throw new LinkError(
        `${shown} is a link to ${readlinkSync(folder)}, which ghx does not follow`,
        "Remove it, or name the folder that it leads to",
      )
    }
    if (stats.isFile()) throw new LinkError(`${shown} is a file, not a folder`)
  }
}

/** Whether a folder is one of the others, or below it, wherever links lead. */
export function isWithin(others: readonly string[], folder: string): boolean {
  const real = join(realpathSync(folder), sep)
  return others.some((one) => existsSync(one) && real.startsWith(join(realpathSync(one), sep)))
}

/** All folders to a folder, from the root down. */
function foldersTo(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [...foldersTo(parent), folder]
}
