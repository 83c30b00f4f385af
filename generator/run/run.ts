import { existsSync } from "node:fs"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { Worker } from "node:worker_threads"
import type {
  CardCache,
  CompiledCard,
  Memory,
  SharedCards,
  Stage,
  Timer,
} from "../compile/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { cloneAround, putFile } from "../disk/index.js"
import {
  CONTRACTS_PATH,
  docsFor,
  type Inputs,
  type KnownTexts,
  type ProjectLayout,
  pathAt,
  pinProblems,
  pinWarnings,
  readInputs,
  requireWritable,
  sourceOf,
} from "../read/index.js"
import type { DiagnosticFormat } from "../report/index.js"
import { type Hash, memoizedHash } from "../text/index.js"
import {
  type CompilerLocation,
  compilerFingerprint,
  DiskCache,
  hashOfInputs,
  isUnchanged,
  lastRunOver,
  rememberRun,
} from "./cache.js"

export interface RunOptions {
  check?: boolean
  dryRun?: boolean
  release?: boolean
  /** An error in a card only stops that card. */
  keepGoing?: boolean
  profile?: boolean
  cache?: boolean
  format?: DiagnosticFormat
}

/** One run over a project; returns the exit code. Diagnostics go to stderr, results to stdout. */
export async function runOnce(
  place: ProjectLayout,
  compiler: CompilerLocation,
  options: RunOptions,
): Promise<number> {
  optimizeLess()
  const stopwatch = new Stopwatch()
  const inputs = stopwatch.time("read", () => readInputs(place))
  if (options.check) {
    const problems = pinProblems(place.root, inputs)
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    if (problems.length > 0) return 1
  }
  if (options.release) {
    for (const warning of pinWarnings(place.root)) process.stderr.write(`warning: ${warning}\n`)
  }
  const fingerprint = compilerFingerprint(compiler)
  const hash = memoizedHash()
  const inputsHash = hashOfInputs(fingerprint, inputs, hash)
  const last = lastRunOver(place)
  if (last && options.cache !== false && !options.release) {
    if (stopwatch.time("read", () => isUnchanged(place, inputsHash, last))) {
      await report(place, last.warnings, inputs, options)
      profile(stopwatch, options)
      if (!options.check && !options.dryRun) process.stdout.write("Nothing changed.\n")
      return 0
    }
  }
  const known: KnownTexts = new Map()
  const cache = options.cache === false ? undefined : new DiskCache(place, fingerprint, known)
  const lastSound = options.keepGoing ? new Map<string, CompiledCard>() : undefined
  const result = await compile(place, inputs, options, {
    stopwatch,
    hash,
    known,
    ...(cache && { cache }),
    ...(lastSound && { lastSound }),
  })
  cache?.save()
  if (result.isOnDisk && result.files) {
    rememberRun(place, inputsHash, result.files, result.diagnostics)
    if (last?.output && last.output !== place.output && existsSync(join(place.root, last.output)))
      process.stderr.write(`${last.output}/ is no longer generated; remove it\n`)
  }
  return result.code
}

/**
 * A run ends before most of V8's optimizations pay off: in Node 20 they take a third of the CPU time of all
 * threads. Sixteen times the default budget is early enough for thousands of cards. Collecting the garbage of a few
 * cards takes less time than new memory for a larger young generation.
 */
function optimizeLess(): void {
  // Later versions count differently, and would print a warning about an unknown flag.
  if (IS_V8_11) setFlagsFromString("--interrupt-budget=1056000 --semi-space-growth-factor=1")
}

const IS_V8_11 = process.versions.v8.startsWith("11.")

interface Result {
  readonly code: number
  /** The generated files, if they were compared with the disk. */
  readonly files?: ReadonlyMap<string, string>
  readonly diagnostics: readonly Diagnostic[]
  /** The files on disk match the inputs. */
  readonly isOnDisk: boolean
}

/** The functions and state that a run uses. */
export interface RunContext {
  readonly stopwatch: Stopwatch
  readonly hash?: Hash
  readonly memory?: Memory
  readonly cache?: CardCache
  /** The results of each card's last compilation without errors. If given, an error only stops its own card. */
  readonly lastSound?: Map<string, CompiledCard>
  /** The generated files as they were last read from disk. */
  readonly known: KnownTexts
  /**
   * The files of the previous run, if it wrote them. Files that have not changed since are not compared with the
   * disk.
   */
  readonly written?: ReadonlyMap<string, string>
}

/** Compiles inputs, and passes the changes to the writer. */
export async function compile(
  place: ProjectLayout,
  inputs: Inputs,
  options: RunOptions,
  { stopwatch, hash, memory, known, written, ...remembered }: RunContext,
): Promise<Result> {
  // Loaded here, so that a run with nothing to do does not load GraphQL, YAML and the rest.
  const { createMemory, generateInThreads } = await import("../compile/index.js")
  const { checkWriter, compareSince, compareWithDisk, dryRunWriter, writeChanges } = await import(
    "../write/index.js"
  )
  const onDisk = (path: string) => pathAt(place, path)
  const { cache } = remembered
  const generating = {
    timer: stopwatch,
    memory: memory ?? createMemory({ hash, cache }),
    ...remembered,
  }
  const generated = await generateInThreads(inputs, generating, compileInThread)
  const { contracts, diagnostics, stopped } = generated
  const files = new Map([...generated.files].map(([path, text]) => [onDisk(path), text]))
  await report(place, diagnostics, inputs, options, files)
  const errors = diagnostics.filter(({ severity }) => severity === "error").length
  if (inputs.cards.size === 0) {
    const first = place.package === undefined ? "" : " Run `npx ghx init` to create the first one."
    const isLeft = existsSync(join(place.root, place.output))
    const left = isLeft ? ` If there should be none, remove ${place.output}/.` : ""
    process.stderr.write(
      `There are no cards in ${join(place.root, "cards")}; nothing was written.${first}${left}\n`,
    )
    return { code: 1, diagnostics, isOnDisk: false }
  }
  if (errors > 0) {
    const goesOn = remembered.lastSound !== undefined && files.size > 0
    const outcome = goesOn ? stoppedCardsNote(stopped, remembered) : "nothing was written"
    process.stderr.write(`${countOf(diagnostics)}; ${outcome}.\n`)
    if (!goesOn) return { code: 1, diagnostics, isOnDisk: false }
  }
  if (options.release) requireWritable(place.root, [...files.keys(), onDisk(CONTRACTS_PATH)])
  // Machine-readable output is alone on stdout.
  const stream =
    options.format === undefined || options.format === "text" ? process.stdout : process.stderr
  const print = (text: string) => stream.write(`${text}\n`)
  const writer = options.check
    ? checkWriter(print)
    : options.dryRun
      ? dryRunWriter(print)
      : writeChanges
  const changes = stopwatch.time("write", () =>
    written && writer === writeChanges
      ? compareSince(place, written, files, known)
      : compareWithDisk(place, files, known),
  )
  const isFine = stopwatch.time("write", () => writer(place, changes))
  if (options.release) {
    const { writeContracts } = await import("../check/index.js")
    const lock = join(place.root, onDisk(CONTRACTS_PATH))
    putFile(lock, writeContracts(contracts), cloneAround(place.root))
  }
  profile(stopwatch, options)
  if (writer === writeChanges) {
    const changed = changes.length === 1 ? "1 file" : `${changes.length} files`
    print(
      `${contracts.size === 1 ? "1 capability" : `${contracts.size} capabilities`}, ${files.size} files; ${changed} changed.`,
    )
  }
  const isOnDisk = errors === 0 && (changes.length === 0 || writer === writeChanges)
  return { code: isFine && errors === 0 ? 0 : 1, files, diagnostics, isOnDisk }
}

/** Compiles some cards in another thread. It fails in a compiler that is not bundled. */
function compileInThread(cards: SharedCards): Promise<CompiledCard[]> {
  // For so many cards, most functions run often enough to be compiled at once instead of interpreted, and a larger young
  // generation pays off.
  if (IS_V8_11) setFlagsFromString("--always-sparkplug --semi-space-growth-factor=2")
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./thread.js", import.meta.url), { workerData: cards })
    thread.once("message", resolve)
    thread.once("error", reject)
    thread.once("exit", () => reject(new Error("The thread ended.")))
  })
}

/** Describes what happened to the cards with errors. */
function stoppedCardsNote(
  stopped: readonly string[],
  { lastSound }: Pick<RunContext, "lastSound">,
): string {
  const [kept, out] = [true, false].map((isKept) =>
    stopped.filter((path) => (lastSound?.has(path) ?? false) === isKept).join(", "),
  )
  const notes = [...(kept ? [`unchanged: ${kept}`] : []), ...(out ? [`skipped: ${out}`] : [])]
  return notes.join("; ") || "no cards are affected"
}

function profile(stopwatch: Stopwatch, options: RunOptions): void {
  if (!options.profile) return
  const stages = [...stopwatch.totals].map(([stage, ms]) => `${stage} ${ms.toFixed(1)} ms`)
  process.stderr.write(`${stages.join(", ")}\n`)
}

async function report(
  place: ProjectLayout,
  found: readonly Diagnostic[],
  inputs: Inputs,
  { format = "text" }: RunOptions,
  files?: ReadonlyMap<string, string>,
): Promise<void> {
  if (found.length === 0 && format !== "json") return
  const diagnostics = found.map((one) => ({ ...one, file: pathAt(place, one.file) }))
  const { formatDiagnostics } = await import("../report/index.js")
  const inInputs = sourceOf(inputs)
  const stream = format === "text" ? process.stderr : process.stdout
  const text = (path: string) => {
    const named = path === pathAt(place, CONTRACTS_PATH) ? CONTRACTS_PATH : path
    return inInputs(named) ?? files?.get(path)
  }
  const docs = docsFor(inputs.package !== undefined)
  stream.write(formatDiagnostics(diagnostics, format, text, docs))
  const areWarnings = diagnostics.every(({ severity }) => severity === "warning")
  if (diagnostics.length > 0 && areWarnings) process.stderr.write(`${countOf(diagnostics)}.\n`)
}

/** `2 errors, 1 warning` */
function countOf(diagnostics: readonly Diagnostic[]): string {
  return (["error", "warning"] as const)
    .map((kind) => [kind, diagnostics.filter(({ severity }) => severity === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`)
    .join(", ")
}

/** Adds up the time of each stage, without the time of nested stages. */
export class Stopwatch implements Timer {
  readonly totals = new Map<Stage, number>()
  /** Time of the stages nested in the current one. */
  private within = 0

  time<T>(stage: Stage, work: () => T): T {
    const before = this.within
    this.within = 0
    const start = performance.now()
    try {
      return work()
    } finally {
      const taken = performance.now() - start
      this.totals.set(stage, (this.totals.get(stage) ?? 0) + taken - this.within)
      this.within = before + taken
    }
  }
}
