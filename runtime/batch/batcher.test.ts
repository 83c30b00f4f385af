import { expect, test } from "vitest"
import {
  failureInMutation,
  type GraphqlAnswer,
  type GraphqlMutation,
  type GraphqlRequest,
  type GraphqlTransport,
} from "../graphql/index.js"
import { concurrencyLimit } from "../timing/index.js"
import { batcher } from "./index.js"

const size = { now: 20, most: 20 }
const limits = { queries: size, mutations: size }
const scope = { signal: undefined, started: 0, sent: { requests: 0, points: 0 } }

/** A request for an operation of that name, which is never merged. */
function request(type: "query" | "mutation", name: string): GraphqlMutation {
  const operation = { type, name, document: `${type} ${name} { x }` }
  return { operation, variables: {}, scope, failureIn: failureInMutation }
}

/** A transport that answers at once and records its requests. */
function recorder() {
  const asked: string[] = []
  const answer = async ({ operation }: GraphqlRequest): Promise<GraphqlAnswer> => {
    asked.push(operation.name)
    return { ok: true, data: { x: operation.name }, errors: [], headers: {} }
  }
  const transport: GraphqlTransport = { query: answer, mutate: answer }
  return { asked, transport }
}

/** Two handlers of one batch. */
function twoHandlers() {
  const batch = batcher(concurrencyLimit(10))
  return [batch.join([0]), batch.join([1])] as const
}

/** Waits until everything that can run now has run. */
const afterPendingEvents = () => new Promise(setImmediate)

test("batcher sends nothing until every handler has made a request or settled", async () => {
  const { asked, transport } = recorder()
  const [one, other] = twoHandlers()
  const first = one.transport(transport, limits).query(request("query", "A"))
  await afterPendingEvents()
  expect(asked).toEqual([])
  other.settle()
  await first
  expect(asked).toEqual(["A"])
})

test("batcher sends mutations in step order, after lookups that are requested in a later turn", async () => {
  const { asked, transport } = recorder()
  const [one, other] = twoHandlers()
  const slow = async () => {
    const own = one.transport(transport, limits)
    await own.query(request("query", "Early"))
    await afterPendingEvents()
    await own.query(request("query", "Late"))
    await own.mutate(request("mutation", "First"))
    one.settle()
  }
  const quick = async () => {
    await other.transport(transport, limits).mutate(request("mutation", "Second"))
    other.settle()
  }
  await Promise.all([quick(), slow()])
  expect(asked).toEqual(["Early", "Late", "First", "Second"])
})

test("batcher sends the requests of a handler that had already settled", async () => {
  const { asked, transport } = recorder()
  const [one, other] = twoHandlers()
  one.settle()
  await other.transport(transport, limits).query(request("query", "A"))
  other.settle()
  await one.transport(transport, limits).mutate(request("mutation", "B"))
  expect(asked).toEqual(["A", "B"])
})

test("batcher sends the mutations of handlers that join late together, in step order", async () => {
  const { asked, transport } = recorder()
  const batch = batcher(concurrencyLimit(10))
  const first = batch.join([0])
  const sending = (order: readonly number[], name: string) => {
    const handler = batch.join(order)
    const sent = handler.transport(transport, limits).mutate(request("mutation", name))
    return sent.then(() => handler.settle())
  }
  const next = first
    .transport(transport, limits)
    .mutate(request("mutation", "First"))
    .then(() => {
      const all = [sending([2], "C"), sending([1, 1], "B"), sending([1, 0], "A")]
      first.settle()
      return Promise.all(all)
    })
  await next
  expect(asked).toEqual(["First", "A", "B", "C"])
})

test("batcher rejects the requests of a document whose transport throws, and sends the next one", async () => {
  const { asked, transport } = recorder()
  const broken: GraphqlTransport = {
    ...transport,
    mutate: (one) =>
      one.operation.name === "A" ? Promise.reject(new Error("defect")) : transport.mutate(one),
  }
  const handlers = twoHandlers()
  const results = await Promise.allSettled(
    ["A", "B"].map((name, index) =>
      handlers[index]?.transport(broken, limits).mutate(request("mutation", name)),
    ),
  )
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"])
  expect(asked).toEqual(["B"])
})

test("batcher holds a ready mutation back until the lookups of other handlers are answered", async () => {
  const { asked, transport } = recorder()
  const slow: GraphqlTransport = {
    ...transport,
    async query(one) {
      await afterPendingEvents()
      return transport.query(one)
    },
  }
  const [writer, other] = twoHandlers()
  const looker = other.transport(slow, limits)
  const ready = writer.transport(slow, limits).mutate(request("mutation", "Ready"))
  const written = ready.then(() => writer.settle())
  await Promise.all(["A", "B"].map((name) => looker.query(request("query", name))))
  await looker.mutate(request("mutation", "After"))
  await written
  expect(asked).toEqual(["A", "B", "Ready", "After"])
})
