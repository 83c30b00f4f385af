import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { bindTree } from "../index.js"
import { data, type GithubDouble, startGithub, tree } from "../testing/index.js"
import { cleanDeep, cleanText } from "./clean-text.js"

describe("cleanText", () => {
  test.each([
    ["a bidirectional override", "user\u202e gpj.exe", "user gpj.exe"],
    ["an isolate", "\u2066a\u2069", "a"],
    ["a right-to-left mark", "a\u200fb", "ab"],
    ["a zero-width space", "ig\u200bnore", "ignore"],
    ["a byte order mark", "\ufeffa", "a"],
    ["a soft hyphen", "a\u00adb", "ab"],
    ["text in tag characters", "hi\u{e0049}\u{e0067}\u{e007f}", "hi"],
    ["bytes in variation selectors", "a\u{e0100}\u{e01ef}", "a"],
    ["a Hangul filler", "a\u3164b", "ab"],
    ["a colour", "\u001b[31;1mred\u001b[0m", "red"],
    ["a terminal title", "\u001b]0;title\u0007text", "text"],
    ["a bare escape and other controls", "a\u001bb\u0000c\u0008d\u007fe\u009bf", "abcdef"],
  ])("removes %s", (_, text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })
})

test.each([
  "tab\tand\r\nlines",
  "שלום עולם, مرحبا",
  "नमस्ते क्\u200dष می\u200cخواهم",
  "👩\u200d💻 ❤\ufe0f 🇩🇪",
  "e\u0301 – “quoted” \u00a0",
])("cleanText keeps %j", (text) => {
  expect(cleanText(text)).toBe(text)
})

test("cleanText removes what Unicode calls ignorable, except joiners and emoji selectors", () => {
  const ignorable = /(?![\t\n\r]|\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{DI}\ufff9-\ufffb]/u
  const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
  const wrong = all.filter((one) => (cleanText(`a${one}`) === "a") !== ignorable.test(one))
  expect(wrong).toEqual([])
})

test("cleanText leaves no marker, however many are in one another", () => {
  for (const depth of [1, 5, 20, 3_000]) {
    const nested = `${"<!-- g".repeat(depth)}<!-- ghx-key: a -->${"hx-key: a -->".repeat(depth)}`
    expect(cleanText(`a${nested}b`)).not.toMatch(/<!-- ghx/)
  }
})

test("cleanDeep cleans data at any depth, and does not copy data that is clean", () => {
  const clean = { a: ["b", { c: null, d: 1 }] }
  expect(cleanDeep(clean)).toBe(clean)
  expect(cleanDeep({ a: ["b\u200b", { "c\u202e": "d\u0000" }], e: clean })).toEqual({
    a: ["b", { c: "d" }],
    e: clean,
  })
})

describe("a client", () => {
  let github: GithubDouble
  const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
  const issue = { number: 1, title: "Fix \u202ebug\u200b", milestone: null }

  beforeEach(async () => {
    github = await startGithub(() => data({ repository: { issue } }))
  })
  afterEach(() => github.close())

  test("cleans hidden characters from results unless raw_text is set", async () => {
    const clean = await bindTree(tree, github.client()).issue.view(input).orThrow()
    expect(clean.title).toBe("Fix bug")
    const raw = await bindTree(tree, github.client({ raw_text: true }))
      .issue.view(input)
      .orThrow()
    expect(raw.title).toBe(issue.title)
  })

  test("cleans hidden characters from error messages", async () => {
    github.answer = () => ({ status: 422, body: { message: "no \u001b[1mgood\u202e" } })
    expect(await bindTree(tree, github.client()).issue.view(input)).toMatchObject({
      error: { message: "no good" },
    })
  })
})
