/** The eager and the lazy tree of capabilities behave alike. */
import { ghx as staticGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as whole from "../generated/index.js"
import * as lazy from "../generated/lazy.js"
import { standsForItsKind } from "./all.js"
import { type Card, cards, routesOf, tokenFor } from "./cards.js"

type Entry = typeof whole

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => new Date("2025-01-01T00:00:00Z") })
})
afterAll(() => sandbox.close())

/** Every path through a tree, in the order in which it is listed. */
function pathsIn(tree: object, path: readonly string[] = []): string[] {
  return Object.entries(tree).flatMap(([name, member]) =>
    typeof member === "function" ? [[...path, name].join(".")] : pathsIn(member, [...path, name]),
  )
}

function at(tree: object, id: string): (input: unknown) => PromiseLike<unknown> {
  return id.split(".").reduce((within: object, name) => Reflect.get(within, name), tree) as never
}

const namesIn = (tree: object) => pathsIn(tree).sort()

/** The result of a call and its requests, without values that differ between runs. */
async function outcomeOf(entry: Entry, card: Card, chained: boolean) {
  const { capability_id: id, examples } = card
  sandbox.reset()
  const tree = entry.createGhx({
    base_url: sandbox.url,
    token: tokenFor(card, sandbox),
    routes: ["graphql", "rest"],
  })
  const step = at(tree, id)(examples?.[0]?.input ?? {})
  const result = await (chained ? entry.chain(step as never) : step)
  const sent = sandbox.requests.map(({ method, path, body }) => ({ method, path, body }))
  return { result: shared(result), sent: shared(sent) }
}

const shared = (value: unknown) => JSON.parse(JSON.stringify(value, withoutChance))

function withoutChance(key: string, value: unknown): unknown {
  // Sealing a value twice gives different results.
  const differs = key === "timings" || key === "encrypted_value" || /_at$/.test(key)
  return differs ? undefined : value
}

it("the eager and the lazy tree have the same names, bound to a client or not", () => {
  const names = namesIn(staticGhx)
  // `request` and `document` are members of the tree beside the namespaces.
  expect(names).toHaveLength(cards.length + ["document", "request"].length)
  expect(namesIn(lazy.ghx)).toEqual(names)
  expect(namesIn(lazy.createGhx({ token: "t" }))).toEqual(names)
  expect(namesIn(whole.createGhx({ token: "t" }))).toEqual(names)
  expect(Object.keys(lazy).sort()).toEqual(Object.keys(whole).sort())
})

describe.each(cards)("$capability_id", (card) => {
  const id = card.capability_id

  it("has the same members, definition and contract in the eager and the lazy tree", async () => {
    const [one, other] = [at(whole.ghx, id), at(lazy.ghx, id)]
    expect(Object.keys(other)).toEqual(Object.keys(one))
    const definition: unknown = Reflect.get(one, "definition")
    expect(Reflect.get(other, "definition")).toEqual(definition)
    const contractOf = (capability: object) => Reflect.get(capability, "contract")()
    expect(await contractOf(other)).toBe(await contractOf(one))
    expect(await contractOf(one)).toMatchObject({ ...Object(definition) })
    const input = card.examples?.[0]?.input ?? {}
    expect(Object.keys(other(input))).toEqual(Object.keys(one(input)))
  })

  // A capability that only has gh needs a clone and sends nothing from here. Definitions of one kind take the same
  // way through the runtime.
  if (routesOf(card).every((route) => route === "cli") || !standsForItsKind(card)) return
  it("sends the same requests from both trees, alone and in a chain", async () => {
    for (const chained of [false, true]) {
      const outcome = await outcomeOf(whole, card, chained)
      expect(outcome.sent).not.toEqual([])
      expect(await outcomeOf(lazy, card, chained)).toEqual(outcome)
    }
  })
})

it("the eager and the lazy tree reject an invalid input with the same error", async () => {
  const refusals = await Promise.all(
    [whole, lazy].map((entry) => entry.createGhx({ token: "t" }).issue.view({} as never)),
  )
  expect(refusals[0]).toMatchObject({ ok: false, error: { code: "VALIDATION" } })
  expect(refusals[1]).toEqual(refusals[0])
})

it("the lazy tree allows replacing a capability", () => {
  const tree = lazy.createGhx({ token: "t" })
  const fake = () => "fake"
  Reflect.set(tree.issue, "view", fake)
  expect(tree.issue.view).toBe(fake)
  expect({ ...tree.issue }).toMatchObject({ view: fake })
})
