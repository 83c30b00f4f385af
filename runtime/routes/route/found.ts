import type { Failure } from "../../errors/index.js"

/** One value looked up: found (or passed on unasked), missing under a name, or failed. */
export type Found =
  | { kind: "found"; value: unknown }
  | { kind: "missing"; name: string; message: string }
  | { kind: "failed"; failure: Failure }

export type FoundValues =
  | { ok: true; values: Record<string, unknown> }
  | { ok: false; failure: Failure }
