import type { Failure } from "../errors/index.js"
import { unknownValue } from "./unknown-value.js"

/** What a dry run has in place of an answer. */
export function unsent(): Failure {
  return {
    code: "UNKNOWN",
    message: "Not sent: this is a dry run",
    transient: false,
    outcome: "not_sent",
    details: { dry_run: true },
    standIn: unknownValue,
  }
}
