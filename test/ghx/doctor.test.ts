/** `ghx doctor`: checks, fixes, and the exit code for scripts. */
import { createGhx } from "ghx"
import { type BudgetStore, postgresBudget, redisBudget } from "ghx/budget"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { Redis } from "ioredis"
import pg from "pg"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { needs } from "../needs.js"
import { startPostgres, startRedis } from "../servers.js"
import { type } from "./type.js"

let github: Sandbox

beforeAll(async () => {
  github = await startSandbox()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => github.close())

async function diagnosed(env: Readonly<Record<string, string>>) {
  const clean = { GH_TOKEN: "", GITHUB_TOKEN: "", GH_HOST: "", GH_CONFIG_DIR: "/nowhere", ...env }
  for (const [name, value] of Object.entries(clean)) vi.stubEnv(name, value)
  const { stdout, stderr, exitCode } = await type("ghx doctor")
  const findings: { check: string; ok: boolean; says: string; fix?: string }[] = JSON.parse(stdout)
  const of = (check: string) => findings.find((one) => one.check === check)
  return { of, stderr, exitCode }
}

test("ghx doctor reports the token, its scopes and its rate limits", async () => {
  const { of, stderr, exitCode } = await diagnosed({ GHX_BASE_URL: github.url })
  expect(of("token")).toEqual({ check: "token", ok: true, says: "a sandbox's, of octocat" })
  expect(of("scopes")?.says).toContain("repo, read:org")
  expect(of("REST rate limit")?.says).toMatch(/^\d+ of 5000 left until 20\d\d-/)
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 })
})

test("ghx doctor without a token exits with 4 and says what to do", async () => {
  const { of, exitCode } = await diagnosed({ GH_HOST: "ghes.test", GHX_BASE_URL: "" })
  expect(of("token")).toMatchObject({
    ok: false,
    says: expect.stringMatching(/^gh's own login: AUTH /),
    fix: expect.stringContaining("GH_ENTERPRISE_TOKEN"),
  })
  expect(of("REST rate limit")).toBeUndefined()
  expect(exitCode).toBe(4)
})

test("ghx doctor reports a proxy that Node ignores", async () => {
  const { of } = await diagnosed({ GHX_BASE_URL: github.url, HTTPS_PROXY: "http://proxy.test:1" })
  expect(of("proxy")).toMatchObject({
    ok: false,
    fix: expect.stringContaining("NODE_USE_ENV_PROXY"),
  })
})

const budgets = [
  {
    needed: "redis-server",
    startServer: startRedis,
    connect(url: string) {
      const client = new Redis(url)
      client.on("error", () => undefined)
      return { store: redisBudget(client), close: () => client.disconnect() }
    },
  },
  {
    needed: "postgres",
    startServer: startPostgres,
    connect(connectionString: string) {
      const pool = new pg.Pool({ connectionString })
      pool.on("error", () => undefined)
      return { store: postgresBudget(pool), close: () => pool.end() }
    },
  },
] as const

test.for(budgets)(
  "ghx doctor reports what is left of the budget in $needed, and waiting requests",
  async ({ needed, startServer, connect }, context) => {
    needs(needed, context)
    const server = await startServer()
    const { store, close } = connect(server.url)
    let hash = ""
    const watched: BudgetStore = {
      ...store,
      reserve(token, ...rest) {
        hash = token
        return store.reserve(token, ...rest)
      },
    }
    const { url: base_url, token } = github
    await createGhx({ base_url, token, budget: { store: watched } }).user.me()
    const creations = { name: "creations_minute", ms: 60_000, limit: 3, points: 3 }
    const cost = { windows: [creations], concurrency: 100, priority: "batch" } as const
    await store.reserve(hash, cost, { id: "first", ms: 10_000 })
    await store.reserve(hash, { ...cost, behind: 6 }, { id: "second", ms: 10_000 })
    const env = { GHX_BASE_URL: base_url, GH_TOKEN: token, GHX_BUDGET: server.url }
    const { of, exitCode } = await diagnosed(env)
    expect(exitCode).toBe(0)
    const place = expect.stringContaining(`127.0.0.1:${server.port}`)
    expect(of("rate budget")).toMatchObject({ ok: true, says: place })
    expect(of("budget creations_minute")?.says).toBe("77 of 80 left")
    expect(of("budget graphql_minute")?.says).toBe("1998 of 2000 left")
    expect(of("budget waiting")?.says).toBe("7 batch for creations_minute")
    const run = await type("ghx run user.me --envelope")
    expect(JSON.parse(run.stdout).meta.cost).toMatchObject({
      points: 1,
      budget: { waited_ms: expect.any(Number), left: { graphql_minute: 1997 } },
    })
    await server.kill()
    const down = await diagnosed(env)
    expect(down.of("rate budget")).toMatchObject({ ok: false, fix: expect.any(String) })
    expect(down).toMatchObject({ exitCode: 0 })
    await close()
    await server.stop()
  },
)

test.each([
  [{ GHX_BUDGET: "mysql://127.0.0.1" }, "GHX_BUDGET takes redis://… or postgres://…, not mysql:"],
  [
    { GHX_BUDGET: "redis://127.0.0.1:1", GHX_PRIORITY: "urgent" },
    "GHX_PRIORITY takes interactive or batch, not urgent",
  ],
])("ghx run refuses the environment %o", async (env, message) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const { stderr, exitCode } = await type("ghx run user.me")
  expect(stderr).toContain(message)
  expect(exitCode).toBe(2)
})
