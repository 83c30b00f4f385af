/**
 * For tests that must run out of time, but not before they have reached the point that they check, for
 * which a busy machine needs longer. A failure for that reason passes under a longer limit, and any other
 * failure does not, so the verdict under the longest limit counts.
 */
export async function eventually(
  limits: readonly number[],
  attempt: (limit: number) => Promise<void>,
): Promise<void> {
  for (const limit of limits.slice(0, -1)) {
    try {
      return await attempt(limit)
    } catch {
      // Again, with more time.
    }
  }
  await attempt(limits.at(-1) ?? 0)
}
