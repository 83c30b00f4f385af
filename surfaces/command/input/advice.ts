/** Rewords errors of calls for people at a shell and for models. */
import { registry } from "../../../generated/registry.js"
import { knownOf, type ResultError } from "../../../runtime/index.js"

/** The wording of a surface. */
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
