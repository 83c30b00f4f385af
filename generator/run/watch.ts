import { join, sep } from "node:path"
import { watch } from "chokidar"
import type { CompiledCard, RememberedCard } from "../compile/index.js"
import {
  CONTRACTS_PATH,
  GH_PATH,
  type Inputs,
  type ProjectLayout,
  pathAt,
  problemIn,
  REST_PATH,
  readIfThere,
  readInputs,
  requireWithin,
  SCHEMA_PATH,
} from "../read/index.js"
import { compile, type RunOptions, Stopwatch } from "./run.js"

/** Single input files, besides the folders `cards/` and `operations/`. */
const singleFilesOf = (place: ProjectLayout): SingleFiles => ({
  [SCHEMA_PATH]: "schema",
  [REST_PATH]: "rest",
  [GH_PATH]: "gh",
  [pathAt(place, CONTRACTS_PATH)]: "contracts",
})

type SingleFiles = Readonly<Record<string, keyof Inputs>>

// Editors write a file in several steps: the last one counts.
const SETTLED_MS = 10

// chokidar does not report a save within 50 ms of another one of the same file.
const UNREPORTED_MS = 60

/** The file that sets the output folder of a project with the package. */
const MANIFEST = "package.json"

/** Compiles a project, and again whenever one of its inputs changes, until interrupted. */
export async function watchProject(
  layout: () => ProjectLayout,
  options: RunOptions,
): Promise<void> {
  let place = layout()
  const { root: project } = place
  let singles = singleFilesOf(place)
  const ignored = (path: string) => path.split(sep).at(-1)?.startsWith(".") ?? false
  // With single files among its paths, chokidar is "ready" before it watches the folders.
  const watchers = [
    ["cards", "operations"],
    [MANIFEST, ...Object.keys(singles)],
  ].map((paths) => watch(paths, { cwd: project, ignoreInitial: true, ignored }))
  // A report before the first run silences chokidar about the next save, so it must be heard, too.
  const early = new Set<string>()
  let onEvent = (name: string): unknown => early.add(name)
  for (const watcher of watchers)
    watcher.on("all", (event, name) => event.endsWith("Dir") || onEvent(name))
  // A save before a watcher is ready would be missed, so all are ready before the first file is read.
  await Promise.all(
    watchers.map((watcher) => new Promise<void>((ready) => watcher.once("ready", ready))),
  )
  let inputs = readInputs(place)
  const { createMemory } = await import("../compile/index.js")
  const { compareWithDisk, writeChanges } = await import("../write/index.js")
  const means = {
    memory: createMemory(),
    cache: new Map<string, RememberedCard>(),
    lastSound: new Map<string, CompiledCard>(),
    known: new Map(),
  }
  const changed = new Set<string>()
  let written: ReadonlyMap<string, string> | undefined
  const moveOutput = () => {
    const { output } = place
    place = layout()
    if (place.output === output) return
    singles = singleFilesOf(place)
    inputs = readInputs(place)
    watchers[1]?.add(Object.keys(singles))
    means.known.clear()
    written = undefined
    process.stderr.write(`${output}/ is no longer generated; remove it\n`)
  }
  const compileNow = async () => {
    const start = performance.now()
    let before: ReadonlyMap<string, string> | undefined
    let files: ReadonlyMap<string, string> | undefined
    try {
      if (changed.delete(MANIFEST)) moveOutput()
      before = written
      inputs = withChangedFiles(inputs, project, singles, changed)
      changed.clear()
      const stopwatch = new Stopwatch()
      const past = { ...means, stopwatch, ...(before && { written: before }) }
      files = (await compile(place, inputs, options, past)).files
      written = files ?? written
    } catch (error) {
      // The user is in the middle of an edit; the next save will follow.
      report(error)
    }
    process.stderr.write(`compiled in ${(performance.now() - start).toFixed(0)} ms; watching\n`)
    // Runs after the output, because nothing waits for it, and it reads the state of every file.
    if (before && files && !options.check && !options.dryRun) restore(files)
  }
  const restore = (files: ReadonlyMap<string, string>) => {
    try {
      const others = compareWithDisk(place, files, means.known)
      writeChanges(place, others)
      for (const { path } of others) process.stderr.write(`restored ${path}\n`)
    } catch (error) {
      report(error)
    }
  }

  let running = compileNow()
  let scheduled: NodeJS.Timeout | undefined
  const lookAgain = new Map<string, NodeJS.Timeout>()
  const follow = (path: string) => {
    changed.add(path)
    clearTimeout(scheduled)
    scheduled = setTimeout(() => {
      // Runs follow one another, because two at once would overwrite each other's files.
      running = running.then(compileNow)
    }, SETTLED_MS)
  }
  const lookLater = (path: string) => {
    clearTimeout(lookAgain.get(path))
    lookAgain.set(
      path,
      setTimeout(() => {
        if (!changed.has(path) && hasChanged(project, path, textIn(inputs, singles[path], path)))
          follow(path)
      }, UNREPORTED_MS),
    )
  }
  onEvent = (name) => {
    const path = name.split(sep).join("/")
    follow(path)
    lookLater(path)
  }
  for (const name of early) lookLater(name.split(sep).join("/"))
  await new Promise((resolve) => process.once("SIGINT", resolve))
  for (const timeout of [scheduled, ...lookAgain.values()]) clearTimeout(timeout)
  await running
  await Promise.all(watchers.map((watcher) => watcher.close()))
}

function report(error: unknown): void {
  process.stderr.write(
    `${problemIn(error) ?? (error instanceof Error ? error.message : String(error))}\n`,
  )
}

/** The inputs with the new contents of the changed files. */
function withChangedFiles(
  inputs: Inputs,
  project: string,
  singles: SingleFiles,
  changed: ReadonlySet<string>,
): Inputs {
  const now = { ...inputs, cards: new Map(inputs.cards), operations: new Map(inputs.operations) }
  for (const path of changed) {
    requireWithin(project, path)
    const text = readIfThere(join(project, path))
    const single = singles[path]
    if (single !== undefined) Object.assign(now, { [single]: text })
    else {
      const files = path.startsWith("cards/") ? now.cards : now.operations
      if (text === undefined) files.delete(path)
      else files.set(path, text)
    }
  }
  return now
}

/** Whether a file has changed since it was last read, or can no longer be read. */
function hasChanged(project: string, path: string, before: string | undefined): boolean {
  try {
    return readIfThere(join(project, path)) !== before
  } catch {
    return true
  }
}

/** The contents of a file when it was last read. */
function textIn(
  inputs: Inputs,
  single: keyof Inputs | undefined,
  path: string,
): string | undefined {
  if (single === undefined) return inputs.cards.get(path) ?? inputs.operations.get(path)
  const value = inputs[single]
  return typeof value === "string" ? value : undefined
}
