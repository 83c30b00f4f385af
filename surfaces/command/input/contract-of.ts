import { compiler } from "../../../generated/on-demand.js"
import { registry } from "../../../generated/registry.js"
import {
  type Contract,
  isOperation,
  knownOf,
  operationSource,
  type ResultError,
} from "../../../runtime/index.js"

/** The contract of a capability; undefined if there is none of this id. */
export async function contractOf(id: unknown): Promise<Contract | undefined> {
  if (isOperation(id)) {
    return operationSource(String(id), compiler)
      .contract()
      .catch(() => undefined)
  }
  if (typeof id !== "string" || !knownOf(registry, id)) return undefined
  return registry.source(id).contract()
}

/** Whether a capability changes files of this machine, which scripts and models do not reach. */
export const isOfMachine = (id: string): boolean => id === "pr.checkout"

/**
 * Adds the signature of the capability, or of the most similar one, to the error of an invalid call, so that a wrong
 * guess needs no second lookup.
 */
export async function withCall(error: ResultError, id: unknown): Promise<ResultError> {
  const { code, details = {} } = error
  if (code !== "VALIDATION" || details.fix !== undefined) return error
  const isOfInput = details.issues?.some(({ pointer }) => !pointer.startsWith("/fields"))
  const meant = details.candidates ?? (isOfInput ? [id] : [])
  if (meant.length === 0) return error
  const { callOf } = await import("../../../runtime/execute/descriptions/index.js")
  const contracts = await Promise.all(meant.map(contractOf))
  const calls = contracts.flatMap((one) => (one ? [callOf(one)] : []))
  if (calls.length === 0) return error
  return { ...error, details: { ...details, fix: `Call ${calls.join(" or ")}` } }
}

export interface Advice {
  /** Advises to use another capability. */
  readonly use: (id: string) => string | Promise<string>
  /** Advice for pull requests if no capability covers the task. */
  readonly none: string
  /** Advice for calls that a guard refused. */
  readonly guards?: Readonly<Record<string, string>>
}

/** Adds a fix to the error that names the surface's own commands or methods. */
export async function advised(
  error: ResultError,
  { use, none, guards = {} }: Advice,
): Promise<ResultError> {
  const { guard, counterpart } = error.details ?? {}
  const isKnown = counterpart !== undefined && knownOf(registry, counterpart)
  const forPulls = counterpart && (isKnown ? await use(counterpart) : none)
  const fix = typeof guard === "string" ? guards[guard] : forPulls
  return fix === undefined ? error : { ...error, details: { ...error.details, fix } }
}
