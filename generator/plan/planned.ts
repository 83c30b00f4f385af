import type { Diagnostic } from "../diagnostics/index.js"

/** The result of planning: a plan with warnings, or a refusal with reasons. */
export type Planned<T> = Plan<T> | Refusal

interface Plan<T> {
  readonly ok: true
  readonly plan: T
  readonly problems: readonly Diagnostic[]
}

interface Refusal {
  readonly ok: false
  readonly problems: readonly Diagnostic[]
}

/** A plan, unless one of its problems is an error. */
export function planned<T>(plan: T, problems: readonly Diagnostic[] = []): Planned<T> {
  const isRefused = problems.some(({ severity }) => severity === "error")
  return isRefused ? { ok: false, problems } : { ok: true, plan, problems }
}

export function refused(...problems: readonly Diagnostic[]): Refusal {
  return { ok: false, problems }
}

/**
 * Continues with a successful plan. Not called `then`, because importing a module that exports `then` would never
 * finish.
 */
export function flatMap<T, U>(part: Planned<T>, next: (plan: T) => Planned<U>): Planned<U> {
  if (!part.ok) return part
  const whole = next(part.plan)
  return { ...whole, problems: [...part.problems, ...whole.problems] }
}

export function mapPlan<T, U>(part: Planned<T>, make: (plan: T) => U): Planned<U> {
  return part.ok ? { ...part, plan: make(part.plan) } : part
}

type PlansOf<Parts extends readonly Planned<unknown>[]> = {
  -readonly [Index in keyof Parts]: Parts[Index] extends Planned<infer T> ? T : never
}

/**
 * Combines several plans, with the problems of each. If one plan is refused, the problems of the others are still
 * reported.
 */
export function all<const Parts extends readonly Planned<unknown>[]>(
  parts: Parts,
): Planned<PlansOf<Parts>> {
  const problems = parts.flatMap((part) => part.problems)
  const plans = parts.flatMap((part) => (part.ok ? [part.plan] : []))
  if (plans.length < parts.length) return { ok: false, problems }
  return { ok: true, plan: plans as PlansOf<Parts>, problems }
}

export function optional<S, T>(
  section: S | undefined,
  plan: (section: S) => Planned<T>,
): Planned<T | undefined> {
  return section === undefined ? planned(undefined) : plan(section)
}
