import type { Diagnostic } from "../diagnostics/index.js"
import { Path } from "../jmespath/index.js"
import { aboutList } from "../messages/index.js"
import type { CardPath } from "../parse/index.js"
import {
  build,
  callbackScope,
  type Expression,
  keyOf,
  reads,
  reservedNames,
  type Value,
  variableName,
} from "../path/index.js"
import { describe, isNullish, present } from "../shape/index.js"
import type { OutputPlan } from "./capability-plan.js"
import type { BareScope, Mapping } from "./mapping.js"
import { flatMap, mapPlan, type Planned, planned } from "./planned.js"

interface ResultSource {
  readonly expression: Path | undefined
  readonly path: CardPath
  /** Whether a successful answer may have no body. */
  readonly mayBeEmpty?: boolean
  /** Whether the path leads to an object of one of several types. */
  readonly isUnion?: boolean
}

/** A plan that lacks only the object for the card's output. */
export interface Open<T> {
  readonly scope: Planned<BareScope>
  /** Adds advice to problems of the object. */
  readonly advise?: ((problem: Diagnostic) => Diagnostic) | undefined
  /** The plan of the output; problems of the scope come first. */
  readonly close: (object: Planned<Expression>) => Planned<T>
}

/** Plans how the output is made from the response. */
export function planOutput(
  mapping: Mapping,
  source: ResultSource,
  response: Value,
  variables: BareScope["variables"],
): Open<OutputPlan> {
  const scope: BareScope = {
    purpose: "output",
    current: response,
    variables,
    facts: [],
    names: reservedNames(),
  }
  const { path, member } = splitResult(source)
  const root = planRoot(mapping, { ...source, expression: path }, scope)
  const ofRoot = mapPlan(root, ({ name, value }) => ({
    ...scope,
    current: { expression: build.reference(name), shape: present(value.shape), hint: name },
    names: new Set([...scope.names, name]),
  }))
  return {
    scope: member
      ? flatMap(ofRoot, (inside) =>
          mapPlan(mapping.compile(member, source.path, inside), (current) => ({
            ...inside,
            current,
          })),
        )
      : ofRoot,
    close: (object) =>
      !root.ok
        ? root
        : mapPlan(object, (output) => {
            const { name, value } = root.plan
            const isNullable = isNullish(value.shape) && (!source.mayBeEmpty || reads(output, name))
            return {
              result: path?.text ?? name,
              root: { name, expression: value.expression, isNullable },
              value: output,
            }
          }),
  }
}

/** The path of a result, and the expression that makes a member of a union from it. */
function splitResult({ expression, isUnion }: ResultSource): {
  path: Path | undefined
  member?: Path
} {
  const root = expression?.root
  if (!expression || !isUnion || root?.type !== "Pipe") return { path: expression }
  return { path: Path.of(root.left, expression), member: Path.of(root.right, expression) }
}

/** Plans an output up to the items of a page, from which objects are made. */
export function planPage(
  output: Open<OutputPlan>,
  planItems: (scope: BareScope) => Open<Expression>,
): Open<OutputPlan> {
  if (!output.scope.ok) return output
  const { scope, advise, close } = planItems(output.scope.plan)
  return { scope, advise, close: (item) => output.close(close(item)) }
}

/** The variable that holds the result: `const issue = data.repository?.issue`. */
function planRoot(
  mapping: Mapping,
  { expression, path }: ResultSource,
  scope: BareScope,
): Planned<{ name: string; value: Value }> {
  if (expression === undefined) {
    return planned({ name: keyOf(scope.current.expression) ?? "data", value: scope.current })
  }
  return mapPlan(mapping.compileResult(expression, path, scope), (value) => ({
    name: variableName(value.hint ?? "result", scope.names),
    value,
  }))
}

/** The items of a page, with an object made from each. */
export function planItems(
  mapping: Mapping,
  scope: BareScope,
  read: Planned<Value>,
  at: CardPath,
): Open<Expression> {
  if (!read.ok) return refusedItems(read)
  const nodes = read.plan
  const list = present(nodes.shape)
  if (list.kind !== "array" || isNullish(list.items)) {
    const problem = aboutList.noNodes(describe(list), list.kind === "array")
    return refusedItems(mapping.refuse(problem, mapping.source.valueSpan(at)))
  }
  const { name, inner } = callbackScope(nodes.hint, scope)
  const current: Value = {
    expression: build.reference(name),
    shape: list.items,
    hint: nodes.hint ?? "items",
  }
  return {
    scope: planned({ ...inner, current }),
    close: (object) =>
      mapPlan(object, (one) => {
        // Objects that were made while reading the list stay unchanged.
        if (one === current.expression) return nodes.expression
        const isOptional = isNullish(nodes.shape)
        const items = build.method(nodes.expression, "map", [build.lambda(name, one)], isOptional)
        return isOptional ? build.coalesce(items, build.EMPTY_LIST) : items
      }),
  }
}

/** The plan if the items cannot be planned. */
export function refusedItems(refusal: Planned<never>): Open<Expression> {
  return { scope: refusal, close: () => refusal }
}

/** `{ items, total_count, page_info }` */
export function pageLiteral(items: Expression, totalCount: Expression, pageInfo: Expression) {
  return build.objectOf([
    ["items", items],
    ["total_count", totalCount],
    ["page_info", pageInfo],
  ])
}
