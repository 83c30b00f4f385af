import { type Shape, withoutNodes } from "../shape/index.js"
import type { Doc } from "./layout.js"
import { typeOrInterface } from "./type.js"

/** An interface that the module does not export; nothing if it would be empty. */
export function localInterface(name: string, shape: Shape): Doc[] {
  if (shape.kind !== "object" || Object.keys(shape.fields).length === 0) return []
  return [typeOrInterface(name, withoutNodes(shape))]
}
