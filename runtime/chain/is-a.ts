/** Whether something is a step, a chain or an `each`. The types ensure this only for callers in TypeScript. */
export function isA<Kind extends object>(item: unknown, mark: keyof Kind): item is Kind {
  return typeof item === "object" && item !== null && mark in item
}
