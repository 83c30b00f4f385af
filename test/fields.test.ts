/** Some fields of a result have the values that they have in the whole result, and less is requested. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  chain,
  createClient,
  createGhx,
  executeTask,
  executeTasks,
  type ResultEnvelope,
  ghx as tree,
} from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { Kind, parse, type SelectionSetNode, validate } from "graphql"
import { Check } from "typebox/schema"
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { readSchema } from "../generator/parse/index.js"
import { SCHEMA_PATH } from "../generator/read/index.js"
import { mergeOperations, textOf } from "../runtime/graphql/index.js"
import type { JsonSchema, LoadedDefinition } from "../runtime/index.js"
import { loaded } from "../runtime/testing/index.js"
import { standsForItsKindOverGh, standsForItsPlan } from "./all.js"
import { type Card, cards, routesOf } from "./cards.js"
import { synthesizedAnswer } from "./documents/answers.js"
import { synthesizedInput } from "./documents/inputs.js"
import { type Random, randomNumbers } from "./documents/random.js"
import { needsGhFor } from "./needs.js"
import { ROOT } from "./projects.js"
import { forCatalogue } from "./small-fixture.js"
import { all } from "./some.js"

const schema = readSchema(readFileSync(join(ROOT, SCHEMA_PATH), "utf8"))

/** The sets of fields to request from a card: some random ones, and with ALL=1 each field alone. */
function choicesOf(card: Card, runs: number): string[][] {
  const names = fieldsOf(card.output_schema)
  const random = randomNumbers(hashOf(card.capability_id))
  const some = Array.from({ length: runs }, () => {
    const chosen = names.filter(() => random() < 0.3)
    return chosen.length > 0 ? chosen : names.slice(0, 1)
  })
  return all ? [...names.map((name) => [name]), ...some] : some
}

/** The fields of a result, or of an item of a list, as declared by the card. */
function fieldsOf({ properties = {}, oneOf = [] }: JsonSchema): string[] {
  return [...new Set([...Object.keys(properties), ...oneOf.flatMap(fieldsOf)])]
}

/** Picks the wanted fields out of the whole result. */
function pick(result: unknown, fields: readonly string[]): unknown {
  if (typeof result !== "object" || result === null) return result
  const some = (one: object) =>
    Object.fromEntries(Object.entries(one).filter(([name]) => fields.includes(name)))
  return "page_info" in result && "items" in result && Array.isArray(result.items)
    ? { ...result, items: result.items.map(some) }
    : some(result)
}

function hashOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)
}

function definitionOf(
  id: string,
  fields?: string[],
): Promise<LoadedDefinition<string, unknown, unknown>> {
  const found = id
    .split(".")
    .reduce<unknown>((branch, part) => Reflect.get(Object(branch), part), tree)
  return loaded(found as Parameters<typeof loaded>[0], fields)
}

/** The paths that a document requests. */
function placesIn(text: string): Set<string> {
  const { definitions } = parse(text)
  const places = new Set<string>()
  const walk = (set: SelectionSetNode | undefined, at: string): void => {
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.FIELD) {
        const place = `${at}.${one.alias?.value ?? one.name.value}`
        places.add(place)
        walk(one.selectionSet, place)
      } else if (one.kind === Kind.INLINE_FRAGMENT) walk(one.selectionSet, at)
      else {
        const { name } = one
        const spread = definitions.find(
          (other) => other.kind === Kind.FRAGMENT_DEFINITION && other.name.value === name.value,
        )
        if (spread?.kind === Kind.FRAGMENT_DEFINITION) walk(spread.selectionSet, at)
      }
    }
  }
  for (const one of definitions)
    if (one.kind === Kind.OPERATION_DEFINITION) walk(one.selectionSet, "")
  return places
}

const overGraphql = cards.filter(
  (card) => routesOf(card).includes("graphql") && standsForItsPlan(card),
)

describe.each(overGraphql)("$capability_id with `fields`, on synthesized responses", (card) => {
  it("returns those fields of the whole result and requests nothing besides", async () => {
    const whole = await definitionOf(card.capability_id)
    const { graphql } = whole
    if (!graphql) throw new Error("it has no GraphQL")
    const document = textOf(graphql.operation)
    // Every lookup finds a string, or a list of one.
    const found = new Proxy({}, { get: () => "text" })
    for (const fields of choicesOf(card, all ? 20 : 4)) {
      const narrowed = await definitionOf(card.capability_id, fields)
      const less = narrowed.graphql
      if (!less) throw new Error("it has no GraphQL")
      const smaller = textOf(less.operation)
      expect(validate(schema, parse(smaller)), smaller).toEqual([])
      // If only some members have a field, the type tells whether it was left out.
      const asked = [...placesIn(smaller)].filter((place) => !place.endsWith(".__typename"))
      expect([...placesIn(document)]).toEqual(expect.arrayContaining(asked))
      if (less.operation.parts) {
        const both = [0, 1].map(() => ({ operation: less.operation, variables: {} }))
        const { operation } = mergeOperations(less.operation.type, both)
        expect(validate(schema, parse(operation.document)), operation.document).toEqual([])
      }
      for (let seed = 1; seed <= (all ? 20 : 6); seed += 1) {
        const input = synthesizedInput(whole.input, randomNumbers(seed))
        const answerTo = (text: string, route: typeof graphql) => {
          const variables = JSON.parse(JSON.stringify(route.variables(input, found)))
          const randomAt = (place: string): Random => randomNumbers(hashOf(place) + seed)
          return synthesizedAnswer(parse(text), schema, variables, randomAt)
        }
        let expected: unknown
        try {
          expected = graphql.output(answerTo(document, graphql), input, found)
        } catch (error) {
          // Two fields of a project have random names, which may be equal.
          if (error instanceof RangeError) continue
          throw error
        }
        const result = less.output(answerTo(smaller, less), input, found)
        expect(result, `${fields} ${seed}`).toEqual(pick(expected, fields))
        if (result !== null) expect(Check({ ...narrowed.output }, result)).toBe(true)
      }
    }
  })
})

describe.each(["graphql", "rest", "cli"] as const)("`fields` over %s", (route) => {
  beforeEach((context) => needsGhFor([route], context))
  let sandbox: Sandbox
  let env: Record<string, string>
  beforeAll(async () => {
    // Rate limits contain times, which the results of two calls would not share.
    vi.useFakeTimers({ toFake: ["Date"] })
    sandbox = await startSandbox(forCatalogue)
    env = (await sandbox.serveGh()).env
  })
  afterAll(async () => {
    await sandbox.close()
    vi.useRealTimers()
  })

  const call = async (
    { capability_id, input_schema, examples = [] }: Card,
    fields?: string[],
  ): Promise<ResultEnvelope<unknown>> => {
    sandbox.reset()
    // `fields` includes a field that an input enables.
    const enabling = Object.keys(input_schema.properties ?? {}).filter((name) =>
      name.startsWith("include_"),
    )
    const including = Object.fromEntries(enabling.map((name) => [name, true]))
    const { token, url: base_url } = sandbox
    const to = route === "cli" ? { gh: { env: { ...env, GH_TOKEN: token } } } : { base_url }
    const client = createClient({ token, retry: false, validate_output: true, ...to })
    const one = { task: capability_id as string, input: { ...including, ...examples[0]?.input } }
    return executeTask({ ...one, ...(fields && { fields }) }, { client }, { route })
  }

  // A process of gh costs as much as a hundred requests.
  const isTried =
    route === "cli"
      ? (card: Card) => all || (standsForItsKindOverGh(card) && card.effect === "read")
      : standsForItsPlan
  const mine = cards.filter((card) => routesOf(card).includes(route) && isTried(card))
  it.each(mine)("$capability_id returns those fields of the whole result", async (card) => {
    const whole = await call(card)
    for (const fields of choicesOf(card, 1)) {
      const less = await call(card, fields)
      expect(less.meta.route_used).toBe(whole.meta.route_used)
      if (whole.ok) expect(less).toMatchObject({ ok: true, data: {} })
      else expect(less).toMatchObject({ error: { code: whole.error.code } })
      if (whole.ok && less.ok) expect(less.data).toEqual(pick(whole.data, fields))
    }
  })
})

describe("a request with `fields`", () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  beforeEach(() => sandbox.reset())
  afterAll(() => sandbox.close())

  const repository = { owner: "octocat", repo: "hello-world" }
  const issue = { ...repository, issue_number: 1 }
  const options = () => ({ base_url: sandbox.url, token: sandbox.token })
  const bound = () => createGhx(options())
  const sent = () => sandbox.requests.map(({ body, path }) => Object(body).query ?? path)

  it("omits selections, fragments and variables that no field needs", async () => {
    const page = await bound()
      .issue.list({ ...repository, include_body: true }, { fields: ["number", "author"] })
      .orThrow()
    expect(page.items.at(-1)).toEqual({ number: 1, author: "monalisa" })
    expect(page).toMatchObject({ total_count: 3, page_info: { has_next_page: false } })
    const [document = ""] = sent()
    expect(document).toMatch(/nodes \{ \.\.\. on Issue \{ id number author \{ login \} \} \}/)
    expect(document).not.toMatch(/include_body|issue_summary|milestone \{/)
    expect(Object(sandbox.requests[0]?.body).variables).not.toHaveProperty("include_body")
  })

  it("includes a field that an input enables, unless the input is false", async () => {
    const list = (include_body?: boolean) =>
      bound()
        .issue.list({ ...repository, first: 1, include_body }, { fields: ["body"] })
        .orThrow()
    expect((await list()).items).toEqual([{ body: "Part of #2." }])
    expect((await list(false)).items).toEqual([{ body: null }])
  })

  it("omits whole requests over REST", async () => {
    const { workflow } = bound()
    const run = { ...repository, run_id: 1 }
    await workflow.run.failure(run, { fields: ["run_id", "title"] }).orThrow()
    expect(sent()).toEqual(["/repos/octocat/hello-world/actions/runs/1"])
  })

  it("names only those fields to gh", async () => {
    const { cli: view } = await definitionOf("pr.view", ["title", "base_ref"])
    expect(view?.jsonFields).toEqual(["title", "baseRefName"])
    // What GitHub may ignore is compared with the input.
    const { cli: create } = await definitionOf("issue.create", ["number"])
    const compared = ["title", "assignees", "labels", "milestone"]
    expect(create?.then?.jsonFields).toEqual(["id", "number", ...compared])
  })

  it("is the whole document if every field is requested", async () => {
    await bound().user.me().orThrow()
    const fields = ["url", "name", "login", "id", "created_at"] as const
    await bound().user.me({}, { fields }).orThrow()
    expect(new Set(sent()).size).toBe(1)
  })

  it("requests only those fields on every page of an iteration", async () => {
    const list = () => bound().issue.list({ ...repository, first: 1 })
    const titles = []
    for await (const item of list().items({ fields: ["title"], limit: 2 })) titles.push(item)
    expect(titles).toEqual([{ title: "Greet in French" }, { title: "Support more languages" }])
    expect(sent()).toHaveLength(2)
    for (const document of sent()) expect(document).not.toMatch(/number/)
  })

  it("requests the fields of each step in one document of a chain", async () => {
    const { issue: of } = bound()
    const steps = [
      of.view(issue, { fields: ["title"] }),
      of.view(issue, { fields: ["milestone"] }),
      of.view(issue),
    ] as const
    const [title, milestone, whole] = await chain(...steps).orThrow()
    expect(title).toEqual({ title: "Found a bug" })
    expect(milestone).toEqual({ milestone: { number: 1, title: "v1.0" } })
    expect(whole).toMatchObject({ ...title, ...milestone, number: 1 })
    expect(sent()).toHaveLength(1)
  })

  it("saves a lookup only if the fields contain the id", async () => {
    const { issue: of } = bound()
    for (const fields of [["number"], ["number", "id"]] as const) {
      const created = of.create({ ...repository, title: "New" }, { fields })
      const closed = of.close(
        { ...repository, issue_number: created.out.number },
        { fields: ["state"] },
      )
      const planned = await chain(created, closed).dryRun()
      const documents = planned.status === "ready" ? planned.documents : []
      expect(documents).toHaveLength(fields.length === 1 ? 4 : 3)
    }
    expect(sent()).toEqual([])
  })
})

describe("a call with invalid options", () => {
  const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
  // No server listens there.
  const deps = { base_url: "http://127.0.0.1:9", token: "t", retry: false } as const

  it.each<[why: string, fields: unknown, message: RegExp]>([
    [
      "a list with a misspelled name",
      ["title", "numbr"],
      /\/fields\/1: .* "numbr", did you mean `number`/,
    ],
    [
      "a list with the name of an inherited property",
      ["constructor"],
      /no field "constructor", known: id, number/,
    ],
    ["a list with a number", [7], /\/fields\/0: is not the name of a field/],
    ["an empty list", [], /\/fields: expected a list of at least one name, found none/],
    ["null", null, /found null/],
    ["a string", "title", /found string/],
  ])("returns VALIDATION if `fields` is %s", async (_, fields, message) => {
    const view: (input: object, options: object) => Promise<ResultEnvelope<unknown>> = createGhx(
      deps,
    ).issue.view as never
    const error = { code: "VALIDATION", message: expect.stringMatching(message) }
    expect(await view(input, { fields })).toMatchObject({ ok: false, error })
    const task = { task: "issue.view" as string, input, fields: fields as string[] }
    expect(await executeTask(task, deps)).toMatchObject({ ok: false, error })
    const { results } = await executeTasks([task, { task: "user.me" as string, input: {} }], deps)
    expect(results[0]).toMatchObject({ ok: false, error })
  })

  it("returns VALIDATION for `signal`, which only `run` accepts", async () => {
    const view: (...given: object[]) => Promise<unknown> = createGhx(deps).issue.view as never
    expect(await view(input, { signal: null })).toMatchObject({
      error: { code: "VALIDATION", message: expect.stringContaining("no option `signal`") },
    })
  })

  it("returns VALIDATION for a reference to a field that a step did not request", async () => {
    const { status, results } = await executeTasks(
      [
        { task: "issue.view", as: "seen", input, fields: ["title"] },
        {
          task: "issue.comments.create",
          input: { ...input, issue_number: { $from: "seen", path: "number" }, body: "Hi" },
        },
      ],
      deps,
    )
    expect(status).toBe("failed")
    expect(results[1]).toMatchObject({
      error: { message: expect.stringContaining("seen has no `number`, known: title") },
    })
  })
})
