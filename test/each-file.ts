/** Around each file of tests: what it tries is the same each time, and it leaves no variable to the next. */
import fc from "fast-check"
import { afterAll, vi } from "vitest"

// Random tests fail by no chance; `make test-all` tries new cases. (`all.ts` would load the cards.)
if (process.env.ALL !== "1") fc.configureGlobal({ seed: 1 })

// Files share a process. Registered first, it runs after what the file does at its end.
afterAll(() => vi.unstubAllEnvs())
