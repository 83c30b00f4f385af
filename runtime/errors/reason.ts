/** The message of any thrown value. Reading it never throws. */
export function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return "something was thrown that cannot be read"
  }
}
