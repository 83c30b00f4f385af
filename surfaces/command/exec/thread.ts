/**
 * Runs a program in a thread. In the main thread, an endless program would block everything, and nobody
 * could stop it; a thread can be terminated at any point.
 */
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import { withWatched } from "./asyncs.js"
import { type EngineData, engine, type Stop, type Turn } from "./engine.js"
import { within } from "./within.js"

export interface Limits extends Pick<EngineData, "memory_bytes" | "stack_bytes" | "most_calls"> {
  /** Excluding calls. */
  readonly timeout_ms: number
}

export type Ended = Turn | { readonly kind: "stopped"; readonly why: Stop | "time" | "engine" }

const watch = "$watched"

/** Starts a program; it runs until it makes a call. */
export function threadOf(code: string, last: string, limits: Limits, signal: AbortSignal) {
  const { resolve: locate } = createRequire(import.meta.url)
  const workerData: EngineData = {
    ...limits,
    core: locate("quickjs-emscripten-core"),
    variant: locate("@jitl/quickjs-wasmfile-release-sync"),
    within: `((__name) => (${within}))((one) => one)`,
    code,
    watching: withWatched(code, watch),
    watch,
    last,
  }
  // Tools that run the sources name functions through their helper `__name`, so the script defines it.
  const script = `
    globalThis.__name = (one) => one
    const { parentPort, workerData } = require("node:worker_threads")
    ;(${engine})(require, parentPort, workerData)`
  const mute = { stdin: true, stdout: true, stderr: true }
  const worker = new Worker(script, { eval: true, workerData, env: {}, ...mute })
  let left_ms = limits.timeout_ms
  let onTurn: (turn: Ended) => void = () => undefined
  worker.on("message", (turn: Turn) => onTurn(turn))
  worker.on("error", () => onTurn({ kind: "stopped", why: "engine" }))
  // A paused program continues when its calls have answers, as JSON; before the first turn there are none.
  return {
    end: () => worker.terminate(),
    next: (answers?: string) =>
      new Promise<Ended>((resolve, reject) => {
        const started = performance.now()
        const settle = () => {
          left_ms -= performance.now() - started
          clearTimeout(timer)
          signal.removeEventListener("abort", cancel)
        }
        const cancel = () => {
          settle()
          reject(signal.reason)
        }
        onTurn = (turn) => {
          settle()
          resolve(turn)
        }
        const timer = setTimeout(() => onTurn({ kind: "stopped", why: "time" }), left_ms)
        signal.addEventListener("abort", cancel, { once: true })
        if (signal.aborted) cancel()
        else if (answers !== undefined) worker.postMessage(answers)
      }),
  }
}
