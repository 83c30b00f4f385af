/**
 * jq in a thread of its own. In this one, an expression that never ends would hold up every call, and
 * nobody could cancel it.
 */
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import type { RunJq } from "../output/index.js"

/** Longer than any result takes that fits into an answer. */
const limit_ms = 10_000

const script = `
const { parentPort, workerData } = require("node:worker_threads")
const { raw } = require(workerData)
parentPort.on("message", (job) =>
  raw(...job).then(
    (printed) => parentPort.postMessage({ printed }),
    ({ message }) => parentPort.postMessage({ message }),
  ))`

/** One thread, whose jobs take turns; one that is ended takes the thread with it, and the next has a new one. */
export function jqThread(): (signal: AbortSignal) => RunJq {
  let thread: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  const run = (job: Parameters<RunJq>, signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      thread ??= new Worker(script, {
        eval: true,
        workerData: createRequire(import.meta.url).resolve("jq-wasm"),
      })
      thread.unref()
      const own = thread
      const end = (reason: unknown) => {
        thread = undefined
        void own.terminate()
        settle()
        reject(reason)
      }
      const answer = ({ printed, message }: { printed?: string; message?: string }) => {
        settle()
        if (printed === undefined) reject(new Error(message))
        else resolve(printed)
      }
      const cancel = () => end(signal.reason)
      const late = () => end(new Error(`it took longer than ${limit_ms / 1000} s`))
      const timer = setTimeout(late, limit_ms)
      const settle = () => {
        clearTimeout(timer)
        signal.removeEventListener("abort", cancel)
        own.off("message", answer)
        own.off("error", end)
      }
      own.on("message", answer)
      own.on("error", end)
      signal.addEventListener("abort", cancel, { once: true })
      own.postMessage(job)
    })

  return (signal) =>
    (...job) => {
      const mine = last.then(() => run(job, signal))
      last = mine.catch(() => undefined)
      return mine
    }
}
