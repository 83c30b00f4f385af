import { describe, test } from "vitest"
import { all } from "./some.js"

const leaveOut = Object.assign(() => {}, { each: () => () => {}, for: () => () => {} })

/** A test only of `make test-all`: it takes seconds, and a test beside it covers the same code in part. */
export const rarely = all ? test : (leaveOut as unknown as typeof test)

/** A group only of `make test-all`. */
export const describeRarely = all ? describe : () => undefined
