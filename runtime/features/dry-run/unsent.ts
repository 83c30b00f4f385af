import type { Failure } from "../../errors/index.js"
import { unknownValue } from "./unknown-value.js"

/** The result of a request in a dry run. */
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
