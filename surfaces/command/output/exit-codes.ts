import type { ErrorCode, ResultError } from "../../../runtime/index.js"

/** What the command exits with: docs/command.md has the table. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  not_found: 3,
  auth: 4,
  /** Some steps of a chain succeeded, others did not. */
  partial: 5,
  /** It may succeed later, unchanged: `EX_TEMPFAIL` of sysexits. */
  temporary: 75,
  /** As shells say that Ctrl-C has ended a command. */
  interrupted: 130,
  /** As shells say that whoever read the output went away. */
  unread: 141,
} as const

/** What an error's code means where the same call will not succeed later. */
const byCode: Partial<Readonly<Record<ErrorCode, number>>> = {
  AUTH: exitCodes.auth,
  NOT_FOUND: exitCodes.not_found,
  VALIDATION: exitCodes.usage,
}

/** A script repeats what exits with 75: so not a write that may have been carried out. */
export function exitCodeOf({ code, retryable }: Pick<ResultError, "code" | "retryable">): number {
  return retryable ? exitCodes.temporary : (byCode[code] ?? exitCodes.failed)
}
