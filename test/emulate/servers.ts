/** The same data on two servers: the sandbox and an independent one. */
import { createServer } from "node:net"
import { Octokit } from "@octokit/core"
import { createEmulator } from "emulate"
import { executeTask } from "ghx"
import { defaultSeed, startSandbox } from "ghx/sandbox"
import type { Card } from "../cards.js"
import { emulateSeed, tell, tokenOf } from "./story.js"

export interface Server {
  readonly url: string
  readonly token: string
  /** Returns to the initial data. */
  reset(): Promise<void>
  close(): Promise<void>
}

export async function startEmulate({ isSeeded = true } = {}): Promise<Server> {
  const port = await freePort()
  const emulator = await createEmulator({
    service: "github",
    port,
    seed: emulateSeed(defaultSeed),
    baseUrl: `http://127.0.0.1:${port}`,
  })
  const [first] = defaultSeed.repositories ?? []
  const begin = async () => {
    if (isSeeded && first) await tell(emulator.url, first)
  }
  await begin()
  return {
    url: emulator.url,
    token: tokenOf("octocat"),
    async reset() {
      emulator.reset()
      await begin()
    },
    close: () => emulator.close(),
  }
}

/** `emulate` cannot choose a free port. */
async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await new Promise<number>((resolve) =>
    probe.listen(0, "127.0.0.1", () => resolve(portOf(probe.address()))),
  )
  await new Promise((closed) => probe.close(closed))
  return port
}

const portOf = (address: unknown): number =>
  typeof address === "object" && address !== null ? Number(Reflect.get(address, "port")) : 0

export interface Answer {
  /** The data, with the state of a changed issue, or the code of the error. */
  readonly result: unknown
  /** `GET /repos/octocat/hello-world` → the status that it was answered with. */
  readonly statuses: readonly (readonly [request: string, status: number])[]
}

/** The result of an input over a server's REST interface. */
export async function answerOf(
  { capability_id, effect }: Card,
  input: Record<string, unknown>,
  server: Server,
): Promise<Answer> {
  const statuses: [string, number][] = []
  const octokit = new Octokit({ auth: server.token, baseUrl: server.url })
  octokit.hook.after("request", ({ status }, { method, url }) => {
    statuses.push([`${method} ${pathOf(url)}`, status])
  })
  octokit.hook.error("request", (error, { method, url }) => {
    statuses.push([`${method} ${pathOf(url)}`, "status" in error ? Number(error.status) : 0])
    throw error
  })
  try {
    const task: string = capability_id
    const run = async (name: string, given: Record<string, unknown>) => {
      const client = { octokit, base_url: server.url, retry: false, validate_output: true } as const
      const envelope = await executeTask({ task: name, input: given }, client, { route: "rest" })
      return envelope.ok ? plain(envelope.data, server.url) : envelope.error.code
    }
    const result = await run(task, input)
    const { owner, repo, issue_number } = input
    if (effect === "read" || issue_number === undefined) return { result, statuses }
    const after = await run("issue.view", { owner, repo, issue_number })
    return { result: typeof result === "object" ? { ...result, after } : result, statuses }
  } finally {
    // Creating the data takes a hundred requests, and a refused request has changed nothing of it.
    const isChanged = statuses.some(([request, status]) => !/^GET /.test(request) && status < 400)
    if (isChanged) await server.reset()
  }
}

const pathOf = (url: string): string => new URL(url, "http://any").pathname

/** Removes values that differ between servers: ids, times, hashes of commits, addresses. */
function plain(value: unknown, url: string, key = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, url))
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, plain(one, url, name)]),
    )
  }
  if (key === "release_id" && typeof value === "number") return "an id"
  if (typeof value !== "string") return value
  if (key === "id" && value !== "") return "an id"
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) && key !== "due_on") return "a time"
  if (/^[0-9a-f]{40}$/.test(value)) return "a hash"
  // `#issuecomment-7` ends with an id too.
  return key === "url"
    ? value.replace(url, "").replace("https://github.com", "").replace(/-\d+$/, "-an id")
    : value
}

export async function startOurs(): Promise<Server> {
  const sandbox = await startSandbox()
  const { url, token } = sandbox
  return { url, token, reset: async () => sandbox.reset(), close: () => sandbox.close() }
}
