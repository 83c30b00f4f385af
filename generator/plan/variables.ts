import { didYouMean } from "../diagnostics/index.js"
import type { CardPath } from "../parse/index.js"
import { code, type Scope, takenNames, type Value } from "../path/index.js"
import { has, isNullish, type ObjectShape, type Shape, without } from "../shape/index.js"
import type { OperationPlan, PropertyPlan } from "./capability-plan.js"
import { type Mapping, REQUEST_CODES } from "./mapping.js"

interface VariablesOf {
  mapping: Mapping
  operation: OperationPlan
  /** The `variables` section of the card, and where it stands. */
  section: Readonly<Record<string, string>>
  path: CardPath
  scope: Omit<Scope, "onRead">
  /** A variable that is provided otherwise: the item of a `foreach`. */
  provided?: { name: string; value: Value; path: CardPath }
  /** Called for a variable whose value may be null although the variable may not; unless given, that is an error. */
  onNullish?: (name: string, value: Value) => Value
}

/** Every variable of an operation gets a value that it accepts, from the mapping or the input of its name. */
export function planVariables(options: VariablesOf): PropertyPlan[] {
  const { mapping, operation, section, path } = options
  const declared = operation.variables.kind === "object" ? operation.variables.fields : {}
  for (const name of Object.keys(section)) {
    if (Object.hasOwn(declared, name)) continue
    const span = mapping.source.keySpan([...path, name])
    const help = didYouMean(name, Object.keys(declared))
    mapping.report("GHX1307", span, `\`${operation.name}\` has no variable \`$${name}\``, help)
  }
  return Object.entries(declared).flatMap(([name, field]): PropertyPlan[] => {
    const shape = operation.neverNull.includes(name) ? without(field.shape, "null") : field.shape
    const value = variableValue(name, shape, options)
    if (value === undefined) return []
    const span = spanOf(name, options)
    const accepted =
      isNullish(value.shape) && !isNullish(shape) && options.onNullish !== undefined
        ? options.onNullish(name, value)
        : value
    mapping.require(accepted, shape, span, `\`$${name}\` of \`${operation.name}\``, REQUEST_CODES)
    return [{ name, code: accepted.code }]
  })
}

function variableValue(name: string, shape: Shape, options: VariablesOf): Value | undefined {
  const { mapping, operation, section, path, scope, provided } = options
  if (provided?.name === name) return provided.value
  const expression = Object.hasOwn(section, name) ? section[name] : undefined
  if (expression !== undefined) return mapping.compile(expression, [...path, name], scope)
  const inputs = scope.current.shape.kind === "object" ? scope.current.shape.fields : {}
  if (Object.hasOwn(inputs, name)) return mapping.compile(name, [...path, name], scope)
  if (has(shape, "absent")) return undefined
  const help =
    didYouMean(name, Object.keys(inputs))?.replace(/\?$/, `? Then map it under \`variables\``) ??
    `add an input \`${name}\`, or map it under \`variables\``
  const span = mapping.source.keySpan(path)
  mapping.report(
    "GHX1305",
    span,
    `\`$${name}\` of \`${operation.name}\` is required, and nothing provides it`,
    help,
  )
  return undefined
}

function spanOf(name: string, { mapping, section, path, provided }: VariablesOf) {
  if (provided?.name === name) return mapping.source.valueSpan(provided.path)
  if (Object.hasOwn(section, name)) return mapping.source.valueSpan([...path, name])
  return mapping.source.keySpan(["input_schema", "properties", name])
}

/** A scope in which `@` is the input. */
export function inputScope(input: Shape, lookups: ObjectShape): Omit<Scope, "onRead"> {
  const current: Value = { code: code.reference("input"), shape: input }
  return {
    purpose: "request",
    current,
    variables: new Map([
      ["input", current],
      ["lookups", { code: code.reference("lookups"), shape: lookups }],
    ]),
    facts: [],
    names: takenNames(),
  }
}
