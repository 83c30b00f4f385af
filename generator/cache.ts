import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { CompiledCard } from "./compile-card.js"
import type { CompiledCards } from "./generate.js"
import { listFiles } from "./read/files.js"

/**
 * Compiled cards on disk, outside git. An entry that is stale is never asked for, because its name
 * is the hash of all that it depends on; one that is missing or damaged is compiled again.
 */
export class DiskCache implements CompiledCards {
  private readonly folder: string
  private readonly touched = new Set<string>()

  /** `generatorRoot` holds the compiler's own sources: another compiler has another cache. */
  constructor(folder: string, generatorRoot: string) {
    this.folder = join(folder, fingerprint(generatorRoot))
  }

  get(key: string): CompiledCard | undefined {
    this.touched.add(key)
    try {
      const { checksum, text } = JSON.parse(readFileSync(this.path(key), "utf8"))
      return checksum === hash(text) ? JSON.parse(text) : undefined
    } catch {
      return undefined
    }
  }

  set(key: string, compiled: CompiledCard): void {
    this.touched.add(key)
    const text = JSON.stringify(compiled)
    try {
      mkdirSync(this.folder, { recursive: true })
      const temporary = `${this.path(key)}.${process.pid}.tmp`
      writeFileSync(temporary, JSON.stringify({ checksum: hash(text), text }))
      renameSync(temporary, this.path(key))
    } catch {
      // A cache that cannot be written only costs time.
    }
  }

  /** Forgets what the last run did not ask for. */
  prune(): void {
    try {
      for (const name of readdirSync(this.folder)) {
        if (!this.touched.has(name.replace(/\.json$/, ""))) rmSync(join(this.folder, name))
      }
    } catch {
      // Nothing to forget.
    }
  }

  private path(key: string): string {
    return join(this.folder, `${key}.json`)
  }
}

function fingerprint(root: string): string {
  const hasher = createHash("sha256")
  for (const path of listFiles(root, "generator").filter((one) => /(?<!\.test)\.ts$/.test(one))) {
    hasher.update(path).update(readFileSync(join(root, path)))
  }
  return hasher.digest("hex").slice(0, 16)
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}
