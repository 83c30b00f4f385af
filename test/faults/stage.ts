/** Runs one capability on its sandbox repeatedly, each time with a fault. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createClient, executeTask, type ResultEnvelope, type RouteType } from "ghx"
import { type LoggedRequest, type Sandbox, startSandbox } from "ghx/sandbox"
import { type Card, tokenFor } from "../cards.js"
import { eventually } from "../eventually.js"
import { ghThatWorks } from "../gh-that-works.js"
import { forCatalogue } from "../small-fixture.js"
import { type Fault, late_ms, type Misbehaviour, outOfTime } from "./faults.js"
import { ever, type Injection } from "./injections.js"

/** The result of a call, and the state after it. */
export interface Play {
  readonly envelope: ResultEnvelope<unknown>
  /** The applied changes, in order. */
  readonly applied: readonly string[]
  readonly state: string
  readonly requests: readonly LoggedRequest[]
}

export interface Stage {
  /** `patience` multiplies the timeout of a call whose answer comes too late. */
  play(
    routes: readonly RouteType[],
    injection?: Injection,
    patience?: number,
    key?: string,
  ): Promise<Play>
  close(): Promise<void>
}

/** The addresses of each route: HTTP as at an Enterprise Server, gh as at github.com. */
const paths: Record<RouteType, RegExp> = {
  graphql: /^\/api\/graphql$/,
  // Logs are downloaded from another host.
  rest: /^\/(?:api\/v3|rest)\//,
  cli: /^(?!\/(?:api\/graphql$|api\/v3\/|rest\/))/,
}

/** The requests of one route. */
export const requestsOf = (route: RouteType, requests: readonly LoggedRequest[]) =>
  requests.filter(({ path }) => paths[route].test(path))

/** Whether a request writes, also one that was reset before it was applied. */
export function isWrite({ method, path, body }: LoggedRequest): boolean {
  if (!path.endsWith("/graphql")) return method !== "GET"
  const query = typeof body === "object" && body !== null && "query" in body && body.query
  return typeof query === "string" && /^\s*mutation\b/.test(query)
}

/** Nothing listens on this port. A free port of the system could be another test's a moment later. */
const nowhere = "http://127.0.0.1:2"

const stages: Stage[] = []

/** The stage of a card. It stays open until `closeStages`. */
export async function openStage(card: Card): Promise<Stage> {
  const stage = await stageOf(card)
  stages.push(stage)
  return stage
}

export async function closeStages(): Promise<void> {
  await Promise.all(stages.splice(0).map((stage) => stage.close()))
}

async function stageOf(card: Card): Promise<Stage> {
  const { capability_id, examples = [], routing } = card
  const [example] = examples
  if (!example) throw new Error(`${capability_id} has no example to play`)
  const sandbox = await startSandbox(forCatalogue)
  const takesGh = [routing.preferred, ...routing.fallbacks].includes("cli")
  const gh = takesGh ? await ghOn(sandbox) : undefined
  // A new client for each case, so that a limit or an outage of one does not delay the next.
  const clientFor = (routes: readonly RouteType[], fault: Fault | undefined, patience: number) => {
    const refusedHttp = fault?.refused === true && routes[0] !== "cli"
    const refusedGh = fault?.refused === true && routes[0] === "cli"
    const timeout_ms =
      fault?.name === outOfTime ? patience * late_ms[routes[0] === "cli" ? "gh" : "http"] : 120_000
    return createClient({
      base_url: `${refusedHttp ? nowhere : sandbox.url}/api/v3`,
      token: tokenFor(card, sandbox),
      routes,
      timeout_ms,
      // Shorter than the minute that applies to a limit without a header.
      retry: {
        attempts: 2,
        total_ms: 55_000,
        // Longer than the delay of a late request.
        backoff_ms: fault?.name === outOfTime ? 40 * patience : 1,
      },
      ...(gh && { gh: { path: gh.path, env: refusedGh ? gh.severed : gh.env } }),
    })
  }

  return {
    async play(routes, injection, patience = 1, key) {
      const [first = "graphql"] = routes
      sandbox.reset()
      if (injection?.fault.rule) {
        const { after: skip, times } = injection
        const which = { match: { path: paths[first] }, skip, ...(times !== ever && { times }) }
        sandbox.injectFault(
          Object.assign(which, misbehaviourOf(injection.fault.rule, first, patience)),
        )
      }
      const client = clientFor(routes, injection?.fault, patience)
      const killing = injection?.fault.killed ? gh?.killAt(injection.after) : undefined
      const named = key === undefined ? {} : { key }
      const task = { task: capability_id as string, input: example.input, ...named }
      const envelope = await executeTask(task, { client }, { trace: true })
      killing?.stop()
      if (injection?.fault.rule && "delay_ms" in injection.fault.rule) await settled(sandbox, first)
      return {
        envelope,
        applied: sandbox.applied.map(({ mutation, node_id }) => `${mutation} ${node_id}`),
        state: JSON.stringify(sandbox.state.snapshot()),
        requests: sandbox.requests.filter(({ path }) => !path.endsWith(FENCE)),
      }
    },
    async close() {
      await sandbox.close()
      await gh?.close()
    },
  }
}

/** For gh, the delay is longer. */
function misbehaviourOf(rule: Misbehaviour, route: RouteType, patience: number): Misbehaviour {
  if (!("delay_ms" in rule)) return rule
  return { delay_ms: 1.3 * patience * late_ms[route === "cli" ? "gh" : "http"] }
}

/** Runs the call, and checks the outcome. Only the affected request may run into the timeout. */
export function requireEventually(
  stage: Stage,
  routes: readonly RouteType[],
  injection: Injection,
  judge: (play: Play) => void,
  key?: string,
): Promise<void> {
  return eventually(injection.fault.name === outOfTime ? [1, 4, 16] : [1], async (patience) =>
    judge(await stage.play(routes, injection, patience, key)),
  )
}

const FENCE = "/fence"

/** GitHub may apply a request after the call has ended. */
async function settled(sandbox: Sandbox, struck: RouteType): Promise<void> {
  // A call can end before the sandbox has read its request, but requests are read in order.
  await fetch(`${sandbox.url}${struck === "cli" ? "/api/v3" : ""}${FENCE}`)
  while (sandbox.requests.some(({ status }) => status === null)) await sleep(5)
}

/** The real gh using the sandbox, with ways to kill it and to disconnect it. */
async function ghOn(sandbox: Sandbox) {
  const folder = await mkdtemp(join(tmpdir(), "ghx-stage-"))
  const pid = join(folder, "pid")
  const path = ghThatWorks(folder, `echo $$ > ${pid}`)
  await writeFile(join(folder, "config.yml"), "http_unix_socket: /nowhere.sock\n")
  const { env } = await sandbox.serveGh()
  return {
    path,
    env,
    severed: { ...env, GH_CONFIG_DIR: folder },
    /** Kills gh after this many of its requests were answered, while the next one waits. */
    killAt(answered: number) {
      let over = false
      const watch = async () => {
        while (!over && requestsOf("cli", sandbox.requests).length <= answered) await sleep(2)
        if (!over) process.kill(Number(await readFile(pid, "utf8")), "SIGKILL")
      }
      watch().catch(() => undefined)
      return {
        stop() {
          over = true
        },
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
