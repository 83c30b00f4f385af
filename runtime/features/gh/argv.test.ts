import { describe, expect, test } from "vitest"
import type { CliCommand, FlagValue } from "../../definition/index.js"
import { argvOf } from "./argv.js"

const built = (command: CliCommand<unknown>) =>
  argvOf(command, {}, "github.com", { lookups: {}, first: "" })
const flag = (name: string, value: FlagValue, command = ["issue", "edit"]) =>
  built({ command, flags: () => ({ [name]: value }) })

describe("argvOf", () => {
  test.each(["--web", "-R", "-", "", "@file", "a b", "$(id)", "`id`", "'\"\\", "a\nb", "--"])(
    "passes %j as the value of a flag or an argument, never as an option",
    (value) => {
      expect(flag("body", value)).toEqual({ ok: true, argv: ["issue", "edit", `--body=${value}`] })
      expect(built({ command: ["issue", "view"], arguments: () => [value, 7] })).toEqual({
        ok: true,
        argv: ["issue", "view", "--", value, "7"],
      })
    },
  )

  test.each<[FlagValue, string[]]>([
    [true, ["--add-label"]],
    [false, []],
    [null, []],
    [undefined, []],
    [0, ["--add-label=0"]],
    [[], []],
    [
      ["a", "b"],
      ["--add-label=a", "--add-label=b"],
    ],
    // gh reads lists as CSV: an unquoted line break ends them.
    [
      ["a\nb", "a\rb"],
      ['--add-label="a\nb"', '--add-label="a\rb"'],
    ],
    [
      ["a,b", 'say "x"'],
      ['--add-label="a,b"', '--add-label="say ""x"""'],
    ],
  ])("converts the flag value %j", (value, argv) => {
    expect(flag("add-label", value)).toEqual({ ok: true, argv: ["issue", "edit", ...argv] })
  })

  test("passes the pairs of `gh api` and `gh workflow run` unchanged", () => {
    for (const command of [["api"], ["workflow", "run"]]) {
      expect(flag("raw-field", ['a="1,2"', "b=@c"], command)).toEqual({
        ok: true,
        argv: [...command, '--raw-field=a="1,2"', "--raw-field=b=@c"],
      })
    }
  })
})

describe("argvOf with an unsafe value", () => {
  test.each<[string, FlagValue]>([
    ["repo", "evil.test/octocat/hello-world"],
    ["repo", "https://evil.test/octocat/hello-world"],
    ["repo", "git@evil.test:octocat/hello-world"],
    ["repo", "hello-world"],
    ["repo", "octocat/hello-world?x=y#"],
    ["repo", "octocat/.."],
    ["repo", `octocat/${"x".repeat(101)}`],
    ["repo", "octocat/%2e%2e"],
    ["add-assignee", ["monalisa", "@me"]],
    ["field", ["a=1", "b=@/etc/passwd"]],
    ["F", "b=@-"],
    ["body", "a\0b"],
  ])("rejects --%s=%j", (name, value) => {
    expect(flag(name, value)).toMatchObject({ ok: false })
  })

  test.each(["https://evil.test/o/r/issues/1", "http://github.com.evil.test/o/r", "a\0"])(
    "rejects the argument %j",
    (value) => {
      expect(built({ command: ["issue", "view"], arguments: () => [value] })).toMatchObject({
        ok: false,
      })
    },
  )
})

test("argvOf accepts repositories and URLs on the host of the client", () => {
  expect(flag("repo", "github.com/o/r")).toMatchObject({ ok: true })
  const arguments_ = () => ["https://github.com/o/r/issues/1"]
  expect(built({ command: ["issue", "view"], arguments: arguments_ })).toMatchObject({ ok: true })
})
