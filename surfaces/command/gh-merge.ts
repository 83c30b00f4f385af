/** `gh pr merge` succeeds for pull requests that GitHub refuses to merge once more, or later. */
import { createExecutor } from "../../generated/calls.js"
import type { Client, ResultEnvelope } from "../../runtime/index.js"
import { printNote } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

/** States in which gh merges at once, even with `--auto`. */
const mergeable = ["CLEAN", "HAS_HOOKS", "UNSTABLE"]

/**
 * @param id - the refused capability
 * @param names - the given options
 * @returns the pull request if it was already merged, the result of a merge at once if `--auto` was refused for a pull
 *   request that can be merged, or undefined
 */
export async function mergedAnyway(
  id: string,
  input: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
  client: Client,
  terminal: Terminal,
): Promise<ResultEnvelope<unknown> | undefined> {
  const { execute } = createExecutor({ client })
  const ask = (id: string, input: object) => execute(id, input, { signal: terminal.interrupted })
  const { owner, repo, pull_number } = input
  const place = { owner, repo, pull_number }
  const viewed = await ask("pr.view", place)
  const { state, merge_state, merged_at } = Object(viewed.data)
  if (state === "MERGED") {
    printNote(`#${pull_number} was already merged, at ${merged_at}`, terminal)
    return viewed
  }
  if (id === "pr.merge" || !mergeable.includes(merge_state)) return undefined
  const merged = await ask("pr.merge", input)
  if (!merged.ok || !names.has("delete-branch")) return merged
  const deleted = await ask("pr.branch.delete", place)
  return deleted.ok || deleted.error.code === "NOT_FOUND" ? merged : deleted
}
