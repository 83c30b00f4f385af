/** How much shares a document: by GitHub's limits, and by the time that GitHub took for earlier documents. */
import type { DocumentSize } from "../client/index.js"
import type { OperationCall } from "../definition/index.js"
import { failuresOf, type GraphqlAnswer } from "../graphql/index.js"

/**
 * Whether GitHub executes a query together with others as one document: it refuses more nodes, and takes seconds for as
 * many pages, of which a hundred cost a point.
 */
export function isAffordable(others: readonly OperationCall[], next: OperationCall): boolean {
  return sumOf("nodes", others, next) <= 500_000 && sumOf("requests", others, next) <= 5_000
}

function sumOf(
  what: "nodes" | "requests",
  others: readonly OperationCall[],
  next: OperationCall,
): number {
  let sum = sizeOf(what, next)
  for (const one of others) sum += sizeOf(what, one)
  return sum
}

function sizeOf(what: "nodes" | "requests", { operation, variables }: OperationCall): number {
  const size = operation[what]
  return size ? size[0] + size[1] * Number(Object(variables).first ?? 0) : 0
}

/** Half of the time after which GitHub ends a request. */
const aim_ms = 5_000

/** A document says little about one that is many times larger. */
const mostGrowth = 4

/** Learns from a document of that size which GitHub answered. */
export function grow(size: DocumentSize, answered: number, ms: number): void {
  const possible = Math.floor(answered * Math.min(mostGrowth, aim_ms / ms))
  size.now = Math.max(size.now, Math.min(size.most, possible))
}

/** GitHub answers as many operations within its ten seconds, unless each takes long or GitHub is down. */
export const surelyAnswered = 20

/**
 * Learns from a document of that size which was too much for GitHub. To try larger ones later would cost a time-out
 * again and again, and for mutations their outcomes.
 */
export function shrink(size: DocumentSize, refused: number): void {
  const half = Math.max(1, Math.floor(refused / 2))
  size.now = Math.min(size.now, half)
  size.most = Math.min(size.most, Math.max(half, surelyAnswered))
}

/** Whether GitHub gave a document up, as it does after ten seconds: with a 502 or 504, or without data. */
export function isGivenUp(answer: GraphqlAnswer): boolean {
  if (!answer.ok) return answer.failure.code === "SERVER" && answer.failure.outcome === "unknown"
  return (answer.data ?? null) === null && failuresOf(answer).some(({ code }) => code === "SERVER")
}
