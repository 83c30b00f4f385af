/** One bad step among fifty: forty-nine results, and one error under the right step's name. */
import { type ChainStepResult, chain } from "ghx"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ghxOf, harness, prefixOf, type Rewrite } from "./harness.js"

const { sandbox: start, proxy, close } = harness()
let sandbox: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  sandbox = await start()
})
afterEach(close)

const repository = { owner: "octocat", repo: "big" }
const bad = 30
const numbers = Array.from({ length: 50 }, (_, index) => index + 1)
type Ghx = ReturnType<typeof ghxOf>

const view = (ghx: Ghx, issue_number: number) => ghx.issue.view({ ...repository, issue_number })
const update = (ghx: Ghx, issue_number: number) =>
  ghx.issue.update({ ...repository, issue_number, title: `Title ${issue_number}` })

type Result = ChainStepResult<string, unknown>

/** Checks that only the step at `bad` has failed, and that each result has its own number. */
function expectOneBad(results: readonly Result[], code: string, message: RegExp, task?: string) {
  expect(results).toHaveLength(50)
  results.forEach((result, index) => {
    if (index === bad - 1) {
      expect(result).toMatchObject({ ok: false, error: { code } })
      expect(result).toHaveProperty("error.message", expect.stringMatching(message))
      if (task) expect(result.task).toBe(task)
    } else expect(result).toMatchObject({ ok: true, data: { number: index + 1 } })
  })
}

async function throughProxy(rewrite: Rewrite): Promise<Ghx> {
  return ghxOf(await proxy(sandbox, rewrite))
}

describe("a chain of 50 reads", () => {
  afterEach(() => expect(sandbox.requests.length).toBeLessThanOrEqual(2))

  it("returns NOT_FOUND for the one object that does not exist", async () => {
    const ghx = ghxOf(sandbox)
    const steps = numbers.map((number) => view(ghx, number === bad ? 999 : number))
    const { results, meta } = await chain(...steps)
    expectOneBad(results, "NOT_FOUND", /number of 999/)
    expect(meta).toMatchObject({ succeeded: 49, failed: 1, requests: 1 })
  })

  it("fails only the read with an error deep in its data", async () => {
    const ghx = await throughProxy((answer, request) => {
      const prefix = prefixOf(request, "issue_number", bad)
      if (!prefix || !answer.data) return answer
      const path = [`${prefix}repository`, "issue", "author", "login"]
      const message = `Cannot read ${prefix}repository of "s9_x"`
      const errors = [{ type: "INTERNAL", path, message }]
      return { data: { ...answer.data, [`${prefix}repository`]: { issue: null } }, errors }
    })
    const { results } = await chain(...numbers.map((number) => view(ghx, number)))
    expectOneBad(results, "SERVER", /^Cannot read repository of "s9_x"$/, "issue.view")
  })

  it("returns NOT_FOUND for a read that is null without an error", async () => {
    const ghx = await throughProxy((answer, request) => {
      const prefix = prefixOf(request, "issue_number", bad)
      return prefix ? { data: { ...answer.data, [`${prefix}repository`]: null } } : answer
    })
    const { results } = await chain(...numbers.map((number) => view(ghx, number)))
    expectOneBad(results, "NOT_FOUND", /issue_number 30$/, "issue.view")
  })

  it("repeats a read whose data is missing", async () => {
    const ghx = await throughProxy((answer, request) => {
      const prefix = prefixOf(request, "issue_number", bad)
      if (!prefix || !answer.data) return answer
      const { [`${prefix}repository`]: _, ...data } = answer.data
      return { data }
    })
    const { results, status } = await chain(...numbers.map((number) => view(ghx, number)))
    expect(status).toBe("success")
    expect(results[bad - 1]).toMatchObject({ ok: true, data: { number: bad } })
  })

  it.each([
    [
      "variable",
      (prefix: string) => ({
        message: `Variable $${prefix}repo of type String! was provided invalid value`,
        extensions: { value: 7, problems: [{ path: [], explanation: "Could not coerce" }] },
      }),
      "VALIDATION",
      /^Variable \$repo of type String! was/,
    ],
    [
      "field",
      (prefix: string) => ({
        message: "Field 'novel' doesn't exist on type 'Issue'",
        path: ["query Chain", `${prefix}repository`, "issue", "novel"],
        extensions: { code: "undefinedField", typeName: "Issue", fieldName: "novel" },
      }),
      "ADAPTER_UNSUPPORTED",
      /Field 'novel' doesn't exist/,
    ],
  ])(
    "fails only the read whose %s GitHub refuses, and repeats the others",
    async (_, error, code, message) => {
      const ghx = await throughProxy((answer, request) => {
        const prefix = prefixOf(request, "issue_number", bad)
        return prefix ? { errors: [error(prefix)] } : answer
      })
      const { results } = await chain(...numbers.map((number) => view(ghx, number)))
      expectOneBad(results, code, message, "issue.view")
    },
  )

  it("fails only an isolated read that has an error", async () => {
    sandbox.injectFault({
      match: { operation_name: "UserMe" },
      graphql_error: { message: "Something went wrong while executing your query" },
    })
    const ghx = ghxOf(sandbox)
    const steps = numbers.map((number) => (number === bad ? ghx.user.me() : view(ghx, number)))
    const { results, meta } = await chain(...steps)
    expectOneBad(results, "SERVER", /Something went wrong/, "user.me")
    expect(meta.requests).toBe(2)
  })
})

describe("a chain of 50 writes", () => {
  // 50 lookups are one request; 50 mutations are two, or three if GitHub answers slowly.
  const promised = 4

  it("does not send the write whose lookup finds nothing", async () => {
    const ghx = ghxOf(sandbox)
    const { results, meta } = await chain(
      ...numbers.map((number) =>
        number === bad
          ? ghx.issue.labels.add({ ...repository, issue_number: 30, labels: ["bug", "nope"] })
          : update(ghx, number),
      ),
    )
    expectOneBad(results, "NOT_FOUND", /"nope"/, "issue.labels.add")
    expect(results[bad - 1]).toMatchObject({ error: { details: { outcome: "not_sent" } } })
    expect(sandbox.applied).toHaveLength(49)
    expect(meta.requests).toBeLessThanOrEqual(promised)
  })

  it("rejects only the write that GitHub refuses, and keeps the order of the others", async () => {
    const ghx = ghxOf(sandbox)
    const { results, meta } = await chain(
      ...numbers.map((number) =>
        number === bad
          ? ghx.issue.update({ owner: "octocat", repo: "attic", issue_number: 1, title: "x" })
          : update(ghx, number),
      ),
    )
    expectOneBad(results, "VALIDATION", /archived/, "issue.update")
    expect(results[bad - 1]).toMatchObject({ error: { details: { outcome: "rejected" } } })
    expect(sandbox.applied).toHaveLength(49)
    const titles = sandbox.requests.flatMap(({ operation_type, body }) =>
      operation_type === "mutation"
        ? Object.entries((body as { variables: object }).variables)
            .filter(([name]) => name.endsWith("_title"))
            .map(([, title]) => title)
        : [],
    )
    expect(titles.filter((title) => title !== "x")).toEqual(
      numbers.filter((number) => number !== bad).map((number) => `Title ${number}`),
    )
    expect(meta.requests).toBeLessThanOrEqual(promised)
  })

  it("reports a write that was applied with an incomplete response", async () => {
    const ghx = await throughProxy((answer, request) => {
      const entry = Object.entries(request.variables).find(([, value]) => value === `Title ${bad}`)
      const alias = entry && `${/^s\d+_/.exec(entry[0])?.[0]}updateIssue`
      if (!alias) return answer
      const path = [alias, "issue", "body"]
      const errors = [{ type: "INTERNAL", path, message: "Timeout" }]
      return { data: { ...answer.data, [alias]: null }, errors }
    })
    const { results } = await chain(...numbers.map((number) => update(ghx, number)))
    expectOneBad(results, "SERVER", /applied the mutation/, "issue.update")
    expect(results[bad - 1]).toMatchObject({
      error: { details: { outcome: "unknown", applied: true } },
    })
    expect(sandbox.applied).toHaveLength(50)
  })

  it("fails only the write whose variable GitHub refuses, and applies the others once", async () => {
    let refused = 0
    const ghx = ghxOf({ url: (await refusing(() => (refused += 1))).url })
    const { results } = await chain(
      ...numbers.map((number) =>
        ghx.issue.update({
          ...repository,
          issue_number: number,
          title: number === bad ? "refuse this" : `Title ${number}`,
        }),
      ),
    )
    expectOneBad(results, "VALIDATION", /^Variable \$title of type String was/, "issue.update")
    expect(refused).toBe(1)
    expect(sandbox.applied).toHaveLength(49)
  })

  /** Refuses documents with a marked title, before the sandbox sees them. */
  async function refusing(count: () => void) {
    return proxy(
      sandbox,
      (answer) => answer,
      ({ variables }) => {
        const entry = Object.entries(variables).find(([, value]) => value === "refuse this")
        if (!entry) return undefined
        count()
        const message = `Variable $${entry[0]} of type String was provided invalid value`
        return { errors: [{ message, extensions: { value: 1, problems: [] } }] }
      },
    )
  }
})
