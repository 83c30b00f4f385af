import type { ResultError } from "../../../runtime/index.js"

/** The answer to a call of a program. */
export type Answer =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: ResultError }
