import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from "graphql"

/** The variants of an object in a response: its type, and the decisions of `@include` and `@skip`. */
export interface Possibility {
  readonly type: GraphQLObjectType
  readonly selections: readonly SelectionSetNode[]
  readonly decisions: Readonly<Record<string, boolean>>
}

/** A response key with the possibilities that have it. */
export interface Selected {
  readonly type: GraphQLOutputType
  readonly isAlwaysThere: boolean
  readonly children: readonly Possibility[]
}

/** The selection of a document, for every type and every decision. */
export class Selections {
  private readonly schema: GraphQLSchema
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>

  constructor(document: DocumentNode, schema: GraphQLSchema) {
    this.schema = schema
    const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
    this.fragments = new Map(fragments.map((one) => [one.name.value, one]))
  }

  /** The response itself, for each combination of its Boolean variables. */
  roots(operation: OperationDefinitionNode): Possibility[] {
    const type = this.schema.getRootType(operation.operation)
    if (!type) throw new Error(`no type for ${operation.operation}`)
    const selections = [operation.selectionSet]
    const switches = (operation.variableDefinitions ?? [])
      .filter(({ type: node }) => JSON.stringify(node).includes('"Boolean"'))
      .map(({ variable }) => variable.name.value)
    return combinations(switches).map((decisions) => ({ type, selections, decisions }))
  }

  fieldsOf(possibilities: readonly Possibility[]): Map<string, Selected> {
    const found = new Map<
      string,
      { type: GraphQLOutputType; children: Possibility[]; count: number }
    >()
    for (const possibility of possibilities) {
      const nodes = new Map<string, FieldNode[]>()
      for (const set of possibility.selections) this.collect(possibility, set, nodes)
      for (const [key, same] of nodes) {
        const name = same[0]?.name.value ?? ""
        const type = this.typeOf(possibility.type, name)
        const known = found.get(key) ?? { type, children: [], count: 0 }
        const selections = same.flatMap(({ selectionSet }) => selectionSet ?? [])
        for (const child of this.possibleTypes(type)) {
          known.children.push({ type: child, selections, decisions: possibility.decisions })
        }
        // If the types of a key differ, the nullable one counts.
        const isLooser = isNonNullType(known.type) && !isNonNullType(type)
        found.set(key, { ...known, type: isLooser ? type : known.type, count: known.count + 1 })
      }
    }
    return new Map(
      [...found].map(([key, { type, children, count }]) => [
        key,
        { type, children, isAlwaysThere: count === possibilities.length },
      ]),
    )
  }

  private collect(at: Possibility, set: SelectionSetNode, into: Map<string, FieldNode[]>): void {
    for (const selection of set.selections) {
      if (!isIncluded(selection.directives, at.decisions)) continue
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value
        into.set(key, [...(into.get(key) ?? []), selection])
        continue
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? this.fragments.get(selection.name.value)
          : selection
      if (fragment === undefined) continue
      const condition = fragment.typeCondition?.name.value ?? at.type.name
      const on = this.schema.getType(condition)
      const applies = on === at.type || (isAbstractType(on) && this.schema.isSubType(on, at.type))
      if (applies) this.collect(at, fragment.selectionSet, into)
    }
  }

  private possibleTypes(type: GraphQLOutputType): readonly GraphQLObjectType[] {
    const named = getNamedType(type)
    if (!isCompositeType(named)) return []
    return isObjectType(named) ? [named] : this.schema.getPossibleTypes(named)
  }

  private typeOf(parent: GraphQLObjectType, name: string): GraphQLOutputType {
    const meta = [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef]
    const field = parent.getFields()[name] ?? meta.find((one) => one.name === name)
    if (field === undefined) throw new Error(`${parent.name} has no field ${name}`)
    return field.type
  }
}

function isIncluded(
  directives: readonly DirectiveNode[] = [],
  decisions: Readonly<Record<string, boolean>>,
): boolean {
  return directives.every(({ name, arguments: [argument] = [] }) => {
    const value = argument?.value
    const isTrue =
      value?.kind === Kind.VARIABLE
        ? decisions[value.name.value]
        : value?.kind === Kind.BOOLEAN && value.value
    return name.value === "skip" ? !isTrue : isTrue
  })
}

function combinations(names: readonly string[]): Record<string, boolean>[] {
  const [name, ...rest] = names
  if (name === undefined) return [{}]
  return combinations(rest).flatMap((one) => [
    { ...one, [name]: true },
    { ...one, [name]: false },
  ])
}
