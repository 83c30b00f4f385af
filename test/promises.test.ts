/** What a card promises in a word, and only carrying it out can show: docs/cards.md, "Promises". */
import { createClient, executeTask, type RouteType } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Card, cards, routesOf } from "./cards.js"
import { needsGhFor } from "./needs.js"
import { smallWorld } from "./small-world.js"

let sandbox: Sandbox
let gh: Awaited<ReturnType<Sandbox["serveGh"]>>
beforeAll(async () => {
  sandbox = await startSandbox({ seed: smallWorld })
  gh = await sandbox.serveGh()
})
afterAll(() => sandbox.close())

function call({ capability_id: task, examples }: Card, route: RouteType, change: object = {}) {
  const client = createClient({
    base_url: `${sandbox.url}/api/v3`,
    token: sandbox.token,
    retry: false,
    gh: { env: gh.env },
  })
  const input = { ...examples?.[0]?.input, ...change }
  return executeTask({ task: task as string, input }, { client }, { route })
}

/** A state without its times: what is done again is done later. */
const state = () =>
  JSON.stringify(sandbox.state.snapshot()).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "")

const overEach = (cards: readonly Card[]) =>
  cards.flatMap((card) => routesOf(card).map((route) => ({ card, id: card.capability_id, route })))

const local = ({ routing }: Card) => routing.preferred === "cli"
const repeatable = cards.filter((card) => card.idempotent && card.effect !== "read" && !local(card))
const takes = (name: string) => (card: Card) =>
  Object.hasOwn(card.input_schema.properties ?? {}, name) && !local(card)

describe("idempotent: true", () => {
  it.for(overEach(repeatable))("of $id holds over $route", async ({ card, route }, context) => {
    needsGhFor([route], context)
    sandbox.reset()
    const first = await call(card, route)
    const once = state()
    const second = await call(card, route)
    const broken = `cards/${card.capability_id.replaceAll(".", "/")}.yaml says \`idempotent: true\`, but over ${route}`
    expect(first, `${broken} the example fails`).toMatchObject({ ok: true })
    expect(
      second,
      `${broken} a second call fails: the runtime repeats such writes where it does not know what became of the first`,
    ).toMatchObject({ ok: true })
    expect(state(), `${broken} a second call leaves something else than the first`).toBe(once)
  })
})

describe.each([
  { name: "issue_number", other: 7, means: "an issue, never a pull request" },
  { name: "pull_number", other: 1, means: "a pull request, never an issue" },
])("$name means $means", ({ name, other, means }) => {
  it.for(overEach(cards.filter(takes(name))))("to $id over $route", async (each, context) => {
    const { card, route } = each
    needsGhFor([route], context)
    sandbox.reset()
    const untouched = state()
    const result = await call(card, route, { [name]: other })
    const broken = `\`${name}\` means ${means}, but ${card.capability_id} over ${route} takes ${other}`
    expect(result, broken).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } })
    expect(state(), `${broken} and changes something`).toBe(untouched)
  })
})
