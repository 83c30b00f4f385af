/** Conditions and filters narrow the types of the expressions that follow them. */
import { describe, expect, it } from "vitest"
import { printExpression } from "../emit/index.js"
import { Path } from "../jmespath/index.js"
import {
  arrayOf,
  BOOLEAN,
  INTEGER,
  describe as inWords,
  NULL,
  objectOf,
  type Shape,
  STRING,
  unionOf,
} from "../shape/index.js"
import { compilePath } from "./compile.js"
import { PathError } from "./compiler.js"
import { scopeOf } from "./testing/index.js"
import { normalize } from "./value.js"

const nullable = (shape: Shape) => unionOf(shape, NULL)
const oneOf = (...values: string[]): Shape => ({ kind: "string", values })
const issue = objectOf({
  title: nullable(STRING),
  author: nullable(objectOf({ login: STRING })),
  comments: nullable(INTEGER),
  draft: nullable(BOOLEAN),
})
const data = objectOf({
  state: oneOf("OPEN", "CLOSED", "MERGED"),
  issue: nullable(issue),
  repository: nullable(objectOf({ issue: nullable(issue) })),
  nodes: nullable(arrayOf(nullable(issue))),
  names: nullable(arrayOf(STRING)),
  actor: unionOf(
    objectOf({ kind: oneOf("User"), login: STRING }),
    objectOf({ kind: oneOf("Bot"), slug: STRING }),
  ),
  checks: arrayOf(unionOf(objectOf({ name: STRING }), objectOf({ context: STRING }))),
})

function compiled(expression: string): { type: string; code: string } | { error: PathError } {
  const parsed = Path.parse(expression)
  if (parsed.problem) throw new Error(parsed.problem.message)
  const scope = scopeOf("data", data, "output")
  try {
    const { shape, expression } = normalize(compilePath(parsed, scope), scope)
    return { type: inWords(shape), code: printExpression(expression) }
  } catch (error) {
    if (error instanceof PathError) return { error }
    throw error
  }
}

function typeOf(expression: string): string {
  const found = compiled(expression)
  return "error" in found ? `${found.error.problem.code} ${found.error.message}` : found.type
}

describe("an expression with a condition", () => {
  it.each([
    ["nodes[?title].{t: upper(title)}", "list of object {t} or null"],
    ["nodes[?title].{t: title} | [0].t | to_string(@)", "string"],
    ["nodes[] | [?author].author.login | join(',', @ || `[]`)", "string"],
    ["nodes[?title && contains(title, 'x')].upper(title)", "list of string or null"],
    [
      "repository.issue && repository.issue.author && upper(repository.issue.author.login)",
      "null or string",
    ],
    ["issue.title != `null` && length(issue.title)", "false or integer"],
    ["!(issue.title) ? 'none' : upper(issue.title)", "string"],
    ["actor.kind == 'User' ? upper(actor.login) : upper(actor.slug)", "string"],
    ["actor.login && upper(actor.login)", "string or null"],
    ["checks[].{n: not_null(name, context)} | [].upper(n)", "list of string"],
    ["state == 'OPEN' && state != 'CLOSED'", "boolean"],
    ["state == 'OPEN' || state == 'CLOSED' || state == 'MERGED'", "boolean"],
  ])("%s has the type %s", (expression, type) => {
    expect(typeOf(expression)).toBe(type)
  })
})

describe("a condition", () => {
  it.each([
    // After `||`, either operand may be the one that holds.
    "(issue.title || issue.draft) && upper(issue.title)",
    // A present title may be empty, and so may a falsy one.
    "!(issue.title) && upper(issue.title)",
    "nodes[?title || draft].upper(title)",
    "!(issue.title && issue.draft) && upper(issue.title)",
  ])("does not narrow the type in %s", (expression) => {
    expect(typeOf(expression)).toContain("GHX1304")
  })

  it("treats zero as truthy", () => {
    expect(typeOf("issue.comments && 'some'")).toBe('null or "some"')
    expect(typeOf("`0` && 'some'")).toBe('"some"')
  })

  it.each([
    ["state == 'OPEN' && state == 'CLOSED'"],
    ["state != 'OPEN' && state == 'OPEN'"],
    ["(state == 'OPEN' || state == 'CLOSED') && state == 'MERGED'"],
  ])("is rejected if an earlier condition excludes it: %s", (expression) => {
    expect(typeOf(expression)).toMatch(/^GHX1315 .* an earlier condition excludes it/)
  })
})

describe("the fix for a type error", () => {
  it.each([
    "upper(issue.title)",
    "upper(issue.author.login)",
    "upper(actor.login)",
    "upper(nodes[0].title)",
    "contains(issue.title, 'x')",
    "floor(issue.comments)",
    "join(',', names)",
    "join(',', nodes[].title)",
    "length(names)",
    "keys(nodes[0])",
    "nodes[0].*",
    "issue.*",
    "issue.author.* | [0]",
    "nodes[].upper(title)",
    "nodes[].contains(title, 'x')",
    "nodes[].{t: upper(title)}",
    "!issue.title",
    "issue.comments > `1`",
  ])("compiles when applied to %s", (expression) => {
    const found = compiled(expression)
    if (!("error" in found)) throw new Error(`it compiles: ${found.code}`)
    const advice = /(``?)(.*)\1$/.exec(found.error.problem.help ?? "")?.[2] ?? ""
    const { start, end } = found.error.at?.written?.at ?? { start: 0, end: 0 }
    const isPart = expression.includes(" > ")
    const cured = isPart
      ? `${advice} > \`1\``
      : expression.slice(0, start) + advice + expression.slice(end)
    expect(typeOf(cured), cured).not.toContain("GHX")
  })
})

describe("an expression of many parts", () => {
  const repeated = (count: number, text: string, glue = "") => Array(count).fill(text).join(glue)
  const lets = Array.from(
    { length: 60 },
    (_, n) => `let $v${n} = [${n === 0 ? "state, state" : `$v${n - 1}, $v${n - 1}`}] in `,
  )

  it.each([
    ["choices", repeated(500, "issue", " || ")],
    ["conditions", repeated(200, "issue.title == 'x'", " || ")],
    ["negations", `${repeated(1190, "!")}issue`],
    ["parentheses", `${repeated(590, "(")}issue${repeated(590, ")")}`],
    ["lists in lists", `${repeated(390, "[")}issue${repeated(390, "]")}`],
    ["calls in calls", `${repeated(390, "to_string(")}state${repeated(390, ")")}`],
    ["variables of variables", `${lets.join("")}$v59`],
  ])("compiles with %s", (_, expression) => {
    expect(typeOf(expression)).not.toContain("GHX")
  })

  it("is rejected above 1,200 parts", () => {
    const parsed = Path.parse(repeated(3000, "issue", " || "))
    expect(parsed).toMatchObject({
      problem: { message: expect.stringContaining("at most 1200") },
    })
  })
})
