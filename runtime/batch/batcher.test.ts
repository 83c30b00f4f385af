import { expect, test } from "vitest"
import {
  failureInMutation,
  type GraphqlAnswer,
  type GraphqlMutation,
  type GraphqlRequest,
  type GraphqlTransport,
} from "../graphql/index.js"
import { concurrencyLimit } from "../timing/index.js"
import { batcher } from "./batcher.js"

const limits = { queries: 20, mutations: 10 }
const scope = { signal: undefined, started: 0, sent: { requests: 0, points: 0 } }

/** A request for an operation of that name, which is never merged. */
function request(type: "query" | "mutation", name: string): GraphqlMutation {
  const operation = { type, name, document: `${type} ${name} { x }` }
  return { operation, variables: {}, scope, failureIn: failureInMutation }
}

/** A transport that answers at once and writes down what it was asked. */
function recorder() {
  const asked: string[] = []
  const answer = async ({ operation }: GraphqlRequest): Promise<GraphqlAnswer> => {
    asked.push(operation.name)
    return { ok: true, data: { x: operation.name }, errors: [], headers: {} }
  }
  const transport: GraphqlTransport = { query: answer, mutate: answer }
  return { asked, transport }
}

/** Lets everything that is under way happen. */
const quiet = () => new Promise(setImmediate)

test("nothing is sent while a handler works", async () => {
  const { asked, transport } = recorder()
  const batch = batcher(2, concurrencyLimit(10))
  const first = batch.transport(0, transport, limits).query(request("query", "A"))
  await quiet()
  expect(asked).toEqual([])
  batch.settle(1)
  await first
  expect(asked).toEqual(["A"])
})

test("mutations wait for a look-up that is asked for in a later turn, and keep step order", async () => {
  const { asked, transport } = recorder()
  const batch = batcher(2, concurrencyLimit(10))
  const own = [0, 1].map((index) => batch.transport(index, transport, limits))
  const slow = async () => {
    await own[0]?.query(request("query", "Early"))
    await quiet()
    await own[0]?.query(request("query", "Late"))
    await own[0]?.mutate(request("mutation", "First"))
    batch.settle(0)
  }
  const quick = async () => {
    await own[1]?.mutate(request("mutation", "Second"))
    batch.settle(1)
  }
  await Promise.all([quick(), slow()])
  expect(asked).toEqual(["Early", "Late", "First", "Second"])
})

test("a handler that left can come back", async () => {
  const { asked, transport } = recorder()
  const batch = batcher(2, concurrencyLimit(10))
  batch.settle(0)
  await batch.transport(1, transport, limits).query(request("query", "A"))
  batch.settle(1)
  await batch.transport(0, transport, limits).mutate(request("mutation", "B"))
  expect(asked).toEqual(["A", "B"])
})

test("a transport that throws rejects those in its document, and the next document goes", async () => {
  const { asked, transport } = recorder()
  const broken: GraphqlTransport = {
    ...transport,
    mutate: (one) =>
      one.operation.name === "A" ? Promise.reject(new Error("defect")) : transport.mutate(one),
  }
  const batch = batcher(2, concurrencyLimit(10))
  const results = await Promise.allSettled(
    ["A", "B"].map((name, index) =>
      batch.transport(index, broken, limits).mutate(request("mutation", name)),
    ),
  )
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"])
  expect(asked).toEqual(["B"])
})

test("a mutation that waits is not sent while look-ups are under way", async () => {
  const { asked, transport } = recorder()
  const slow: GraphqlTransport = {
    ...transport,
    async query(one) {
      await quiet()
      return transport.query(one)
    },
  }
  const batch = batcher(2, concurrencyLimit(10))
  const [writer, looker] = [0, 1].map((index) => batch.transport(index, slow, limits))
  const written = writer?.mutate(request("mutation", "Ready")).then(() => batch.settle(0))
  await Promise.all(["A", "B"].map((name) => looker?.query(request("query", name))))
  await looker?.mutate(request("mutation", "After"))
  await written
  expect(asked).toEqual(["A", "B", "Ready", "After"])
})
