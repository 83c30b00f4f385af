import { build } from "../path/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { propertyName, stringLiteral } from "../text/index.js"
import { expressionDoc } from "./expression.js"
import { braces, type Doc, filled, group, indent, join, line } from "./layout.js"

/** `identifies: (output, input) => […]`: the results of lookups that a result contains. */
export function identifies({ identities = [], isList }: CapabilityPlan): Doc[] {
  if (identities.length === 0) return []
  const thing = isList ? "item" : "output"
  const memberOf = (of: string, field: string): Doc =>
    expressionDoc(build.property(build.reference(of), field, false))
  const all = identities.map(({ operation, variables, path, field }): Doc => {
    const given = variables.map(
      (one): Doc => [
        `${propertyName(one.name)}: `,
        memberOf(one.of === "input" ? "input" : thing, one.field),
      ],
    )
    const data = path.reduceRight<Doc>(
      (inner, name) => ["{ ", `${propertyName(name)}: `, inner, " }"],
      memberOf(thing, field),
    )
    return braces([
      `lookup: ${stringLiteral(operation)},`,
      group(["variables: {", indent([line, filled(given)]), line, "},"]),
      ["data: ", data, ","],
    ])
  })
  const list: Doc = ["[", join(", ", all), "]"]
  if (!isList) return [["identifies: (output, input) => ", list, ","]]
  const [only = list, ...others] = all
  const [map, made] = others.length > 0 ? ["flatMap", list] : ["map", ["(", only, ")"]]
  return [[`identifies: ({ items }, input) => items.${map}((item) => `, made, "),"]]
}
