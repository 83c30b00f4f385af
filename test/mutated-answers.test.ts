/**
 * A server that says anything at all: each value of each answer to each card's example is taken away
 * or replaced, and a client as in production is held to what the types promise.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createClient, executeTask, type JsonSchema } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { Compile } from "typebox/schema"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registry } from "../generated/registry.js"
import { type Card, cards, routesOf } from "./cards.js"

/** What one request is answered. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
  /** The request asked for a change. */
  readonly write: boolean
}

/** Takes a value's place; `undefined` takes it away. */
const replacements: readonly unknown[] = [undefined, null, 7, "x", [], {}, [{}]]

let sandbox: Sandbox
let server: Server
let url: string
let reply: (request: { method: string; path: string; body: string }) => Promise<Answer>

beforeAll(async () => {
  sandbox = await startSandbox()
  server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = "GET", url: path = "/" } = incoming
    const { status, headers, json } = await reply({
      method,
      path,
      body: `${Buffer.concat(chunks)}`,
    })
    response.writeHead(status, headers)
    response.end(json === undefined ? undefined : JSON.stringify(json))
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await sandbox.close()
})

const isJson = ({ capability_id }: Card) => !/diff|logs/.test(capability_id)
const overHttp = (card: Card) => routesOf(card).filter((route) => route !== "cli")

const cases = cards
  .filter(isJson)
  .flatMap((card) => overHttp(card).map((route) => ({ card, id: card.capability_id, route })))

/** A client that knows of no failure before; what it keeps is what production keeps. */
const call = ({ capability_id, examples }: Card, route: "graphql" | "rest") => {
  const client = createClient({
    base_url: `${url}/api/v3`,
    token: "sandbox-token",
    retry: false,
    validate_output: false,
  })
  const input = examples?.[0]?.input
  return executeTask({ task: capability_id as string, input }, { client }, { route })
}

describe("whatever a server answers", () => {
  it.each(cases)("$id gives over $route what its type promises, or an error", async (each) => {
    const { card, route } = each
    const load = registry[card.capability_id]
    if (!load) throw new Error("not in the registry")
    const { output } = (await load()).definition
    const kinds = Compile(kindsOf(output))
    sandbox.reset()
    const recorded: Answer[] = []
    reply = async (request) => {
      const answer = await fromSandbox(request)
      recorded.push(answer)
      return answer
    }
    expect(await call(card, route)).toMatchObject({ ok: true })

    for (const [index, { json, write }] of recorded.entries()) {
      for (const changed of mutations(json)) {
        const answers = [...recorded]
        answers[index] = { ...recorded[index], ...changed } as Answer
        let asked = 0
        reply = async () => answers[asked++] ?? { status: 404, headers: {}, json: {}, write: false }
        const envelope = await call(card, route)
        const label = `answer ${index}: ${changed.label}`
        if (envelope.ok) {
          expect(kinds.Check(envelope.data), `${label}: ${JSON.stringify(envelope.data)}`).toBe(
            true,
          )
        } else if (write && card.effect !== "read") {
          // It was carried out; that its answer reads badly must not look like a refusal.
          expect(envelope.error, label).toMatchObject({ details: { outcome: "unknown" } })
        }
      }
    }
  })
})

async function fromSandbox({ method, path, body }: { method: string; path: string; body: string }) {
  const answer = await fetch(sandbox.url + path, {
    method,
    headers: { authorization: "bearer sandbox-token", "content-type": "application/json" },
    ...(body !== "" && { body }),
  })
  const text = await answer.text()
  const { link, "content-type": type } = Object.fromEntries(answer.headers)
  const mutation = /^\{"query":"\s*mutation/.test(body)
  return {
    status: answer.status,
    headers: { ...(type && { "content-type": type }), ...(link && { link }) },
    json: text === "" ? undefined : (JSON.parse(text) as unknown),
    write: path.endsWith("/graphql") ? mutation : method !== "GET",
  }
}

/** A value with each of the values in it replaced by each of the replacements. */
function* mutations(value: unknown, path = ""): Generator<{ json: unknown; label: string }> {
  if (typeof value !== "object" || value === null) return
  // What stands in a long list stands in its first item.
  const keys = Object.keys(value).slice(0, Array.isArray(value) ? 1 : undefined)
  for (const key of keys) {
    const place = `${path}/${key}`
    for (const other of replacements) {
      const copy: unknown = structuredClone(value)
      if (other === undefined) Reflect.deleteProperty(Object(copy), key)
      else Reflect.set(Object(copy), key, other)
      yield { json: copy, label: `${place} = ${JSON.stringify(other)}` }
    }
    for (const { json, label } of mutations(Reflect.get(value, key), place)) {
      const copy: unknown = structuredClone(value)
      Reflect.set(Object(copy), key, json)
      yield { json: copy, label }
    }
  }
}

/** What a schema says of kinds and required members, and nothing else. */
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
