/** Why something failed, in words. Whatever was thrown: to read it must not throw again. */
export function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return "something was thrown that cannot be read"
  }
}
