/** The page's descriptions of a call and its requests. */
import { execFileSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import type { Arrived } from "../../surfaces/explorer/page/index.js"
import { arrowOf, inShell, inTypeScript, inWords } from "../../surfaces/explorer/page/index.js"

describe("the explorer's example", () => {
  const hostile = {
    title: 'it\'s $(id) `id` "quoted"; </script>\nsecond: line',
    labels: ['a": b', "c"],
    nested: { body: "x" },
  }

  test("quotes its input as one word of a shell", () => {
    const text = inShell("issue.create", hostile).replace("ghx run issue.create --input ", "")
    const printed = execFileSync("sh", ["-c", `printf %s ${text}`], { encoding: "utf8" })
    expect(JSON.parse(printed)).toEqual(hostile)
  })

  test("contains the same input in TypeScript", () => {
    const text = inTypeScript("issue.create", hostile)
    expect(text).toContain("\n  title: ")
    const literal = text.replace("const result = await ghx.issue.create", "")
    expect(new Function(`return ${literal}`)()).toEqual(hostile)
  })
})

describe("the explorer's text of a diagram", () => {
  const arrived = (more: Partial<Arrived>): Arrived => ({
    number: 1,
    method: "POST",
    path: "/graphql",
    route: null,
    operation: null,
    fields: [],
    status: 200,
    failed: false,
    cost: 1,
    synthesized: [],
    body: null,
    response: null,
    ...more,
  })

  test("states merged operations, refused requests and missing responses", () => {
    const requests = [
      arrived({ operation: { type: "mutation", name: "Chain" }, fields: ["a", "b", "a"] }),
      arrived({ operation: { type: "query", name: "IssueView" }, fields: ["a"], failed: true }),
      arrived({ method: "GET", path: "/user", status: null, failed: true }),
    ]
    expect(inWords(requests.map(arrowOf))).toBe(
      "3 requests. 1. mutation Chain with a ×2, b: 200. 2. query IssueView: 200, refused. 3. GET /user: no answer.",
    )
    expect(inWords([])).toBe("No request was sent.")
  })
})
