/**
 * For what must run out of time, but not before it has come as far as a test looks at: a busy machine
 * needs more time for that. What is wrong for that reason is right under a longer limit, and what is
 * wrong for any other reason is not, so the verdict under the longest limit is the one that counts.
 */
export async function eventually(
  limits: readonly number[],
  attempt: (limit: number) => Promise<void>,
): Promise<void> {
  for (const limit of limits.slice(0, -1)) {
    try {
      return await attempt(limit)
    } catch {
      // With more time, then.
    }
  }
  await attempt(limits.at(-1) ?? 0)
}
