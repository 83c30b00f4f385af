import { type Shape, withoutNodes } from "../shape/index.js"
import { docComment } from "../text/index.js"
import { type Doc, hardline } from "./layout.js"
import { typeOrInterface } from "./type.js"

/** An interface that the module does not export; nothing if it would be empty. */
export function localInterface(name: string, comment: string, shape: Shape): Doc[] {
  if (shape.kind !== "object" || Object.keys(shape.fields).length === 0) return []
  return [[docComment([comment]), hardline, ...typeOrInterface(name, withoutNodes(shape))]]
}
