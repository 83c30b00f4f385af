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

describe("among fifty reads, 20 in a document", () => {
  afterEach(() => expect(sandbox.requests.length).toBeLessThanOrEqual(4))

  it("one of what does not exist is NOT_FOUND", async () => {
    const ghx = ghxOf(sandbox)
    const steps = numbers.map((number) => view(ghx, number === bad ? 999 : number))
    const { results, meta } = await chain(...steps)
    expectOneBad(results, "NOT_FOUND", /number of 999/)
    expect(meta).toMatchObject({ succeeded: 49, failed: 1, requests: 3 })
  })

  it("one with an error deep in its data fails alone", async () => {
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

  it("one that is null without any error is NOT_FOUND, never ok", async () => {
    const ghx = await throughProxy((answer, request) => {
      const prefix = prefixOf(request, "issue_number", bad)
      return prefix ? { data: { ...answer.data, [`${prefix}repository`]: null } } : answer
    })
    const { results } = await chain(...numbers.map((number) => view(ghx, number)))
    expectOneBad(results, "NOT_FOUND", /issue_number 30$/, "issue.view")
  })

  it("one whose data is missing is asked for again", async () => {
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
      "a variable",
      (prefix: string) => ({
        message: `Variable $${prefix}repo of type String! was provided invalid value`,
        extensions: { value: 7, problems: [{ path: [], explanation: "Could not coerce" }] },
      }),
      "VALIDATION",
      /^Variable \$repo of type String! was/,
    ],
    [
      "a field",
      (prefix: string) => ({
        message: "Field 'novel' doesn't exist on type 'Issue'",
        path: ["query Chain", `${prefix}repository`, "issue", "novel"],
        extensions: { code: "undefinedField", typeName: "Issue", fieldName: "novel" },
      }),
      "ADAPTER_UNSUPPORTED",
      /Field 'novel' doesn't exist/,
    ],
  ])(
    "one for %s of which GitHub refuses the document fails, the others go again",
    async (_, error, code, message) => {
      const ghx = await throughProxy((answer, request) => {
        const prefix = prefixOf(request, "issue_number", bad)
        return prefix ? { errors: [error(prefix)] } : answer
      })
      const { results } = await chain(...numbers.map((number) => view(ghx, number)))
      expectOneBad(results, code, message, "issue.view")
    },
  )

  it("an isolated one that fails takes nobody along", async () => {
    sandbox.injectFault({
      match: { operation_name: "UserMe" },
      graphql_error: { message: "Something went wrong while executing your query" },
    })
    const ghx = ghxOf(sandbox)
    const steps = numbers.map((number) => (number === bad ? ghx.user.me() : view(ghx, number)))
    const { results, meta } = await chain(...steps)
    expectOneBad(results, "SERVER", /Something went wrong/, "user.me")
    expect(meta.requests).toBe(4)
  })
})

describe("among fifty writes, 20 in a document", () => {
  // 50 lookups are 3 requests, 50 mutations 3.
  const promised = 6

  it("one whose lookup finds nothing is not sent", async () => {
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
    expect(meta.requests).toBe(promised)
  })

  it("one that GitHub refuses is rejected, and the order of the others is kept", async () => {
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
    expect(meta.requests).toBe(promised)
  })

  it("one that was applied but answered incompletely says so", async () => {
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

  it("one for a variable of which GitHub refuses the document fails, the others run once", async () => {
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
