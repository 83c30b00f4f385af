/**
 * Transcripts of real models: recorded while a model works, and replayed to check that its inputs still do the jobs.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { jobs, type McpCall, stateOf, type Tool, tools } from "./jobs.js"
import { type Counted, counted, inRepository, nothing } from "./session.js"

/** The first line of a transcript; each other line is a turn. All are JSON. */
export interface Heading {
  readonly model: string
  readonly tool: Tool
  /** Whether the skill or the definitions of tools were in its context. */
  readonly isPrimed: boolean
}

export interface Turn {
  readonly typed: string | McpCall
  readonly read: string
}

export interface Replayed extends Counted, Heading {
  readonly context: number
  readonly passed: number
  /** Turns whose output now differs from the recorded one. */
  readonly changed: readonly Turn[]
}

/**
 * Executes each line of stdin, prints the output as a line of JSON, and appends both to a file. The harness of a
 * model offers this as its only tool. A call over MCP is a line of JSON.
 */
export async function record(file: string, heading: Heading, input: NodeJS.ReadableStream) {
  if (existsSync(file)) throw new Error(`${file} is there already`)
  writeFileSync(file, `${JSON.stringify(heading)}\n`)
  await inRepository(heading.tool, heading.isPrimed, async (hands) => {
    for await (const line of createInterface({ input })) {
      if (line.trim() === "") continue
      const isCall = heading.tool === "mcp" || heading.tool === "commands"
      const typed = isCall ? JSON.parse(line) : line
      const { read } = await hands.act(typed)
      appendFileSync(file, `${JSON.stringify({ typed, read })}\n`)
      console.log(JSON.stringify(read))
    }
  })
}

/** Replays a transcript in a new repository; the final state decides which jobs are done. */
export async function replay(text: string): Promise<Replayed> {
  const [heading, ...turns] = read(text)
  return inRepository(heading.tool, heading.isPrimed, async (hands, sandbox) => {
    const sum = nothing()
    const changed: Turn[] = []
    for (const turn of turns) {
      const now = await counted(hands, sandbox, sum, turn.typed)
      if (now !== turn.read) changed.push({ ...turn, read: now })
    }
    const state = stateOf(sandbox)
    const passed = jobs.filter((job) => job.isDone(state)).length
    return { ...heading, ...sum, context: hands.context, passed, changed }
  })
}

export const replayFile = (file: string) => replay(readFileSync(file, "utf8"))

function read(text: string): [Heading, ...Turn[]] {
  const [heading, ...turns] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
  if (!tools.includes(heading?.tool)) {
    throw new Error(`A transcript begins with {"model":…,"tool":"${tools.join("|")}","isPrimed":…}`)
  }
  return [heading, ...turns]
}
