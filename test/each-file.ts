/** Setup of each test file: the same random cases in each run, and nothing left behind for later files. */
import { AsyncLocalStorage } from "node:async_hooks"
import fc from "fast-check"
import { afterAll, vi } from "vitest"

// Random tests use the same cases each time; `make test-all` tries new ones. (`all.ts` would load the cards.)
if (process.env.ALL !== "1") fc.configureGlobal({ seed: 1 })

const { run, enterWith } = AsyncLocalStorage.prototype
const used = new Set<AsyncLocalStorage<unknown>>()
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: unknown[]) {
  used.add(this)
  return run.apply(this, args as Parameters<typeof run>)
}
AsyncLocalStorage.prototype.enterWith = function (this: AsyncLocalStorage<unknown>, store) {
  used.add(this)
  enterWith.call(this, store)
}

// Waiting for something ends when it happens, or when the test hangs: a busy machine takes longer than Vitest's second.
const { waitFor, waitUntil } = vi
const patiently =
  <Wait extends typeof waitFor | typeof waitUntil>(wait: Wait) =>
  (work: never, options?: number | object) =>
    wait(work, { timeout: 600_000, ...(typeof options === "object" && options) })
Object.assign(vi, { waitFor: patiently(waitFor), waitUntil: patiently(waitUntil) })

// Files share a process. Registered first, this hook runs after those of the file.
afterAll(() => {
  vi.unstubAllEnvs()
  Object.assign(AsyncLocalStorage.prototype, { run, enterWith })
  // Before Node 24, a storage in use slows down every promise of the process.
  for (const storage of used) storage.disable()
})
