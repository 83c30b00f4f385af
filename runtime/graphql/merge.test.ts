import { describe, expect, test } from "vitest"
import type { GraphqlOperation } from "../definition/index.js"
import type { GraphqlError } from "../errors/index.js"
import { mergeOperations, wasRefused } from "./merge.js"
import { agreeOnFragments, type GraphqlAnswer, textOf } from "./transport.js"

/** An operation from a text with markers: `^` before a name, `@` before a root field. */
function marked(type: "query" | "mutation", text: string): GraphqlOperation {
  const names: number[] = []
  const roots: number[] = []
  let document = ""
  for (const character of text) {
    if (character === "^") names.push(document.length)
    else if (character === "@") roots.push(document.length)
    else document += character
  }
  const end = document.indexOf("\nfragment")
  const body = end < 0 ? document : document.slice(0, end)
  const open = body.indexOf("(")
  const brace = body.indexOf("{")
  return {
    type,
    name: "Some",
    document,
    parts: {
      variables: open < 0 || open > brace ? [0, 0] : [open + 1, body.indexOf(")")],
      selections: [brace + 1, body.lastIndexOf("}")],
      fragments: end < 0 ? [] : [[end + 1, document.length]],
      names,
      roots,
    },
  }
}

const view = marked(
  "query",
  "query Some($^id: ID!) { @node(id: $^id) { ...^F } }\nfragment ^F on Node { id }",
)
const aliased = marked("query", "query Some { ^mine: rateLimit { limit } }")

const variables = { id: "1" }
const merge = (...operations: GraphqlOperation[]) =>
  mergeOperations(
    "query",
    operations.map((operation) => ({ operation, variables: operation === view ? variables : {} })),
  )

function answered(data: unknown, ...errors: GraphqlError[]): GraphqlAnswer {
  return { ok: true, data, errors, headers: {} }
}

test("mergeOperations prefixes every name that must be unique", () => {
  const { operation, variables } = merge(view, aliased, view)
  expect(operation.document).toBe(
    [
      "query Chain($s0_id: ID!\n$s2_id: ID!) {",
      "s0_node: node(id: $s0_id) { ...s0_F }",
      "s1_mine: rateLimit { limit }",
      "s2_node: node(id: $s2_id) { ...s2_F }",
      "}",
      "fragment s0_F on Node { id }",
      "fragment s2_F on Node { id }",
    ].join("\n"),
  )
  expect(variables).toEqual({ s0_id: "1", s2_id: "1" })
})

test("mergeOperations takes an earlier document again only for the same operations in the same order", () => {
  const documentOf = (...all: GraphqlOperation[]) => merge(...all).operation.document
  const [both, same, shorter, other] = [
    documentOf(view, aliased),
    documentOf(view, aliased),
    documentOf(view),
    documentOf(view, view),
  ]
  expect(same).toBe(both)
  expect(shorter).not.toContain("rateLimit")
  expect(other).not.toContain("rateLimit")
  expect(documentOf(view, aliased)).toBe(both)
})

test("mergeOperations includes a shared fragment once, under its own name", () => {
  const login = { name: "login", document: "fragment login on User { login }" }
  const author = {
    name: "author",
    document: "fragment author on Node { ... on Issue { author { ...login } } }",
    fragments: [login],
  }
  const spreading = {
    ...marked("query", "query Some($^id: ID!) { @node(id: $^id) { ...author } }"),
    fragments: [author],
  }
  const loginOf = { ...marked("query", "{ @viewer { ...login } }"), fragments: [login] }
  expect(textOf(spreading)).toBe([spreading.document, author.document, login.document].join("\n"))
  expect(merge(spreading, loginOf, spreading).operation.document).toBe(
    [
      "query Chain($s0_id: ID!\n$s2_id: ID!) {",
      "s0_node: node(id: $s0_id) { ...author }",
      "s1_viewer: viewer { ...login }",
      "s2_node: node(id: $s2_id) { ...author }",
      "}",
      author.document,
      login.document,
    ].join("\n"),
  )
})

test("agreeOnFragments returns false for fragments of the same name with different texts", () => {
  const of = (document: string) => ({ fragments: [{ name: "login", document }] })
  const [one, other] = [of("fragment login on User { login }"), of("fragment login on Bot { id }")]
  expect(agreeOnFragments([one, one])).toBe(true)
  expect(agreeOnFragments([one, other])).toBe(false)
})

test("mergeOperations rejects an operation that cannot be merged", () => {
  expect(() => merge({ type: "query", name: "UserMe", document: "{ viewer { id } }" })).toThrow(
    "UserMe cannot be merged",
  )
})

describe("the response to a merged document", () => {
  test("is split by aliases, also beyond the tenth operation", () => {
    const all = Array.from({ length: 12 }, () => view)
    const data = Object.fromEntries(all.map((_, index) => [`s${index}_node`, { id: index }]))
    const parts = merge(...all).split(answered(data))
    expect(parts).toEqual(all.map((_, index) => answered({ node: { id: index } })))
  })

  test("fails every operation if the request failed", () => {
    const failure = { code: "NETWORK", message: "x", transient: true, outcome: "unknown" } as const
    const answer = { ok: false, failure, headers: {} } as const
    expect(merge(view, view).split(answer)).toEqual([answer, answer])
  })

  test("keeps its other properties in every part", () => {
    const [part] = merge(view, view).split({ ...answered({}), uncertain: true } as GraphqlAnswer)
    expect(part).toMatchObject({ uncertain: true })
  })

  const errorsOf = (error: GraphqlError, data: unknown = { s0_node: null, s1_node: null }) =>
    merge(view, view)
      .split(answered(data, error))
      .map((part) => (part.ok ? part.errors : []))

  test.each<[string, GraphqlError, GraphqlError]>([
    ["a path", { message: "m", path: ["s1_node", "id"] }, { message: "m", path: ["node", "id"] }],
    [
      "a variable",
      { message: "Variable $s1_id of type ID! was provided invalid value" },
      { message: "Variable $id of type ID! was provided invalid value" },
    ],
    [
      "a path into the operation",
      { message: "Field 'x' doesn't exist", path: ["query Chain", "s1_node", "x"] },
      { message: "Field 'x' doesn't exist", path: ["query Chain", "s1_node", "x"] },
    ],
    [
      "a path into a fragment",
      { message: "Field 'x' doesn't exist", path: ["fragment s1_F", "x"] },
      { message: "Field 'x' doesn't exist", path: ["fragment s1_F", "x"] },
    ],
  ])("assigns an error to the operation that it names by %s", (_, error, own) => {
    expect(errorsOf(error)).toEqual([[], [own]])
  })

  test.each<[string, GraphqlError]>([
    ["no path", { message: "Something went wrong" }],
    ["an empty path", { message: "m", path: [] }],
    ["a path without a prefix", { message: "m", path: ["repository"] }],
    ["an unknown operation", { message: "m", path: ["s7_node"] }],
    ["two operations", { message: "Variable $s0_id and $s1_id" }],
  ])("assigns an error with %s to every operation", (_, error) => {
    expect(errorsOf(error).map((errors) => errors.length)).toEqual([1, 1])
  })

  test("loses name prefixes in error messages, but not in similar words", () => {
    const message = 'No s1_node: "s1_", "buss1_id", s1_nodes, s1_other, $s1_id, s1_F, s0_id'
    const [, errors] = errorsOf({ message, path: ["s1_node"] })
    expect(errors?.[0]?.message).toBe(
      'No node: "s1_", "buss1_id", s1_nodes, s1_other, $id, F, s0_id',
    )
  })
})

const refusal = { message: "m", extensions: { code: "selectionMismatch" } }

test.each<[boolean, string, GraphqlAnswer]>([
  [true, "only refusals", answered(undefined, refusal)],
  [true, "a path into the document", answered(null, { ...refusal, path: ["query Chain"] })],
  [false, "data", answered({ s0_node: null }, refusal)],
  [false, "an error at an alias", answered(null, { ...refusal, path: ["s0_node"] })],
  [false, "an error that is not a refusal", answered(null, refusal, { message: "Odd ($s0_body)" })],
])("wasRefused returns %s for a response with %s", (expected, _, answer) => {
  expect(wasRefused(answer)).toBe(expected)
})
