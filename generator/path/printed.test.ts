/** Printing a valid expression and parsing the text gives the same expression. */
import { compile } from "@jmespath-community/jmespath"
import fc from "fast-check"
import { expect, it } from "vitest"
import { printPath } from "../jmespath/index.js"
import { expressions, shapes } from "./testing/index.js"

it("printPath prints random expressions that parse to the same tree", () => {
  fc.assert(
    fc.property(
      shapes(3).chain((shape) => expressions(shape, 3)),
      (text) => {
        const root = tried(text)
        if (root !== undefined) expect(compile(printPath(root)), text).toEqual(root)
      },
    ),
    { numRuns: 2000 },
  )
})

function tried(text: string) {
  try {
    return compile(text)
  } catch {
    return undefined
  }
}
