/** The `github` tool: a program over gh's commands, or plain command lines. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import type { createExecutor } from "../../../generated/calls.js"
import type { Client, ResultError, ResultWarning } from "../../../runtime/index.js"
import { cut } from "../../tools/results/index.js"
import {
  type Commands,
  type ExecuteCommand,
  failureText,
  likeSummary,
  misused,
  mostCharacters,
  runLines,
  runProgram,
  shortened,
  shownOf,
  summaryOf,
} from "../exec/index.js"
import { isGroup } from "../gh/index.js"
import { type CommandLine, commandLinesIn, namedRepository } from "../input/index.js"
import { UsageError } from "../output/index.js"
import type { Call } from "./questions.js"
import { advisedModel, worded } from "./results.js"

export interface ServerCommands {
  /** @param repository - the default repository, as `OWNER/REPO` */
  at(repository: string | undefined): ExecuteCommand
  mayWrite(words: readonly string[]): Promise<boolean>
}

interface Given {
  readonly code: string
  readonly repo?: string
}

interface Server {
  readonly client: Client
  readonly executor: ReturnType<typeof createExecutor>
  readonly commands: ServerCommands
  readonly repository: { readonly owner?: string; readonly repo?: string }
  readonly around: () => Promise<object>
  readonly memory: Memory
}

/** What the programs of a connection share. */
interface Memory {
  /**
   * What the last program returned, or the texts of plain lines; undefined after one that failed, unless it has used
   * `last` and may be repeated.
   */
  last?: unknown
}

const forLess = "Cut off. Return less: select fields and items in the program"

const forRest =
  "note: cut off. `last` in your next program is all of this: return what you need of it"

const mostNotes = 10

export async function github(given: Given, server: Server, call: Call): Promise<CallToolResult> {
  try {
    const { owner, repo } = namedRepository(given.repo) ?? server.repository
    const around = owner === undefined ? server.around : async () => ({ owner, repo })
    const name = given.repo ?? (owner === undefined ? undefined : `${owner}/${repo}`)
    const notes = new Set<string>()
    const commands = {
      client: server.client,
      execute: reporting(server.commands.at(name), call),
      noted: (note: string) => void notes.add(note),
    }
    const code = given.code.replace(/^\s*```\w*\n([\s\S]*?)```\s*$/, "$1")
    const lines = await plainLines(code)
    const end = lines
      ? await ofLines(lines, { ...commands, mayWrite: server.commands.mayWrite }, server, call)
      : await ofProgram(code, commands, { ...server, around }, call)
    const noted = [...notes].slice(0, mostNotes).map((note) => `note: ${note}`)
    const isImitated = end.texts.some((text) => text !== forRest && likeSummary.test(text))
    const summary = summaryOf(end.writes, end.isTold, isImitated)
    return result([...end.texts, ...noted], summary, end.isError)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return result([failureText(misused(error))], "", true)
  }
}

/** The summary of the writes is never cut off. */
function result(texts: readonly string[], summary: string, isError: boolean): CallToolResult {
  const text = texts.filter((one) => one !== "").join("\n")
  const { content } = worded(
    text || (summary === "" ? "Nothing to show: `return` a value" : ""),
    forLess,
  )
  const all = [...content.flatMap((one) => (one.type === "text" ? one.text : [])), summary]
  const shown = all.filter((one) => one !== "").join("\n")
  return { ...worded(shown), ...(isError && { isError }) }
}

/** Reports each command to a client that requested progress. */
function reporting(execute: ExecuteCommand, { progress }: Call): ExecuteCommand {
  let done = 0
  return async (words, ...rest) => {
    const end = await execute(words, ...rest)
    done += 1
    progress(done, undefined, `${words.slice(0, 3).join(" ")} ${end.answer.ok ? "done" : "failed"}`)
    return end
  }
}

/** The commands of a text that consists of command lines; undefined for a program. */
async function plainLines(code: string): Promise<readonly CommandLine[] | undefined> {
  const [, first = "", next = ""] =
    /^\s*(?:#[^\n]*\n\s*)*(?:ghx?\s+)?([a-z][a-z-]*)\s+(\S+)/.exec(code) ?? []
  const isCommand = /^(?:[a-z-]|['"#]|\d)/.test(next) && !/^(?:in|of)$/.test(next)
  if (!isCommand || /\bgh`/.test(code)) return undefined
  return first === "explain" || first === "api" || (await isGroup(first))
    ? commandLinesIn(code)
    : undefined
}

async function ofLines(
  lines: readonly CommandLine[],
  commands: Commands & Pick<ServerCommands, "mayWrite">,
  { memory }: Pick<Server, "memory">,
  { signal }: Call,
) {
  const texts: string[] = []
  const print = (text: string) => void texts.push(text)
  const { writes, failed } = await runLines(lines, { ...commands, print }, signal)
  const { text, isCut } = shortened(texts, mostCharacters)
  memory.last = texts
  return {
    texts: [text, ...(isCut ? [forRest] : [])],
    writes,
    isError: failed > 0,
    isTold: failed === 0,
  }
}

async function ofProgram(
  code: string,
  commands: Commands,
  { executor, around, memory }: Pick<Server, "around" | "executor" | "memory">,
  { signal, progress }: Call,
) {
  const warned = ({ message }: ResultWarning) => commands.noted(message)
  let waits = 0
  const onWait = ({ capability_id }: { readonly capability_id: string }) => {
    waits += 1
    progress(waits, undefined, `${capability_id} waits`)
  }
  const context = { executor, signal, warned, onWait, commands }
  const usesLast = /\blast\b/.test(code)
  const end = await runProgram(code, context, {
    repository: around,
    untrusted: commands.client.guard.untrusted,
    // It takes memory of the program.
    ...(usesLast && { last: memory.last }),
  })
  const { text, isCut } = await shownOf(end, mostCharacters)
  if (end.ok || !usesLast) memory.last = end.ok ? end.data : undefined
  const after = end.ok
    ? isCut && forRest
    : cut(failureText(await advisedModel(end.error as ResultError)), mostCharacters)
  const isError = !end.ok || !!end.failed
  return { texts: [text, after || ""], writes: end.writes, isError, isTold: end.ok }
}
