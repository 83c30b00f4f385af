import { expect, it } from "vitest"
import { base64, fromBase64 } from "./texts.js"

it("base64 and fromBase64 encode and decode a text of any length", () => {
  const text = "é😀 text ".repeat(300_000)
  expect(base64(text)).toBe(Buffer.from(text).toString("base64"))
  expect(fromBase64(base64(text))).toBe(text)
})
