/**
 * Tests answers of an arbitrary server: each value of each answer to each card's example is removed or replaced, and
 * the results of a production client still have the promised types.
 */

import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { isDeepStrictEqual } from "node:util"
import { createClient, executeTask, type JsonSchema, type ResultEnvelope } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { Compile } from "typebox/schema"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registry } from "../generated/registry.js"
import { standsForItsKindOverGh } from "./all.js"
import { type Card, cards, routesOf, tokenFor } from "./cards.js"
import { forCatalogue } from "./small-fixture.js"
import { all } from "./some.js"

interface Asked {
  readonly method: string
  readonly path: string
  readonly accept: string
  readonly authorization: string
  readonly body: string
}

/** The answer to one request. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body if it is JSON; other bodies are passed on unchanged. */
  readonly json?: unknown
  readonly body: Buffer
  /** Whether the request was a write. */
  readonly write: boolean
}

/** GitHub's refusal of lines outside the diff: it has no error, only no thread. */
const isRefusal = (label: string) =>
  label.endsWith("/data/addPullRequestReviewThread/thread = null")

/** Replaces a value; `undefined` removes it. */
const replacements: readonly unknown[] = all ? [undefined, null, 7, "x", {}] : [undefined, null, {}]

let sandbox: Sandbox
let server: Server
let url: string
let reply: (request: Asked) => Promise<Answer>

beforeAll(async () => {
  sandbox = await startSandbox(forCatalogue)
  server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = "GET", url: path = "/", headers: asked } = incoming
    const { status, headers, body } = await reply({
      method,
      path,
      accept: asked.accept ?? "*/*",
      authorization: asked.authorization ?? "",
      body: `${Buffer.concat(chunks)}`,
    })
    response.writeHead(status, headers)
    response.end(body.length === 0 ? undefined : body)
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await sandbox.close()
})

const overHttp = (card: Card) => routesOf(card).filter((route) => route !== "cli")

const cases = cards
  .filter((card) => standsForItsKindOverGh(card))
  .flatMap((card) => overHttp(card).map((route) => ({ card, id: card.capability_id, route })))

/** A client without earlier failures; its caches are those of production. */
const call = (
  card: Card,
  route: "graphql" | "rest",
  options: { readonly timeout_ms?: number } = {},
) => {
  const { capability_id, examples } = card
  const client = createClient({
    base_url: `${url}/api/v3`,
    token: tokenFor(card, sandbox),
    retry: false,
    validate_output: false,
  })
  const input = examples?.[0]?.input
  return executeTask({ task: capability_id as string, input }, { client }, { route, ...options })
}

describe("a call whose response has a removed or replaced value", () => {
  it.each(cases)("returns the output type of $id over $route or an error", async (each) => {
    const { card, route } = each
    const { output } = await registry.source(card.capability_id).load()
    const kinds = Compile(kindsOf(output))
    sandbox.reset()
    const recorded: Answer[] = []
    reply = async (request) => {
      const answer = await fromSandbox(request)
      recorded.push(answer)
      return answer
    }
    const undisturbed = await call(card, route)
    expect(undisturbed).toMatchObject({ ok: true })

    for (const [index, { json, write }] of recorded.entries()) {
      const answered = async (json: unknown) => {
        let asked = 0
        reply = async () => {
          const at = asked++
          const answer = recorded[at] ?? unknown
          return at === index ? { ...answer, body: bodyOf(json) } : answer
        }
        return call(card, route, waits(card) ? { timeout_ms: 300 } : {})
      }
      // For a value that nothing reads, one replacement is enough.
      const matters = async (json: unknown) =>
        !isDeepStrictEqual(dataOf(await answered(json)), dataOf(undisturbed))
      for await (const changed of mutations(json, matters)) {
        const envelope = await answered(changed.json)
        const label = `answer ${index}: ${changed.label}`
        if (envelope.ok) {
          expect(kinds.Check(envelope.data), `${label}: ${JSON.stringify(envelope.data)}`).toBe(
            true,
          )
        } else if (write && card.effect !== "read" && !isRefusal(changed.label)) {
          // The write was applied; an unreadable answer must not look like a refusal.
          expect(envelope.error, label).toMatchObject({ details: { outcome: "unknown" } })
        }
      }
    }
  })
})

/** Whether it polls until an answer reports the end, which a mutated answer may never do. */
const waits = ({ rest }: Card) => rest?.endpoints?.some(({ until }) => until !== undefined) === true

const bodyOf = (json: unknown): Buffer =>
  Buffer.from(json === undefined ? "" : JSON.stringify(json))

const unknown: Answer = { status: 404, headers: {}, body: bodyOf({}), write: false }

async function fromSandbox(request: Asked): Promise<Answer> {
  const { method, path, accept, authorization, body } = request
  const answer = await fetch(sandbox.url + path, {
    method,
    headers: { authorization, "content-type": "application/json", accept },
    ...(body !== "" && { body }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { link, "content-type": type } = Object.fromEntries(answer.headers)
  const mutation = /^\{"query":"\s*mutation/.test(body)
  return {
    status: answer.status,
    headers: { ...(type && { "content-type": type }), ...(link && { link }) },
    ...(type?.includes("json") && bytes.length > 0 && { json: JSON.parse(`${bytes}`) as unknown }),
    body: bytes,
    write: path.endsWith("/graphql") ? mutation : method !== "GET",
  }
}

const dataOf = (envelope: ResultEnvelope<unknown>) => (envelope.ok ? envelope.data : undefined)

/** Copies of a value in which one relevant value is replaced by each of the replacements. */
async function* mutations(
  value: unknown,
  matters: (json: unknown) => Promise<boolean>,
  path = "",
): AsyncGenerator<{ json: unknown; label: string }> {
  if (typeof value !== "object" || value === null) return
  // The first item stands for a long list.
  const keys = Object.keys(value).slice(0, Array.isArray(value) ? 1 : undefined)
  for (const key of keys) {
    const place = `${path}/${key}`
    const changed = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other }
    if (!(await matters(changed(["nothing like it"])))) continue
    for (const other of replacements) {
      yield { json: changed(other), label: `${place} = ${JSON.stringify(other)}` }
    }
    const within = mutations(Reflect.get(value, key), (json) => matters(changed(json)), place)
    for await (const { json, label } of within) yield { json: changed(json), label }
  }
}

/** The kinds and required members of a schema, and nothing else. */
function kindsOf(schema: JsonSchema): JsonSchema {
  const { type, required, properties, additionalProperties, items, anyOf } = schema
  return {
    ...(type !== undefined && { type }),
    ...(required && { required }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, kindsOf(each)]),
      ),
    }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: kindsOf(additionalProperties),
    }),
    ...(items && { items: kindsOf(items) }),
    ...(anyOf && { anyOf: anyOf.map(kindsOf) }),
  }
}
