import { expect, it } from "vitest"
import { base64, grouped, untilLastError } from "./texts.js"

it("base64 encodes a text of any length", () => {
  const text = "é😀 text ".repeat(300_000)
  expect(base64(text)).toBe(Buffer.from(text).toString("base64"))
})

const time = "2026-11-27T08:00:00.0000000Z"
it.each([
  ["nothing\nfailed\n", "nothing\nfailed\n"],
  ["a\n##[error]1 != 2\nsee above\n", "a\n##[error]1 != 2\nsee above\n"],
  ["##[error]first\n##[group]b\n##[error]last", "##[error]first\n##[group]b\n##[error]last"],
  [`${time} ##[error]x\n${time} see\n${time} ##[group]Run b\nb`, `${time} ##[error]x\n${time} see`],
  [`a\n##[error]x\n${time} Post job cleanup.\nb\n##[group]c`, "a\n##[error]x"],
])("untilLastError(%j) is %j", (log, kept) => {
  expect(untilLastError(log)).toBe(kept)
})

it.each([
  ["repo:a/b is:open", "repo:a/b is:open"],
  ["repo:a/b OR repo:a/c", "(repo:a/b OR repo:a/c)"],
  ["(a OR b) label:c", "(a OR b) label:c"],
  ["(a) OR (b)", "((a) OR (b))"],
  ["a OR b sort:created-asc c", "(a OR b c) sort:created-asc"],
  ['"a OR b" label:"x OR y"', '"a OR b" label:"x OR y"'],
  ['"a \\" sort:x " OR b', '("a \\" sort:x " OR b)'],
  ["ORDER FOR or", "ORDER FOR or"],
  // No parentheses could make it one condition; GitHub refuses it.
  ["a) OR (b", "a) OR (b"],
  ["(a) OR (b", "(a) OR (b"],
  ["", ""],
])("grouped(%j) is %j", (query, group) => {
  expect(grouped(query)).toBe(group)
})
