import type { GhFlag } from "../parse/index.js"
import { arrayOf, BOOLEAN, INTEGER, type Shape } from "./shape.js"

/** The shape of a gh flag's value; `text` is its shape for strings. */
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
