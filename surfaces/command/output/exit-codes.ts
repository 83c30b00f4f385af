import type { ErrorCode, ResultError, ResultWarning, WriteOutcome } from "../../../runtime/index.js"

/** Exit codes: docs/command.md has the table. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  not_found: 3,
  auth: 4,
  /** Some steps of a chain succeeded, others did not; or the result is not everything. */
  partial: 5,
  /** Of `gh pr checks`, while checks are pending; scripts use it in `&&`. */
  pending: 8,
  /** The call may succeed later, unchanged: `EX_TEMPFAIL` of sysexits. */
  temporary: 75,
  /** The exit code with which shells report Ctrl-C. */
  interrupted: 130,
  /** The shells' code for a closed pipe. */
  unread: 141,
} as const

/** The exit code of an error that is not retryable. */
const byCode: Partial<Readonly<Record<ErrorCode, number>>> = {
  AUTH: exitCodes.auth,
  NOT_FOUND: exitCodes.not_found,
  VALIDATION: exitCodes.usage,
}

/** Scripts repeat calls that exit with 75, so writes that may have been applied do not. */
export function exitCodeOf({ code, retryable }: Pick<ResultError, "code" | "retryable">): number {
  return retryable ? exitCodes.temporary : (byCode[code] ?? exitCodes.failed)
}

/** A script would take an incomplete result for everything, a withheld value for none, and an ignored input for done. */
export function exitCodeOfWarnings(warnings: readonly ResultWarning[] = []): number {
  const codes = new Set(warnings.map(({ code }) => code))
  if (codes.has("IGNORED")) return exitCodes.failed
  return codes.has("INCOMPLETE") || codes.has("WITHHELD") ? exitCodes.partial : exitCodes.ok
}

export class Interrupted extends Error {
  override readonly name = "Interrupted"

  /** @param outcome - the outcome of the write in flight; undefined if there was none */
  constructor(readonly outcome?: WriteOutcome) {
    super(outcome === "not_sent" ? "interrupted before anything was written" : "interrupted")
  }
}

export class CommandError extends Error {
  /** @param fix - one sentence with what to type instead */
  constructor(
    message: string,
    readonly fix?: string,
    readonly exitCode: number = exitCodes.failed,
    readonly code?: string,
  ) {
    super(message)
  }
}

/** The command line is invalid; nothing was sent. */
export class UsageError extends CommandError {
  override readonly name = "UsageError"

  constructor(message: string, fix?: string) {
    super(message, fix, exitCodes.usage)
  }
}

/** The call was executed, and its result cannot be displayed as requested. */
export class DisplayError extends Error {
  override readonly name = "DisplayError"
}

type Kind = abstract new (...given: never[]) => Error

/** Throws an error of these classes as one of the command line, and others as they are. */
export const asUsage =
  (...kinds: readonly Kind[]) =>
  (error: unknown): never => {
    if (!kinds.some((kind) => error instanceof kind)) throw error
    const { message, fix } = Object(error)
    throw new UsageError(message, fix)
  }

/** Does what throws errors of these classes if the command line is wrong. */
export function usable<T>(work: () => T, ...kinds: readonly Kind[]): T {
  try {
    return work()
  } catch (error) {
    return asUsage(...kinds)(error)
  }
}
