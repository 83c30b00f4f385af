/** Does the jobs with one tool, one after the other in one repository, and counts the cost for an agent. */
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { startSandbox } from "../../../sandbox/index.js"
import { typeWords, wordsOf } from "../../../test/ghx/type.js"
import { connect } from "../../../test/mcp/connect.js"
import { bash, ghxInBash } from "./bash.js"
import { fixture, repository } from "./fixture.js"
import { jobs, type McpCall, stateOf, type Tool } from "./jobs.js"

export interface Counted {
  /** Number of inputs, each a shell line or a tool call, after which the agent reads the output. */
  turns: number
  /** Executed commands: a shell loop has several per turn. */
  calls: number
  requests: number
  written: number
  read: number
}

export interface Done extends Counted {
  readonly asked: string
  readonly isDone: boolean
  /** The cost of lookups for the job. */
  readonly lookedUp: Counted
}

export interface Session {
  readonly tool: Tool
  readonly isPrimed: boolean
  /** Tokens in the context from the beginning: the skill, or the definitions of tools. */
  readonly context: number
  readonly jobs: readonly Done[]
}

export const tokensOf = (text: string): number => encode(text).length

const root = join(import.meta.dirname, "../../..")
const ownGh = join(root, ".cache/gh/gh")
const GH_REPO = `${repository.owner}/${repository.repo}`

/** The path of the real gh; undefined if it is not installed. */
export function ghPath(): string | undefined {
  if (existsSync(ownGh)) return ownGh
  const { status, stdout } = spawnSync("sh", ["-c", "command -v gh"], { encoding: "utf8" })
  return status === 0 ? stdout.trim() : undefined
}

export interface Hands {
  readonly context: number
  /** Executes an input; returns the output and the number of commands. */
  act(typed: string | McpCall): Promise<{ read: string; calls: number }>
  /** Converts an input to a call of a tool, for jobs whose inputs are lines. */
  asCall?(typed: string | McpCall): McpCall
  /** The inputs that look up names. */
  lookUp(names: readonly string[]): readonly (string | McpCall)[]
  close(): Promise<void>
}

/**
 * @param isPrimed - the agent has the skill and knows names; otherwise it looks each name up once
 * @param shown - receives all inputs and outputs
 */
export async function sessionOf(
  tool: Tool,
  isPrimed: boolean,
  shown: (typed: string, read: string) => void = () => {},
): Promise<Session> {
  return inRepository(tool, isPrimed, async (hands, sandbox) => {
    const known = new Set<string>()
    const all: Done[] = []
    const count = async (sum: Counted, typed: string | McpCall) => {
      const read = await counted(hands, sandbox, sum, typed)
      shown(textOf(typed), read)
      return read
    }
    for (const job of jobs) {
      const { names, turns } = job[tool === "commands" ? "shell" : tool]
      const lookedUp = nothing()
      const unknown = isPrimed ? [] : names.filter((name) => !known.has(name))
      if (unknown.length > 0)
        for (const typed of hands.lookUp(unknown)) await count(lookedUp, typed)
      for (const name of unknown) known.add(name)
      const sum = nothing()
      const reads: string[] = []
      for (const turn of turns) {
        const typed = turn(reads)
        reads.push(await count(sum, hands.asCall?.(typed) ?? typed))
      }
      all.push({ asked: job.asked, ...sum, lookedUp, isDone: job.isDone(stateOf(sandbox)) })
    }
    return { tool, isPrimed, context: hands.context, jobs: all }
  })
}

/** Runs `work` with a tool in its own repository. */
export async function inRepository<T>(
  tool: Tool,
  isPrimed: boolean,
  body: (hands: Hands, sandbox: Fixture) => Promise<T>,
): Promise<T> {
  const sandbox = await startSandbox({ seed: fixture })
  const own = { GHX_BASE_URL: sandbox.url, GH_REPO }
  const before = Object.keys(own).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, own)
  const hands = await handsOf(tool, isPrimed, sandbox)
  try {
    return await body(hands, sandbox)
  } finally {
    await hands.close()
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    await sandbox.close()
  }
}

/** Executes an input, adds its cost to `sum`, and returns the output. */
export async function counted(
  hands: Hands,
  sandbox: Fixture,
  sum: Counted,
  typed: string | McpCall,
): Promise<string> {
  sandbox.clearRequests()
  const { read, calls } = await hands.act(typed)
  sum.turns += 1
  sum.calls += calls
  sum.requests += sandbox.requests.length
  sum.written += tokensOf(textOf(typed))
  sum.read += tokensOf(read)
  return read
}

const textOf = (typed: string | McpCall) =>
  typeof typed === "string" ? typed : JSON.stringify(typed)

export const nothing = (): Counted => ({ turns: 0, calls: 0, requests: 0, written: 0, read: 0 })

export type Fixture = Awaited<ReturnType<typeof startSandbox>>

async function handsOf(tool: Tool, isPrimed: boolean, sandbox: Fixture): Promise<Hands> {
  if (tool === "gh") return handsOfGh(sandbox)
  if (tool === "commands") return handsOfCommands()
  return tool === "mcp" ? handsOfMcp() : handsOfShell(tool, isPrimed)
}

function handsOfShell(tool: Tool, isPrimed: boolean): Hands {
  let shell: ReturnType<typeof ghxInBash> | undefined
  const skill = readFileSync(join(root, "skills/ghx/SKILL.md"), "utf8")
  return {
    context: isPrimed ? tokensOf(skill) : 0,
    async act(typed) {
      if (/[|;<>`$()\n]|&(?!&)/.test(String(typed))) {
        shell ??= ghxInBash()
        return (await shell).run(String(typed))
      }
      // Lines that need no shell, the most common ones, start no processes.
      let [read, calls] = ["", 0]
      for (const command of String(typed).split(" && ")) {
        const [, ...argv] = wordsOf(command)
        const { stdout, stderr, exitCode } = await typeWords(argv)
        read += `${stdout}${stderr}`
        calls += 1
        if (exitCode !== 0) break
      }
      return { read, calls }
    },
    lookUp: (names) => [
      `ghx explain ${names.join(" ")}`,
      // The help about scripts, read once.
      ...(tool === "exec" && names.includes("issue.list") ? ["ghx exec --help"] : []),
    ],
    async close() {
      await shell?.then(({ close }) => close())
    },
  }
}

async function handsOfMcp(): Promise<Hands> {
  const { client, close } = await connect(["-R", GH_REPO, "--tasks"], "2026-07-28")
  const { tools } = await client.listTools()
  return {
    context: tokensOf(JSON.stringify(tools)) + tokensOf(client.getInstructions() ?? ""),
    async act(typed) {
      if (typeof typed === "string") throw new Error(`not a call of a tool: ${typed}`)
      const { content } = await client.callTool({ name: typed.name, arguments: typed.arguments })
      const [first] = content
      return { read: first?.type === "text" ? first.text : "", calls: 1 }
    },
    lookUp: (names) => [{ name: "explain", arguments: { tasks: names } }],
    close,
  }
}

/** Executes lines of a shell as calls of a tool. */
async function handsOfCommands(): Promise<Hands> {
  const { client, close } = await connect(["-R", GH_REPO, "--commands"], "2026-07-28")
  const { tools } = await client.listTools()
  return {
    context: tokensOf(JSON.stringify(tools)) + tokensOf(client.getInstructions() ?? ""),
    asCall: (typed) => callOf(String(typed)),
    async act(typed) {
      if (typeof typed === "string") throw new Error(`not a call of a tool: ${typed}`)
      const { content } = await client.callTool({ name: typed.name, arguments: typed.arguments })
      const [first] = content
      return { read: first?.type === "text" ? first.text : "", calls: 1 }
    },
    lookUp: (names) => [callOf(`explain ${names.join(" ")}`)],
    close,
  }
}

const callOf = (line: string): McpCall => ({
  name: "gh",
  arguments: { line: line.replaceAll(/(^|&& )ghx /g, "$1") },
})

/** Executes lines of bash. A wrapper before the real gh on the path counts its calls. */
async function handsOfGh(sandbox: Fixture): Promise<Hands> {
  const gh = ghPath()
  if (gh === undefined) throw new Error("There is no gh: `make gh` fetches one")
  const folder = mkdtempSync(join(tmpdir(), "ghx-agents-"))
  const noted = join(folder, "noted")
  writeFileSync(join(folder, "gh"), `#!/bin/sh\necho >> '${noted}'\nexec '${gh}' "$@"\n`)
  chmodSync(join(folder, "gh"), 0o755)
  const served = await sandbox.serveGh()
  const env = { ...served.env, PATH: `${folder}:${process.env.PATH}`, GH_REPO }
  return {
    context: 0,
    async act(typed) {
      writeFileSync(noted, "")
      const read = await bash(String(typed), env)
      return { read, calls: readFileSync(noted, "utf8").length }
    },
    lookUp: (names) => names.map((name) => `gh ${name} --help`),
    async close() {
      rmSync(folder, { recursive: true })
    },
  }
}
