/**
 * Runs jq in threads. In the main thread, an endless expression would block everything, and could not be
 * stopped without losing its input.
 */
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import type { JqResult } from "jq-wasm"
import { JqStopped, type RunJq } from "./jq.js"

export { filterOf } from "./jq.js"

/** Longer than any result that fits into an answer takes. */
const limit_ms = 10_000

/** Maximum number of concurrent expressions. An endless one occupies a processor until its time limit. */
const most = 4

const script = `
const { parentPort, workerData } = require("node:worker_threads")
const { raw } = require(workerData)
parentPort.on("message", (job) =>
  raw(...job).then(
    (result) => parentPort.postMessage({ result }),
    ({ message }) => parentPort.postMessage({ message }),
  ))`

/**
 * One thread per running expression. After jq broke off, its thread is ended, because jq does not recover from
 * running out of memory and gives wrong answers from then on.
 */
export function jqThreads(): (signal: AbortSignal) => RunJq {
  const idle: Worker[] = []
  const waiting: (() => void)[] = []
  let running = 0

  const started = () =>
    new Worker(script, {
      eval: true,
      // Not the stderr of this process: the library prints a line there for each abort.
      stderr: true,
      workerData: createRequire(import.meta.url).resolve("jq-wasm"),
    })

  const run = (job: Parameters<RunJq>, signal: AbortSignal): Promise<JqResult> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const thread = idle.pop() ?? started()
      thread.ref()
      const settle = () => {
        thread.unref()
        clearTimeout(timer)
        signal.removeEventListener("abort", cancel)
        thread.off("message", answer)
        thread.off("error", end)
      }
      const end = (reason: unknown) => {
        settle()
        void thread.terminate()
        reject(reason)
      }
      const answer = ({ result, message }: { result?: JqResult; message?: string }) => {
        if (result === undefined) return end(new Error(message))
        settle()
        if (idle.length === 0) idle.push(thread)
        else void thread.terminate()
        resolve(result)
      }
      const cancel = () => end(signal.reason)
      const late = () => end(new JqStopped(`it took longer than ${limit_ms / 1000} s`))
      const timer = setTimeout(late, limit_ms)
      thread.on("message", answer)
      thread.on("error", end)
      signal.addEventListener("abort", cancel, { once: true })
      thread.postMessage(job)
    })

  return (signal) =>
    async (...job) => {
      while (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
      running += 1
      try {
        return await run(job, signal)
      } finally {
        running -= 1
        waiting.shift()?.()
      }
    }
}
