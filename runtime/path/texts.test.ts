import { expect, it } from "vitest"
import { base64, fromBase64 } from "./texts.js"

it("turns a text of any length into Base64 and back", () => {
  const text = "é😀 text ".repeat(300_000)
  expect(base64(text)).toBe(Buffer.from(text).toString("base64"))
  expect(fromBase64(base64(text))).toBe(text)
})
