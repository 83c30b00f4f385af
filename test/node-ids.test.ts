/** Ids of the wrong type: the error, and when it is found. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Contract, chain, createGhx, type JsonSchema } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cards } from "./cards.js"
import { ROOT } from "./projects.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const body = "Done."
const connected = () => createGhx({ base_url: sandbox.url, token: sandbox.token })
const sent = () => sandbox.requests.length

describe("a call with a node id of the wrong type", () => {
  it("is rejected without a request, and names both types and the capability that returns it", async () => {
    const before = sent()
    const result = await connected().pr.thread.reply({ thread_id: "PRRC_kwDOAAAAAc4AAAAB", body })
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: "VALIDATION",
        details: {
          outcome: "not_sent",
          issues: [
            {
              pointer: "/thread_id",
              message:
                "expected an id of PullRequestReviewThread (PRRT_), found one of PullRequestReviewComment (PRRC_). Id of a thread, as pr.threads.list returns it.",
            },
          ],
        },
      },
    })
    expect(sent()).toBe(before)
  })

  it.each([
    ["MDI0OlB1bGxSZXF1ZXN0UmV2aWV3Q29tbWVudDQ3MTE=", "PullRequestReviewComment (PRRC_)"],
    ["MDExOlB1bGxSZXF1ZXN0MQ==", "PullRequest (PR_)"],
    ["MDU6SXNzdWUxMjM0NQ==", "Issue (I_)"],
    ["MDQ6VXNlcjc=", "User (U_)"],
  ])(
    "of the form before 2021 is rejected by the type that it contains: %s",
    async (thread_id, type) => {
      const before = sent()
      expect(await connected().pr.thread.reply({ thread_id, body })).toMatchObject({
        error: {
          details: {
            issues: [{ message: expect.stringContaining(`found one of ${type}`) }],
          },
        },
      })
      expect(sent()).toBe(before)
    },
  )

  it("is rejected in a chain when the id comes from a reference", async () => {
    const { issue, pr } = connected()
    const title = "PRRC_kwDOAAAAAc4AAAAB"
    const created = issue.create({ owner: "octocat", repo: "hello-world", title })
    const { results } = await chain(
      created,
      pr.thread.reply({ thread_id: created.out.title, body }),
    )
    expect(results[0]).toMatchObject({ ok: true })
    expect(results[1]).toMatchObject({
      ok: false,
      error: { code: "VALIDATION", details: { issues: [{ pointer: "/thread_id" }] } },
    })
  })

  it.each([
    "MDIzOlB1bGxSZXF1ZXN0UmV2aWV3VGhyZWFkMQ==",
    "MDY6Q29tbWl0MQ==",
    "MDU6SXNzdWU=",
    "ABC_kwDOAAAAAc4AAAAB",
    "_",
  ])("is sent to GitHub when its type is right or unknown: %s", async (thread_id) => {
    const result = await connected().pr.thread.reply({ thread_id, body })
    expect(result).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } })
  })
})

/** The ids in a contract's input or output, with their descriptions. */
function idsIn(schema: JsonSchema): { nodes: readonly string[]; description: string }[] {
  const { "x-ghx-node": nodes, description = "", items, properties = {} } = schema
  const { anyOf = [], oneOf = [] } = schema
  const inner = [...(items ? [items] : []), ...Object.values(properties), ...anyOf, ...oneOf]
  return [...(nodes ? [{ nodes, description }] : []), ...inner.flatMap(idsIn)]
}

describe("the description of a node id input", () => {
  const contracts = cards.map(({ capability_id: id }): Contract => {
    return JSON.parse(readFileSync(join(ROOT, "generated/contracts", `${id}.json`), "utf8"))
  })
  const given = contracts.map(({ id, output }) => ({
    id,
    nodes: idsIn(output).flatMap((one) => one.nodes),
  }))
  const returns = (ids: typeof given, nodes: readonly string[]) =>
    ids.filter((one) => one.nodes.some((node) => nodes.includes(node))).map(({ id }) => id)
  const wanted = contracts
    .flatMap(({ id, input }) => idsIn(input).map((one) => ({ id, ...one })))
    .filter(({ nodes }) => returns(given, nodes).length > 0)

  it.each(wanted)(
    "of $id ($nodes) names only capabilities that return it",
    ({ nodes, description }) => {
      const named = given.filter(({ id }) => description.includes(id))
      expect(named).not.toEqual([])
      expect(returns(named, nodes)).toEqual(named.map(({ id }) => id))
    },
  )
})
