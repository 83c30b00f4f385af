/**
 * A dry run records the requests that a call would send, on every HTTP route of every card, and sends none.
 */
import {
  chain,
  createClient,
  createExecutor,
  createGhx,
  dryRunClient,
  type UnsentRequest,
} from "ghx"
import { type LoggedRequest, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { cards, routesOf, tokenFor } from "./cards.js"
import { needsGh } from "./needs.js"
import { forCatalogue } from "./small-fixture.js"

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox(forCatalogue)
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const client = (token = sandbox.token) => createClient({ base_url: sandbox.url, token })

const calls = cards.flatMap((card) =>
  routesOf(card)
    .filter((route) => route !== "cli")
    .map((route) => ({
      id: card.capability_id as string,
      card,
      route,
      conditional: route === "rest" ? card.rest?.endpoints.filter(dependsOnAnswers).length : 0,
      input: card.examples?.[0]?.input,
    })),
)

it.each(calls)(
  "dryRunClient records the requests of $id over $route",
  async ({ id, card, route, input, conditional = 0 }) => {
    const token = tokenFor(card, sandbox)
    const dry = dryRunClient(client(token))
    const result = await createExecutor({ client: dry.client }).execute(id, input, { route })
    expect(result).toMatchObject({ ok: false, error: { details: { dry_run: true } } })
    expect(sandbox.requests).toEqual([])
    const executed = await createExecutor({ client: client(token) }).execute(id, input, { route })
    expect(executed).toMatchObject({ ok: true })
    // The target of a redirect is unknown in advance.
    const sent = sandbox.requests.filter(({ path }) => !path.startsWith("/rest/runs/")).map(wordsOf)
    const recorded = dry.requests.map((request) => wordsOf(asSent(request)))
    const written = recorded.filter((words) => sent.some((one) => fits(words, one)))
    expect(recorded.length - written.length).toBeLessThanOrEqual(conditional)
    expect(written.map((words, at) => (fits(words, sent[at] ?? "") ? sent[at] : words))).toEqual(
      sent,
    )
  },
)

it("dryRunClient records a chain's merged documents, without steps that wait for results", async () => {
  const { client: dry, requests } = dryRunClient(client())
  const ghx = createGhx({ client: dry })
  const of = { owner: "octocat", repo: "hello-world" }
  const created = ghx.issue.create({ ...of, title: "New" })
  const { results } = await chain(
    created,
    ghx.issue.labels.add({ ...of, issue_number: 1, labels: ["bug"] }),
    ghx.issue.comments.create({ ...of, issue_number: created.out.number, body: "Mine." }),
  )
  const documents = requests.map((one) => (one.route === "graphql" ? one.document : ""))
  expect(documents).toEqual([
    expect.stringMatching(/^query Chain.*s0_repository.*s1_repository/s),
    expect.stringMatching(/^mutation Chain.*s0_createIssue.*s1_addLabelsToLabelable/s),
  ])
  expect(results[2]).toMatchObject({ error: { details: { because: expect.anything() } } })
  expect(sandbox.requests).toEqual([])
})

it("dryRunClient records the command of a call over gh", async (context) => {
  needsGh(context)
  const { client: dry, requests } = dryRunClient(createClient({ token: "t" }))
  const input = { owner: "octocat", repo: "hello-world", title: "New", labels: ["bug"] }
  await createGhx({ client: dry }).issue.create(input).run({ route: "cli" })
  const command = ["gh", "issue", "create", "--repo=octocat/hello-world", "--title=New"]
  expect(requests).toEqual([
    { route: "cli", command: [...command, expect.stringMatching(/^--body=/), "--label=bug"] },
  ])
})

it("dryRunClient reports an invalid input, and does not call `confirm`", async () => {
  const asking = createClient({
    base_url: sandbox.url,
    confirm: () => {
      throw new Error("asked")
    },
  })
  const dry = dryRunClient(asking)
  const ghx = createGhx({ client: dry.client })
  const of = { owner: "octocat", repo: "hello-world" }
  expect(await ghx.issue.view({ ...of, issue_number: 0 })).toMatchObject({
    error: { code: "VALIDATION" },
  })
  expect(dry.requests).toEqual([])
  await ghx.issue.delete({ ...of, issue_number: 5 })
  expect(dry.requests).toHaveLength(2)
})

/** Whether a request is only sent after some answers, which a dry run does not know. */
function dependsOnAnswers({ when = "" }: { readonly when?: string }): boolean {
  return /\$(?!input\b)/.test(when)
}

type Sent = Pick<LoggedRequest, "method" | "path" | "query" | "body">

/** The requests that a dry run recorded, in the form of the sandbox's log. */
function asSent(request: UnsentRequest): Sent {
  if (request.route === "cli") throw new Error("no request")
  const { pathname, searchParams } = new URL(request.url)
  const query = Object.fromEntries(searchParams)
  if (request.route === "rest") return { body: "", ...request, path: pathname, query }
  const { document, variables } = request
  return { method: "POST", path: pathname, query, body: { query: document, variables } }
}

function wordsOf({ method, path, query, body }: Sent): string {
  return `${method} ${path} ${JSON.stringify(query)} ${JSON.stringify(body)}`
}

/** Whether two requests are equal, where a placeholder equals any value, and a list of placeholders any list. */
function fits(written: string, sent: string): boolean {
  const parts = written.split(/\["<[^\]]+\]|"<[^">]+>"|%3C[^/]+?%3E/)
  const quoted = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`^${quoted.join('(?:\\[[^\\]]*\\]|"[^"]*"|[^/]+)')}$`, "s").test(sent)
}
