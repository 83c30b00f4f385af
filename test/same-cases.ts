/** Random tests try the same cases each time, so that none fails by chance. `make test-all` tries new ones. */
import fc from "fast-check"
import { all } from "./all.js"

if (!all) fc.configureGlobal({ seed: 1 })
