import {
  type BudgetState,
  type BudgetStore,
  budgetedTraffic,
  memoryBudget,
} from "../../../runtime/features/budget/index.js"
import { type Answer, simulatedGithub } from "./github.js"
import { VirtualClock } from "./virtual-clock.js"

export interface Scenario {
  readonly tokens: number
  /** Processes, evenly distributed over the tokens. Each always runs one batch job. */
  readonly workers: number
  readonly hours: number
  /** Interactive jobs per token and hour. */
  readonly interactive_per_hour: number
  /** When the store is down, in hours. It comes back empty. */
  readonly outage?: readonly [from: number, to: number]
  /** When tokens are revoked, and how many. Their workers continue with other tokens. */
  readonly revoked?: { readonly hour: number; readonly tokens: number }
}

type Traffic = ReturnType<typeof budgetedTraffic>

type Priority = "interactive" | "batch"

interface Outcome {
  /** Creations per minute of the day. */
  readonly created: readonly number[]
  /** Number of requests that GitHub refused because of a limit. */
  readonly refused: number
  /** Number of requests with a revoked token. */
  readonly unauthorized: number
  /** Milliseconds that each job waited before it was sent, by the time of sending. */
  readonly waits: Readonly<
    Record<Priority, readonly { readonly at: number; readonly ms: number }[]>
  >
  /** Number of calls of the store. */
  readonly asked: number
}

const hour = 3_600_000
/** Longer than any job waits. */
const patient_ms = 48 * hour

/** Simulates the fleet's day under a virtual clock, with the functions that clients use to reserve and queue. */
export async function simulate(scenario: Scenario): Promise<Outcome> {
  const clock = new VirtualClock(1)
  const github = simulatedGithub(clock, Date.UTC(2026, 0, 1))
  const end = scenario.hours * hour
  const { store, asked, kill, start } = server(clock)
  const created: number[] = Array.from({ length: scenario.hours * 60 }, () => 0)
  const waits = { interactive: [], batch: [] } as Record<Priority, { at: number; ms: number }[]>
  let [refused, unauthorized] = [0, 0]
  const revoked = new Set<number>()

  const worker = (index: number) => {
    let token = index % scenario.tokens
    // Each simulated process has its own store object.
    const own: BudgetStore = { ...store }
    const trafficWith = (priority: Priority) =>
      budgetedTraffic(
        direct,
        { store: own, priority, max_wait_ms: patient_ms },
        10_000,
        async () => `${token}`,
        clock,
      )
    const [interactive, batch] = [trafficWith("interactive"), trafficWith("batch")]
    const does = async (priority: Priority) => {
      const begun = clock.now()
      const of = token
      let sent = begun
      const answer = await (priority === "batch" ? batch : interactive).schedule(
        tripOf(clock, creations[priority]),
        () => {
          sent = clock.now()
          return github.create(of, creations[priority])
        },
      )
      const { status } = answer
      if (status === "not sent") throw new Error(answer.message)
      if (status === 200) {
        const minute = Math.floor(clock.now() / 60_000)
        created[minute] = (created[minute] ?? 0) + creations[priority]
        waits[priority].push({ at: sent, ms: sent - begun })
      } else if (status === 403) refused += 1
      else {
        unauthorized += 1
        revoked.add(of)
        while (revoked.has(token)) token = Math.floor(clock.random() * scenario.tokens)
      }
    }
    const always = async () => {
      await clock.sleep(clock.random() * 1_000)
      while (clock.now() < end) await does("batch")
    }
    const asPeopleCome = async () => {
      const mean = (hour * scenario.workers) / scenario.tokens / scenario.interactive_per_hour
      while (clock.now() < end) {
        await clock.sleep(-Math.log(1 - clock.random()) * mean)
        void does("interactive")
      }
    }
    void always()
    void asPeopleCome()
  }
  await hashTokens(scenario.tokens, clock)
  for (let index = 0; index < scenario.workers; index += 1) worker(index)
  const { outage, revoked: gone } = scenario
  if (outage) {
    void clock.sleep(outage[0] * hour).then(kill)
    void clock.sleep(outage[1] * hour).then(start)
  }
  if (gone) {
    void clock.sleep(gone.hour * hour).then(() => {
      for (let token = 0; token < gone.tokens; token += 1) github.revoke(token)
    })
  }
  await clock.runUntil(end)
  return { created, refused, unauthorized, waits, asked: asked() }
}

/** Tokens are hashed in threads, in real time. Hashing them first makes equal seeds give equal days. */
async function hashTokens(tokens: number, clock: VirtualClock): Promise<void> {
  const store = memoryBudget(clock.now)
  for (let token = 0; token < tokens; token += 1) {
    const traffic = budgetedTraffic(
      direct,
      { store, max_wait_ms: patient_ms },
      10_000,
      async () => `${token}`,
      clock,
    )
    await traffic.schedule(
      tripOf(clock, 1),
      async (): Promise<Answer> => ({ status: 200, headers: {} }),
    )
  }
}

const direct: Traffic = { schedule: (_, work) => work() }

/** A chain sends ten mutations per document; a person's call sends one. */
const creations: Readonly<Record<Priority, number>> = { interactive: 1, batch: 10 }

function tripOf(
  clock: VirtualClock,
  creations: number,
): Parameters<typeof direct.schedule<Answer>>[0] {
  const query = `mutation { ${"addComment(input: $i) { subject { id } }".repeat(creations)} }`
  return {
    sending: { channel: "graphql", method: "POST", writes: true, body: { query } },
    resource: "graphql",
    scope: { signal: undefined, started: clock.now(), sent: { requests: 0, points: 0 } },
    verdict: ({ headers, status }) => ({
      headers,
      ...(status === 403 && {
        failure: {
          code: "RATE_LIMIT",
          message: "secondary",
          transient: true,
          outcome: "rejected",
          details: { retry_after_ms: Number(headers["retry-after"]) * 1000 },
        },
      }),
    }),
    refused: ({ message }) => ({ status: "not sent", message, headers: {} }),
  }
}

/** One store for all processes, on a server that can fail. */
function server(clock: VirtualClock) {
  let inner: BudgetStore | undefined = memoryBudget(clock.now)
  let asked = 0
  const ask = async <T>(from: (store: BudgetStore) => Promise<T>): Promise<T> => {
    asked += 1
    if (!inner) throw new Error("connection refused")
    return from(inner)
  }
  const store: BudgetStore = {
    reserve: (...given) => ask((one) => one.reserve(...given)),
    release: (...given) => ask((one) => one.release(...given)),
    observe: (...given) => ask((one) => one.observe(...given)),
    restore: (...given) => ask((one) => one.restore(...given)),
    look: (...given): Promise<BudgetState> => ask((one) => one.look(...given)),
  }
  return {
    store,
    asked: () => asked,
    kill: () => {
      inner = undefined
    },
    start: () => {
      inner = memoryBudget(clock.now)
    },
  }
}
