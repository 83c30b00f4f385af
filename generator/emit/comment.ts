import type { CapabilityPlan } from "../plan/index.js"
import { docComment, propertyName } from "../text/index.js"
import { costText } from "./cost.js"

/** What fits on a line behind its star. */
const WIDEST = 97

export function capabilityComment(plan: CapabilityPlan): string {
  const [example] = plan.examples
  const input = example === undefined ? undefined : exampleText(plan, example.input)
  return docComment([
    plan.description,
    "",
    ...factLines(plan),
    ...defaultsText(plan),
    ...plan.notes,
    ...(input === undefined ? [] : ["", "@example", ...input]),
    ...(plan.since === undefined ? [] : ["", `@since ${plan.since}`]),
    ...(plan.deprecated === undefined ? [] : ["", `@deprecated ${plan.deprecated}`]),
  ])
}

/** On one line where it fits. */
function factLines({ effect, idempotent, routes, cost }: CapabilityPlan): string[] {
  const first = `Effect: ${effect}, ${idempotent ? "idempotent" : "not idempotent"}.`
  const price = cost === undefined ? "" : ` Cost: ${costText(cost)}.`
  const second = `Routes: ${routes.join(", then ")}.${price}`
  const all = `${first} ${second}`
  return all.length <= WIDEST ? [all] : [first, second]
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
  if (flat.length <= WIDEST) return [flat]
  return [`${call}{`, ...filled(entries), "})"]
}

/** As many entries on a line as fit. */
function filled(entries: readonly string[]): string[] {
  const lines: string[] = []
  for (const entry of entries) {
    const longer = `${lines.at(-1) ?? " "} ${entry},`
    if (lines.length > 0 && longer.length <= WIDEST) lines[lines.length - 1] = longer
    else lines.push(`  ${entry},`)
  }
  return lines
}

function valueNameOfResult(plan: CapabilityPlan): string {
  return plan.isList ? "page" : "result"
}
