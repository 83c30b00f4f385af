/** Setup of each test file: the same random cases in each run, and no environment variables left behind. */
import fc from "fast-check"
import { afterAll, vi } from "vitest"

// Random tests use the same cases each time; `make test-all` tries new ones. (`all.ts` would load the cards.)
if (process.env.ALL !== "1") fc.configureGlobal({ seed: 1 })

// Files share a process. Registered first, this hook runs after those of the file.
afterAll(() => vi.unstubAllEnvs())
