import { expect, it } from "vitest"
import { base64, untilLastError } from "./texts.js"

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
