import { chain, createGhx } from "ghx"
import type { Probot } from "probot"

const rules: readonly (readonly [label: string, words: RegExp])[] = [
  ["bug", /crash|error|broken|fails/i],
  ["question", /\?\s*$|^how\b/i],
]

/** Labels a new issue by its title, and thanks for it. */
export default function triage(app: Probot): void {
  app.on("issues.opened", async ({ octokit, payload, log }) => {
    const { repository, issue } = payload
    // Through Probot's client: its authentication, its server, its log.
    const ghx = createGhx({ octokit, allow: ["issue.labels.add", "issue.comments.upsert"] })
    const place = {
      owner: repository.owner.login,
      repo: repository.name,
      issue_number: issue.number,
    }
    const labels = rules.flatMap(([label, words]) => (words.test(issue.title) ? [label] : []))
    const body = "Thank you! Somebody will look at this soon."
    // With a key, an event that GitHub delivers twice makes one comment.
    const thanks = ghx.issue.comments.upsert({ ...place, body, key: "thanks" })
    const labelled = ghx.issue.labels.add({ ...place, labels })
    // The steps of a chain share requests.
    const { results } = await chain(labels.length > 0 ? [thanks, labelled] : [thanks])
    for (const result of results) if (!result.ok) log.error(result.error)
  })
}
