import type { JsonSchema } from "../../runtime/definition/index.js"
import { tagsOf } from "../parse/index.js"
import type { CapabilityPlan, Cost } from "../plan/index.js"
import { docComment, propertyName } from "../text/index.js"

/** Width of a line after its star. */
const WIDEST = 97

export function capabilityComment(plan: CapabilityPlan): string {
  const [example] = plan.examples
  const input = example === undefined ? undefined : exampleText(plan, example.input)
  return docComment([
    plan.description,
    "",
    ...factLines(plan),
    ...plan.notes,
    ...(input === undefined ? [] : ["", "@example", ...input]),
    ...tagsOf(plan).flatMap((tag) => ["", tag]),
  ])
}

/** Fills lines with as many sentences as fit. */
function factLines({ effect, idempotent, routes, cost, input }: CapabilityPlan): string[] {
  const price = cost === undefined ? "" : ` Cost: ${costText(cost)}.`
  const sentences = [
    `Effect: ${effect}, ${idempotent ? "idempotent" : "not idempotent"}.`,
    `Routes: ${routes.join(", then ")}.${price}`,
    ...defaultsText(input),
  ]
  return filled(sentences, "")
}

/** The defaults of optional inputs, because a hover over the function does not show those of its inputs. */
function defaultsText(input: JsonSchema): string[] {
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
  const members = entries.map((entry) => `${entry},`)
  return [`${call}{`, ...filled(members, "  "), "})"]
}

/** Fills lines with as many parts as fit, each indented. */
function filled(parts: readonly string[], indent: string): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? indent} ${part}`
    if (lines.length > 0 && longer.length <= WIDEST) lines[lines.length - 1] = longer
    else lines.push(`${indent}${part}`)
  }
  return lines
}

function valueNameOfResult(plan: CapabilityPlan): string {
  return plan.isList ? "page" : "result"
}

/** The cost of a document in words: `1 point, at most 102 nodes`. */
export function costText({ points, nodes, rest_requests: requests }: Cost): string {
  const most = nodes === 0 ? "" : `, at most ${nodes.toLocaleString("en")} nodes`
  const alone = requests === undefined ? "" : `, or ${requests} REST request outside chains`
  return `${points} ${points === 1 ? "point" : "points"}${most}${alone}`
}
