/** What stands in the place of gh where no program can be run. */
import type { Failure } from "../runtime/errors/index.js"

const failure: Failure = {
  code: "ADAPTER_UNSUPPORTED",
  message: "gh could not be started: this platform runs no commands",
  transient: false,
  outcome: "not_sent",
  details: { fix: "Allow another route" },
}

export const tokenOfGh = async () => undefined
export const obstacle = async () => failure
export const attempt = async () => ({ ok: false as const, failure })
