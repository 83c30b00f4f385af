/** The rate budget that `GHX_BUDGET` names, which all commands and processes with the token share. */
import {
  allWindows,
  type BudgetOptions,
  type BudgetStore,
  postgresBudget,
  redisBudget,
} from "../../runtime/features/budget/index.js"
import { loadLibraries } from "./libraries/index.js"

import { UsageError } from "./output/index.js"

export type CommandBudget = Awaited<ReturnType<typeof openBudget>>

interface Connected {
  readonly store: BudgetStore
  close(): Promise<unknown>
}

const connections: Readonly<Record<string, (url: string) => Promise<Connected>>> = {
  "redis:": toRedis,
  "rediss:": toRedis,
  "postgres:": toPostgres,
  "postgresql:": toPostgres,
}

// How long to wait for the store. After that, the process counts alone: a command must not wait for its budget.
const patience_ms = 1_000

export async function openBudget(url: string, priority: string | undefined) {
  const { protocol = "", host = "" } = URL.canParse(url) ? new URL(url) : {}
  const connect = connections[protocol]
  if (!connect) {
    throw new UsageError(`GHX_BUDGET takes redis://… or postgres://…, not ${protocol || url}`)
  }
  if (priority !== undefined && priority !== "interactive" && priority !== "batch") {
    throw new UsageError(`GHX_PRIORITY takes interactive or batch, not ${priority}`)
  }
  const { store, close } = await connect(url)
  let token: string | undefined
  const watched: BudgetStore = {
    ...store,
    reserve(hash, ...rest) {
      token = hash
      return store.reserve(hash, ...rest)
    },
  }
  return {
    options: { store: watched, ...(priority && { priority }) } satisfies BudgetOptions,
    /** The store's URL without credentials: `redis://127.0.0.1:6379`. */
    place: `${protocol}//${host}`,
    /** The remaining budget and the queue; undefined before the first request. @throws if the store does not answer */
    look: async () => (token === undefined ? undefined : store.look(token, allWindows)),
    close: async () => void (await close()),
  }
}

async function toRedis(url: string): Promise<Connected> {
  const [{ Redis }] = await loadLibraries<[typeof import("ioredis")]>("GHX_BUDGET", "ioredis")
  const client = new Redis(url, {
    connectTimeout: patience_ms,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * patience_ms, 5_000),
  })
  // Requests fail with the reason.
  client.on("error", () => undefined)
  return { store: redisBudget(client), close: async () => client.disconnect() }
}

async function toPostgres(url: string): Promise<Connected> {
  const [pg] = await loadLibraries<[typeof import("pg")]>("GHX_BUDGET", "pg")
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: patience_ms,
  })
  pool.on("error", () => undefined)
  return { store: postgresBudget(pool), close: () => pool.end() }
}
