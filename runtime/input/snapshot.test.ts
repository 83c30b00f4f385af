import { describe, expect, test } from "vitest"
import { snapshot } from "./index.js"

/** Pointers to the values that are refused because the input is too large. */
function tooMuchAt(input: unknown): string[] {
  const { issues } = snapshot(input)
  for (const { message } of issues) {
    expect(message).toBe("is too large: an input has at most 100000 values")
  }
  return issues.map(({ pointer }) => pointer)
}

describe("snapshot", () => {
  test("rejects a huge sparse array without copying it, and ignores custom iterators", () => {
    expect(tooMuchAt({ owner: "octocat", labels: new Array(2 ** 32 - 1) })).toEqual(["/labels"])
    const endless = Object.assign([1, 2], {
      *[Symbol.iterator]() {
        for (;;) yield 1
      },
    })
    expect(snapshot(endless)).toEqual({ value: [1, 2], issues: [] })
  })

  test("rejects an object with more than 100,000 members", () => {
    const names = Array.from({ length: 100_001 }, (_, index) => [`name${index}`, 1])
    expect(tooMuchAt(Object.fromEntries(names))).toEqual([""])
    expect(tooMuchAt(Object.fromEntries(names.slice(1)))).toEqual([])
  })

  test("rejects a small object whose shared parts expand to too many values", () => {
    let shared: unknown = []
    for (let level = 0; level < 50; level += 1) shared = [shared, shared]
    const pointers = tooMuchAt({ body: shared })
    expect(pointers).toContain("/body/1")
    expect(pointers.length).toBeLessThanOrEqual(50)
  })

  test("rejects a name with half of a surrogate pair", () => {
    const message = "has a name with an unpaired surrogate"
    expect(snapshot({ data: { "\ud800": 1 } }).issues).toEqual([{ pointer: "/data", message }])
    expect(snapshot({ data: { "😀": 1 } }).issues).toEqual([])
  })

  test("rejects only the value that exceeds the limit", () => {
    const half = new Array(50_000).fill(1)
    expect(tooMuchAt({ one: half, other: half, third: {}, fourth: 1 })).toEqual(["/other"])
  })
})
