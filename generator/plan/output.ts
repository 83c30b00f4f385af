import type { Path } from "../jmespath/index.js"
import type { CardPath } from "../parse/index.js"
import {
  build,
  type Expression,
  keyOf,
  reads,
  takenNames,
  type Value,
  variableName,
} from "../path/index.js"
import { isNullish, present } from "../shape/index.js"
import type { OutputPlan } from "./capability-plan.js"
import type { BareScope, Mapping } from "./mapping.js"
import { andThen, made, type Planned, planned } from "./planned.js"

/** The path expression of the result in the response, where the card has one. */
export interface ResultSource {
  readonly expression: Path | undefined
  /** Where in the card it stands. */
  readonly path: CardPath
  /** GitHub may answer without a body where all is well. */
  readonly mayBeEmpty?: boolean
}

/** Plans how the output is made from the response; `planValue` proves that it is what the card promises. */
export function planOutput(
  mapping: Mapping,
  source: ResultSource,
  response: Value,
  variables: BareScope["variables"],
  planValue: (scope: BareScope) => Planned<Expression>,
): Planned<OutputPlan> {
  const scope: BareScope = {
    purpose: "output",
    current: response,
    variables,
    facts: [],
    names: takenNames(),
  }
  return andThen(planRoot(mapping, source, scope), ({ name, value }) => {
    const inner = {
      ...scope,
      current: { expression: build.reference(name), shape: present(value.shape), hint: name },
      names: new Set([...scope.names, name]),
    }
    return made(planValue(inner), (output) => ({
      result: source.expression?.text ?? name,
      root: {
        name,
        expression: value.expression,
        isNullable: isNullish(value.shape) && (!source.mayBeEmpty || reads(output, name)),
      },
      value: output,
    }))
  })
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
  return made(mapping.compileResult(expression, path, scope), (value) => ({
    name: variableName(value.hint ?? "result", scope.names),
    value,
  }))
}
