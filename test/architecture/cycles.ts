/** The cycles of a graph, one for each edge that closes one. */
export function cycles(arrows: readonly (readonly [from: string, to: string])[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const [from, to] of arrows) {
    targets.set(from, (targets.get(from) ?? new Set()).add(to))
  }
  const found: string[][] = []
  const done = new Set<string>()
  const way: string[] = []

  const visit = (place: string) => {
    const start = way.indexOf(place)
    if (start >= 0) found.push([...way.slice(start), place])
    if (start >= 0 || done.has(place)) return
    way.push(place)
    for (const next of targets.get(place) ?? []) visit(next)
    way.pop()
    done.add(place)
  }

  for (const place of targets.keys()) visit(place)
  return found
}
