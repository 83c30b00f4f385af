/** What a call's error says to programmers, said to who types. */
import { registry } from "../generated/registry.js"
import { knownIn, type ResultError } from "../runtime/index.js"

/** The error with the command that does the same to a pull request, where the number of one was given. */
export function advised(error: ResultError): ResultError {
  const { counterpart } = error.details ?? {}
  if (counterpart === undefined) return error
  const fix = knownIn(registry).has(counterpart)
    ? `Use ghx run ${counterpart}`
    : "No capability does that to a pull request. Those that there are: ghx capabilities list pr"
  return { ...error, details: { ...error.details, fix } }
}
