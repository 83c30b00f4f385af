import type { Cost } from "../plan/index.js"

/** The cost of a document in words: `1 point, at most 102 nodes`. */
export function costText({ points, nodes, rest_requests: requests }: Cost): string {
  const most = nodes === 0 ? "" : `, at most ${nodes.toLocaleString("en")} nodes`
  const alone = requests === undefined ? "" : `, or ${requests} REST request outside chains`
  return `${points} ${points === 1 ? "point" : "points"}${most}${alone}`
}
