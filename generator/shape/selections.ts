import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isCompositeType,
  isUnionType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from "graphql"

/** A field that a selection set selects, itself or through fragments. */
export interface Selected {
  readonly field: FieldNode
  /** The fragments that lead to the field, the outermost first. */
  readonly through: readonly Through[]
}

interface Through {
  /** The use of the fragment, whose directives apply to its fields. */
  readonly use: FragmentSpreadNode | InlineFragmentNode
  /** The type that the fragment is on, if it names one. */
  readonly on?: string
}

/**
 * The fields of a selection set in source order, with fragments expanded. A recursive fragment, which no
 * valid document has, is skipped.
 */
export function selectedIn(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  through: readonly Through[] = [],
): Selected[] {
  return selections.flatMap((selection): Selected[] => {
    if (selection.kind === Kind.FIELD) return [{ field: selection, through }]
    if (through.some(({ use }) => isSame(use, selection))) return []
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
    if (fragment === undefined) return []
    const on = fragment.typeCondition?.name.value
    const inside = { use: selection, ...(on !== undefined && { on }) }
    return selectedIn(fragment.selectionSet, fragments, [...through, inside])
  })
}

function isSame(one: Through["use"], other: Through["use"]): boolean {
  if (one.kind === Kind.INLINE_FRAGMENT || other.kind === Kind.INLINE_FRAGMENT) return one === other
  return one.name.value === other.name.value
}

/** Whether a field is there whatever `@include` and `@skip` say. */
export function isUnconditional({ field, through }: Selected): boolean {
  return [field, ...through.map(({ use }) => use)].every(
    ({ directives = [] }) => directives.length === 0,
  )
}

/** The name of a field in a response. */
export function responseKey({ alias, name }: FieldNode): string {
  return (alias ?? name).value
}

/** The type that a field of a selection set on a type is selected on. */
export function parentOf(
  selected: Selected,
  type: GraphQLNamedType | null | undefined,
  schema: GraphQLSchema,
): GraphQLCompositeType | undefined {
  const on = typeOfParent(selected)
  const parent = on === undefined ? type : schema.getType(on)
  return isCompositeType(parent) ? parent : undefined
}

/** The schema's definition of a field of a selection set on a type. */
export function definitionOf(
  selected: Selected,
  type: GraphQLNamedType | null | undefined,
  schema: GraphQLSchema,
): GraphQLField<unknown, unknown> | undefined {
  const parent = parentOf(selected, type, schema)
  return parent && fieldOf(schema, parent, selected.field.name.value)
}

/** The name of a field's parent type; undefined if it is that of the selection set. */
export function typeOfParent({ through }: Selected): string | undefined {
  return through.findLast(({ on }) => on !== undefined)?.on
}

/** The effect of `@include` and `@skip`: with a literal it is known, with a variable both outcomes are possible. */
export function conditionOf(
  nodes: readonly { readonly directives?: readonly DirectiveNode[] | undefined }[],
): "always" | "never" | "sometimes" {
  let result: "always" | "sometimes" = "always"
  for (const directive of nodes.flatMap(({ directives = [] }) => directives)) {
    const isInclude = directive.name.value === "include"
    if (!isInclude && directive.name.value !== "skip") continue
    const value = directive.arguments?.find((argument) => argument.name.value === "if")?.value
    if (value?.kind !== Kind.BOOLEAN) result = "sometimes"
    else if (value.value !== isInclude) return "never"
  }
  return result
}

/** The schema's definition of a field, including introspection. */
export function fieldOf(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  return isUnionType(parent) ? undefined : parent.getFields()[name]
}
