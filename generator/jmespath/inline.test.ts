import { compile, search } from "@jmespath-community/jmespath"
import { describe, expect, it } from "vitest"
import { type Callable, inlineCalls } from "./inline.js"
import { Path } from "./path.js"
import { printPath } from "./print.js"
import { nodesIn, type PathNode } from "./tree.js"

const bodies = {
  same: ["a, b", "$a == $b"],
  login: ["user", "$user.login"],
  but: ["list, one", "$list[?@ != $one]"],
  shadow: ["x", "let $y = `1` in [$x, $y]"],
  both: ["a, b", "$a || $b"],
}
const callable: Callable = {
  known: new Map(
    Object.entries(bodies).map(([name, [parameters = "", body = ""]]) => [
      name,
      { parameters: parameters.split(", "), body: compile(body) },
    ]),
  ),
  noteOf: (name) =>
    ({ label: name, file: "expressions.yaml", text: "", start: 0, end: 0 }) as never,
  argumentCount: () => ({ code: "GHX1722", message: "count" }),
  afterDot: () => ({ code: "GHX1722", message: "dot" }),
  unknown: () => undefined,
}
const inlined = (text: string) => inlineCalls(Path.parse(text), callable)
const treeOf = (text: string): PathNode => inlined(text).path.root as PathNode

describe("inlineCalls", () => {
  it.each([
    ["login(user)", "user.login"],
    ["login(@)", "login"],
    ["login( user ) || 'x'", "user.login || 'x'"],
    ["[login(a), login(b.c)]", "[a.login, b.c.login]"],
    ["{a: login(a), b: (login(b))}", "{a: a.login, b: b.login}"],
    ["users[?login(@) == 'a, (b']", "users[?login == 'a, (b']"],
    ["login(both(a, b))", "let $user = a || b in $user.login"],
    ["but(logins, login(user))", "let $list = logins, $one = user.login in $list[?@ != $one]"],
    ["upper(login(user))", "upper(user.login)"],
  ])("inlines %s to %s", (text, expected) => {
    expect(inlined(text).problems).toEqual([])
    expect(treeOf(text)).toEqual(compile(expected))
    expect(inlined(text).path.text).toBe(expected)
  })

  it("keeps the meaning if a variable's name is bound twice", () => {
    expect(search({}, printPath(treeOf("let $y = `2` in shadow($y)")))).toEqual([2, 1])
  })

  it("keeps the origin of each part", () => {
    const text = "first || both(one.two, three)"
    const { path } = inlined(text)
    const parts = new Map(
      nodesIn(path.root as PathNode).map((node) => {
        const { written, note } = path.originOf(node) ?? {}
        return [printPath(node), [text.slice(written?.at.start, written?.at.end), note?.()]]
      }),
    )
    expect(parts.get("first")).toEqual(["first", undefined])
    expect(parts.get("one.two")).toEqual(["one.two", undefined])
    expect(parts.get("three")).toEqual(["three", undefined])
    const note = expect.objectContaining({ label: "both" })
    expect(parts.get("one.two || three")).toEqual(["both(one.two, three)", note])
  })
})

it("inlineCalls returns expressions that are invalid or without named calls unchanged", () => {
  for (const text of [
    "user.login",
    "upper(login)",
    "'login(user)'",
    "login(user",
    "login",
    "«(»",
  ]) {
    const path = Path.parse(text)
    expect(inlineCalls(path, callable).path, text).toBe(path)
  }
})

it.each([
  ["login()", "count"],
  ["same(a)", "count"],
  ["same(a, b, c)", "count"],
  ["user.login(@)", "dot"],
])("inlineCalls rejects %s", (text, message) => {
  expect(inlined(text).problems).toMatchObject([{ problem: { message } }])
})
