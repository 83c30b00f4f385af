/** Tests that the servers for tests of shared state are real, private, and removed afterwards. */
import { Redis } from "ioredis"
import pg from "pg"
import { expect, it } from "vitest"
import { needs } from "./needs.js"
import { startPostgres, startRedis } from "./servers.js"

it("startRedis starts a server that restarts on its port without data after a kill", async (context) => {
  needs("redis-server", context)
  const server = await startRedis()
  const redis = new Redis(server.url, { lazyConnect: true })
  redis.on("error", () => undefined)
  await redis.set("a", "1")
  await server.kill()
  await server.start()
  expect(await redis.get("a")).toBeNull()
  redis.disconnect()
  await server.stop()
})

it("startPostgres starts a server that keeps committed data after a kill", async (context) => {
  needs("postgres", context)
  const server = await startPostgres()
  const pool = new pg.Pool({ connectionString: server.url })
  pool.on("error", () => undefined)
  await pool.query("create table kept as select 1 as one")
  await server.kill()
  await server.start()
  expect((await pool.query("select one from kept")).rows).toEqual([{ one: 1 }])
  await pool.end()
  await server.stop()
})
