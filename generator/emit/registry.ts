import { type Doc, hardline, indent, join } from "../layout.js"
import type { CapabilityPlan } from "../plan/capability-plan.js"
import { stringLiteral } from "../text.js"
import { commentDoc, printModule, relativePath } from "./module.js"
import { capabilityPath, specifier, typeName, valueName } from "./names.js"

type Summary = Pick<CapabilityPlan, "id" | "isList">

/** Id → lazy import, and id → types: how `execute(id, …)` finds and types a capability. */
export function emitRegistry(plans: readonly Summary[]): [path: string, text: string][] {
  return [
    module(
      "generated/registry.ts",
      [
        [
          commentDoc("/** Every capability by its id, loaded when it is first asked for. */"),
          hardline,
          object(
            "export const registry: Registry = {",
            plans.map(({ id }) => {
              const from = relativePath("generated/registry.ts", specifier(capabilityPath(id)))
              return `${stringLiteral(id)}: async () => (await import("${from}")).${valueName(id)},`
            }),
          ),
        ],
      ],
      [{ from: "../runtime/index.js", names: ["Registry"], types: true }],
    ),
    module(
      "generated/capability-map.ts",
      [
        [
          commentDoc("/** Id → types of input and output. */"),
          hardline,
          object(
            "export interface CapabilityMap {",
            plans.map(({ id, isList }) => {
              const name = typeName(id)
              const output = isList ? `Page<${name}Item>` : `${name}Output`
              return `${stringLiteral(id)}: { input: ${name}Input; output: ${output} }`
            }),
          ),
        ],
      ],
      [
        ...(plans.some(({ isList }) => isList)
          ? [{ from: "../runtime/index.js", names: ["Page"], types: true }]
          : []),
        ...plans.map(({ id, isList }) => ({
          from: relativePath("generated/capability-map.ts", specifier(capabilityPath(id))),
          names: [`${typeName(id)}Input`, `${typeName(id)}${isList ? "Item" : "Output"}`],
          types: true,
        })),
      ],
    ),
  ]
}

function module(
  path: string,
  declarations: Doc[],
  imports: { from: string; names: string[]; types?: boolean }[],
): [path: string, text: string] {
  return [path, printModule({ path, sources: ["cards/"], imports, declarations })]
}

function object(head: string, members: readonly string[]): Doc {
  return [head, indent([hardline, join(hardline, [...members])]), hardline, "}"]
}
