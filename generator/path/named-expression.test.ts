import { search } from "@jmespath-community/jmespath"
import { describe, expect, it } from "vitest"
import { readsOfBody } from "./body-read.js"
import { type NamedExpression, writeOut } from "./named-expression.js"

const said = {
  same: ["a, b", "$a == $b"],
  login: ["user", "$user.login"],
  but: ["list, one", "$list[?@ != $one]"],
  shadow: ["x", "let $y = `1` in [$x, $y]"],
  both: ["a, b", "$a || $b"],
}
const named = new Map(
  Object.entries(said).map(([name, [parameters = "", body = ""]]): [string, NamedExpression] => {
    const read = readsOfBody(body)
    const isFlat = typeof read !== "string" && read.isFlat
    return [name, { parameters: parameters.split(", "), body, isFlat }]
  }),
)

const say = {
  argumentCount: () => ({ code: "GHX1722", message: "count" }) as const,
  afterDot: () => ({ code: "GHX1722", message: "dot" }) as const,
  unknown: () => undefined,
}
const written = (text: string) => writeOut(text, named, say)

describe("a call is written out", () => {
  it.each([
    ["login(user)", "user.login"],
    ["login(@)", "login"],
    ["login( user ) || 'x'", "(user.login) || 'x'"],
    ["[login(a), login(b.c)]", "[(a.login), (b.c.login)]"],
    ["{a: login(a), b: (login(b))}", "{a: a.login, b: (b.login)}"],
    ["users[?login(@) == 'a, (b']", "users[?(login) == 'a, (b']"],
    ["login(both(a, b))", "let $user = a || b in $user.login"],
    ["but(logins, login(user))", "let $list = logins, $one = user.login in $list[?@ != $one]"],
    ["upper(login(user))", "upper(user.login)"],
  ])("%s", (text, expected) => {
    expect(written(text)).toMatchObject({ text: expected, problems: [] })
  })

  it("and means what was meant where names are bound twice", () => {
    const out = written("let $y = `2` in shadow($y)")
    expect(search({}, out?.text ?? "")).toEqual([2, 1])
  })

  it("and knows of each part where it comes from", () => {
    const text = "first || both(one.two, three)"
    const out = written(text)
    const part = (word: string) => {
      const start = out?.text.indexOf(word) ?? 0
      const { start: from = 0, end = 0 } = out?.origin({ start, end: start + word.length }) ?? {}
      return text.slice(from, end)
    }
    expect(out?.text).toBe("first || (one.two || three)")
    expect(["first", "two", "three"].map(part)).toEqual(["first", "two", "three"])
    expect(part(".two || ")).toBe("both(one.two, three)")
  })
})

it("what calls nothing that has a name, or cannot be read, stays as it is", () => {
  for (const text of [
    "user.login",
    "upper(login)",
    "'login(user)'",
    "login(user",
    "login",
    "«(»",
  ]) {
    expect(written(text)?.text ?? text, text).toBe(text)
  }
})

it.each([
  ["login()", "count"],
  ["same(a)", "count"],
  ["same(a, b, c)", "count"],
  ["user.login(@)", "dot"],
])("%s is refused", (text, message) => {
  expect(written(text)?.problems).toMatchObject([{ problem: { message } }])
})
