/** The cost of a document in words: `1 point, at most 102 nodes`. */
export function costText({ points, nodes }: { points: number; nodes: number }): string {
  const most = nodes === 0 ? "" : `, at most ${nodes.toLocaleString("en")} nodes`
  return `${points} ${points === 1 ? "point" : "points"}${most}`
}
