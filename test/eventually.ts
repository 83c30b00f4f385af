/**
 * For tests that must run out of time, but only after they have reached the point that they check, which takes longer
 * on a busy machine. A failure for lack of time disappears with a longer limit, and any other failure stays, so the
 * verdict under the longest limit counts.
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
