import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import type { CardCache, RememberedCard } from "../compile/index.js"
import { cloneAround, putFile, refuseLinks } from "../disk/index.js"
import { listFiles, type ProjectLayout } from "../read/index.js"
import { hash } from "../text/index.js"

/**
 * Compiled cards on disk, outside git. An entry that is outdated, missing or damaged is compiled again, so a bad
 * cache costs only time.
 */
export class DiskCache implements CardCache {
  private readonly folder: string
  private readonly used = new Set<string>()

  /** Each version of the compiler, identified by `compiler`, has its own cache. */
  constructor(
    private readonly place: ProjectLayout,
    compiler: string,
  ) {
    this.folder = join(cacheFolder(place), compiler)
  }

  get(key: string): RememberedCard | undefined {
    this.used.add(key)
    // An existence check costs a tenth of a failed read.
    if (!existsSync(this.path(key))) return undefined
    try {
      const [checksum, text = ""] = readFileSync(this.path(key), "utf8").split("\n", 2)
      return checksum === hash(text) ? JSON.parse(text) : undefined
    } catch {
      return undefined
    }
  }

  set(key: string, remembered: RememberedCard): void {
    this.used.add(key)
    const text = JSON.stringify(remembered)
    writeQuietly(this.place, this.path(key), `${hash(text)}\n${text}`)
  }

  /** Removes entries that this run did not use, and the caches of other compilers. */
  prune(): void {
    const stale = (folder: string, isStale: (name: string) => boolean) => {
      for (const name of readdirSync(folder).filter(isStale)) {
        rmSync(join(folder, name), { recursive: true, force: true })
      }
    }
    try {
      // Through a link, these would be the files of somebody else.
      refuseLinks(this.folder, [cloneAround(this.place.root)])
      stale(this.folder, (name) => !this.used.has(name.replace(/\.json$/, "")))
      stale(join(this.folder, ".."), (name) => join(this.folder, "..", name) !== this.folder)
    } catch {
      // There is nothing to remove, or it is not permitted.
    }
  }

  private path(key: string): string {
    return join(this.folder, `${key}.json`)
  }
}

/** Writes a file of the cache; a folder that cannot be written, or is reached through a link, is no error. */
export function writeQuietly({ root }: ProjectLayout, path: string, text: string): void {
  try {
    putFile(path, text, cloneAround(root))
  } catch {
    // A missing entry only costs time.
  }
}

/** The location of the running compiler. */
export interface CompilerLocation {
  /** The package, which holds the runtime too. */
  readonly root: string
  /** The folder of its code: `generator/`, or that of the bundle for `pnpm gen`. */
  readonly folder: string
}

/** The folder of a project for files outside git. */
export function cacheFolder({ root, package: installed }: ProjectLayout): string {
  return join(root, installed === undefined ? ".cache/gen" : "node_modules/.cache/ghx")
}

/** Further sources of the compiler in the package; a bundle contains them. */
const SHARED = ["schema/lazy", "runtime/suggestions", "runtime/properties", "runtime/route-names"]

/** The cache of a project's cards. */
export const cacheOf = (place: ProjectLayout, compiler: CompilerLocation): CardCache =>
  new DiskCache(place, compilerFingerprint(compiler))

/** The hash of the compiler's own code and of the versions that it is built with. */
export function compilerFingerprint({ root, folder }: CompilerLocation): string {
  const hasher = createHash("sha256")
  const own = relative(root, folder)
  const others = own === "generator" ? SHARED : []
  const sources = [own, ...others].flatMap((one) =>
    listFiles(root, one).filter((path) => !/\.test\.ts$/.test(path)),
  )
  // A published package has no lockfile; its bundle contains the libraries.
  const lock = existsSync(join(root, "pnpm-lock.yaml")) ? ["pnpm-lock.yaml"] : []
  for (const path of [...sources, ...lock]) {
    hasher.update(path).update(readFileSync(join(root, path)))
  }
  return hasher.digest("hex").slice(0, 16)
}
