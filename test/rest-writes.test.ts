/** Tests that a call of several REST requests whose write was applied never looks as if it were not. */
import { createGhx, executeTask } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { describe, expect, it } from "vitest"
import { type Card, cards } from "./cards.js"

const writes = cards.filter(({ rest, effect }) => rest && effect !== "read")

/** Executes an example over REST, in its own fixture. */
async function inSandbox<T>(
  { capability_id }: Card,
  input: Record<string, unknown>,
  prepare: (sandbox: Sandbox) => void,
  look: (sandbox: Sandbox, result: Awaited<ReturnType<typeof executeTask>>) => T,
): Promise<T> {
  const sandbox = await startSandbox()
  try {
    prepare(sandbox)
    const client = { base_url: sandbox.url, token: sandbox.token, retry: false } as const
    const task: string = capability_id
    return look(sandbox, await executeTask({ task, input }, client, { route: "rest" }))
  } finally {
    await sandbox.close()
  }
}

describe.each(writes)("$capability_id", (card) => {
  it.each(card.examples ?? [])(
    "over REST reports the outcome of each failed request: $title",
    async ({ input }) => {
      const isRead = ({ method }: { method: string }) => method === "GET"
      const { first, all } = await inSandbox(
        card,
        input,
        () => undefined,
        ({ requests }) => ({
          first: requests.findIndex((one) => !isRead(one)),
          all: requests.length,
        }),
      )
      for (let carried = 0; carried < all; carried++) {
        await inSandbox(
          card,
          input,
          (sandbox) => sandbox.injectFault({ skip: carried, status: 502 }),
          ({ applied }, result) => {
            if (result.ok) throw new Error(`request ${carried + 1} failed, and the call did not`)
            const { retryable, details } = result.error
            if (carried < first) {
              expect(applied).toEqual([])
              expect({ retryable, details }).toMatchObject({
                retryable: true,
                details: { outcome: "not_sent" },
              })
              return
            }
            expect({ retryable, details }).toMatchObject({
              retryable: card.idempotent,
              details: { outcome: "unknown" },
            })
            expect(details?.applied ?? false).toBe(applied.length > 0)
          },
        )
      }
    },
  )
})

it("changes of a release send its tag, without which GitHub renames that of a draft", async () => {
  const sandbox = await startSandbox()
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  const release = { owner: "octocat", repo: "hello-world", tag_name: "v0.2.0" }
  await ghx.release.update({ ...release, name: "Two" }).orThrow()
  await ghx.release.publish(release).orThrow()
  const sent = sandbox.requests.filter(({ method }) => method === "PATCH")
  expect(sent.map(({ body }) => body)).toMatchObject([
    { tag_name: "v0.2.0", name: "Two" },
    { tag_name: "v0.2.0", draft: false },
  ])
  await sandbox.close()
})
