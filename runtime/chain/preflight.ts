import { prepare } from "../call/index.js"
import type { ErrorCode, ResultError } from "../envelope/index.js"
import { toResultError } from "../errors/index.js"
import type { Definition } from "../routes/index.js"
import type { StepPlan } from "../step/index.js"
import type { Scope } from "../timing/index.js"
import { heldBackMessage } from "./chain-failed.js"

/** One step of a chain, or the reason why its name means nothing. */
export type ChainEntry =
  | { ok: true; plan: StepPlan<string, unknown> }
  | { ok: false; task: string; error: ResultError }

/** A step that can be sent. */
export interface ReadyStep {
  readonly plan: StepPlan<string, unknown>
  readonly definition: Definition
  /** Validated, with defaults. */
  readonly input: unknown
}

/** Every step ready to be sent, or for every step why it is not. */
export type Preflight =
  | { ok: true; ready: ReadyStep[] }
  | { ok: false; rejected: { task: string; ok: false; error: ResultError }[] }

/**
 * Everything that can be known about a chain before anything is sent: unknown ids, invalid inputs
 * and, where there are several steps, steps without an HTTP route.
 */
export async function preflight(entries: readonly ChainEntry[], scope: Scope): Promise<Preflight> {
  const several = entries.length > 1
  const checks = await Promise.all(entries.map((entry) => checkEntry(entry, several, scope)))
  if (checks.every((check) => check.ok)) return { ok: true, ready: checks }
  const rejected = checks.map((check) =>
    check.ok
      ? { task: check.plan.definition.id, ok: false as const, error: heldBack(check.plan) }
      : check,
  )
  return { ok: false, rejected }
}

type Check = ({ ok: true } & ReadyStep) | { ok: false; task: string; error: ResultError }

async function checkEntry(entry: ChainEntry, several: boolean, scope: Scope): Promise<Check> {
  if (!entry.ok) return entry
  const { plan } = entry
  const { id, routes } = plan.definition
  if (several && routes.every((route) => route === "cli")) {
    const message = `capability '${id}' has no GraphQL or REST route and cannot be chained`
    return { ok: false, task: id, error: unsent("ADAPTER_UNSUPPORTED", message, plan) }
  }
  const prepared = await prepare(plan, plan.input, plan.client(), scope)
  if (!prepared.ok) return { ok: false, task: id, error: prepared.error }
  const { definition, input } = prepared
  return { ok: true, plan, definition, input }
}

/** For a step that is sound, but whose chain was rejected. */
function heldBack(plan: ReadyStep["plan"]): ResultError {
  return unsent("VALIDATION", heldBackMessage, plan)
}

function unsent(code: ErrorCode, message: string, { definition }: ReadyStep["plan"]): ResultError {
  const failure = { code, message, transient: false, outcome: "not_sent" } as const
  return toResultError(failure, definition)
}
