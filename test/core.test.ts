/** Tests clients of `ghx/core`, which have only the features that they list. */
import {
  bindTree,
  type ClientFeature,
  createClient,
  fields,
  guards,
  interceptors,
  once,
  sequence,
  untrusted,
} from "ghx/core"
import { create, list, view } from "ghx/core/issue"
import { update, view as viewRepository } from "ghx/core/repo"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const to = { owner: "octocat", repo: "hello-world" }

function issues(...use: ClientFeature[]) {
  const { url: base_url, token } = sandbox
  return bindTree({ create, list, view }, createClient({ base_url, token, retry: false, use }))
}

describe("a client without features", () => {
  it("reads and writes", async () => {
    const made = await issues().create({ ...to, title: "Night run" })
    expect(made).toMatchObject({ ok: true, data: { title: "Night run" } })
  })

  it.each([
    ["key", "once", { key: "nightly:41" }],
    ["intended_at", "once", { intended_at: "2026-11-24T03:00:00Z" }],
    ["fields", "fields", { fields: ["number"] }],
  ])(
    "refuses `%s`, which the feature %s takes, and sends nothing",
    async (name, feature, given) => {
      const refused = await issues().create({ ...to, title: "Night run" }, given as never)
      expect(refused).toMatchObject({
        ok: false,
        error: {
          code: "VALIDATION",
          message: expect.stringContaining(`\`${name}\` needs the feature ${feature}`),
          details: { outcome: "not_sent", fix: expect.stringContaining(`${feature}()`) },
        },
      })
      expect(sandbox.requests).toEqual([])
    },
  )

  it("needs no feature to hold back a later write that is destructive with its input", async () => {
    const { url: base_url, token } = sandbox
    const client = createClient({ base_url, token, retry: false })
    const repo = bindTree({ update, viewRepository }, client)
    const { results } = await sequence(repo.viewRepository(to), () =>
      repo.update({ ...to, visibility: "PRIVATE" }),
    )
    expect(results[1]).toMatchObject({ ok: false, error: { details: { guard: "confirm" } } })
    expect(sandbox.applied).toEqual([])
  })

  it("refuses `fields` of an iteration and of a run, too", async () => {
    const one = await issues()
      .view({ ...to, issue_number: 1 })
      .run({ fields: ["title"] })
    expect(one).toMatchObject({ ok: false, error: { code: "VALIDATION" } })
    const all = issues()
      .list(to)
      .items({ fields: ["title"] })
    await expect(all.next()).rejects.toThrow("needs the feature fields")
    expect(sandbox.requests).toEqual([])
  })
})

it("a key makes one issue of two calls, if the client has `once`", async () => {
  const { create } = issues(once())
  const [first, second] = [
    await create({ ...to, title: "Night run" }, { key: "nightly:41" }),
    await create({ ...to, title: "Night run" }, { key: "nightly:41" }),
  ]
  const numbers = [first, second].map((one) => one.ok && one.data.number)
  expect(new Set(numbers).size).toBe(1)
})

it("`fields` returns only these", async () => {
  const one = await issues(fields()).view({ ...to, issue_number: 1 }, { fields: ["number"] })
  expect(one).toMatchObject({ ok: true, data: { number: 1 } })
  expect(one.ok && Object.keys(one.data)).toEqual(["number"])
})

describe("guards", () => {
  const parts = () => [
    once(),
    interceptors([(next) => async (call) => next(call)]),
    untrusted("omit"),
    guards({ repos: ["octocat/docs"], limits: { "issue.create": 1 } }),
    fields(),
  ]

  it.each([
    ["in one order", (all: ClientFeature[]) => all],
    ["in the other", (all: ClientFeature[]) => all.reverse()],
  ])("refuse another repository, with the features %s", async (_, ordered) => {
    const refused = await issues(...ordered(parts())).create(
      { ...to, title: "Night run" },
      { key: "nightly:41" },
    )
    expect(refused).toMatchObject({ error: { code: "AUTH", details: { guard: "repos" } } })
    expect(sandbox.requests).toEqual([])
  })

  it("count calls", async () => {
    const { create } = issues(guards({ limits: { "issue.create": 1 } }))
    expect(await create({ ...to, title: "One" })).toMatchObject({ ok: true })
    expect(await create({ ...to, title: "Two" })).toMatchObject({
      error: { details: { guard: "limits" } },
    })
  })
})

describe("createClient", () => {
  it.each([
    ["an option that a feature has replaced", { read_only: true }, "has no option `read_only`"],
    ["what is no feature", { use: [{}] }, "use takes a list of features"],
    ["a feature twice", { use: [once(), once()] }, "use has the feature once twice"],
  ])("refuses %s", (_, options, message) => {
    expect(() => createClient(options as never)).toThrow(message)
  })
})
