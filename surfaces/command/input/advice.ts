/** What a call's error says to programmers, said to whoever typed or asked. */
import { registry } from "../../../generated/registry.js"
import { knownIn, type ResultError } from "../../../runtime/index.js"
import { callOf } from "../../../runtime/properties/index.js"
import { contractOf } from "./contract-of.js"

/** The words of a surface. */
export interface Advice {
  /** What carries out the capability whose id follows. */
  readonly use: string
  /** Where no capability does to a pull request what was asked for. */
  readonly none: string
  /** For what a guard has refused. */
  readonly guards?: Readonly<Record<string, string>>
}

/** The error with a fix in the words of the surface that was used. */
export function advised(error: ResultError, { use, none, guards = {} }: Advice): ResultError {
  const { guard, counterpart } = error.details ?? {}
  const forPulls =
    counterpart && (knownIn(registry).has(counterpart) ? `${use} ${counterpart}` : none)
  const fix = typeof guard === "string" ? guards[guard] : forPulls
  return fix === undefined ? error : { ...error, details: { ...error.details, fix } }
}

/**
 * The error of a call that is wrong by itself, with how its capability is called, or the one that was meant: whoever
 * guesses needs no second look.
 */
export async function withCall(error: ResultError, id: unknown): Promise<ResultError> {
  const { code, details = {} } = error
  if (code !== "VALIDATION" || details.fix !== undefined) return error
  const isOfInput = details.issues?.some(({ pointer }) => !pointer.startsWith("/fields"))
  const meant = details.candidates ?? (isOfInput ? [id] : [])
  const contracts = await Promise.all(meant.map(contractOf))
  const calls = contracts.flatMap((one) => (one ? [callOf(one)] : []))
  if (calls.length === 0) return error
  return { ...error, details: { ...details, fix: `Call ${calls.join(" or ")}` } }
}
