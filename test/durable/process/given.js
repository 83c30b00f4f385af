/**
 * The parts of a process that executes runs and is killed at a moment that the test names: at the `at`-th event of
 * those called `where`, or of all.
 */
import { readFileSync } from "node:fs"
import { createClient } from "ghx"

const { store, runs, sandbox, crash, lease_ms, max_takeovers } = JSON.parse(
  readFileSync(process.argv[2], "utf8"),
)

export { runs, store }
export const options = { lease_ms, max_takeovers }

let left = crash?.at ?? Number.POSITIVE_INFINITY
function moment(where, name) {
  if (crash?.run !== undefined && crash.run !== name) return
  if (crash?.where !== undefined && crash.where !== where) return
  left -= 1
  if (left === 0) process.kill(process.pid, crash.signal ?? "SIGKILL")
}

const isWrite = (init) => /"query":"mutation/.test(String(init?.body))
async function watched(url, init) {
  if (!isWrite(init)) return fetch(url, init)
  moment("before sending")
  const answer = fetch(url, init)
  await new Promise(setImmediate)
  moment("in the air")
  const response = await answer
  moment("after sending")
  return response
}

export const client = createClient({
  base_url: sandbox.url,
  token: sandbox.token,
  fetch: watched,
  retry: { attempts: 2, backoff_ms: 1 },
})

export function journaled(journal) {
  const around = (method) => async (name, entries) => {
    const has = (kind) => entries.some((entry) => entry.kind === kind)
    if (has("result")) moment("before finish", name)
    if (has("intent")) moment("before begin", name)
    await journal[method](name, entries)
    if (has("result")) moment("after finish", name)
    if (has("intent")) moment("after begin", name)
  }
  return { ...journal, begin: around("begin"), finish: around("finish") }
}
