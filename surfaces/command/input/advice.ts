/** Rewords errors of calls for people at a shell and for models. */
import { registry } from "../../../generated/registry.js"
import { knownIn, type ResultError } from "../../../runtime/index.js"
import { callOf } from "../../../runtime/properties/index.js"
import { contractOf } from "./contract-of.js"

/** The wording of a surface. */
export interface Advice {
  /** Introduces the id of a capability to use. */
  readonly use: string
  /** Advice for pull requests if no capability covers the task. */
  readonly none: string
  /** Advice for calls that a guard refused. */
  readonly guards?: Readonly<Record<string, string>>
}

/** The error with a fix in the surface's words. */
export function advised(error: ResultError, { use, none, guards = {} }: Advice): ResultError {
  const { guard, counterpart } = error.details ?? {}
  const forPulls =
    counterpart && (knownIn(registry).has(counterpart) ? `${use} ${counterpart}` : none)
  const fix = typeof guard === "string" ? guards[guard] : forPulls
  return fix === undefined ? error : { ...error, details: { ...error.details, fix } }
}

/**
 * Adds the signature of the capability, or of the one that was meant, to the error of an invalid call, so
 * that a wrong guess needs no second lookup.
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
