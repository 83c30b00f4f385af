import type { CapabilityPlan } from "../plan/index.js"
import { docComment, propertyName } from "../text/index.js"
import { costText } from "./cost.js"

export function capabilityComment(plan: CapabilityPlan): string {
  const [example] = plan.examples
  const input = example === undefined ? undefined : exampleText(plan, example.input)
  return docComment([
    plan.description,
    "",
    `Effect: ${plan.effect}, ${plan.idempotent ? "idempotent" : "not idempotent"}.`,
    `Routes: ${plan.routes.join(", then ")}.${plan.cost === undefined ? "" : ` Cost: ${costText(plan.cost)}.`}`,
    ...defaultsText(plan),
    ...plan.notes,
    ...(input === undefined ? [] : ["", "@example", ...input]),
    ...(plan.since === undefined ? [] : ["", `@since ${plan.since}`]),
    ...(plan.deprecated === undefined ? [] : ["", `@deprecated ${plan.deprecated}`]),
  ])
}

/** What an input is where it is left out: a hover over the function shows no hover over its inputs. */
function defaultsText({ input }: CapabilityPlan): string[] {
  const given = Object.entries(input.properties ?? {}).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [`${name} ${JSON.stringify(value)}`],
  )
  return given.length === 0 ? [] : [`Defaults: ${given.join(", ")}.`]
}

function exampleText(plan: CapabilityPlan, input: Record<string, unknown>): string[] {
  const call = `const ${valueNameOfResult(plan)} = await ghx.${plan.id}(`
  const entries = Object.entries(input).map(
    ([name, value]) => `${propertyName(name)}: ${JSON.stringify(value)}`,
  )
  if (entries.length === 0) return [`${call})`]
  const flat = `${call}{ ${entries.join(", ")} })`
  if (flat.length <= 96) return [flat]
  return [`${call}{`, ...entries.map((entry) => `  ${entry},`), "})"]
}

function valueNameOfResult(plan: CapabilityPlan): string {
  return plan.isList ? "page" : "result"
}
