import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { CardCache, RememberedCard } from "../compile/index.js"
import { listFiles } from "../read/index.js"
import { hash } from "../text/index.js"

/**
 * Compiled cards on disk, outside git. An entry that no longer fits is compiled again, and so is
 * one that is missing or damaged: a bad cache costs time and nothing else.
 */
export class DiskCache implements CardCache {
  private readonly folder: string
  private readonly used = new Set<string>()

  /** `compiler` identifies the compiler: another one has a cache of its own. */
  constructor(folder: string, compiler: string) {
    this.folder = join(folder, compiler)
  }

  get(key: string): RememberedCard | undefined {
    this.used.add(key)
    try {
      const { checksum, text } = JSON.parse(readFileSync(this.path(key), "utf8"))
      return checksum === hash(text) ? JSON.parse(text) : undefined
    } catch {
      return undefined
    }
  }

  set(key: string, remembered: RememberedCard): void {
    this.used.add(key)
    const text = JSON.stringify(remembered)
    writeQuietly(this.folder, this.path(key), JSON.stringify({ checksum: hash(text), text }))
  }

  /** Forgets what this run did not ask for, and the caches of other compilers. */
  prune(): void {
    const stale = (folder: string, isStale: (name: string) => boolean) => {
      for (const name of readdirSync(folder).filter(isStale)) {
        rmSync(join(folder, name), { recursive: true, force: true })
      }
    }
    try {
      stale(this.folder, (name) => !this.used.has(name.replace(/\.json$/, "")))
      stale(join(this.folder, ".."), (name) => join(this.folder, "..", name) !== this.folder)
    } catch {
      // Nothing to forget, or nothing that may be removed.
    }
  }

  private path(key: string): string {
    return join(this.folder, `${key}.json`)
  }
}

/** Writes a file at once; a folder that cannot be written is no error. */
export function writeQuietly(folder: string, path: string, text: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${path}.${process.pid}.tmp`, text)
    renameSync(`${path}.${process.pid}.tmp`, path)
  } catch {
    // What is not remembered only costs time.
  }
}

/** The hash of the compiler's own sources and of the versions that it is built with. */
export function compilerFingerprint(root: string): string {
  const hasher = createHash("sha256")
  const sources = ["generator", "runtime/properties"]
    .flatMap((folder) => listFiles(root, folder))
    .filter((path) => !/\.test\.ts$/.test(path))
  for (const path of [...sources, "pnpm-lock.yaml"]) {
    hasher.update(path).update(readFileSync(join(root, path)))
  }
  return hasher.digest("hex").slice(0, 16)
}
