/** A sandbox in a process of its own, so that its work does not delay the client that is measured. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { type Seed, startSandbox } from "../../sandbox/index.js"

interface Options {
  readonly seed?: Seed
  /** Milliseconds before each response. */
  readonly latency?: number
}

interface Started {
  readonly url: string
  readonly token: string
  /** Makes `gh` use the sandbox. */
  readonly env: Readonly<Record<string, string>>
}

/** Starts the process. */
export async function startServedSandbox(options: Options = {}) {
  const child = fork(import.meta.filename, [JSON.stringify(options)], {
    execArgv: ["--import", "tsx"],
  })
  const [started]: Started[] = await once(child, "message")
  if (!started) throw new Error("The sandbox did not start")
  return {
    ...started,
    async requests(): Promise<number> {
      child.send("count")
      const [count] = await once(child, "message")
      return count
    },
    async close(): Promise<void> {
      child.disconnect()
      await once(child, "exit")
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  const { seed, latency = 0 }: Options = JSON.parse(process.argv[2] ?? "{}")
  const sandbox = await startSandbox(seed && { seed })
  if (latency > 0) sandbox.injectFault({ delay_ms: latency })
  const { env } = await sandbox.serveGh()
  process.on("message", () => process.send?.(sandbox.requests.length))
  process.on("disconnect", () => void sandbox.close().then(() => process.exit()))
  process.send?.({ url: sandbox.url, token: sandbox.token, env })
}
