import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { createTwoFilesPatch } from "diff"
import { CONTRACTS_PATH, listFiles, requireAllWithin } from "../read/index.js"
import { compareText } from "../text/index.js"

/** How a generated file differs from the one on disk. */
export interface Change {
  readonly kind: "missing" | "out of date" | "extra"
  readonly path: string
  readonly before: string
  readonly after: string
}

/** What becomes of the generated files. */
export interface Writer {
  /** Handles the changes; returns false when there must have been none. */
  write(root: string, changes: readonly Change[]): boolean
}

/** Everything in `generated/` but what is an input there, and the generated page of the docs. */
export function compareWithDisk(root: string, files: ReadonlyMap<string, string>): Change[] {
  const changes: Change[] = []
  requireAllWithin(root, files.keys())
  for (const [path, after] of files) {
    const before = read(join(root, path))
    if (before === after) continue
    const kind = before === undefined ? "missing" : "out of date"
    changes.push({ kind, path, before: before ?? "", after })
  }
  for (const path of listFiles(root, "generated")) {
    if (files.has(path) || path === CONTRACTS_PATH) continue
    changes.push({ kind: "extra", path, before: read(join(root, path)) ?? "", after: "" })
  }
  return changes.sort((a, b) => compareText(a.path, b.path))
}

/** Writes what changed, each file at once, and prunes what no card owns any more. */
export const writeWriter: Writer = {
  write(root, changes) {
    for (const { kind, path, after } of changes) {
      const target = join(root, path)
      if (kind === "extra") {
        rmSync(target)
        removeEmptyFolders(dirname(target), join(root, "generated"))
        continue
      }
      replaceFile(target, after)
    }
    return true
  },
}

/** Writes a file at once: whoever reads it has the old one or the new one. */
export function replaceFile(target: string, text: string): void {
  const temporary = `${target}.${process.pid}.tmp`
  if (!existsSync(dirname(target))) mkdirSync(dirname(target), { recursive: true })
  writeFileSync(temporary, text)
  renameSync(temporary, target)
}

/** Writes nothing; prints what is stale as a unified diff, and the command that cures it. */
export function checkWriter(print: (text: string) => void): Writer {
  return {
    write(_root, changes) {
      if (changes.length === 0) return true
      for (const { kind, path, before, after } of changes) {
        print(`${path} is ${kind}`)
        const from = kind === "missing" ? "/dev/null" : `a/${path}`
        const to = kind === "extra" ? "/dev/null" : `b/${path}`
        print(
          createTwoFilesPatch(from, to, before, after, "", "", { context: 2 }).replace(/^=+\n/, ""),
        )
      }
      const files = changes.length === 1 ? "1 file is" : `${changes.length} files are`
      print(`${files} not what the cards say. Run \`make gen\` and commit the result.`)
      return false
    },
  }
}

/** Writes nothing; prints what would be written. */
export function dryRunWriter(print: (text: string) => void): Writer {
  return {
    write(_root, changes) {
      for (const { kind, path } of changes) {
        print(`${kind === "extra" ? "would remove" : "would write"} ${path}`)
      }
      return true
    },
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}

function removeEmptyFolders(folder: string, top: string): void {
  if (folder === top || !folder.startsWith(top)) return
  try {
    rmdirSync(folder)
  } catch {
    return
  }
  removeEmptyFolders(dirname(folder), top)
}
