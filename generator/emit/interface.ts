import { type Shape, withoutNodes } from "../shape/index.js"
import { docComment } from "../text/index.js"
import { braces, type Doc, hardline } from "./layout.js"
import { declaredType } from "./names.js"
import { memberDocs, partsOf, typeOf, typeOrInterface } from "./type.js"

/** @param comment - empty if the name says everything */
export function interfaceDoc(name: string, comment: string, shape: Shape): Doc {
  const head = comment === "" ? [] : [docComment(comment.split("\n")), hardline]
  const { declared, own } = shape.kind === "object" ? partsOf(shape) : {}
  if (own === undefined) return [...head, `export type ${name} = `, typeOf(shape)]
  const members = memberDocs(own)
  if (members.length === 0) {
    const type = declared ? declaredType(declared) : "Record<string, never>"
    return [...head, `export type ${name} = `, type]
  }
  return [
    ...head,
    [`export interface ${name}`, ...(declared ? [" extends ", declaredType(declared)] : []), " "],
    braces(members),
  ]
}

/** An interface that the module does not export; nothing if it would be empty. */
export function localInterface(name: string, shape: Shape): Doc[] {
  if (shape.kind !== "object" || Object.keys(shape.fields).length === 0) return []
  return [typeOrInterface(name, withoutNodes(shape))]
}
