import { isObjectType, Kind } from "graphql"
import { didYouMean, type Span } from "../../../diagnostics/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutMapping, aboutShared } from "../../../messages/index.js"
import type { CardPath, DocumentSource, LookupSection } from "../../../parse/index.js"
import { build, type Expression, type Value } from "../../../path/index.js"
import {
  type AmongPlan,
  all,
  type BareScope,
  checkAmong,
  flatMap,
  type LookupPlan,
  type Mapping,
  mapPlan,
  type OperationPlan,
  type Operations,
  type Planned,
  type PlannedLookups,
  type PropertyPlan,
  planEach,
  planLookup,
  planned,
  REQUEST_CODES,
  searchKeysOf,
  subjectOf,
} from "../../../plan/index.js"
import {
  ABSENT,
  argumentAt,
  type Field,
  fieldsAt,
  has,
  isNullish,
  NULL,
  type Paging,
  type Shape,
  STRING,
  unionOf,
  without,
} from "../../../shape/index.js"

/** Plans the lookups of a GraphQL route: each is an operation. */
export function planGraphqlLookups(
  mapping: Mapping,
  sections: Readonly<Record<string, LookupSection>> | undefined,
  input: Shape,
  operations: Operations,
): PlannedLookups<LookupPlan> {
  return planEach(sections, (key, section) => {
    const path = ["graphql", "lookups", key]
    const { among } = section
    const isAmong = checkAmong(mapping, section, path)
    if (!isAmong.ok) return isAmong
    const { document, operation } = operations.of(section, pagingOfLookup(section))
    const connection =
      among === undefined ? undefined : nodesOfPage(among.text, document, operations)
    if (connection !== undefined) {
      const span = mapping.source.valueSpan([...path, "among"])
      return mapping.refuse(aboutShared.amongNodes(connection), span)
    }
    const argument = (name: string) =>
      argumentAt(document, among?.text ?? "", name, operations.schema)
    const cursor = argument("after")
    const lookup = planLookup({
      mapping,
      section,
      path,
      input,
      answer: { expression: build.reference("data"), shape: operation.data },
      readsItem: isAmong.plan,
      isOptional: section.optional ?? false,
      planRequest: ({ scope, each, onNullish }) =>
        planVariables({
          mapping,
          operation,
          section: section.variables ?? {},
          path: section.variables === undefined ? path : [...path, "variables"],
          scope,
          provided: [
            ...(each ? [{ name: each.key, value: each.item, path: [...path, "foreach"] }] : []),
            ...(cursor?.kind === Kind.VARIABLE
              ? [{ name: cursor.name.value, value: AFTER, path: [...path, "among"] }]
              : []),
          ],
          onNullish,
        }),
      isAmong: isAmong.plan,
    })
    return mapPlan(lookup, ({ request: variables, shape, foreach, pageInfo, ...others }) => ({
      key,
      operation,
      subject: isAmong.plan ? wordsOf(key) : subjectOf(section.result.text),
      ...(section.optional && { isOptional: true as const }),
      shape,
      ...(foreach && { foreach }),
      variables,
      ...(isAmong.plan && { among: amongOf(section, pageInfo, argument("first")) }),
      ...others,
    }))
  })
}

/** The cursor of the requested page; the first has none. */
const AFTER: Value = {
  expression: build.reference("after"),
  shape: unionOf(STRING, NULL, ABSENT),
}

/** GitHub's largest page, for as few requests as possible. */
const PAGE = 100
/** Longer lists are not searched by name. */
const MOST_ITEMS = 1000

function pagingOfLookup({ among }: LookupSection): Paging | undefined {
  return among === undefined ? undefined : { connection: among.text, size: PAGE }
}

function amongOf(
  section: LookupSection,
  info: Expression | undefined,
  size: ReturnType<typeof argumentAt>,
): AmongPlan {
  const by = searchKeysOf(section)
  if (info === undefined) return { by }
  const most = Math.ceil(MOST_ITEMS / (size?.kind === Kind.INT ? Number(size.value) : PAGE))
  return { by, pages: { info, most } }
}

/** The path to the nodes of the connection in `among`, and the path to the nodes of one page. */
function nodesOfPage(
  among: string,
  document: DocumentSource,
  { schema }: Operations,
): string | undefined {
  const [, connection] = /^([\w.]+)\.(?:nodes|edges)\b/.exec(among) ?? []
  const type = connection && fieldsAt(document, connection.split("."), schema)?.type
  return isObjectType(type) && type.getFields().pageInfo !== undefined ? connection : undefined
}

/** `discussion_category_id` finds a `discussion category`. */
function wordsOf(key: string): string {
  return key.replace(/_ids?$/, "").replaceAll("_", " ")
}

interface VariablesOf {
  readonly mapping: Mapping
  readonly operation: OperationPlan
  /** The `variables` section of the card, and its path. */
  readonly section: Readonly<Record<string, Path>>
  readonly path: CardPath
  readonly scope: BareScope
  /** Variables with another source: the item of a `foreach`, or the cursor of a page. */
  readonly provided?: readonly Provided[]
  /** Whether the list's page size or cursor replaces a variable. */
  readonly isReplaced?: (name: string) => boolean
  /** Called for a variable whose value may be null although the variable may not; an error by default. */
  readonly onNullish?: (name: string, value: Value) => Value
}

interface Provided {
  readonly name: string
  readonly value: Value
  readonly path: CardPath
}

/**
 * Gives every variable of an operation a value that it accepts, from the mapping or from the input of the same name.
 */
export function planVariables(options: VariablesOf): Planned<PropertyPlan[]> {
  const { mapping, operation, section, path } = options
  const declared = operation.variables.kind === "object" ? operation.variables.fields : {}
  const unknown = Object.keys(section)
    .filter((name) => !Object.hasOwn(declared, name))
    .map((name) => {
      const help = options.isReplaced?.(name)
        ? aboutMapping.isThePageSize
        : didYouMean(name, Object.keys(declared))
      const problem = aboutMapping.noVariable(operation.name, name, help)
      return mapping.refuse(problem, mapping.source.keySpan([...path, name]))
    })
  const variables = Object.entries(declared).map(([name, field]) =>
    planVariable(name, field, options),
  )
  return mapPlan(all([...unknown, ...variables]), (plans) => plans.flat())
}

/** The value of a variable; undefined if it is omitted. */
function planVariable(name: string, field: Field, options: VariablesOf): Planned<PropertyPlan[]> {
  const { mapping, operation, onNullish } = options
  const shape = operation.neverNull.includes(name) ? without(field.shape, "null") : field.shape
  return flatMap(variableValue(name, shape, options), (value) => {
    if (value === undefined) return planned([])
    const accepted =
      isNullish(value.shape) && !isNullish(shape) && onNullish !== undefined
        ? onNullish(name, value)
        : value
    const subject = `\`$${name}\` of \`${operation.name}\``
    const span = () => spanOf(name, options)
    const problems = mapping.mismatches(accepted, shape, span, subject, REQUEST_CODES)
    return planned([{ name, expression: accepted.expression }], problems)
  })
}

function variableValue(
  name: string,
  shape: Shape,
  options: VariablesOf,
): Planned<Value | undefined> {
  const { mapping, operation, section, path, scope, provided } = options
  const other = provided?.find((one) => one.name === name)
  if (other !== undefined) return planned(other.value)
  const expression = Object.hasOwn(section, name) ? section[name] : undefined
  if (expression !== undefined) return mapping.compile(expression, [...path, name], scope)
  const inputs = scope.current.shape.kind === "object" ? scope.current.shape.fields : {}
  if (Object.hasOwn(inputs, name))
    return mapping.compile(Path.derived(name), [...path, name], scope)
  if (has(shape, "absent")) return planned(undefined)
  const help =
    didYouMean(name, Object.keys(inputs))?.replace(/\?$/, `? Then map it under \`variables\``) ??
    `add an input \`${name}\`, or map it under \`variables\``
  const problem = aboutMapping.variableNotProvided(name, operation.name, help)
  return mapping.refuse(problem, mapping.source.keySpan(path))
}

function spanOf(name: string, { mapping, section, path, provided }: VariablesOf): Span {
  const other = provided?.find((one) => one.name === name)
  if (other !== undefined) return mapping.source.valueSpan(other.path)
  if (Object.hasOwn(section, name)) return mapping.source.valueSpan([...path, name])
  return mapping.source.keySpan(["input_schema", "properties", name])
}
