import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { DiskCache } from "./cache.js"
import { writeContracts } from "./check/contracts.js"
import type { Diagnostic } from "./diagnostics/diagnostic.js"
import { type DiagnosticFormat, formatDiagnostics } from "./diagnostics/format.js"
import { type CompiledCards, generate } from "./generate.js"
import { readInputs } from "./read/files.js"
import { CONTRACTS_PATH, type Inputs } from "./read/inputs.js"
import { Stopwatch } from "./stopwatch.js"
import {
  checkWriter,
  compareWithDisk,
  dryRunWriter,
  type Writer,
  writeWriter,
} from "./write/writers.js"

export interface RunOptions {
  check?: boolean
  dryRun?: boolean
  release?: boolean
  profile?: boolean
  cache?: boolean
  format?: DiagnosticFormat
}

/** One run over a project; returns the exit code. Diagnostics go to stderr, results to stdout. */
export function runOnce(project: string, generatorRoot: string, options: RunOptions): number {
  const disk =
    options.cache === false ? undefined : new DiskCache(join(project, ".cache/gen"), generatorRoot)
  const code = run(project, options, disk)
  disk?.prune()
  return code
}

/** One run with a cache of the caller's. */
export function run(
  project: string,
  options: RunOptions,
  cache: CompiledCards | undefined,
): number {
  const stopwatch = new Stopwatch()
  const inputs = stopwatch.time("read", () => readInputs(project))
  const { files, diagnostics, contracts } = generate(inputs, { stopwatch, ...(cache && { cache }) })
  const errors = diagnostics.filter(({ severity }) => severity === "error").length
  report(diagnostics, inputs, options.format ?? "text")
  if (errors > 0) {
    process.stderr.write(`${errors} ${errors === 1 ? "error" : "errors"}; nothing was written.\n`)
    return 1
  }
  if (options.release) {
    writeFileSync(join(project, CONTRACTS_PATH), writeContracts(contracts))
  }
  const changes = stopwatch.time("write", () => compareWithDisk(project, files))
  const isFine = stopwatch.time("write", () => writerOf(options).write(project, changes))
  if (options.profile) {
    const stages = [...stopwatch.totals].map(([stage, ms]) => `${stage} ${ms.toFixed(1)} ms`)
    process.stderr.write(`${stages.join(", ")}\n`)
  }
  if (isFine && !options.check && !options.dryRun) {
    const written = changes.length === 1 ? "1 file" : `${changes.length} files`
    process.stdout.write(
      `${contracts.size} capabilities, ${files.size} files; ${written} changed.\n`,
    )
  }
  return isFine ? 0 : 1
}

function writerOf({ check, dryRun }: RunOptions): Writer {
  const print = (text: string) => process.stdout.write(`${text}\n`)
  return check ? checkWriter(print) : dryRun ? dryRunWriter(print) : writeWriter
}

function report(
  diagnostics: readonly Diagnostic[],
  inputs: Inputs,
  format: DiagnosticFormat,
): void {
  if (diagnostics.length === 0 && format !== "json") return
  const sourceOf = (path: string) => inputs.cards.get(path) ?? inputs.operations.get(path)
  const stream = format === "text" ? process.stderr : process.stdout
  stream.write(formatDiagnostics(diagnostics, format, sourceOf))
}
