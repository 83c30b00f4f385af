/** `--propose`: what would be changed is noted in a file. Loaded where it is given. */
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { type Client, type ProposedTask, proposingClient } from "../runtime/index.js"
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
  const { client, proposal } = proposingClient(inner, {
    onProposed(tasks) {
      const beside = `${file}.${process.pid}.new`
      written(file, () => {
        writeFileSync(beside, textOf(tasks))
        renameSync(beside, file)
      })
    },
  })
  const end = () => {
    const count = proposal.length
    if (count === 0) rmSync(file, { force: true })
    const steps = count === 1 ? "1 step is" : `${count} steps are`
    const told =
      count === 0
        ? "nothing is proposed, and no file is written"
        : `${steps} proposed in ${file}: ghx chain --steps @${file} carries out what is in it`
    tellNote(told, terminal)
  }
  return { client, end }
}

function textOf(tasks: readonly ProposedTask[]): string {
  return `${JSON.stringify(tasks, undefined, 2)}\n`
}

function written(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    const { code, message } = Object(error)
    if (code !== "EEXIST") throw new UsageError(`--propose: ${message}`)
    const fix = "It may not have been carried out yet. Move it away, or name another file"
    throw new UsageError(`--propose: ${file} is there already`, fix)
  }
}
