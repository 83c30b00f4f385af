/** Random tests try the same cases each time, so that none fails by chance. `make test-all` tries new ones. */
import fc from "fast-check"

// Each file of tests loads this, and `all.ts` has the cards with it.
if (process.env.ALL !== "1") fc.configureGlobal({ seed: 1 })
