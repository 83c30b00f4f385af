/** Skips compilation if nothing changed since the last run. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Diagnostic } from "../diagnostics/index.js"
import {
  CONTRACTS_PATH,
  type Inputs,
  listFiles,
  type ProjectLayout,
  pathAt,
  readText,
} from "../read/index.js"
import { type Hash, hash } from "../text/index.js"
import { cacheFolder, writeQuietly } from "./cache.js"

/** The inputs, messages and files of the last successful run. */
export interface LastRun {
  /** Hash of the compiler and of everything that it read. */
  readonly inputs: string
  /** Path → hash of every generated file. */
  readonly outputs: Readonly<Record<string, string>>
  readonly warnings: readonly Diagnostic[]
}

/** The hash of a compiler and of everything that it reads. */
export function hashOfInputs(compiler: string, inputs: Inputs, hash: Hash): string {
  const { schema, rest = "", gh = "", contracts = null } = inputs
  const pins = [schema, rest, gh].map(hash)
  const files = [inputs, inputs.package].map((one) => [
    ...(one?.cards ?? []),
    ...(one?.operations ?? []),
  ])
  return hash(JSON.stringify([compiler, files, pins, contracts]))
}

/** The last run, if it read the same inputs and none of the files that it wrote has changed since. */
export function unchangedSince(
  folder: string,
  place: ProjectLayout,
  inputs: string,
): LastRun | undefined {
  try {
    const last: LastRun = JSON.parse(readFileSync(join(folder, "last-run.json"), "utf8"))
    if (last.inputs !== inputs) return undefined
    const extra = listFiles(place.root, place.output).some(
      (path) => path !== pathAt(place, CONTRACTS_PATH) && !Object.hasOwn(last.outputs, path),
    )
    const isSame = ([path, expected]: [string, string]) =>
      hash(readText(join(place.root, path))) === expected
    return !extra && Object.entries(last.outputs).every(isSame) ? last : undefined
  } catch {
    return undefined
  }
}

/** Remembers a run after which the files on disk match the inputs. */
export function rememberRun(
  place: ProjectLayout,
  inputs: string,
  files: ReadonlyMap<string, string>,
  warnings: readonly Diagnostic[],
): void {
  const outputs = Object.fromEntries([...files].map(([path, text]) => [path, hash(text)]))
  const last: LastRun = { inputs, outputs, warnings }
  writeQuietly(place, join(cacheFolder(place), "last-run.json"), JSON.stringify(last))
}
