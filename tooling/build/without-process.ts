/** Replaces the code that needs a process in browsers. */
import { type Failure, noAnswerFailure, unsupported } from "../../runtime/errors/index.js"

const failure: Failure = {
  ...unsupported("gh could not be started: this platform cannot run commands"),
  details: { fix: "Allow another route" },
}
const failed = async () => ({ ok: false as const, failure })

export const tokenOfGh = async () => undefined
export const ghProblem = async () => failure
export const attempt = failed
export const classifyNetwork = noAnswerFailure
export const warnBeforeExit = () => undefined
