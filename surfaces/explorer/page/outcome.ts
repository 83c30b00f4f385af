/** What became of a run. */
import type { Ran } from "./given.js"

interface Failure {
  /** The capability, in a chain with its place: `2 issue.view`. */
  readonly name: string
  readonly code: string
  readonly message: string
  readonly fix?: string
}

/** `success`, `partial` or `failed` */
export function statusOf({ envelope }: Ran): string {
  const { ok, status = ok ? "success" : "failed" } = Object(envelope)
  return status
}

export function failuresOf({ envelope }: Ran): Failure[] {
  const { results, meta, error } = Object(envelope)
  if (results === undefined) return error ? [{ ...error, name: meta?.capability_id ?? "task" }] : []
  return (results as readonly Result[]).flatMap((result, at) =>
    result.error ? { ...result.error, name: `${at + 1} ${result.task}` } : [],
  )
}

interface Result {
  readonly task: string
  readonly error?: Omit<Failure, "name">
}
