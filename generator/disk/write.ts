import { randomUUID } from "node:crypto"
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { refuseLinks } from "./links.js"

/**
 * Creates a file in an existing folder.
 *
 * @param clone - the folder whose links are not followed
 * @throws LinkError if its folder is reached through one; an error with the code EEXIST if there is a file, or a link
 */
export function createFile(path: string, text: string, clone?: string): void {
  refuseLinks(dirname(path), clone === undefined ? [] : [clone])
  writeFileSync(path, text, { flag: "wx" })
}

/**
 * Writes a file of an existing folder atomically: readers see the old or the new contents. A link is replaced, not followed.
 *
 * @param clone - the folder whose links are not followed
 * @throws LinkError if its folder is reached through one
 */
export function replaceFile(path: string, text: string, clone?: string): void {
  // A name that nobody knows before, created exclusively: a clone cannot contain a link in its place.
  const beside = `${path}.${randomUUID()}.tmp`
  createFile(beside, text, clone)
  try {
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** The same, with the folders that are missing. */
export function putFile(path: string, text: string, clone?: string): void {
  refuseLinks(dirname(path), clone === undefined ? [] : [clone])
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true })
  replaceFile(path, text, clone)
}
