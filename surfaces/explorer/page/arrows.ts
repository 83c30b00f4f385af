/** Describes the requests of a run for the diagram. */
import type { Arrived, ArrivedLine } from "./given.js"

export interface Arrow {
  /** `query IssueView`, `GET /repos/octocat/hello-world/issues/1` */
  readonly request: string
  /** The merged operations: `createIssue, resolveReviewThread ×2`. */
  readonly merged: string | undefined
  /** `200`, `200, refused`, `no answer` */
  readonly answer: string
  readonly failed: boolean
}

export function arrowOf(arrived: ArrivedLine & Partial<Pick<Arrived, "fields">>): Arrow {
  const { method, path, operation, fields = [], status, failed } = arrived
  const refused = failed && status !== null && status < 400
  return {
    request: operation ? `${operation.type} ${operation.name}`.trimEnd() : `${method} ${path}`,
    merged: fields.length > 1 ? counted(fields) : undefined,
    answer: status === null ? "no answer" : `${status}${refused ? ", refused" : ""}`,
    failed,
  }
}

/** The diagram in words, for readers who do not see it. */
export function inWords(arrows: readonly Arrow[]): string {
  if (arrows.length === 0) return "No request was sent."
  const lines = arrows.map(
    ({ request, merged, answer }, at) =>
      `${at + 1}. ${request}${merged ? ` with ${merged}` : ""}: ${answer}.`,
  )
  return `${arrows.length} ${arrows.length === 1 ? "request" : "requests"}. ${lines.join(" ")}`
}

function counted(fields: readonly string[]): string {
  return [...new Set(fields)]
    .map((field) => {
      const times = fields.filter((other) => other === field).length
      return times > 1 ? `${field} ×${times}` : field
    })
    .join(", ")
}
