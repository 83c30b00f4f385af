/** Real servers for tests of shared state: one per test, on loopback, stopped at its end. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { SERVERS, serverPath } from "./server-paths.js"

export interface Server {
  /** The address for clients: `redis://127.0.0.1:PORT`, `postgres://…`. */
  readonly url: string
  readonly port: number
  /** Ends it at once, as `kill -9` does. */
  kill(): Promise<void>
  /** Restarts it after `kill`, on the same port and with its data. */
  start(): Promise<void>
  /** Ends it and removes its files. */
  stop(): Promise<void>
}

/**
 * An empty Redis; requires `needs("redis-server", context)` first.
 *
 * @param keeps - whether each write is on disk before it is answered
 */
export async function startRedis(keeps = false): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "ghx-redis-"))
  const port = await freePort()
  const options = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
  const command = [program("redis-server"), ...options, ...(keeps ? KEPT : ["--appendonly", "no"])]
  return serve(command, folder, port, `redis://127.0.0.1:${port}`)
}

const KEPT = ["--appendonly", "yes", "--appendfsync", "always"]

/** An empty Postgres with the user and the database `postgres`; requires `needs("postgres", context)` first. */
export async function startPostgres(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "ghx-postgres-"))
  const port = await freePort()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, "data")
  const made = [
    "--auth=trust",
    "--username=postgres",
    "--no-sync",
    "--no-locale",
    "--encoding=UTF8",
  ]
  execFileSync(join(dirname(program("postgres")), "initdb"), [...made, "-D", data], {
    ...owner,
    env: environment(),
    cwd: folder,
    stdio: "pipe",
  })
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, "fsync=off"]
  const more = ["jit=off", "shared_buffers=16MB", "max_connections=60", "timezone=UTC"]
  const flags = [...settings, ...more].flatMap((setting) => ["-c", setting])
  const command = [program("postgres"), "-D", data, "-p", `${port}`, ...flags]
  return serve(command, folder, port, `postgres://postgres@127.0.0.1:${port}/postgres`)
}

/** Postgres refuses to run as root. */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

function program(name: "redis-server" | "postgres"): string {
  const found = serverPath(name)
  if (!found) throw new Error(`there is no ${name}: run test/fetch-servers`)
  return found
}

/** The private copies bring the libraries that the machine lacks. */
function environment(): NodeJS.ProcessEnv {
  const roots = ["usr/lib", "lib"].map((folder) => join(SERVERS, folder)).filter(existsSync)
  const paths = roots.flatMap((root) =>
    readdirSync(root)
      .filter((name) => name.endsWith("-linux-gnu"))
      .map((name) => join(root, name)),
  )
  if (paths.length === 0) return process.env
  return { ...process.env, LD_LIBRARY_PATH: paths.join(delimiter), TZ: "UTC" }
}

async function serve(
  [file = "", ...args]: readonly string[],
  folder: string,
  port: number,
  url: string,
): Promise<Server> {
  let child: ChildProcess | undefined
  const user = file.endsWith("postgres") ? owner : undefined
  const start = async () => {
    const log: string[] = []
    const started = spawn(file, args, { ...user, env: environment(), cwd: folder })
    child = started
    for (const stream of [started.stdout, started.stderr]) {
      stream.on("data", (text: Buffer) => log.push(text.toString()))
    }
    // Both log when they accept connections.
    const until = Date.now() + 30_000
    while (!/ready to accept connections/i.test(log.join(""))) {
      if (started.exitCode !== null || Date.now() > until) {
        throw new Error(`${file} did not start: ${log.join("")}`)
      }
      await sleep(10)
    }
  }
  const kill = async () => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once("exit", resolve))
    ending.kill("SIGKILL")
    await ended
  }
  const atExit = () => child?.kill("SIGKILL")
  process.once("exit", atExit)
  try {
    await start()
  } catch (error) {
    await kill()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    url,
    port,
    kill,
    start,
    async stop() {
      process.off("exit", atExit)
      await kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
