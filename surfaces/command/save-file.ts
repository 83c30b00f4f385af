/**
 * Writes downloaded files into a folder that may be a stranger's clone: nothing is overwritten unless asked, no link
 * in it is followed, and git's own files are never written.
 */
import { randomUUID } from "node:crypto"
import { createWriteStream, lstatSync } from "node:fs"
import { mkdir, rename, rm } from "node:fs/promises"
import { dirname, join, resolve, sep } from "node:path"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { isWithin, refuseLinks } from "../../generator/disk/index.js"
import { currentClone, refusing } from "./in-clone.js"
import { UsageError } from "./output/index.js"

export interface Target {
  readonly path: string
  readonly isThere: boolean
  /** Whether it may be replaced as a whole; a device is written to. */
  readonly isReplaceable: boolean
}

/**
 * The file for a downloaded name.
 *
 * @param name - of GitHub, perhaps a path
 * @throws UsageError if it leads out of the folder, into git's own, or through a link
 */
export function targetIn(folder: string, name: string): Target {
  requireInside(folder, name)
  return targetAt(join(folder, name), folder)
}

/** The same for a folder, which may exist. */
export function folderIn(folder: string, name: string): string {
  requireInside(folder, name)
  const path = join(folder, name)
  requireOutsideGit(path)
  refusing(() => refuseLinks(path, guardedWith(folder)))
  return path
}

/** The file that the user named. @throws UsageError if it is reached through a link in the current clone */
export function targetAt(path: string, folder = "."): Target {
  requireOutsideGit(path)
  const guarded = guardedWith(folder)
  const parent = dirname(resolve(path))
  const stats = refusing(() => {
    refuseLinks(parent, guarded)
    return lstatSync(path, { throwIfNoEntry: false })
  })
  if (stats?.isDirectory()) throw new UsageError(`${path} is a folder`)
  const isReplaceable = stats?.isSymbolicLink() ? isWithin(guarded, parent) : stats?.isFile()
  return { path, isThere: stats !== undefined, isReplaceable: isReplaceable === true }
}

function requireInside(folder: string, name: string): void {
  if (!resolve(folder, name).startsWith(join(resolve(folder), sep))) {
    throw new UsageError(`${JSON.stringify(name)} would be written outside of ${folder}`)
  }
  if (name.includes("\0")) throw new UsageError(`${JSON.stringify(name)} is no file name`)
}

function requireOutsideGit(path: string): void {
  if (resolve(path).split(/[/\\]/).some(isGitFolder))
    throw new UsageError(`${JSON.stringify(path)} would be written into git's own folder`)
}

/** On Windows, `git~1`, `.git.` and `.git::$DATA` are other names of the same folder; on macOS, invisible letters are. */
function isGitFolder(name: string): boolean {
  const [visible = ""] = name.replace(/\p{Default_Ignorable_Code_Point}/gu, "").split(":")
  return /^(?:\.git|git~\d+)[. ]*$/i.test(visible)
}

/** The folders in which links are not followed. */
const guardedWith = (folder: string) => [currentClone(), folder]

/**
 * @param fix - what to do about files that exist; false if they are replaced
 * @throws UsageError if one of the files exists, or would be written twice
 */
export function requireFree(targets: readonly Target[], fix: string | false): void {
  const paths = targets.map(({ path }) => path)
  const twice = paths.find((path, at) => paths.indexOf(path) !== at)
  if (twice !== undefined) throw new UsageError(`${twice} would be written twice`)
  if (fix === false) return
  const there = targets.flatMap(({ path, isThere }) => (isThere ? [path] : []))
  if (there.length === 0) return
  const shown = there.length > 5 ? [...there.slice(0, 4), `${there.length - 4} more`] : there
  throw new UsageError(`${shown.join(", ")} already exist${there.length > 1 ? "" : "s"}`, fix)
}

/**
 * Writes a file whole, or not at all. An existing one is replaced, which does not follow a link.
 *
 * @param content - a function for a stream, which may fail as soon as it is open
 */
export async function put(
  { path, isThere, isReplaceable }: Target,
  content: Uint8Array | (() => Promise<Readable>),
  isExecutable = false,
): Promise<void> {
  const source = async () => (content instanceof Uint8Array ? [content] : content())
  if (isThere && !isReplaceable) return pipeline(await source(), createWriteStream(path))
  const mode = isExecutable ? 0o777 : 0o666
  const written = isThere ? `${path}.${randomUUID()}` : path
  try {
    await mkdir(dirname(path), { recursive: true })
    await pipeline(await source(), createWriteStream(written, { flags: "wx", mode }))
    if (isThere) await rename(written, path)
  } catch (error) {
    // Another process may have created the file meanwhile; it stays.
    if (Object(error).code !== "EEXIST") await rm(written, { force: true })
    throw new UsageError(
      `${path} cannot be written: ${error instanceof Error ? error.message : error}`,
    )
  }
}
