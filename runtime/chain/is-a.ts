/** Whether something is a step, a chain or an `each`. Types say so already, but many callers have none. */
export function isA<Kind extends object>(item: unknown, mark: keyof Kind): item is Kind {
  return typeof item === "object" && item !== null && mark in item
}
