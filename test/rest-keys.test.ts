/** Tests keys of the `rest` section that poll, keep a 404, and read and send headers, with a server that counts requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { ClientOptions, ResultEnvelope } from "ghx"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { generate } from "../generator/compile/index.js"
import { readInputs } from "../generator/read/index.js"
import { ROOT } from "./projects.js"
import { createProjectFolder, writeFiles } from "./type-check.js"

const run = "GET /repos/{owner}/{repo}/actions/runs/{run_id}"
const cards = {
  finished: `
description: Show a run once it is over.
output: { fields: [status] }
rest: { request: "${run}", until: status == 'completed', every: 10ms, at_most: 1m }`,
  unfinished: `
description: Show a run, soon.
output: { fields: [status] }
rest: { request: "${run}", until: status == 'completed', every: 10ms, at_most: 40ms }`,
  long: `
description: Show a run once it is over, at length.
output: { fields: [status] }
rest: { request: "${run}", until: status == 'completed', every: 10m, at_most: 20m }`,
  starred: `
description: Say whether the caller has starred a repository.
output: { fields: [starred] }
rest: { request: "GET /user/starred/{owner}/{repo}", optional: keep, output: { starred: $response } }`,
  share: `
description: Let repositories of an organization use a secret.
effect: write
idempotent: true
input: { selected_repository_ids: { type: array, items: { type: integer } } }
output: { fields: { ids: {} } }
rest:
  request: PUT /orgs/{org}/actions/secrets/{secret_name}/repositories
  body: { selected_repository_ids: selected_repository_ids }
  output: { ids: $input.selected_repository_ids }`,
  version: `
description: Show which version of a repository this is.
input: { prefer: { optional: true, nullable: true, type: string } }
output: { fields: [full_name, etag, missing] }
rest:
  request: GET /repos/{owner}/{repo}
  headers: { prefer: prefer }
  output: { etag: $headers.etag, missing: $headers."x-not-there" }`,
}

const { contracts: _, ...pins } = readInputs(ROOT)
const { files, diagnostics } = generate({
  ...pins,
  cards: new Map(Object.entries(cards).map(([name, card]) => [`cards/demo/${name}.yaml`, card])),
  operations: new Map(),
})
const folder = createProjectFolder("rest-keys")

type Reply = { status: number; body?: unknown; headers?: Record<string, string> }
let replies: readonly Reply[]
let asked: IncomingHttpHeaders[]
const sent: string[] = []
const server = createServer((request, response: ServerResponse) => {
  asked.push(request.headers)
  sent.push(request.url ?? "")
  request.on("data", (chunk) => sent.push(String(chunk)))
  const reply = replies[Math.min(asked.length, replies.length) - 1] ?? { status: 500 }
  response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers })
  response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body))
})

type Call = (input: object) => PromiseLike<ResultEnvelope<unknown>> & {
  run(options: { signal?: AbortSignal; timeout_ms?: number }): Promise<ResultEnvelope<unknown>>
}
let demo: Readonly<Record<keyof typeof cards, Call>>

beforeAll(async () => {
  expect(diagnostics).toEqual([])
  writeFiles(folder, files)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  const { createGhx } = await import(join(folder, "generated/index.ts"))
  const options: ClientOptions = { base_url: `http://127.0.0.1:${port}`, token: "t", retry: false }
  demo = createGhx(options).demo
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  asked = []
})

const repository = { owner: "ada", repo: "engine" }
const state = (status: string) => ({ status: 200, body: { status } })

describe("`until` of a card", () => {
  const input = { ...repository, run_id: 1 }

  it("repeats the request until its condition holds", async () => {
    replies = [state("queued"), state("in_progress"), state("completed")]
    expect(await demo.finished(input)).toMatchObject({ ok: true, data: { status: "completed" } })
    expect(asked).toHaveLength(3)
  })

  it("returns the last response with a warning when `at_most` has passed", async () => {
    replies = [state("queued")]
    expect(await demo.unfinished(input)).toMatchObject({
      ok: true,
      data: { status: "queued" },
      meta: {
        warnings: [
          {
            code: "PENDING",
            message: expect.stringContaining("`status == 'completed'` did not hold"),
          },
        ],
      },
    })
  })

  it("ends with a response that is an error", async () => {
    replies = [state("queued"), { status: 404, body: { message: "Not Found" } }]
    expect(await demo.finished(input)).toMatchObject({ error: { code: "NOT_FOUND" } })
    expect(asked).toHaveLength(2)
  })

  it("says that it waited, if the call's time is over before", async () => {
    replies = [state("queued")]
    expect(await demo.long(input).run({ timeout_ms: 5000 })).toMatchObject({
      error: {
        code: "NETWORK",
        message: "timed out after 5000 ms, while `status == 'completed'` did not hold",
        retryable: true,
      },
    })
    expect(asked).toHaveLength(1)
  })

  it("ends when the signal is aborted", async () => {
    replies = [state("queued")]
    const enough = new AbortController()
    const waiting = demo.finished(input).run({ signal: enough.signal })
    await expect.poll(() => asked.length).toBeGreaterThan(1)
    enough.abort(new Error("enough"))
    await expect(waiting).rejects.toThrow("enough")
  })
})

it.each([
  [{ status: 204 }, { ok: true, data: { starred: true } }],
  [
    { status: 404, body: { message: "Not Found" } },
    { ok: true, data: { starred: false } },
  ],
  [
    { status: 403, body: { message: "No" } },
    { ok: false, error: { code: "AUTH" } },
  ],
])(
  "`optional: keep` of a request without a body maps the response %j to %j",
  async (reply, result) => {
    replies = [reply]
    expect(await demo.starred(repository)).toMatchObject(result)
  },
)

describe("`headers` of a card", () => {
  beforeEach(() => {
    replies = [{ status: 200, body: { full_name: "ada/engine" }, headers: { etag: '"1"' } }]
  })

  it("are sent if they have a value, and response headers are read by name", async () => {
    const data = { full_name: "ada/engine", etag: '"1"', missing: null }
    const given = [{ prefer: "respond-async" }, {}, { prefer: null }]
    for (const input of given) {
      expect(await demo.version({ ...repository, ...input })).toMatchObject({ ok: true, data })
    }
    expect(asked.map(({ prefer }) => prefer)).toEqual(["respond-async", undefined, undefined])
  })

  it.each(["a\r\nx-more: 1", "a\0", "大"])(
    "with an invalid value (%j) are rejected without a request",
    async (prefer) => {
      expect(await demo.version({ ...repository, prefer })).toMatchObject({
        error: { code: "VALIDATION", message: expect.stringContaining("the header prefer") },
      })
      expect(asked).toEqual([])
    },
  )
})

it("an integer above 2^53 reaches GitHub and the result with all its digits", async () => {
  const digits = "3804004623172239366"
  replies = [{ status: 204 }]
  const secret = { org: "o", secret_name: "S" }
  for (const id of [digits, BigInt(digits)]) {
    sent.length = 0
    const shared = await demo.share({ ...secret, selected_repository_ids: [id, 7] })
    expect(shared).toMatchObject({ ok: true, data: { ids: [digits, 7] } })
    expect(sent).toEqual([
      "/orgs/o/actions/secrets/S/repositories",
      `{"selected_repository_ids":[${digits},7]}`,
    ])
  }
  expect(await demo.share({ ...secret, selected_repository_ids: [Number(digits)] })).toMatchObject({
    error: { code: "VALIDATION", details: { outcome: "not_sent" } },
  })
})
