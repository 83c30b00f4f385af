import {
  alternatives,
  type Declared,
  type Field,
  has,
  isNullish,
  mapStrings,
  type ObjectShape,
  type Shape,
  unionOf,
  without,
  withoutNodes,
} from "../shape/index.js"
import { docComment, pascalCase, propertyName, stringLiteral } from "../text/index.js"
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
  spaced,
} from "./layout.js"
import { declaredType } from "./module.js"

export function printType(shape: Shape): string {
  return print(typeOf(shape)).trimEnd()
}

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
  return spaced("{", isSaid ? parts : fill(parts), "}")
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

/** Shorter enums are not worth a name. */
const LONG = 60

/** An enum that occurs several times in a type is declared once, by the name of its field: `DataType`. */
export function withEnums(shape: Shape, names: readonly string[]): { shape: Shape; enums: Doc[] } {
  const fields = new Map<string, string[]>()
  mapStrings(shape, (text, field) => {
    const printed = printType(text)
    if (printed.length > LONG) fields.set(printed, [...(fields.get(printed) ?? []), field])
    return text
  })
  const taken = new Set(names)
  const enums = new Map<string, Doc>()
  const named = mapStrings(shape, (text) => {
    const printed = printType(text)
    const [field = "", ...others] = fields.get(printed) ?? []
    const name = pascalCase(field)
    if (others.length === 0 || (taken.has(name) && !enums.has(printed))) return text
    taken.add(name)
    enums.set(printed, [`type ${name} = `, typeOf(text)])
    return { ...text, declared: { as: "local", name } }
  })
  return { shape: named, enums: [...enums.values()] }
}

/** The answers to REST lookups by name, reduced to what expressions read. */
type Answers = Readonly<Record<string, Shape>>

/** The type of the responses. A lookup that returns its whole answer has the type of that answer. */
export function withAnswers(responses: Shape, answers: Answers): Shape {
  return withFields(responses, (name, lookups) =>
    name === "lookups"
      ? withFields(lookups, (key, found) =>
          answers[key] ? namedLike(key, found, answers[key]) : found,
        )
      : lookups,
  )
}

function withFields(shape: Shape, change: (name: string, shape: Shape) => Shape): Shape {
  if (shape.kind !== "object") return shape
  const fields = Object.entries(shape.fields).map(([name, field]) => {
    return [name, { ...field, shape: change(name, field.shape) }] as const
  })
  return { ...shape, fields: Object.fromEntries(fields) }
}

function namedLike(key: string, found: Shape, answer: Shape): Shape {
  const text = printType(answer)
  const members = alternatives(found).map((one): Shape => {
    const isSame = one.kind === "object" && one.declared === undefined && printType(one) === text
    if (!isSame) return one
    return { ...one, declared: { as: "local", name: `Answers[${JSON.stringify(key)}]` } }
  })
  return members.length === 1 ? (members[0] ?? found) : unionOf(...members)
}

/** The type of an item as an element of a list in the responses or in the input; undefined if it is neither. */
export function itemType(item: Shape, lists: Readonly<Record<string, Shape>>): string | undefined {
  if (item.kind !== "object" || item.declared !== undefined) return undefined
  const text = printType(item)
  return Object.entries(lists).flatMap(([type, shape]) => placeOf(text, shape, type) ?? [])[0]
}

function placeOf(text: string, shape: Shape, type: string): string | undefined {
  const here = isNullish(shape) ? `NonNullable<${type}>` : type
  for (const one of alternatives(shape)) {
    if (one.kind === "array") {
      if (printType(one.items) === text) return `${here}[number]`
    } else if (one.kind === "object") {
      for (const [name, field] of Object.entries(one.fields)) {
        const place = placeOf(text, field.shape, `${here}[${JSON.stringify(name)}]`)
        if (place !== undefined) return place
      }
    }
  }
  return undefined
}
