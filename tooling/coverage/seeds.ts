import { ts } from "ts-morph"

type Schema = Readonly<Record<string, unknown>>
type Declared = ts.InterfaceDeclaration | ts.TypeAliasDeclaration
type Declarations = ReadonlyMap<string, Declared>

interface Property {
  readonly schema: Schema
  readonly isOptional: boolean
}

type Properties = ReadonlyMap<string, Property>

/** A module with the JSON schemas of interfaces. Tags of comments are keywords of JSON Schema. */
export function schemasOf(sources: readonly string[], exported: readonly string[]): string {
  const declarations: Declarations = new Map(
    sources.flatMap((text) =>
      ts
        .createSourceFile("seed.ts", text, ts.ScriptTarget.Latest, true)
        .statements.filter(
          (one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one),
        )
        .map((one): [string, Declared] => [one.name.text, one]),
    ),
  )
  const lines: string[] = []
  const done = new Set<string>()
  const visit = (name: string) => {
    if (done.has(name)) return
    done.add(name)
    const schema = JSON.stringify(
      objectOf(propertiesOf(declared(name, declarations), declarations)),
    )
    for (const [, other = ""] of schema.matchAll(REFERENCE)) visit(other)
    lines.push(`const ${name}: TSchema = ${schema.replaceAll(REFERENCE, "$1")}`)
  }
  for (const name of exported) visit(name)
  return [
    "// From the types of `sandbox/public/`: edit these, and run `make coverage`.",
    'import type { TSchema } from "typebox"',
    ...lines,
    `export const schemas = { ${exported.join(", ")} }\n`,
  ].join("\n")
}

const SCALARS = ["string", "number", "boolean", "null"]
const KEYWORDS = ["asType", "minLength", "pattern", "minimum", "maximum", "minItems", "maxItems"]
const REFERENCE = /\{"\$ref":"(\w+)"\}/g

function declared(name: string, declarations: Declarations): Declared {
  const found = declarations.get(name)
  if (found) return found
  throw new Error(`the types of seeds use ${name}, which they do not declare`)
}

function schemaOf(type: ts.TypeNode, declarations: Declarations): Schema {
  const inner = (node: ts.TypeNode) => schemaOf(node, declarations)
  if (ts.isParenthesizedTypeNode(type) || ts.isTypeOperatorNode(type)) return inner(type.type)
  if (ts.isArrayTypeNode(type)) return { type: "array", items: inner(type.elementType) }
  if (ts.isTypeLiteralNode(type)) return literalOf(type, declarations)
  if (ts.isUnionTypeNode(type)) {
    const values = type.types.map(textOf)
    if (!values.includes(undefined)) return { enum: values }
    return { anyOf: type.types.map(inner) }
  }
  if (ts.isTypeReferenceNode(type)) {
    const name = type.typeName.getText()
    const other = declared(name, declarations)
    if (ts.isInterfaceDeclaration(other)) return { $ref: name }
    return { ...inner(other.type), ...keywordsOf(other) }
  }
  const name = type.getText()
  if (name === "never") return { not: {} }
  if (SCALARS.includes(name)) return { type: name }
  throw new Error(`the types of seeds have ${name}, for which there is no schema`)
}

function literalOf(type: ts.TypeLiteralNode, declarations: Declarations): Schema {
  const [first] = type.members
  if (!first || !ts.isIndexSignatureDeclaration(first))
    return objectOf(propertiesOf(type, declarations))
  return { type: "object", patternProperties: { "^.*$": schemaOf(first.type, declarations) } }
}

function objectOf(properties: Properties): Schema {
  const required = [...properties].filter(([, { isOptional }]) => !isOptional).map(([name]) => name)
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries([...properties].map(([name, { schema }]) => [name, schema])),
    additionalProperties: false,
  }
}

/** Inherited ones first. One of type never does not exist. */
function propertiesOf(node: Declared | ts.TypeLiteralNode, declarations: Declarations): Properties {
  if (ts.isTypeAliasDeclaration(node)) throw new Error(`${node.name.text} is not an interface`)
  const clauses = ts.isInterfaceDeclaration(node) ? (node.heritageClauses ?? []) : []
  const inherited = clauses
    .flatMap(({ types }) => types)
    .flatMap(({ expression }) => [
      ...propertiesOf(declared(expression.getText(), declarations), declarations),
    ])
  const own = node.members.flatMap((member): [string, Property][] => {
    if (!ts.isPropertySignature(member) || !member.type) return []
    if (member.type.kind === ts.SyntaxKind.NeverKeyword) return []
    const schema = { ...schemaOf(member.type, declarations), ...keywordsOf(member) }
    return [[member.name.getText(), { schema, isOptional: member.questionToken !== undefined }]]
  })
  return new Map([...inherited, ...own])
}

const textOf = (type: ts.TypeNode): string | undefined =>
  ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : undefined

function keywordsOf(node: ts.Node): Schema {
  const tags = ts.getJSDocTags(node).map(({ tagName: { text: tag }, comment }) => {
    if (!KEYWORDS.includes(tag)) throw new Error(`@${tag} is none of ${KEYWORDS.join(", ")}`)
    const value = ts.getTextOfJSDocComment(comment) ?? ""
    return [tag === "asType" ? "type" : tag, /^\d+$/.test(value) ? Number(value) : value]
  })
  return Object.fromEntries(tags)
}
