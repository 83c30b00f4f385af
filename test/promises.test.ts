/** Tests the promises of a card that only a run can check: docs/cards-promises.md, "Promises". */
import { type Client, createClient, executeTask, type RouteType } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { standsForItsKindOverGh } from "./all.js"
import { type Card, cards, routesOf, tokenFor } from "./cards.js"
import { type Clone, makeClone } from "./clone.js"
import { needsGhFor } from "./needs.js"
import { forCatalogue, isSynthesized } from "./small-fixture.js"
import { all } from "./some.js"

let sandbox: Sandbox
let gh: Awaited<ReturnType<Sandbox["serveGh"]>>
/** One client for each token, except on a clone, because a new client would check gh again. */
const clients = new Map<string, Client>()
beforeAll(async () => {
  sandbox = await startSandbox(forCatalogue)
  gh = await sandbox.serveGh()
})
afterAll(() => sandbox.close())

function commonFor(card: Card): Client {
  const token = tokenFor(card, sandbox)
  const client = clients.get(token) ?? clientOf(undefined, token)
  clients.set(token, client)
  return client
}

function clientOf(clone?: Clone, token = sandbox.token): Client {
  return createClient({
    base_url: `${sandbox.url}/api/v3`,
    token,
    retry: false,
    gh: clone ? { env: { ...gh.env, ...clone.env }, cwd: clone.cwd } : { env: gh.env },
  })
}

function call(
  card: Card,
  route: RouteType,
  { client = commonFor(card), change = {} }: { client?: Client; change?: object } = {},
) {
  const { capability_id: task, examples } = card
  const isAbout = ({ input }: { input: object }) =>
    Object.keys(change).every((name) => Object.hasOwn(input, name))
  const input = { ...(examples?.find(isAbout) ?? examples?.[0])?.input, ...change }
  return executeTask({ task: task as string, input }, { client }, { route })
}

/** The state without times, which differ for a repeated call. */
const stateOfSandbox = () =>
  JSON.stringify(sandbox.state.snapshot()).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "")

const overEach = (cards: readonly Card[]) =>
  cards.flatMap((card) =>
    routesOf(card)
      .filter((route) => all || route !== "cli" || standsForItsKindOverGh(card))
      .map((route) => ({ card, id: card.capability_id, route })),
  )

const local = ({ routing }: Card) => routing.preferred === "cli"
const takes = (name: string) => (card: Card) =>
  Object.hasOwn(card.input_schema.properties ?? {}, name) && !local(card)

/**
 * What a second call changes is not in the state here: it repeats only runs that have completed since the first, or
 * sends something that the state does not keep.
 */
const changesOutside = new Set([
  ...["pr.checks.rerun_all", "pr.checks.rerun_failed"],
  ...["repo.checks.rerequest", "repo.checks.suites.rerequest"],
  ...["repo.dispatch", "repo.hooks.deliveries.redeliver", "repo.hooks.ping"],
])

// Checks one sentence of docs/cards-promises.md on every card, in both directions.
describe("`idempotent` of a card", () => {
  // A second call cannot find synthesized objects.
  const known = cards.filter((card) => card.effect === "read" || !isSynthesized(card))

  it.for(known.map((card) => ({ card, id: card.capability_id, routes: routesOf(card) })))(
    "is true for $id exactly if a second call succeeds and changes nothing",
    async ({ card, routes }, context) => {
      needsGhFor(routes, context)
      const claim = `${fileOf(card)} says \`idempotent: ${card.idempotent}\`, but`
      const breaches: string[] = []
      for (const route of routes.filter((route) => isTried(card, route))) {
        const { first, second, once, twice } = await callTwice(card, route)
        expect(first, `${claim} over ${route} the example fails`).toMatchObject({ ok: true })
        if (!second.ok) breaches.push(`over ${route} a second call fails`)
        else if (twice !== once)
          breaches.push(`over ${route} a second call leaves something else than the first`)
        if (!all && !card.idempotent && breaches.length > 0) break
      }
      if (card.idempotent) expect(breaches, claim).toEqual([])
      const always = "over every route a second call succeeds, and leaves what the first one left"
      // One route is enough, because the runtime may take any route.
      if (!card.idempotent && !changesOutside.has(card.capability_id))
        expect(breaches, `${claim} ${always}`).not.toEqual([])
    },
  )
})

/** Over gh, that a read changes nothing is tested with its result (test/parity.test.ts), and one write of each kind. */
const isTried = (card: Card, route: RouteType) =>
  all || route !== "cli" || local(card) || (card.effect !== "read" && standsForItsKindOverGh(card))

/** The first example, run twice: the state afterwards, in GitHub or in a clone. */
async function callTwice(card: Card, route: RouteType) {
  sandbox.reset()
  const clone = local(card) ? makeClone() : undefined
  const state = clone ? () => stateOf(clone) : stateOfSandbox
  try {
    const client = clone ? clientOf(clone) : commonFor(card)
    const first = await call(card, route, { client })
    const once = state()
    const second = await call(card, route, { client })
    return { first, second, once, twice: state() }
  } finally {
    clone?.remove()
  }
}

const stateOf = ({ git }: Clone) =>
  [git("branch", "--verbose", "--all"), git("status", "--short")].join("\n")

const fileOf = ({ capability_id }: Card) => `cards/${capability_id.replaceAll(".", "/")}.yaml`

describe.each([
  { name: "issue_number", other: 7, means: "an issue, never a pull request" },
  { name: "pull_number", other: 1, means: "a pull request, never an issue" },
])("$name means $means:", ({ name, other, means }) => {
  it.for(overEach(cards.filter(takes(name))))(
    "$id over $route returns NOT_FOUND for the other kind",
    async (each, context) => {
      const { card, route } = each
      needsGhFor([route], context)
      sandbox.reset()
      const untouched = stateOfSandbox()
      const result = await call(card, route, { change: { [name]: other } })
      const broken = `\`${name}\` means ${means}, but ${card.capability_id} over ${route} takes ${other}`
      expect(result, broken).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } })
      expect(stateOfSandbox() === untouched, `${broken} and changes something`).toBe(true)
    },
  )
})
