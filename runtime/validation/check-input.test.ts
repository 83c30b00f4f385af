import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { bindTree, type JsonSchema } from "../index.js"
import { snapshot } from "../input/index.js"
import {
  data,
  type GithubDouble,
  handWritten,
  handWrittenList,
  loaded,
  startGithub,
  tree,
} from "../testing/index.js"
import { checkInput, type InputContract } from "./check-input.js"
import { rareKeywords } from "./rare-keywords.js"

const readInput = (contract: InputContract, raw: unknown) =>
  checkInput({ parts: { rareKeywords }, ...contract }, snapshot(raw))

const valid = { owner: "octocat", repo: "hello-world", issue_number: 1 }

let github: GithubDouble
let ghx: typeof tree

beforeAll(async () => {
  github = await startGithub(() =>
    data({ repository: { issue: { number: 1, title: "Bug", milestone: null } } }),
  )
  ghx = bindTree(tree, github.client())
})
afterAll(() => github.close())

/** The public error for an input that the types would not allow. */
async function issuesOf(input: unknown): Promise<Record<string, string>> {
  github.requests.length = 0
  const result = await ghx.issue.view(input as typeof valid)
  if (result.ok) return {}
  expect(result.error).toMatchObject({ code: "VALIDATION", retryable: false })
  expect(github.requests).toHaveLength(0)
  for (const { pointer, message } of result.error.details?.issues ?? []) {
    expect(result.error.message).toContain(`${pointer || "input"}: ${message}`)
  }
  const pointers = (result.error.details?.issues ?? []).map(({ pointer }) => pointer)
  expect(new Set(pointers).size).toBe(pointers.length)
  return Object.fromEntries(
    (result.error.details?.issues ?? []).map(({ pointer, message }) => [pointer, message]),
  )
}

/** The violations of one schema by a value. */
async function check(
  schema: JsonSchema,
  value: unknown,
  graphql = true,
): Promise<Record<string, string>> {
  const input: JsonSchema = {
    type: "object",
    additionalProperties: false,
    properties: { value: schema },
  }
  const { issues } = await readInput({ input, ...(graphql && { graphql }) }, { value })
  return Object.fromEntries(issues.map(({ pointer, message }) => [pointer, message]))
}

describe("the check of an input", () => {
  test("reports every problem at once", async () => {
    expect(await issuesOf({ owner: "", repo: 7, issueNumber: 1, labels: [], "a/b~c": 1 })).toEqual({
      "/owner": 'expected at least 1 character, found string ""',
      "/repo": "expected string, found number 7",
      "/issue_number": "missing, expected integer",
      "/issueNumber": "unknown field, did you mean `issue_number`?",
      "/labels": "unknown field, known: owner, repo, issue_number",
      "/a~1b~0c": "unknown field, known: owner, repo, issue_number",
    })
  })

  test("suggests for an unknown field first what is not given", async () => {
    const text: JsonSchema = { type: "string" }
    const input: JsonSchema = {
      type: "object",
      additionalProperties: false,
      properties: { repo: text, to_repo: text },
    }
    const { issues } = await readInput({ input }, { repo: "r", new_repo: "t" })
    expect(issues).toMatchObject([{ message: "unknown field, did you mean `to_repo`?" }])
  })

  test("rejects an unpaired surrogate, and accepts an emoji", async () => {
    const good = { owner: "octo😀cat", repo: "r", issue_number: 1 }
    expect(await issuesOf(good)).toEqual({})
    expect(await issuesOf({ ...good, repo: "a\ud83d" })).toEqual({
      "/repo": "contains an unpaired surrogate",
    })
  })

  test("reports all of 53 problems", async () => {
    const unknown = Array.from({ length: 50 }, (_, index) => [`zzzzzz${index}`, index])
    const issues = await issuesOf(Object.fromEntries(unknown))
    expect(Object.keys(issues)).toHaveLength(53)
  })

  test("reports 100 of 300 unknown fields, and wrong values of known fields first", async () => {
    const unknown = Array.from({ length: 300 }, (_, index) => [`zzzzzz${index}`, index])
    const issues = await issuesOf({ ...Object.fromEntries(unknown), ...valid, owner: 7 })
    expect(issues["/owner"]).toBe("expected string, found number 7")
    expect(issues["/zzzzzz0"]).toBe("unknown field, known: owner, repo, issue_number")
    expect(Object.keys(issues)).toHaveLength(100)
    const others = await issuesOf({ ...Object.fromEntries(unknown), ...valid })
    expect(Object.keys(others)).toHaveLength(100)
  })

  test.each([
    ["number", "issue_number"],
    ["issueNumber", "issue_number"],
    ["issue-number", "issue_number"],
    ["Owner", "owner"],
    ["repository", "repo"],
    ["isue_number", "issue_number"],
  ])("suggests for %s the field %s", async (name, meant) => {
    const issues = await issuesOf({ ...valid, [name]: 1 })
    expect(issues[`/${name}`]).toContain(`did you mean \`${meant}\`?`)
  })

  test.each([
    ["null", null, "expected object, found null"],
    ["text", "octocat/hello-world#1", 'expected object, found string "octocat/hello-world#1"'],
    ["an array", [valid], "expected object, found array of 1"],
    ["a Map", new Map(), "expected a plain object, found a Map"],
    ["a function", () => valid, "expected JSON data, found a function"],
  ])("rejects %s in place of an object", async (_, input, message) => {
    expect(await issuesOf(input)).toEqual({ "": message })
  })

  test("treats undefined as an empty object", async () => {
    expect(Object.keys(await issuesOf(undefined))).toEqual(["/owner", "/repo", "/issue_number"])
  })

  test.each([
    [2 ** 31, "expected at most 2147483647 (GraphQL's Int has 32 bits), found number 2147483648"],
    [1e300, "expected at most 2147483647 (GraphQL's Int has 32 bits), found number 1e+300"],
    [0, "expected at least 1, found number 0"],
    [1.5, "expected integer, found number 1.5"],
    ["1", 'expected integer, found string "1"'],
    [Number.NaN, "expected a finite number, found NaN"],
    [Number.NEGATIVE_INFINITY, "expected a finite number, found -Infinity"],
    [0n, "expected at least 1, found number 0"],
    [
      2n ** 64n,
      'expected at most 2147483647 (GraphQL\'s Int has 32 bits), found string "18446744073709551616"',
    ],
    [
      "18446744073709551616",
      'expected at most 2147483647 (GraphQL\'s Int has 32 bits), found string "18446744073709551616"',
    ],
    [Symbol("one"), "expected JSON data, found a symbol"],
    [new Date(0), "expected a plain object, found a Date (give its toISOString())"],
    [null, "expected integer, found null"],
    [undefined, "missing, expected integer"],
    [{}, "expected integer, found object"],
  ])("rejects the number %s with a reason", async (issue_number, message) => {
    expect(await issuesOf({ ...valid, issue_number })).toEqual({ "/issue_number": message })
  })

  test("accepts the largest 32-bit integer", async () => {
    expect(await issuesOf({ ...valid, issue_number: 2 ** 31 - 1 })).toEqual({})
  })

  test("rejects unknown fields that have names of inherited properties", async () => {
    const hostile = '{"__proto__": {"x": 1}, "constructor": 1, "toString": 2, "hasOwnProperty": 3}'
    const issues = await issuesOf({ ...valid, ...JSON.parse('{"a": 1}'), __proto__: null })
    expect(Object.keys(issues)).toEqual(["/a"])
    const parsed: unknown = JSON.parse(hostile)
    expect(Object.keys(await issuesOf(Object.assign(parsed as object, valid)))).toEqual([
      "/__proto__",
      "/constructor",
      "/toString",
      "/hasOwnProperty",
    ])
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false)
  })

  test("rejects a cyclic or too deeply nested object, and a getter that throws", async () => {
    const cyclic: Record<string, unknown> = { ...valid }
    cyclic.owner = { self: cyclic }
    expect(await issuesOf(cyclic)).toEqual({
      "/owner/self": "contains itself",
      "/owner": "expected string, found object",
    })
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    const issues = Object.values(await issuesOf({ ...valid, owner: deep }))
    expect(issues).toContain("is nested deeper than 64 levels")
    const trap = {
      ...valid,
      get owner(): string {
        throw new Error("no entry")
      },
    }
    expect(await issuesOf(trap)).toEqual({ "": "cannot be read: no entry" })
  })

  test("accepts an object of another realm or without a prototype", async () => {
    const { runInNewContext } = await import("node:vm")
    expect(await issuesOf(runInNewContext(`(${JSON.stringify(valid)})`))).toEqual({})
    expect(await issuesOf(Object.assign(Object.create(null), valid))).toEqual({})
  })

  test("accepts the same object in two places", async () => {
    const shared = ["bug"]
    const schema: JsonSchema = {
      type: "array",
      items: { type: "array", items: { type: "string" } },
    }
    expect(await check(schema, [shared, shared])).toEqual({})
  })

  test("shortens a long value in its message", async () => {
    const { "/issue_number": message = "" } = await issuesOf({
      ...valid,
      issue_number: "x".repeat(10_000),
    })
    expect(message.length).toBeLessThan(100)
  })
})

describe("the check of a value", () => {
  const state: JsonSchema = { type: "string", enum: ["OPEN", "CHANGES_REQUESTED"] }

  test.each([
    ["open", "OPEN"],
    ["changes-requested", "CHANGES_REQUESTED"],
    ["ChangesRequested", "CHANGES_REQUESTED"],
    ["OPNE", "OPEN"],
  ])("suggests for %s of an enum the value %s", async (value, meant) => {
    expect((await check(state, value))["/value"]).toBe(
      `expected one of OPEN, CHANGES_REQUESTED, found string "${value}", did you mean \`${meant}\`?`,
    )
  })

  test.each<[JsonSchema, unknown, Record<string, string>]>([
    [state, "x", { "/value": 'expected one of OPEN, CHANGES_REQUESTED, found string "x"' }],
    [{ const: 1 }, 2, { "/value": "expected 1, found number 2" }],
    [
      { type: "string", maxLength: 2 },
      "😀😀😀",
      { "/value": "expected at most 2 characters, found 3" },
    ],
    [{ type: "string", maxLength: 3 }, "😀😀😀", {}],
    [
      { type: "string", pattern: "^a+$" },
      "b",
      { "/value": 'expected a string matching ^a+$, found string "b"' },
    ],
    ...["A", "AAA=A", "AA=", "A===", "====", "no!", "a_-b"].map(
      (text): [JsonSchema, unknown, Record<string, string>] => [
        { type: "string", contentEncoding: "base64" },
        text,
        { "/value": `expected Base64, found string "${text}"` },
      ],
    ),
    ...["", "AA", "AA==", "AAA", "AAA=", "AAAA\n /+aZ09\r\n"].map(
      (text): [JsonSchema, unknown, Record<string, string>] => [
        { type: "string", contentEncoding: "base64" },
        text,
        {},
      ],
    ),
    [
      { type: "array", minItems: 2 },
      [1],
      { "/value": "expected at least 2 items, found array of 1" },
    ],
    [
      { type: "array", maxItems: 1 },
      [1, 2],
      { "/value": "expected at most 1 item, found array of 2" },
    ],
    [
      { type: "array", uniqueItems: true },
      [1, 1],
      { "/value": "expected unique items, found duplicates" },
    ],
    [{ type: "number", minimum: 0.5 }, 0, { "/value": "expected at least 0.5, found number 0" }],
    [{ type: ["string", "null"] }, 1, { "/value": "expected string or null, found number 1" }],
    [{ type: ["string", "null"] }, null, {}],
    [
      { type: "array", items: { type: "string" } },
      ["a", undefined, 1],
      {
        "/value/1": "expected JSON data, found undefined",
        "/value/2": "expected string, found number 1",
      },
    ],
    [
      { type: "array", items: { type: "string" } },
      "bug",
      { "/value": 'expected array of string, found string "bug"' },
    ],
  ])("reports for the schema %j the problems of %j", async (schema, value, issues) => {
    expect(await check(schema, value)).toEqual(issues)
  })

  test("reports an invalid member of a map, and no unknown field", async () => {
    const map: JsonSchema = { type: "object", additionalProperties: { type: "string" } }
    expect(await check(map, { a: "1", b: 2 })).toEqual({
      "/value/b": "expected string, found number 2",
    })
    expect(await check({ type: "object", additionalProperties: true }, { a: 1 })).toEqual({})
  })

  test("finds duplicates by a deep comparison, whatever the order of members", async () => {
    const unique: JsonSchema = { type: "array", uniqueItems: true }
    const twice = { "/value": "expected unique items, found duplicates" }
    expect(
      await check(unique, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toEqual(twice)
    expect(await check(unique, [[[1], 2], [[1, 2]], 1, "1", true, null, {}, []])).toEqual({})
  })

  const discriminated: JsonSchema = {
    oneOf: [
      ...["Comment", "Event"].map(
        (type): JsonSchema => ({
          type: "object",
          required: ["type", "id"],
          additionalProperties: false,
          properties: { type: { const: type }, id: { type: "string" } },
        }),
      ),
      { type: "null" },
    ],
  }

  test("reports the problems of the union member that the discriminator selects", async () => {
    expect(await check(discriminated, { type: "Event", id: "a" })).toEqual({})
    expect(await check(discriminated, null)).toEqual({})
    expect(await check(discriminated, { type: "Event", id: 1 })).toEqual({
      "/value/id": "expected string, found number 1",
    })
    expect(await check(discriminated, { type: "Event", name: "a" })).toEqual({
      "/value/id": "missing, expected string",
      "/value/name": expect.stringContaining("unknown field"),
    })
    const other = 'expected object of type "Comment" or object of type "Event" or null'
    expect(await check(discriminated, { type: "Other", id: "a" })).toEqual({
      "/value": `${other}, found object`,
    })
    expect(await check(discriminated, "Event")).toEqual({
      "/value": `${other}, found string "Event"`,
    })
  })

  const union: JsonSchema = {
    anyOf: [
      { type: "string" },
      {
        type: "object",
        required: ["path"],
        additionalProperties: false,
        properties: { path: { type: "string" } },
      },
    ],
  }

  test("reports the problems of the closest union member, or else names all members", async () => {
    expect(await check(union, { pth: "a" })).toEqual({
      "/value/path": "missing, expected string",
      "/value/pth": "unknown field, did you mean `path`?",
    })
    expect(await check(union, 1)).toEqual({ "/value": "expected string or object, found number 1" })
    expect(await check(union, { path: "a" })).toEqual({})
  })

  test("allows integers beyond 32 bits if the capability has no GraphQL route", async () => {
    const integer: JsonSchema = { type: "integer" }
    expect(await check(integer, 2 ** 40, false)).toEqual({})
    expect((await check(integer, 2 ** 53, false))["/value"]).toMatch(/pass a bigint/)
    expect((await check(integer, 2 ** 40))["/value"]).toMatch(/32 bits/)
    expect((await check({ type: "array", items: integer }, [2 ** 40]))["/value/0"]).toMatch(
      /32 bits/,
    )
    expect(await check({ type: "integer", maximum: 2 ** 50 }, 2 ** 40)).toEqual({})
  })
})

describe("defaults of an input schema", () => {
  const contract = {
    input: {
      type: "object",
      additionalProperties: false,
      properties: {
        first: { type: "integer", default: 30 },
        states: { type: "array", items: { type: "string" }, default: ["OPEN"] },
      },
    },
  } as const satisfies { input: JsonSchema }

  test("fill absent fields, in a copy of the input", async () => {
    const given = Object.freeze({ first: undefined })
    expect(await readInput(contract, given)).toEqual({
      input: { first: 30, states: ["OPEN"] },
      issues: [],
    })
    expect(given).toEqual({ first: undefined })
  })

  test("are not shared between calls, and neither is the caller's array", async () => {
    const { input } = await readInput(contract, {})
    Object(input).states.push("CLOSED")
    expect((await readInput(contract, {})).input).toEqual({ first: 30, states: ["OPEN"] })
    const states = ["CLOSED"]
    expect(Object((await readInput(contract, { states })).input).states).not.toBe(states)
  })

  test("are not applied to fields that are given, or null", async () => {
    expect((await readInput(contract, { first: 5 })).input).toMatchObject({ first: 5 })
    expect((await readInput(contract, { first: null })).issues).toEqual([
      { pointer: "/first", message: "expected integer, found null" },
    ])
  })
})

test("creating a capability does not compile its schemas, so an invalid pattern does no harm", async () => {
  const input = { pattern: "(" }
  expect(handWritten({ ...(await loaded(tree.issue.view)), input })).toBeTypeOf("function")
  expect(handWrittenList({ ...(await loaded(tree.issue.list)), input })).toBeTypeOf("function")
})

test.each<JsonSchema>([
  { anyOf: [{ type: "string" }, { type: "integer" }] },
  { oneOf: [{ const: "a" }, { const: "b" }] },
  { type: "array", uniqueItems: true },
  { type: "string", contentEncoding: "base64" },
  { type: "object", additionalProperties: { type: "string" } },
])("a schema %j is not checked without the part for its keyword, but refused", (schema) => {
  const input: JsonSchema = { type: "object", properties: { value: schema } }
  const check = () => checkInput({ input }, snapshot({ value: 1 }))
  expect(check).toThrow("rareKeywords is not among the parts")
})
