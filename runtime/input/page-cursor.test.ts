import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readCursor, writeCursor } from "./page-cursor.js"

const page = fc.record({
  number: fc.integer({ min: 2, max: 999_999_999 }),
  size: fc.integer({ min: 1, max: 100 }),
})

describe("a cursor of pages", () => {
  test("stands for the page that it was made of", () => {
    fc.assert(
      fc.property(page, (one) => {
        expect(readCursor(writeCursor(one))).toEqual(one)
      }),
    )
  })

  test("is the only text that stands for its page, and no other text stands for any", () => {
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
    ["GitHub's own", "Y3Vyc29yOnYyOpK5MjAyNS0wMS0wMVQwMDowMDowMFrOAAAAAQ=="],
    ["an address", "https://evil.example/repos/o/r?page=2&per_page=30"],
    ["a bare number", "2"],
    ["the words in clear", "page=2&per_page=30"],
    ["the first page", btoa("page=1&per_page=30")],
    ["page 0", btoa("page=0&per_page=30")],
    ["a negative page", btoa("page=-2&per_page=30")],
    ["a page beyond counting", btoa("page=99999999999999999999&per_page=30")],
    ["leading zeros", btoa("page=02&per_page=30")],
    ["more than 100 a page", btoa("page=2&per_page=101")],
    ["none a page", btoa("page=2&per_page=0")],
    ["another parameter", btoa("page=2&per_page=30&state=all")],
    ["a parameter in front", btoa("state=all&page=2&per_page=30")],
    ["a line break", btoa("page=2&per_page=30\n")],
    ["a space that base64 allows", `${writeCursor({ number: 2, size: 30 })} `],
    ["padding left out", writeCursor({ number: 2, size: 5 }).replace(/=+$/, "")],
    ["nothing", ""],
  ])("is not %s", (_, text) => {
    expect(readCursor(text)).toBeUndefined()
  })
})
