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

describe("an input that holds too much is refused where it does, before it is copied", () => {
  test("a sparse list, or one whose own iterator never ends", () => {
    expect(tooMuchAt({ owner: "octocat", labels: new Array(2 ** 32 - 1) })).toEqual(["/labels"])
    const endless = Object.assign([1, 2], {
      *[Symbol.iterator]() {
        for (;;) yield 1
      },
    })
    expect(snapshot(endless)).toEqual({ value: [1, 2], issues: [] })
  })

  test("many members", () => {
    const names = Array.from({ length: 100_001 }, (_, index) => [`name${index}`, 1])
    expect(tooMuchAt(Object.fromEntries(names))).toEqual([""])
    expect(tooMuchAt(Object.fromEntries(names.slice(1)))).toEqual([])
  })

  test("parts that are shared over and over", () => {
    let shared: unknown = []
    for (let level = 0; level < 50; level += 1) shared = [shared, shared]
    const pointers = tooMuchAt({ body: shared })
    expect(pointers).toContain("/body/1")
    expect(pointers.length).toBeLessThanOrEqual(50)
  })

  test("inputs within the limit are not refused", () => {
    const half = new Array(50_000).fill(1)
    expect(tooMuchAt({ one: half, other: half, third: {}, fourth: 1 })).toEqual(["/other"])
  })
})
