/** Every route that a card declares gives the same result and leaves the same state. */
import { executeTask, type RouteType } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { describe, expect, it } from "vitest"
import { cards } from "./cards.js"

/** What one route makes of one input, in a world of its own. */
async function outcome(task: string, input: Record<string, unknown>, route: RouteType) {
  const sandbox = await startSandbox()
  try {
    const options = { base_url: sandbox.url, token: sandbox.token, validate_output: true }
    const result = await executeTask({ task, input }, options, { route })
    expect(result.meta.route_used).toBe(route)
    return { result: result.ok ? result.data : result.error.code, state: sandbox.state.snapshot() }
  } finally {
    await sandbox.close()
  }
}

const several = cards.flatMap(({ capability_id, routing, examples = [] }) =>
  routing.fallbacks.flatMap((route) =>
    examples.map(({ title, input }) => ({
      id: capability_id as string,
      title,
      input,
      route: route as RouteType,
    })),
  ),
)

describe("routes", () => {
  it.each(several)("$id, $title: $route gives what graphql gives", async ({ id, input, route }) => {
    const [expected, actual] = [
      await outcome(id, input, "graphql"),
      await outcome(id, input, route),
    ]
    expect(actual.result).toEqual(expected.result)
    expect(actual.state).toEqual(expected.state)
  })

  it.each([
    ["issue.view", { owner: "octocat", repo: "hello-world", issue_number: 999 }, "NOT_FOUND"],
    ["issue.view", { owner: "octocat", repo: "hello-world", issue_number: 7 }, "NOT_FOUND"],
    ["issue.view", { owner: "octocat", repo: "nowhere", issue_number: 1 }, "NOT_FOUND"],
    ["pr.close", { owner: "octocat", repo: "hello-world", pull_number: 999 }, "NOT_FOUND"],
    [
      "pr.create",
      { owner: "octocat", repo: "hello-world", title: "x", head: "polite-greeting", base: "main" },
      "VALIDATION",
    ],
  ])("%s of %o fails alike", async (id, input, code) => {
    for (const route of ["graphql", "rest"] as const) {
      expect((await outcome(id, input, route)).result, route).toBe(code)
    }
  })
})
