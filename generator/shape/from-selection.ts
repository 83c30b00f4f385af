import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  GraphQLID,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql"
import { type DocumentSource, fileOf } from "../parse/index.js"
import { contentOf, isContentField } from "./fields-at.js"
import { fromLeaf, idsOf, nodesOfId } from "./from-graphql.js"
import {
  conditionOf,
  fieldOf,
  parentOf,
  responseKey,
  type Selected,
  selectedIn,
} from "./selections.js"
import {
  ABSENT,
  arrayOf,
  type Field,
  NULL,
  type ObjectShape,
  type Shape,
  unionOf,
} from "./shape.js"

/** Above this many types `__typename` is any string: GitHub's `Node` has more than three hundred. */
const MOST_TYPE_NAMES = 12

/** With more types than this, objects are not distinguished. */
const MOST_TYPES = 100

/** A selection set that applies here; conditional when a variable decides whether it does. */
interface SelectedSet {
  selectionSet: SelectionSetNode
  conditional: boolean
}

/** A field selected under one response key, perhaps several times. */
interface SelectedField {
  nodes: {
    node: FieldNode
    conditional: boolean
    parent: GraphQLCompositeType
    /** The shared fragment that selects it. */
    fragment: string | undefined
  }[]
}

/**
 * The shape of what GitHub answers to a selection set.
 *
 * On an interface or a union there is one alternative for each set of types to which the same
 * fragments apply, so a type that no fragment names is an alternative without fields, not a type
 * that is left out.
 */
export class SelectionShapes {
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  private readonly path: string

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentSource,
  ) {
    this.fragments = document.fragments
    this.path = document.file.path
  }

  of(type: GraphQLCompositeType, selectionSet: SelectionSetNode): Shape {
    return this.composite(type, [{ selectionSet, conditional: false }])
  }

  private composite(type: GraphQLCompositeType, selected: readonly SelectedSet[]): Shape {
    const groups = this.groupByApplicableFragments(type, selected)
    const shapes = groups.map((types): Shape => {
      const shape = this.object(type, types, selected)
      const isOneOf = groups.length > 1 && types.length <= MOST_TYPES && shape.kind === "object"
      return isOneOf ? { ...shape, types: types.map(({ name }) => name) } : shape
    })
    return unionOf(...shapes)
  }

  private groupByApplicableFragments(
    type: GraphQLCompositeType,
    selected: readonly SelectedSet[],
  ): GraphQLObjectType[][] {
    if (isObjectType(type)) return [[type]]
    const conditions = new Set(selected.flatMap((one) => this.conditionsIn(one.selectionSet)))
    const groups = new Map<string, GraphQLObjectType[]>()
    for (const possible of this.schema.getPossibleTypes(type)) {
      const applicable = [...conditions].filter((name) => this.applies(name, possible)).join()
      const group = groups.get(applicable)
      if (group === undefined) groups.set(applicable, [possible])
      else group.push(possible)
    }
    return [...groups.values()]
  }

  private conditionsIn(selectionSet: SelectionSetNode): string[] {
    const selected = selectedIn(selectionSet, this.fragments)
    return selected.flatMap(({ through }) => through.flatMap(({ on = [] }) => on))
  }

  private applies(condition: string, type: GraphQLObjectType): boolean {
    const conditionType = this.schema.getType(condition)
    if (conditionType === type) return true
    return isAbstractType(conditionType) && this.schema.isSubType(conditionType, type)
  }

  private object(
    type: GraphQLCompositeType,
    types: readonly GraphQLObjectType[],
    selected: readonly SelectedSet[],
  ): Shape {
    const [representative] = types
    if (representative === undefined) return ABSENT
    const collected = new Map<string, SelectedField>()
    for (const { selectionSet, conditional } of selected) {
      this.collect(
        representative,
        isObjectType(type) ? representative : type,
        selectionSet,
        conditional,
        collected,
      )
    }
    const fields = [...collected].map(([key, field]): [string, Field] => [
      key,
      this.field(field, types),
    ])
    return {
      kind: "object",
      fields: Object.fromEntries(fields),
      name: types.length === 1 ? representative.name : type.name,
      ...declaredBy(collected),
    }
  }

  /** The shared fragment on a type that always selects a field, whatever the variables are. */
  private sharedFragment(
    through: Selected["through"],
    type: GraphQLObjectType,
  ): string | undefined {
    const at = through.findIndex(({ use }) => use.kind === Kind.FRAGMENT_SPREAD)
    const uses = through.slice(0, at + 1).map(({ use }) => use)
    const spread = uses.at(-1)
    if (spread?.kind !== Kind.FRAGMENT_SPREAD || conditionOf(uses) !== "always") return undefined
    const fragment = this.fragments.get(spread.name.value)
    const isShared = fragment !== undefined && fileOf(fragment).path !== this.path
    return isShared && fragment.typeCondition.name.value === type.name
      ? spread.name.value
      : undefined
  }

  private collect(
    type: GraphQLObjectType,
    parent: GraphQLCompositeType,
    selectionSet: SelectionSetNode,
    conditional: boolean,
    into: Map<string, SelectedField>,
  ): void {
    for (const selected of selectedIn(selectionSet, this.fragments)) {
      const { field, through } = selected
      const condition = conditionOf([...through.map(({ use }) => use), field])
      if (condition === "never") continue
      if (!through.every(({ on }) => on === undefined || this.applies(on, type))) continue
      const key = responseKey(field)
      const entry = into.get(key) ?? { nodes: [] }
      entry.nodes.push({
        node: field,
        conditional: conditional || condition === "sometimes",
        parent: parentOf(selected, parent, this.schema) ?? parent,
        fragment: conditional ? undefined : this.sharedFragment(through, type),
      })
      into.set(key, entry)
    }
  }

  private field(field: SelectedField, types: readonly GraphQLObjectType[]): Field {
    const [first] = field.nodes
    if (first === undefined) return { shape: ABSENT }
    const origins = field.nodes.map(({ node }) => originOf(node))
    const always = field.nodes.some(({ conditional }) => !conditional)
    const shape = this.fieldShape(field, first.node.name.value, first.parent, types)
    return { shape: always ? shape : unionOf(shape, ABSENT), origins }
  }

  private fieldShape(
    field: SelectedField,
    name: string,
    parent: GraphQLCompositeType,
    types: readonly GraphQLObjectType[],
  ): Shape {
    if (name === "__typename") {
      return types.length > MOST_TYPE_NAMES
        ? { kind: "string", isOther: true }
        : { kind: "string", values: types.map((type) => type.name) }
    }
    const definition = fieldOf(this.schema, parent, name)
    if (definition === undefined) return { kind: "any" }
    if (name === "id" && getNamedType(definition.type).name === GraphQLID.name) {
      return idsOf(this.output(definition.type, []), nodesOfId(types, this.schema))
    }
    if (isContentField(parent.name, name)) return contentOf(this.output(definition.type, []))
    // If there is only one node, its fragment defines the whole selection; with several nodes, each adds only its own
    // fields.
    const alone = field.nodes.length === 1
    const selected = field.nodes.flatMap(({ node, conditional }) =>
      node.selectionSet === undefined
        ? []
        : [{ selectionSet: node.selectionSet, conditional: conditional && !alone }],
    )
    return this.output(definition.type, selected)
  }

  private output(type: GraphQLOutputType, selected: readonly SelectedSet[]): Shape {
    if (isNonNullType(type)) return this.nonNullOutput(type.ofType, selected)
    return unionOf(this.nonNullOutput(type, selected), NULL)
  }

  private nonNullOutput(type: GraphQLOutputType, selected: readonly SelectedSet[]): Shape {
    if (isNonNullType(type)) return this.nonNullOutput(type.ofType, selected)
    if (isListType(type)) return arrayOf(this.output(type.ofType, selected))
    return isCompositeType(type) ? this.composite(type, selected) : fromLeaf(type)
  }
}

/** The shared fragment that all fields of an object come from, which then declares its type. */
function declaredBy(collected: ReadonlyMap<string, SelectedField>): Pick<ObjectShape, "declared"> {
  const fields = [...collected]
  const names = new Set(
    fields.flatMap(([, { nodes }]) => nodes.flatMap((one) => one.fragment ?? [])),
  )
  const of = (name: string) =>
    fields.filter(([, { nodes }]) => nodes.some((one) => one.fragment === name))
  const isAlone = (name: string) =>
    of(name).every(([, { nodes }]) => nodes.every((one) => one.fragment === name))
  const [first] = [...names]
    .filter(isAlone)
    .sort((a, b) => of(b).length - of(a).length)
    .map((name) => ({ name, keys: of(name).map(([key]) => key) }))
  if (first === undefined) return {}
  const isWhole = first.keys.length === fields.length
  return {
    declared: { as: "fragment", name: first.name, ...(!isWhole && { fields: first.keys }) },
  }
}

export function originOf(node: FieldNode): string {
  return `${fileOf(node).path}@${node.loc?.start ?? 0}`
}
