/**
 * Kinds of cards that the catalog lacks, under every fault: writes that depend on lookups, mutations of
 * two parts, and answers without a body. Nothing is created twice, and no result claims more than the
 * server's state.
 */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { ResultEnvelope } from "ghx"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { generate } from "../../generator/compile/index.js"
import { readInputs } from "../../generator/read/index.js"
import { ROOT } from "../projects.js"
import { createProjectFolder, writeFiles } from "../type-check.js"
import { faults } from "./faults.js"

const cards: Record<string, { card: string; document?: string }> = {
  upsert_over_rest: {
    card: `
description: Comment on an issue, unless somebody said so before.
effect: write
idempotent: true
input: { body: { optional: false } }
output: { fields: { said_before: { type: integer } } }
rest:
  endpoints:
    - { as: before, method: GET, path: "/repos/{owner}/{repo}/issues/{issue_number}/comments" }
    - as: created
      method: POST
      path: "/repos/{owner}/{repo}/issues/{issue_number}/comments"
      body: { body: body }
      when: "length($before[?body == $input.body] || \`[]\`) == \`0\`"
  result: "{before: before}"
  output: { said_before: "length(before)" }`,
  },
  upsert_over_graphql: {
    card: `
description: Comment on an issue, unless somebody said so before, and retitle it.
effect: write
idempotent: true
output: { fields: [title] }
graphql:
  result: updateIssue.issue
  lookups:
    issue_id: { document: issue_id, result: repository.issue.id }
    said:
      document: comments_of_issue
      result: "length(repository.issue.comments.nodes[?body == $input.body] || \`[]\`) > \`0\`"`,
    document: `
mutation DecidedUpsertOverGraphql($issue_id: ID!, $body: String!, $title: String!, $said: Boolean!) {
  addComment(input: { subjectId: $issue_id, body: $body }) @skip(if: $said) { clientMutationId }
  updateIssue(input: { id: $issue_id, title: $title }) { issue { title } }
}`,
  },
  upsert_over_both: {
    card: `
description: Comment on an issue, unless somebody said so before.
effect: write
idempotent: true
output: { fields: [issue_number] }
graphql:
  output: { issue_number: $input.issue_number }
  lookups:
    issue_id: { document: issue_id, result: repository.issue.id }
    said:
      document: comments_of_issue
      result: "length(repository.issue.comments.nodes[?body == $input.body] || \`[]\`) > \`0\`"
rest:
  endpoints:
    - { as: before, method: GET, path: "/repos/{owner}/{repo}/issues/{issue_number}/comments" }
    - as: created
      method: POST
      path: "/repos/{owner}/{repo}/issues/{issue_number}/comments"
      body: { body: body }
      when: "length($before[?body == $input.body] || \`[]\`) == \`0\`"
  output: { issue_number: $input.issue_number }`,
    document: `
mutation DecidedUpsertOverBoth($issue_id: ID!, $body: String!, $said: Boolean!) {
  addComment(input: { subjectId: $issue_id, body: $body }) @skip(if: $said) { clientMutationId }
}`,
  },
  two_parts: {
    card: `
description: Comment on an issue and retitle it.
effect: write
idempotent: false
reconcile: { none: Nothing tells. }
output: { fields: [title] }
graphql:
  result: updateIssue.issue
  lookups:
    issue_id: { document: issue_id, result: repository.issue.id }`,
    document: `
mutation DecidedTwoParts($issue_id: ID!, $body: String!, $title: String!) {
  addComment(input: { subjectId: $issue_id, body: $body }) { clientMutationId }
  updateIssue(input: { id: $issue_id, title: $title }) { issue { title } }
}`,
  },
  empty_or_not: {
    card: `
description: Mark the notifications of a repository as read.
effect: write
idempotent: true
output: { fields: { repo: {} } }
rest:
  request: PUT /repos/{owner}/{repo}/notifications
  output: { repo: $input.repo }`,
  },
  list_over_rest: {
    card: `
description: List who contributed to a repository.
list: { fields: [login] }
rest: { request: "GET /repos/{owner}/{repo}/contributors" }`,
  },
  presence: {
    card: `
description: Say whether the caller follows somebody.
output: { fields: { following: { type: boolean } } }
rest:
  endpoints: [{ as: found, method: GET, path: "/user/following/{username}", optional: true }]
  output: { following: "$found == \`true\`" }`,
  },
}

const { contracts: _, ...pins } = readInputs(ROOT)
const { files, diagnostics } = generate({
  ...pins,
  cards: new Map(
    Object.entries(cards).map(([name, { card }]) => [`cards/decided/${name}.yaml`, card]),
  ),
  operations: new Map([
    ...Object.entries(cards).flatMap(([name, { document }]) =>
      document ? [[`operations/decided/${name}.graphql`, document] as const] : [],
    ),
    [
      "operations/lookup/issue_id.graphql",
      `query IssueId($owner: String!, $repo: String!, $issue_number: Int!) {
        repository(owner: $owner, name: $repo) { issue(number: $issue_number) { id } }
      }`,
    ],
    [
      "operations/lookup/comments_of_issue.graphql",
      `query CommentsOfIssue($owner: String!, $repo: String!, $issue_number: Int!) {
        repository(owner: $owner, name: $repo) {
          issue(number: $issue_number) { comments(first: 100) { nodes { body } } }
        }
      }`,
    ],
  ]),
})
const folder = createProjectFolder("decided-writes")

/** The state of the server, and the faults for its requests. */
interface State {
  comments: string[]
  title: string
  follows: boolean
  /** The part of a mutation that GitHub refuses. */
  refuses?: "updateIssue"
  injection?: (number: number) => Injection | undefined
  requests: number
}

interface Injection {
  readonly applied: boolean
  readonly answer: "reset" | { status: number; body: unknown; headers?: Record<string, string> }
}

let state: State
const server = createServer(async (incoming, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = JSON.parse(`${Buffer.concat(chunks)}` || "{}")
  const injection = state.injection?.(state.requests)
  state.requests += 1
  const own = injection?.applied === false ? undefined : executeCall(incoming, body)
  if (injection?.answer === "reset") return void response.destroy()
  const {
    status,
    body: answer,
    headers = {},
  } = injection?.answer ?? own ?? { status: 500, body: {} }
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(
    status === 204 || status === 205
      ? undefined
      : typeof answer === "string"
        ? answer
        : JSON.stringify(answer),
  )
})

interface Asked {
  readonly query?: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly body?: string
}

function executeCall(
  { method, url = "" }: Pick<IncomingMessage, "method" | "url">,
  { query, variables, body }: Asked,
): { status: number; body: unknown; headers?: Record<string, string> } {
  const comments = () => state.comments.map((one) => ({ body: one }))
  if (url.includes("/contributors")) {
    return state.follows ? { status: 200, body: [{ login: "ada" }] } : { status: 204, body: null }
  }
  if (url.includes("/notifications"))
    return state.follows ? { status: 202, body: { message: "Soon" } } : { status: 205, body: null }
  if (url.includes("/user/following/"))
    return state.follows
      ? { status: 204, body: null }
      : { status: 404, body: { message: "Not Found" } }
  if (query === undefined) {
    if (method !== "POST") return { status: 200, body: comments() }
    state.comments.push(String(body))
    return { status: 201, body: { body } }
  }
  if (!/^\s*mutation/.test(query)) {
    const issue = { id: "I_1", comments: { nodes: comments() } }
    // The lookups of a call share a document, with names of their own.
    const names = [...query.matchAll(/^\s*(?:(\w+): )?repository\(/gm)]
    const roots = names.map(([, alias = "repository"]) => [alias, { issue }])
    return { status: 200, body: { data: Object.fromEntries(roots) } }
  }
  const skips = variables.said === true
  if (!skips) state.comments.push(String(variables.body))
  const comment = skips ? {} : { addComment: { clientMutationId: null } }
  if (state.refuses) {
    const error = { type: "FORBIDDEN", path: ["updateIssue"], message: "Resource not accessible" }
    return { status: 200, body: { data: { ...comment, updateIssue: null }, errors: [error] } }
  }
  if (variables.title === undefined) return { status: 200, body: { data: comment } }
  state.title = String(variables.title)
  const updateIssue = { issue: { title: state.title } }
  return { status: 200, body: { data: { ...comment, updateIssue } } }
}

type Call = (input: object) => Promise<ResultEnvelope<Record<string, unknown>>>
let call: (name: string, attempts?: number) => Call

beforeAll(async () => {
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
  writeFiles(folder, files)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { createGhx } = await import(/* @vite-ignore */ join(folder, "generated/index.ts"))
  call = (name, attempts = 3) =>
    createGhx({ base_url, token: "t", retry: { attempts, backoff_ms: 1 } }).decided[name]
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const input = { owner: "ada", repo: "engine", issue_number: 1, body: "Done.", title: "New" }
const inputOf = (name: string) => {
  if (name === "presence") return { username: "ada" }
  if (name === "list_over_rest" || name === "empty_or_not") return { owner: "ada", repo: "engine" }
  const { title: _, ...others } = input
  return retitles(name) ? input : others
}

const retitles = (name: string) => cards[name]?.document?.includes("$title") === true

/** The faults that a server can cause by itself. */
const injections = faults.flatMap(({ name, rule, only }) => {
  const named = (injection: Injection) => [{ name, injection, only }]
  if (!rule) return []
  if ("drop" in rule) return named({ applied: rule.drop === "after", answer: "reset" })
  if (!("status" in rule) || rule.status === undefined) return []
  const { status, body = {}, headers } = rule
  const applied = "applied" in rule && rule.applied === true
  return named({ applied, answer: { status, body, ...(headers && { headers }) } })
})

describe.each(Object.keys(cards))("the card %s", (name) => {
  const fresh = (): State => ({ comments: [], title: "Old", follows: true, requests: 0 })

  it("succeeds without a fault", async () => {
    state = fresh()
    expect(await call(name)(inputOf(name))).toMatchObject({ ok: true })
  })

  const route = /graphql/.test(cards[name]?.card ?? "") ? "graphql" : "rest"
  const possible = injections.filter(({ only }) => !only || only.includes(route))
  it.each(possible)("creates nothing twice under the fault: $name", async ({ injection }) => {
    for (let at = 0; at < 4; at += 1) {
      for (const times of [1, 99]) {
        state = fresh()
        state.injection = (number) => (number >= at && number < at + times ? injection : undefined)
        const result = await call(name)(inputOf(name))
        const place = `${times} from ${at}: ${JSON.stringify(result)}`
        expect(state.comments.length, place).toBeLessThanOrEqual(1)
        if (!/upsert|parts/.test(name)) continue
        const isWhole = state.comments.length === 1 && (!retitles(name) || state.title === "New")
        if (result.ok) expect(isWhole, place).toBe(true)
        else if (state.comments.length > 0)
          expect(result.error.details, place).toMatchObject({ outcome: "unknown" })
      }
    }
  })
})

it("an upsert whose first response is lost is repeated from its lookups and succeeds", async () => {
  for (const name of ["upsert_over_rest", "upsert_over_graphql"]) {
    state = { comments: [], title: "Old", follows: true, requests: 0 }
    state.injection = (number) =>
      number === 1 ? { applied: true, answer: { status: 504, body: {} } } : undefined
    expect(await call(name)(inputOf(name)), name).toMatchObject({ ok: true })
    expect(state.comments).toEqual(["Done."])
  }
})

it("an upsert is sent again after three lookups that do not find it", async () => {
  for (const name of ["upsert_over_rest", "upsert_over_graphql", "upsert_over_both"]) {
    for (const answer of [{ status: 504, body: {} }, "reset"] as const) {
      state = { comments: [], title: "Old", follows: true, requests: 0 }
      state.injection = (number) => (number === 1 ? { applied: false, answer } : undefined)
      expect(await call(name)(inputOf(name)), name).toMatchObject({ ok: true })
      expect(state).toMatchObject({ comments: ["Done."], requests: 6 })
    }
  }
})

it("an upsert that GitHub applies late is found by one of the lookups", async () => {
  for (const name of ["upsert_over_rest", "upsert_over_graphql"]) {
    state = { comments: [], title: "Old", follows: true, requests: 0 }
    state.injection = (number) => {
      if (number === 4) state.comments.push("Done.")
      return number === 1 ? { applied: false, answer: "reset" } : undefined
    }
    expect(await call(name)(inputOf(name)), name).toMatchObject({ ok: true })
    expect(state.comments).toEqual(["Done."])
  }
})

it("a mutation that GitHub refuses in part fails and lists the fields that were applied", async () => {
  for (const name of ["two_parts", "upsert_over_graphql"]) {
    state = { comments: [], title: "Old", follows: true, requests: 0, refuses: "updateIssue" }
    expect(await call(name)(inputOf(name)), name).toMatchObject({
      ok: false,
      error: {
        code: "AUTH",
        retryable: false,
        details: { outcome: "unknown", applied: true, done: ["addComment"] },
      },
    })
    expect(state.comments).toHaveLength(1)
  }
})

it("an existence check returns true for a 204 and false for a 404", async () => {
  for (const follows of [true, false]) {
    state = { comments: [], title: "Old", follows, requests: 0 }
    expect(await call("presence")({ username: "ada" })).toMatchObject({
      ok: true,
      data: { following: follows },
    })
  }
})

it.each([
  [200, {}],
  [200, ""],
  [200, "<html>"],
  [201, { message: "Not Found" }],
  [205, null],
])("an existence check returns SERVER for a %i with %j", async (status, body) => {
  const injection = () => ({ applied: false, answer: { status, body } })
  state = { comments: [], title: "Old", follows: false, requests: 0, injection }
  expect(await call("presence")({ username: "ada" })).toMatchObject({
    ok: false,
    error: {
      code: "SERVER",
      message: `GitHub answered HTTP ${status}; only 204 means that it exists`,
    },
  })
})

it("a REST write succeeds with or without a response body", async () => {
  for (const follows of [true, false]) {
    state = { comments: [], title: "Old", follows, requests: 0 }
    expect(await call("empty_or_not")(inputOf("empty_or_not"))).toMatchObject({
      ok: true,
      data: { repo: "engine" },
    })
  }
})

it("a REST list is empty for a 204, and returns a retryable SERVER for a 202", async () => {
  state = { comments: [], title: "Old", follows: false, requests: 0 }
  const list = call("list_over_rest", 1)
  expect(await list(inputOf("list_over_rest"))).toMatchObject({ ok: true, data: { items: [] } })
  state.injection = () => ({ applied: false, answer: { status: 202, body: {} } })
  expect(await list(inputOf("list_over_rest"))).toMatchObject({
    error: { code: "SERVER", retryable: true, details: { retry_after_ms: 2000 } },
  })
})
