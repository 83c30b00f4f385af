/** What a call's error says to programmers, said to whoever typed or asked. */
import { registry } from "../../generated/registry.js"
import { knownIn, type ResultError } from "../../runtime/index.js"

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
