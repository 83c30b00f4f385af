/** Sends every documented REST operation of GitHub to a server that checks it against the description. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createGhx, type Ghx } from "ghx"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { described, description, problemsBy, problemsOfBody } from "../../sandbox/tests/index.js"
import { all } from "../some.js"
import { partsOf, sample } from "./sample.js"

interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly text: string
  readonly type: string | undefined
}

const received: Received[] = []
let answer: { status: number; body: string }
let ghx: Ghx
let close: () => void
beforeAll(async () => {
  const server = createServer(async (incoming, response) => {
    let text = ""
    for await (const chunk of incoming) text += chunk
    const [path = "", query] = (incoming.url ?? "").split("?")
    const { method = "", headers } = incoming
    received.push({
      method,
      path,
      text,
      query: new URLSearchParams(query),
      type: headers["content-type"],
    })
    const length = Buffer.byteLength(answer.body)
    const type = answer.body && {
      "content-type": answer.body === "file" ? "text/plain" : "application/json",
    }
    response
      .writeHead(answer.status, { "content-length": length, ...(type || {}) })
      .end(answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  ghx = createGhx({
    base_url: `http://127.0.0.1:${port}`,
    token: "t",
    retry: false,
    operations: "write",
  })
  close = () => server.close()
})
afterAll(() => close())

const documented = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
)

/** The properties that a request depends on besides names: the places and types of its values. */
function kindOf(operation: string): string {
  const { parameters = [], body, statuses = [], response } = described(operation)
  const { type, properties = {}, additionalProperties } = partsOf(body)
  const names = parameters.map(({ name }) => name)
  const values = [
    ...parameters.map((one) => `${one.in} ${partsOf(one.schema).type} ${one.required}`),
    ...Object.entries(properties).map(
      ([name, one]) => `${names.includes(name) ? "in both" : "body"} ${partsOf(one).type}`,
    ),
  ]
  return JSON.stringify([
    operation.split(" ")[0],
    [...new Set(values)].sort(),
    [body && type, additionalProperties !== undefined, response === undefined, statuses[0]],
  ])
}

/** One operation of each kind; every operation in `make test-all`. */
const kinds = new Map(documented.toReversed().map((operation) => [kindOf(operation), operation]))
const operations = all ? documented : [...kinds.values()]

/** Operations that upload a file to GitHub's upload host. */
const uploadOperations = ["POST /repos/{owner}/{repo}/releases/{release_id}/assets"]

/** The input of an operation: a value for each name in its path, its query and its body. */
function inputOf(operation: string, whole: boolean): Record<string, unknown> {
  const { parameters = [], body, uploads } = described(operation)
  const given = parameters
    .filter(({ required }) => whole || required)
    .map(({ name, schema }) => [name, sample(schema, whole)] as const)
  const members = Object.entries(Object(body === undefined ? {} : sample(body, whole)))
  const named = new Set(parameters.map(({ name }) => name))
  const input: Record<string, unknown> = {
    ...Object.fromEntries(given),
    ...Object.fromEntries(
      members.map(([name, one]) => [named.has(name) ? `body.${name}` : name, one]),
    ),
    ...(uploads && { body: "# Text" }),
  }
  // The client refuses names with slashes before it sends anything.
  for (const name of ["owner", "repo"]) if (typeof input[name] === "string") input[name] = "a b"
  return input
}

/** The differences of a request from the description; empty if it is the documented one. */
function differencesOf(
  operation: string,
  input: Record<string, unknown>,
  request: Received,
): string[] {
  const { parameters = [], uploads } = described(operation)
  const [method, path = ""] = operation.split(" ")
  const names = [...path.matchAll(/\{([\w-]+)\}/g)].map(([, name = ""]) => name)
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[\w-]+\}/g, "([^/]+)")
  const values = new RegExp(`^${pattern}$`).exec(request.path)?.slice(1).map(decodeURIComponent)
  const inQuery = parameters.filter((one) => one.in === "query")
  const known = inQuery.map(({ name }) => name)
  const body = request.text === "" || uploads ? undefined : JSON.parse(request.text)
  const members = Object.entries(input).filter(
    ([name]) => !names.includes(name) && !known.includes(name),
  )
  const wanted = Object.fromEntries(
    members.map(([name, one]) => [name.replace(/^body\./, ""), one]),
  )
  return [
    ...(request.method === method ? [] : [`method ${request.method}`]),
    ...(values ? [] : [`path ${request.path}`]),
    ...names.flatMap((name, at) =>
      values?.[at] === String(input[name]) ? [] : [`{${name}} is ${values?.[at]}`],
    ),
    ...[...request.query.keys()].flatMap((name) => (known.includes(name) ? [] : [`query ${name}`])),
    ...inQuery.flatMap(({ name, schema, required }) => {
      const all = request.query.getAll(name)
      if (all.length === 0) return required ? [`no ${name}`] : []
      const { type } = partsOf(schema)
      const value =
        type === "array"
          ? all
          : type === "integer"
            ? Number(all[0])
            : type === "boolean"
              ? all[0] === "true"
              : all[0]
      const isGiven = [input[name]].flat().map(String).join() === all.join()
      return [
        ...(isGiven ? [] : [`${name} is ${all}`]),
        ...problemsBy(
          `${operation} ${name}`,
          schema,
          type === "array" ? [input[name]].flat() : value,
        ),
      ]
    }),
    ...(uploads
      ? request.text === "# Text" && request.type?.startsWith("text/plain")
        ? []
        : ["text"]
      : problemsOfBody(operation, body)),
    ...(uploads || JSON.stringify(sorted(body ?? {})) === JSON.stringify(sorted(wanted))
      ? []
      : [`body ${request.text}`]),
  ]
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  )
}

describe.each([
  ["its required inputs", false],
  ["all its inputs", true],
])("ghx.request of every documented REST operation with %s", (_, whole) => {
  it("sends exactly the request that GitHub documents", async () => {
    const wrong: Record<string, unknown> = {}
    for (const operation of operations) {
      if (uploadOperations.includes(operation)) continue
      const { statuses, response } = described(operation)
      const [status = 200] = statuses ?? []
      // The description omits the targets of GitHub's redirects.
      const body =
        response === undefined ? (statuses ? "" : "file") : JSON.stringify(sample(response, false))
      answer = { status, body }
      received.length = 0
      const input = inputOf(operation, whole)
      const result = await ghx.request(operation, input)
      const [request, ...others] = received
      const found = request ? differencesOf(operation, input, request) : ["nothing was sent"]
      // A 202 means that the result is still being computed.
      const isAnswered = result.ok || (status === 202 && operation.startsWith("GET "))
      if (found.length > 0 || others.length > 0 || !isAnswered) {
        wrong[operation] = {
          found,
          input,
          result: result.ok || result.error,
          others: others.length,
        }
      }
    }
    expect(wrong).toEqual({})
  })
})

it("ghx.request rejects an operation that uploads a file and names the capability for it", async () => {
  received.length = 0
  for (const operation of uploadOperations) {
    expect(await ghx.request(operation, {})).toMatchObject({
      error: {
        code: "VALIDATION",
        details: { fix: expect.stringContaining("release.assets.upload") },
      },
    })
  }
  expect(received).toEqual([])
})

it("ghx.request rejects an unknown input of every documented REST operation", async () => {
  received.length = 0
  const accepting: string[] = []
  for (const operation of operations) {
    if (uploadOperations.includes(operation)) continue
    const input = inputOf(operation, false)
    const result = await ghx.request(operation, { ...input, "no such name": 1 })
    const isOpen = Object(partsOf(described(operation).body)).additionalProperties !== undefined
    if (result.ok ? !isOpen : !/no such name.*unknown field/.test(result.error.message))
      accepting.push(operation)
  }
  expect(accepting.filter((one) => !one.includes("content_exclusion"))).toEqual([])
})
