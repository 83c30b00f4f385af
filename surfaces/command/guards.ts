/** What bounds whoever is not trusted to act alone, as options say it. */
import type { GuardOptions } from "../../runtime/index.js"
import { selectCapabilities } from "../tools/index.js"
import { UsageError } from "./output/index.js"

export interface GuardFlags {
  readonly readOnly?: boolean
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  /** Repositories that may be acted on. */
  readonly repos?: readonly string[]
  /** Most calls in the life of the command, by id. */
  readonly limits?: Readonly<Record<string, number>>
  /** Documented operations that are no capabilities may be sent. */
  readonly documents?: boolean
  /** Those that write, too. */
  readonly allowWrite?: boolean
}

/** @throws UsageError where what is allowed fits nothing */
export function guardsOf({
  readOnly,
  allow,
  deny,
  repos,
  limits,
  documents,
  allowWrite,
}: GuardFlags): GuardOptions {
  const guards = {
    read_only: readOnly ?? false,
    operations: documents ? (allowWrite ? "write" : "read") : "none",
    ...(allow && { allow }),
    ...(deny && { deny }),
    ...(repos && { repos }),
    ...(limits && { limits }),
  } as const
  usable(() => selectCapabilities(guards))
  return guards
}

/** What is wrong with a list of ids, in the words of the command. */
export function usable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error
  }
}
