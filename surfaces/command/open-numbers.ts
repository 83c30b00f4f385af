/** Numbers of open issues and pull requests, for a shell that completes them. */
import { createExecutor } from "../../generated/calls.js"
import { withClient } from "./client.js"
import type { Terminal } from "./terminal/index.js"

/** Time limit for a completion. */
const patience_ms = 2_000

const lists = { issue_number: "issue.list", pull_number: "pr.list" } as const

export const isNumber = (subject: string | undefined): subject is keyof typeof lists =>
  subject !== undefined && Object.hasOwn(lists, subject)

/** The newest open items, as numbers with titles; none if GitHub does not answer in time. */
export async function openNumbers(
  subject: keyof typeof lists,
  place: { readonly owner: string; readonly repo: string; readonly host?: string | undefined },
  terminal: Terminal,
): Promise<readonly (readonly [number: string, title: string])[]> {
  const { owner, repo, host } = place
  const input = { owner, repo, first: 50 }
  return withClient({ host }, terminal, async (client) => {
    const { execute } = createExecutor({ client })
    const options = {
      signal: AbortSignal.timeout(patience_ms),
      fields: ["number", "title"] as const,
    }
    const envelope = await execute(lists[subject], input, options)
    if (!envelope.ok) return []
    const items: readonly { number: number; title: string }[] = Object(envelope.data).items
    return items.map(({ number, title }) => [String(number), title] as const)
  }).catch(() => [])
}
