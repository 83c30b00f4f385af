import type { Ghx } from "ghx"

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Warns on issues without activity, and closes those that were warned a week ago. It may run as often as you like. */
export async function closeStale(ghx: Ghx, repo: { owner: string; repo: string }, days: number) {
  const done = { warned: 0, closed: 0 }
  const oldest = ghx.issue.list({ ...repo, sort: "UPDATED_AT", direction: "ASC", first: 100 })
  for await (const { number: issue_number, updated_at, labels } of oldest.items()) {
    // All that follow are newer.
    if (updated_at > daysAgo(7)) break
    if (labels.includes("stale")) {
      await ghx.issue.close({ ...repo, issue_number, state_reason: "NOT_PLANNED" }).orThrow()
      done.closed += 1
    } else if (updated_at <= daysAgo(days)) {
      const body = `No activity for ${days} days. This issue will be closed in a week; a comment keeps it open.`
      const once = { key: `stale:${updated_at}` }
      await ghx.issue.comments.create({ ...repo, issue_number, body }, once).orThrow()
      await ghx.issue.labels.add({ ...repo, issue_number, labels: ["stale"] }).orThrow()
      done.warned += 1
    }
  }
  return done
}
