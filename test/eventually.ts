/**
 * For tests that must run out of time, but only after they have reached the point that they check, which takes longer
 * on a busy machine. With a longer limit, failures caused by a lack of time disappear and all others remain, so the
 * result under the longest limit decides.
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
