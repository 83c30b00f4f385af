/** A single call takes the route with the fewest requests; steps of a chain share documents instead. */
import { createClient, createExecutor, executeTask, executeTasks, type RouteType } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Card, cards, routesOf } from "./cards.js"
import { forCatalogue } from "./small-fixture.js"

const overHttp = (card: Card) => routesOf(card).filter((route) => route !== "cli")
const several = cards.filter((card) => overHttp(card).length > 1)

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox(forCatalogue)
})
afterAll(() => sandbox.close())

const optionsFor = (routes?: RouteType[]) => {
  const { url: base_url, token } = sandbox
  return { client: createClient({ base_url, token, retry: false, ...(routes && { routes }) }) }
}

async function requestsOf(card: Card, input: object, route?: RouteType) {
  sandbox.reset()
  sandbox.clearRequests()
  const task: string = card.capability_id
  const { ok, meta } = await executeTask({ task, input }, optionsFor(), { ...(route && { route }) })
  return { ok, meta, count: sandbox.requests.length }
}

const inputsOf = ({ examples = [] }: Card) => examples.map(({ title, input }) => ({ title, input }))

describe.each(several)("$capability_id", (card) => {
  it.each(inputsOf(card))(
    "sends no more requests than over its other routes: $title",
    async (one) => {
      const chosen = await requestsOf(card, one.input)
      const all: number[] = []
      for (const route of overHttp(card)) {
        const { ok, count } = await requestsOf(card, one.input, route)
        if (ok) all.push(count)
      }
      expect(chosen.ok).toBe(true)
      expect(chosen.count).toBe(Math.min(...all))
      const isFirst = chosen.meta.route_used === card.routing.preferred
      if (!isFirst) expect(chosen.meta.reason).toBe("FEWEST_REQUESTS")
    },
  )
})

describe("pr.review.submit", () => {
  const task = "pr.review.submit"
  const input = { owner: "octocat", repo: "hello-world", pull_number: 7, event: "COMMENT" as const }
  const reviewOf = (body: string) => ({ task, input: { ...input, body } })

  it("shares the documents of a chain", async () => {
    sandbox.reset()
    sandbox.clearRequests()
    const chain = await executeTasks([reviewOf("One."), reviewOf("Two.")], optionsFor())
    expect(chain.status).toBe("success")
    expect(sandbox.requests.map(({ path }) => path)).toEqual(["/graphql", "/graphql"])
  })

  it("is not repeated over GraphQL once REST may have applied it", async () => {
    sandbox.reset()
    sandbox.clearRequests()
    sandbox.injectFault({ times: 1, status: 502, applied: true })
    const own = await executeTask(reviewOf("Lost."), optionsFor())
    expect(own).toMatchObject({ ok: false, error: { details: { outcome: "unknown" } } })
    expect(sandbox.requests).toHaveLength(1)
    expect(sandbox.applied).toHaveLength(1)
  })

  it("uses its card's first route if the call has a key", async () => {
    sandbox.reset()
    const own = await createExecutor(optionsFor()).execute(
      task,
      { ...input, body: "Once." },
      { key: "once" },
    )
    expect(own).toMatchObject({ ok: true, meta: { route_used: "graphql" } })
  })

  it("uses GraphQL if the client's `routes` requires it", async () => {
    sandbox.reset()
    const own = await executeTask(reviewOf("So."), optionsFor(["graphql"]))
    expect(own).toMatchObject({ ok: true, meta: { route_used: "graphql" } })
  })
})

it("an idempotent write falls back to its card's first route after a server error", async () => {
  sandbox.reset()
  sandbox.injectFault({ times: 1, status: 502, applied: true })
  const input = { owner: "octocat", repo: "hello-world", pull_number: 7 }
  const own = await executeTask({ task: "pr.close", input }, optionsFor())
  expect(own).toMatchObject({
    ok: true,
    data: { state: "CLOSED" },
    meta: { route_used: "graphql", reason: "CARD_FALLBACK" },
  })
})
