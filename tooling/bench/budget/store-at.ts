import {
  type BudgetStore,
  postgresBudget,
  redisBudget,
} from "../../../runtime/features/budget/index.js"

/** The store at `redis://…` or `postgres://…`. */
export async function storeAt(url: string): Promise<{
  readonly store: BudgetStore
  /** Hashes of the counted tokens. */
  tokens(): Promise<string[]>
  close(): Promise<unknown>
}> {
  if (url.startsWith("postgres:")) {
    const { default: pg } = await import("pg")
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    pool.on("error", () => undefined)
    return {
      store: postgresBudget(pool),
      tokens: async () =>
        (await pool.query("select token from ghx_budget")).rows.map(({ token }) => token),
      close: () => pool.end(),
    }
  }
  const { Redis } = await import("ioredis")
  const redis = new Redis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false })
  redis.on("error", () => undefined)
  await new Promise((resolve) => redis.once("ready", resolve))
  return {
    store: redisBudget(redis),
    tokens: async () => (await redis.keys("{ghx:budget:*}")).map((key) => key.slice(12, -1)),
    close: async () => redis.disconnect(),
  }
}
