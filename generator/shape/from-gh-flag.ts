import type { GhFlag } from "../parse/index.js"
import { arrayOf, BOOLEAN, INTEGER, type Shape } from "./shape.js"

/** What a flag of gh takes; `text` is what it takes for a text. */
export function fromGhFlag(flag: GhFlag, text: Shape): Shape {
  switch (flag) {
    case "boolean":
      return BOOLEAN
    case "integer":
      return INTEGER
    case "string":
      return text
    case "list":
      return arrayOf(text)
    default:
      return { kind: "string", values: flag }
  }
}
