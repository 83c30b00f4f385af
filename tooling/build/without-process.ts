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
const noFiles = async () => {
  throw new Error(
    "Operations that are no capabilities need GitHub's API descriptions, which are files: use Node, Bun or Deno",
  )
}
export const compiler = { request: noFiles, document: noFiles, search: noFiles }
export const warnBeforeExit = () => undefined
