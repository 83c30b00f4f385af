import { didYouMean, type Span } from "../../../diagnostics/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutMapping } from "../../../messages/index.js"
import type { CardPath } from "../../../parse/index.js"
import type { Value } from "../../../path/index.js"
import {
  all,
  type BareScope,
  flatMap,
  type Mapping,
  mapPlan,
  type OperationPlan,
  type Planned,
  type PropertyPlan,
  planned,
  REQUEST_CODES,
} from "../../../plan/index.js"
import { type Field, has, isNullish, type Shape, without } from "../../../shape/index.js"

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
