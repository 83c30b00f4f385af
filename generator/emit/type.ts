import {
  alternatives,
  type Declared,
  type Field,
  has,
  type ObjectShape,
  type Shape,
  without,
  withoutNodes,
} from "../shape/index.js"
import { docComment, propertyName, stringLiteral } from "../text/index.js"
import {
  braces,
  type Doc,
  fill,
  group,
  hardline,
  ifBreak,
  importedName,
  indent,
  join,
  line,
  print,
  softline,
} from "./layout.js"
import { declaredType } from "./names.js"

/** Prints the type of a shape on its own as TypeScript. */
export function printType(shape: Shape): string {
  return print(typeOf(shape)).trimEnd()
}

/** The TypeScript type of the values of a shape. */
export function typeOf(shape: Shape): Doc {
  const members = alternatives(shape)
  if (members.length === 0) return "never"
  const options = members.flatMap(typeOfOne)
  const [only] = options
  if (options.length === 1 && only !== undefined) return only
  // A single object among simple types needs no separate lines: `{ … } | null`.
  const structured = members.filter((member) => member.kind === "object" || member.kind === "array")
  if (structured.length === 1 && options.length <= 3) return join(" | ", options)
  const list = join([line, "| "], options)
  const areWords = structured.length === 0
  return group(indent([ifBreak([softline, "| "]), areWords ? fill(list) : list]))
}

function typeOfOne(shape: Shape): Doc[] {
  switch (shape.kind) {
    case "any":
      return ["unknown"]
    case "absent":
      return ["undefined"]
    case "boolean":
      return [String(shape.value ?? "boolean")]
    case "string":
      // TypeScript cannot exclude literals from string, so this literal represents all other strings.
      if (shape.declared !== undefined) return [declaredType(shape.declared)]
      if (shape.isOther) return [stringLiteral("%other")]
      if (shape.nodes !== undefined) return [nodeIdType(shape.nodes)]
      return shape.values === undefined ? ["string"] : shape.values.map(stringLiteral)
    case "bytes":
      return ["Uint8Array"]
    case "array":
      return [listOf(shape.items)]
    case "object":
      return [objectType(shape)]
    default:
      return [shape.kind]
  }
}

/** `NodeId<"Issue" | "PullRequest">` */
function nodeIdType(nodes: readonly string[]): Doc {
  const type = importedName({ name: "NodeId", path: "runtime/definition/index.ts", types: true })
  return [type, "<", join(" | ", nodes.map(stringLiteral)), ">"]
}

function listOf(items: Shape): Doc {
  const isSimple =
    alternatives(items).length === 1 &&
    !(items.kind === "object" && items.declared?.fields !== undefined) &&
    (items.kind !== "string" || items.declared || (items.values?.length ?? 1) === 1)
  return isSimple ? [typeOf(items), "[]"] : ["(", typeOf(items), ")[]"]
}

/** On one line if it fits and nothing in it has a comment, else one member per line. */
function objectType(shape: ObjectShape): Doc {
  const { declared, own } = partsOf(shape)
  const members = memberDocs(own)
  if (declared === undefined) return members.length === 0 ? "{}" : bodyOf(own, members)
  const type = declaredType(declared)
  return members.length === 0 ? type : [type, " & ", bodyOf(own, members)]
}

/** The declared type of an object, and its additional fields. */
function partsOf(shape: ObjectShape): { declared?: Declared; own: ObjectShape } {
  const { declared, ...own } = shape
  if (declared === undefined) return { own }
  const names = declared.fields ?? Object.keys(shape.fields)
  const others = Object.entries(shape.fields).filter(([name]) => !names.includes(name))
  return { declared, own: { ...own, fields: Object.fromEntries(others) } }
}

/** Members in braces: one per line if any has a comment, else as many on a line as fit. */
export function bodyOf(shape: ObjectShape, members: readonly Doc[]): Doc {
  const separator = [ifBreak("", ";"), line]
  const parts = join(separator, [...members])
  const isSaid = Object.values(shape.fields).some(
    (field) => field.description ?? field.default ?? field.deprecated,
  )
  return group(["{", indent([line, isSaid ? parts : fill(parts)]), line, "}"])
}

/** The members of an interface, each with its doc comment. */
export function memberDocs(shape: ObjectShape): Doc[] {
  const members = Object.entries(shape.fields).map(([name, field]) => member(name, field))
  if (shape.rest === undefined) return members
  return [...members, ["[key: string]: ", typeOf(shape.rest)]]
}

function member(name: string, field: Field): Doc {
  const isOptional = has(field.shape, "absent")
  const value = without(field.shape, "absent")
  // The value `undefined` is equivalent to leaving a property out.
  const types = [
    ...(alternatives(value).length > 0 || !isOptional ? [typeOf(value)] : []),
    ...(isOptional ? ["undefined"] : []),
  ]
  const declaration = [propertyName(name), isOptional ? "?: " : ": ", join(" | ", types)]
  const comments = [
    ...(field.description === undefined ? [] : field.description.trim().split("\n")),
    ...(field.default === undefined ? [] : [`@default ${JSON.stringify(field.default)}`]),
    ...(field.deprecated === undefined ? [] : [`@deprecated ${field.deprecated}`.trim()]),
  ]
  if (comments.length === 0) return declaration
  return [join(hardline, docComment(comments).split("\n")), hardline, declaration]
}

/** An interface with as many members on a line as fit; a type alias if there are no own members. */
export function typeOrInterface(name: string, shape: Shape): Doc[] {
  const { declared, own } = shape.kind === "object" ? partsOf(shape) : {}
  const members = own === undefined ? [] : memberDocs(own)
  if (own === undefined || members.length === 0) return [`type ${name} = `, typeOf(shape)]
  const base = declared === undefined ? [] : ["extends ", declaredType(declared), " "]
  return [`interface ${name} `, ...base, bodyOf(own, members)]
}

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
