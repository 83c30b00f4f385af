/** `--propose`: what would be changed is noted in a file. Loaded where it is given. */
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import {
  type Client,
  hiddenCharacters,
  type ProposedTask,
  proposingClient,
} from "../runtime/index.js"
import { tellNote, UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

/**
 * A client that notes its writes in a file of its own, which is whole at every moment.
 *
 * @throws UsageError where the file is there already, or cannot be written
 */
export function proposingIn(
  file: string,
  inner: Client,
  terminal: Terminal,
): { readonly client: Client; end(): void } {
  // Before anything is sent: what could not be kept afterwards would be lost.
  written(file, () => writeFileSync(file, textOf([]), { flag: "wx" }))
  let own = identityOf(file)
  const isOwn = () => own !== undefined && own === identityOf(file)
  const { client, proposal } = proposingClient(inner, {
    onProposed(tasks) {
      if (!isOwn()) {
        const fix = "What is in it may be carried out already: begin again, with a new file"
        throw new UsageError(`--propose: ${file} was taken away`, fix)
      }
      written(file, () => replace(file, textOf(tasks)))
      own = identityOf(file)
    },
  })
  const end = () => tellNote(ended(), terminal)
  const ended = () => {
    const count = proposal.length
    if (!isOwn()) return `${file} was taken away, with what was proposed until then`
    if (count === 0) {
      rmSync(file)
      return "nothing is proposed, and no file is written"
    }
    const steps = count === 1 ? "1 step is" : `${count} steps are`
    return `${steps} proposed in ${file}: ghx chain --steps @${file} carries out what is in it`
  }
  return { client, end }
}

/** Whoever reads the file meanwhile has what stood in it or what stands in it then. */
function replace(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`
  try {
    writeFileSync(beside, text)
    renameSync(beside, file)
  } catch (error) {
    if (statSync(beside, { throwIfNoEntry: false })?.isFile()) rmSync(beside)
    throw error
  }
}

/** Which file it is that is called so; undefined where there is none. */
function identityOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}

function textOf(tasks: readonly ProposedTask[]): string {
  return `${JSON.stringify(tasks, undefined, 2).replace(hiddenCharacters, escaped)}\n`
}

/** As JSON writes what a person would not see as it is. */
function escaped(unseen: string): string {
  const units = Array.from({ length: unseen.length }, (_, at) => unseen.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")
}

function written(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    const { code, message } = Object(error)
    if (code !== "EEXIST") {
      const fix = "See to its folder, or name another file. What is not in the file is not proposed"
      throw new UsageError(`--propose: ${message}`, fix)
    }
    const fix = "It may not have been carried out yet. Move it away, or name another file"
    throw new UsageError(`--propose: ${file} is there already`, fix)
  }
}
