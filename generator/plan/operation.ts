import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  typeFromAST,
  visit,
} from "graphql"
import type { OperationParts } from "../../runtime/definition/index.js"
import { type Documents, namesSpread } from "../check/index.js"
import { type DocumentSource, fileOf } from "../parse/index.js"
import {
  ABSENT,
  type Field,
  fragmentWithParts,
  fromInputType,
  idsOf,
  isUnconditional,
  LARGEST_PAGE,
  type NestedPages,
  nestedPages,
  type PagedDocument,
  type Paging,
  paginate,
  SelectionShapes,
  type Shape,
  selectedIn,
  totalsByPage,
  unionOf,
  variableDemands,
} from "../shape/index.js"
import type { FragmentPlan, OperationPlan } from "./capability-plan.js"

type Sent = Pick<PagedDocument, "document" | "sent">

/**
 * The plan of a valid document's only operation, with its shared fragments. `sent` is the text with the compiler's
 * additions.
 */
export function planOperation(
  texts: Sent,
  schema: GraphQLSchema,
  fragments: readonly FragmentPlan[],
): OperationPlan {
  return {
    ...planRequest(texts, schema, fragments),
    data: shapeOfAnswer(texts.document, schema),
  }
}

/** The part of a plan that is needed to send the operation. Typing its response would double the time. */
export function planRequest(
  { document, sent }: Sent,
  schema: GraphQLSchema,
  fragments: readonly FragmentPlan[],
): Omit<OperationPlan, "data"> {
  const { operation, type } = operationIn(document, schema)
  return {
    path: document.file.path,
    name: operation.name?.value ?? "",
    type: operation.operation === OperationTypeNode.MUTATION ? "mutation" : "query",
    text: sent.file.text.trimEnd(),
    isolated: cannotBeMerged(document, type) || (operation.directives?.length ?? 0) > 0,
    parts: operationParts(sent),
    ...countedTotals(document, schema),
    ...(isSlow(document, type) && { slow: true }),
    ...scopesOf(document),
    ...(fragments.length > 0 && { fragments }),
    ...variablesOf(document, schema),
  }
}

/** Smaller numbers are not counted: even two hundred such documents in one exceed no limit. */
const FEW = { requests: 10, nodes: 2_500 }

function countedTotals(
  document: DocumentSource,
  schema: GraphQLSchema,
): Pick<OperationPlan, "requests" | "nodes"> {
  const { requests, nodes } = totalsByPage(document, schema)
  const most = ([fixed, each]: readonly [number, number]) => fixed + each * LARGEST_PAGE
  return {
    ...(most(requests) >= FEW.requests && { requests }),
    ...(most(nodes) >= FEW.nodes && { nodes }),
  }
}

/** Mutations that create something or work on commits. */
const SLOW = /^(?:clone|copy|create|import|merge|revert|submit|transfer)|^updatePullRequestBranch$/

/**
 * Whether GitHub needs much time for a mutation. Most `add` mutations only connect two objects, such as an issue and
 * a label; those with text from the caller create something.
 */
function isSlow(document: DocumentSource, root: GraphQLObjectType): boolean {
  const fields = root.getFields()
  const selected = document.operations
    .filter(({ operation }) => operation === OperationTypeNode.MUTATION)
    .flatMap(({ selectionSet }) => selectedIn(selectionSet, document.fragments))
  const creates = selected.some(({ field: { name } }) => {
    const [argument] = fields[name.value]?.args ?? []
    const input = getNamedType(argument?.type)
    const given = isInputObjectType(input) ? Object.keys(input.getFields()) : []
    const takesText = given.includes("body") || given.includes("title")
    return SLOW.test(name.value) || (name.value.startsWith("add") && takesText)
  })
  return creates || selected.length > 1
}

export function shapeOfAnswer(document: DocumentSource, schema: GraphQLSchema): Shape {
  const { operation, type } = operationIn(document, schema)
  return new SelectionShapes(schema, document).of(type, operation.selectionSet)
}

function operationIn(document: DocumentSource, schema: GraphQLSchema) {
  const [operation] = document.operations
  const type = operation && schema.getRootType(operation.operation)
  if (!operation || !type) throw new Error(`${document.file.path} has not passed its checks`)
  return { operation, type }
}

function variablesOf(
  document: DocumentSource,
  schema: GraphQLSchema,
): Pick<OperationPlan, "variables" | "neverNull"> {
  const [operation] = document.operations
  const { nodes, neverNull } = variableDemands(schema)(document)
  const fields = (operation?.variableDefinitions ?? []).map((definition): [string, Field] => {
    const { value: name } = definition.variable.name
    const type = typeFromAST(schema, definition.type)
    const shape: Shape = isInputType(type)
      ? idsOf(fromInputType(type), nodes.get(name))
      : { kind: "any" }
    const isOptional = definition.defaultValue !== undefined || !isNonNullType(type)
    return [name, { shape: isOptional ? unionOf(shape, ABSENT) : shape }]
  })
  return {
    variables: { kind: "object", fields: Object.fromEntries(fields) },
    neverNull: [...neverNull],
  }
}

/** The plan of a valid shared fragment, which may spread others. */
export function planFragment(
  document: DocumentSource,
  schema: GraphQLSchema,
  fragments: readonly FragmentPlan[],
): FragmentPlan {
  const { file, ast } = document
  const [fragment] = ast.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const type = schema.getType(fragment?.typeCondition.name.value ?? "")
  if (!fragment || !isCompositeType(type)) throw new Error(`${file.path} has not passed its checks`)
  const data = new SelectionShapes(schema, document).of(type, fragment.selectionSet)
  return {
    path: file.path,
    name: fragment.name.value,
    text: fragmentWithParts(document, schema).trimEnd(),
    ...(fragments.length > 0 && { fragments }),
    data: withoutOrigins(data),
  }
}

/**
 * Whether a root field prevents merging, because its failure would null its siblings, or because it cannot get an
 * alias.
 */
function cannotBeMerged(document: DocumentSource, root: GraphQLObjectType): boolean {
  const fields = root.getFields()
  return document.operations
    .flatMap(({ selectionSet }) => selectedIn(selectionSet, document.fragments))
    .some(
      ({ field }) =>
        isNonNullType(fields[field.name.value]?.type) || fileOf(field).path !== document.file.path,
    )
}

/** The shape without origins, for caching and emission. */
export function withoutOrigins(shape: Shape): Shape {
  switch (shape.kind) {
    case "array":
      return { ...shape, items: withoutOrigins(shape.items) }
    case "union":
      return { ...shape, members: shape.members.map(withoutOrigins) }
    case "object": {
      const fields = Object.entries(shape.fields).map(([name, { origins: _, ...field }]) => [
        name,
        { ...field, shape: withoutOrigins(field.shape) },
      ])
      return { ...shape, fields: Object.fromEntries(fields) }
    }
    default:
      return shape
  }
}

/**
 * The offsets for concatenating merged documents. They save the runtime a parser, and let a generated module contain
 * its document only once, as written.
 */
export function operationParts({ ast, operations, fragments }: DocumentSource): OperationParts {
  const [operation] = operations
  const definitions = operation?.variableDefinitions ?? []
  const selected = operation ? selectedIn(operation.selectionSet, fragments) : []
  const own = ast.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  // A fragment that is used twice occurs only once in the text.
  const roots = [...new Set(selected.map(({ field }) => field))]

  const names: number[] = roots.flatMap((root) => root.alias?.loc?.start ?? [])
  visit(ast, {
    Variable: (node) => void names.push((node.loc?.start ?? 0) + 1),
    FragmentSpread: ({ name }) => {
      // A shared fragment keeps its name.
      if (own.some((one) => one.name.value === name.value)) names.push(name.loc?.start ?? 0)
    },
    FragmentDefinition: (node) => void names.push(node.name.loc?.start ?? 0),
  })
  return {
    variables: [definitions[0]?.loc?.start ?? 0, definitions.at(-1)?.loc?.end ?? 0],
    selections: [
      (operation?.selectionSet.loc?.start ?? 0) + 1,
      (operation?.selectionSet.loc?.end ?? 1) - 1,
    ],
    ...(own.length > 0 && { fragments: own.map(({ loc }) => [loc?.start ?? 0, loc?.end ?? 0]) }),
    names: names.sort((a, b) => a - b),
    roots: roots
      .flatMap((root) => (root.alias === undefined ? (root.loc?.start ?? []) : []))
      .sort((a, b) => a - b),
  }
}

/** Fields that read projects. */
const projects = new Set(["projectV2", "projectsV2", "projectItems"])

/** Mutations of what belongs to the viewer, which needs other scopes. */
const ofViewer = /Star$|Subscription$|^(?:un)?follow/

/** Mutations of discussions, or of objects that can be discussions. */
const ofDiscussions = /Discussion|Reaction$|Labelable$|Lockable$/

/**
 * The scopes that a classic token needs for an operation. GitHub's schema states none, but its errors name them
 * ("The 'createIssue' field requires one of the following scopes").
 */
export function scopesOf({ operations, fragments }: DocumentSource): Pick<OperationPlan, "scopes"> {
  const [operation] = operations
  if (!operation) return {}
  const { selectionSet } = operation
  if (operation.operation !== OperationTypeNode.MUTATION) {
    const reads = fieldsIn(selectionSet, fragments).some(({ name }) => projects.has(name.value))
    return reads ? { scopes: [["read:project"]] } : {}
  }
  const names = selectedIn(selectionSet, fragments).map(({ field }) => field.name.value)
  const lists = names.flatMap((name): (readonly string[])[] => {
    if (name.includes("ProjectV2")) return [["project"]]
    if (ofViewer.test(name)) return []
    const others = ofDiscussions.test(name) ? ["write:discussion"] : []
    return [["public_repo", "repo", ...others]]
  })
  const scopes = [...new Map(lists.map((one) => [one.join(), one])).values()]
  return scopes.length > 0 ? { scopes } : {}
}

/** The fields that are selected whatever `@include` and `@skip` say. */
function fieldsIn(
  selections: SelectionSetNode,
  fragments: DocumentSource["fragments"],
): FieldNode[] {
  return selectedIn(selections, fragments)
    .filter(isUnconditional)
    .flatMap(({ field }) => [
      field,
      ...(field.selectionSet ? fieldsIn(field.selectionSet, fragments) : []),
    ])
}

export interface PlannedDocument {
  readonly document: DocumentSource
  readonly operation: OperationPlan
  /** The pages of its other connections; lookups have none. */
  readonly nested?: NestedPages
}

interface Named {
  readonly documentPath: string
}

/** The operations of a run, each planned when the first card needs it. */
export class Operations {
  private readonly planned = new WeakMap<DocumentSource, Map<string, PlannedDocument>>()
  private readonly fragments = new Map<string, FragmentPlan>()

  constructor(readonly documents: Documents) {}

  /** The operation that a section names, after its document was checked. With `paging`, in its paged form. */
  of(section: Named, paging?: Paging): PlannedDocument {
    return this.plan(section, paging, false)
  }

  /** The operation of a card itself, whose other connections have pages too. */
  own(section: Named, paging?: Paging): PlannedDocument {
    return this.plan(section, paging, true)
  }

  private plan({ documentPath }: Named, paging: Paging | undefined, isOwn: boolean) {
    const written = this.sound(documentPath)
    const known = this.planned.get(written) ?? new Map<string, PlannedDocument>()
    const key = JSON.stringify([isOwn, paging])
    const already = known.get(key)
    if (already !== undefined) return already
    const schema = this.documents.schema()
    const paged = paging ? paginate(written, paging, schema) : { document: written, sent: written }
    const nested = isOwn ? nestedPages(paged, schema, paging?.connection) : undefined
    const operation = planOperation(nested ?? paged, schema, this.spreadBy(written))
    const planned = { document: paged.document, operation, ...(nested && { nested }) }
    this.planned.set(written, known.set(key, planned))
    return planned
  }

  get schema(): GraphQLSchema {
    return this.documents.schema()
  }

  private spreadBy(document: DocumentSource): FragmentPlan[] {
    return namesSpread(document.ast).map((name) =>
      this.fragment(this.documents.fragmentFile(name, document.file.path)),
    )
  }

  /** The fragment of a file, after the file was checked. */
  fragment(path: string): FragmentPlan {
    const known = this.fragments.get(path)
    if (known !== undefined) return known
    const document = this.sound(path)
    const planned = planFragment(document, this.documents.schema(), this.spreadBy(document))
    this.fragments.set(path, planned)
    return planned
  }

  private sound(path: string): DocumentSource {
    const source = this.documents.sound(path)
    if (source === undefined) throw new Error(`${path} has not passed its checks`)
    return source
  }
}
