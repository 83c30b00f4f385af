import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readCursor, writeCursor } from "./pages.js"

const page = fc.record({
  number: fc.integer({ min: 2, max: 999_999_999 }),
  size: fc.integer({ min: 1, max: 100 }),
  last: fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: undefined }),
})

describe("a page cursor", () => {
  test("decodes to the page that it encodes", () => {
    fc.assert(
      fc.property(page, (one) => {
        expect(readCursor(writeCursor(one))).toEqual(one)
      }),
    )
  })

  test("decodes only from the exact text that its page encodes to", () => {
    const garbage = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.base64String(),
      fc.string().map((text) => btoa(encodeURIComponent(text))),
    )
    fc.assert(
      fc.property(garbage, (text) => {
        const read = readCursor(text)
        if (read !== undefined) expect(writeCursor(read)).toBe(text)
      }),
    )
  })

  test.each([
    ["a cursor of GitHub", "Y3Vyc29yOnYyOpK5MjAyNS0wMS0wMVQwMDowMDowMFrOAAAAAQ=="],
    ["a URL", "https://evil.example/repos/o/r?page=2&per_page=30"],
    ["a bare number", "2"],
    ["unencoded parameters", "page=2&per_page=30"],
    ["the first page", btoa("page=1&per_page=30")],
    ["page 0", btoa("page=0&per_page=30")],
    ["a negative page", btoa("page=-2&per_page=30")],
    ["a page above the largest safe integer", btoa("page=99999999999999999999&per_page=30")],
    ["leading zeros", btoa("page=02&per_page=30")],
    ["more than 100 items per page", btoa("page=2&per_page=101")],
    ["no items per page", btoa("page=2&per_page=0")],
    ["another parameter", btoa("page=2&per_page=30&state=all")],
    ["another parameter in front", btoa("state=all&page=2&per_page=30")],
    ["a line break", btoa("page=2&per_page=30\n")],
    ["a trailing space", `${writeCursor({ number: 2, size: 30 })} `],
    ["missing padding", writeCursor({ number: 2, size: 5 }).replace(/=+$/, "")],
    ["an empty string", ""],
  ])("does not decode from %s", (_, text) => {
    expect(readCursor(text)).toBeUndefined()
  })
})
