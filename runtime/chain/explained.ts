import type { EntryOutcome } from "./entries.js"
import type { RunningChain } from "./execute-entry.js"

/**
 * Adds to the errors of a chain which labels exist in place of missing ones. All writes are done by now, and steps with
 * one repository share a request. Loaded by the first chain with a failure.
 */
export function explained(
  outcomes: readonly EntryOutcome[],
  { ready, batch, scope }: Pick<RunningChain, "ready" | "batch" | "scope">,
): Promise<EntryOutcome[]> {
  return Promise.all(
    outcomes.map(async (outcome, index) => {
      const { result, input } = outcome
      const { entry, definition } = ready[index] ?? {}
      const lookups = definition?.parts?.graphqlLookups
      if (result.ok || !entry || !lookups || input === undefined) return outcome
      const client = entry.plan.client()
      const handler = batch.join([index])
      const graphql = handler.transport(client.graphql, client.batch)
      const error = await lookups
        .explain(result.error, { input, graphql, scope })
        .catch(() => result.error)
        .finally(() => handler.settle())
      return { ...outcome, result: { ...result, error: client.redact(client.clean(error)) } }
    }),
  )
}
