/** A model's session: its turns through one door, in a repository of its own, judged and counted. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type LoggedRequest, type Sandbox, startSandbox } from "ghx/sandbox"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { connect } from "../mcp/connect.js"
import { ROOT } from "../projects.js"
import { bash, ghxInBash } from "./bash.js"
import { type Answers, judge } from "./judges.js"
import { seed } from "./world.js"

/** `gh`: the real gh in a shell; `shell`: ghx in a shell, with the skill; `mcp`: the tool of `ghx mcp`. */
export const doors = ["gh", "shell", "mcp"] as const
export type Door = (typeof doors)[number]

export interface Counts {
  /** What the model sent: lines of bash, or a call of the tool. */
  readonly turns: number
  /** Commands that ran, or calls of the tool. */
  readonly calls: number
  readonly requests: number
  /** The cost of GraphQL, and one for each request of REST that GitHub does not answer with 304. */
  readonly points: number
  /** Tokens of the skill or of the tool's definition. */
  readonly known: number
  readonly written: number
  readonly read: number
}

export interface Transcript {
  readonly model: string
  readonly door: Door
  readonly set: 1 | 2
  /** Why its turns no longer do the jobs; its counts are those of the day when it ran. */
  readonly not_replayed?: string
  readonly turns: readonly string[]
  readonly answers: Answers
  /** How many of its jobs were done right. */
  readonly passed: number
  readonly counts: Counts
}

export interface Replayed {
  readonly counts: Counts
  /** The problems of each job; none if it is done. */
  readonly jobs: Readonly<Record<string, readonly string[]>>
  readonly reads: readonly string[]
}

export interface Session {
  /** What the model reads before its first turn. */
  readonly known: string
  /** Sends a turn, and returns what the model reads of it. */
  act(turn: string): Promise<string>
  /** Judges and counts. */
  judged(answers: Answers): Pick<Replayed, "counts" | "jobs">
  close(): Promise<void>
}

/** Sends the turns of a transcript again, to a new sandbox. */
export async function replay({ door, set, turns, answers }: Transcript): Promise<Replayed> {
  const session = await sessionOf(door, set)
  try {
    const reads: string[] = []
    for (const turn of turns) reads.push(await session.act(turn))
    return { ...session.judged(answers), reads }
  } finally {
    await session.close()
  }
}

export async function sessionOf(door: Door, set: 1 | 2): Promise<Session> {
  const sandbox = await startSandbox({ seed, log_limit: { requests: 100_000 } })
  const own = { GHX_BASE_URL: sandbox.url, GH_REPO: "acme/orbit", GH_TOKEN: sandbox.token }
  const outer = Object.keys(own).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, own)
  const hands = await { gh: handsOfGh, shell: handsOfShell, mcp: handsOfMcp }[door](sandbox)
  const before = sandbox.state.snapshot()
  const sums = { turns: 0, calls: 0, written: 0, read: 0 }
  return {
    known: hands.known,
    async act(turn) {
      const { read, calls } = await hands.act(turn)
      sums.turns += 1
      sums.calls += calls
      sums.written += tokensOf(hands.asSent?.(turn) ?? turn)
      sums.read += tokensOf(read)
      // Runs that are in progress go on between two turns.
      sandbox.advance(1000)
      return read
    },
    judged(answers) {
      const { requests } = sandbox
      const costs = requests.map(pointsOf)
      const points = costs.reduce((all, one) => all + one, 0)
      const counts = { ...sums, requests: requests.length, points, known: tokensOf(hands.known) }
      return { counts, jobs: judge(set, { before, after: sandbox.state.snapshot() }, answers) }
    },
    async close() {
      await hands.close()
      for (const [name, value] of outer) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
      await sandbox.close()
    },
  }
}

/** A log is on a host of its own, which has no rate limit. */
const pointsOf = ({ path, cost, status }: LoggedRequest): number =>
  cost ?? (status === 304 || path.startsWith("/rest/runs/") ? 0 : 1)

/** The path of the real gh; undefined if it is not installed. */
export function ghPath(): string | undefined {
  const own = join(ROOT, ".cache/gh/gh")
  if (existsSync(own)) return own
  const { status, stdout } = spawnSync("sh", ["-c", "command -v gh"], { encoding: "utf8" })
  return status === 0 ? stdout.trim() : undefined
}

interface Hands {
  /** What the model has read before its first turn. */
  readonly known: string
  act(turn: string): Promise<{ read: string; calls: number }>
  asSent?(turn: string): string
  close(): Promise<void>
}

/** Models keep files in /tmp, where those of another would be. */
const inFolder = (turn: string, folder: string) => turn.replaceAll(/\/tmp\b/g, folder)

const tokensOf = (text: string): number => encode(text).length

async function handsOfShell(): Promise<Hands> {
  const shell = await ghxInBash()
  const folder = mkdtempSync(join(tmpdir(), "ghx-agent-"))
  return {
    known: readFileSync(join(ROOT, "skills/ghx/SKILL.md"), "utf8").trim(),
    async act(turn) {
      const { read, calls } = await shell.run(inFolder(turn, folder), folder)
      return { read: read.replaceAll(folder, "/tmp"), calls }
    },
    async close() {
      shell.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A wrapper before the real gh on the path counts its calls. */
async function handsOfGh(sandbox: Sandbox): Promise<Hands> {
  const gh = ghPath()
  if (gh === undefined) throw new Error("There is no gh: `make gh` fetches one")
  const [bin, folder] = ["bin", "agent"].map((name) => mkdtempSync(join(tmpdir(), `ghx-${name}-`)))
  const noted = join(`${bin}`, "noted")
  const program = `#!/bin/sh\necho >> '${noted}'\nexec '${gh}' "$@"\n`
  writeFileSync(join(`${bin}`, "gh"), program, { mode: 0o755 })
  const { env: served } = await sandbox.serveGh()
  const { GH_TOKEN, ...outer } = process.env
  const env = { ...outer, ...served, PATH: `${bin}:${process.env.PATH}` }
  return {
    known: "",
    async act(turn) {
      writeFileSync(noted, "")
      const read = await bash(inFolder(turn, `${folder}`), env, `${folder}`)
      const calls = readFileSync(noted, "utf8").length
      return { read: read.replaceAll(`${folder}`, "/tmp"), calls }
    },
    async close() {
      for (const one of [bin, folder]) rmSync(`${one}`, { recursive: true })
    },
  }
}

/** A turn is the arguments of a call, as JSON. The person who is asked to confirm a write says yes. */
async function handsOfMcp(): Promise<Hands> {
  const options = { capabilities: { elicitation: { form: {} } } }
  const { client, close } = await connect([], "2026-07-28", options, (own) =>
    own.setRequestHandler("elicitation/create", ({ params }) => {
      const fields = "requestedSchema" in params ? params.requestedSchema.properties : {}
      const content = Object.fromEntries(Object.keys(fields).map((name) => [name, true]))
      return { action: "accept", content }
    }),
  )
  const { tools } = await client.listTools()
  return {
    known: JSON.stringify(tools) + (client.getInstructions() ?? ""),
    asSent: (turn) => JSON.stringify({ name: "github", arguments: JSON.parse(turn) }),
    async act(turn) {
      const call = { name: "github", arguments: JSON.parse(turn) }
      const { content } = await client.callTool(call)
      return { read: content.map((one) => ("text" in one ? one.text : "")).join("\n"), calls: 1 }
    },
    close,
  }
}
