import { stringLiteral } from "../text/index.js"
import { type Doc, hardline, indent, join } from "./layout.js"
import { commentDoc, type Import, printModule, relativePath } from "./module.js"
import {
  type CapabilityName,
  capabilityPath,
  contractNames,
  specifier,
  valueName,
} from "./names.js"

/** Id → lazy import, and id → types: how `execute(id, …)` finds and types a capability. */
export function emitRegistry(plans: readonly CapabilityName[]): [path: string, text: string][] {
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
            plans.map((one) => {
              const [input, result] = contractNames(one).map((name) => `types.${name}`)
              const output = one.isList ? `Page<${result}>` : result
              return `${stringLiteral(one.id)}: { input: ${input}; output: ${output} }`
            }),
          ),
        ],
      ],
      [
        ...(plans.some(({ isList }) => isList)
          ? [{ from: "../runtime/index.js", names: ["Page"], types: true }]
          : []),
        { from: "./types.js", names: [], namespace: "types", types: true },
      ],
    ),
  ]
}

function module(
  path: string,
  declarations: Doc[],
  imports: Import[],
): [path: string, text: string] {
  return [path, printModule({ path, sources: ["cards/"], imports, declarations })]
}

function object(head: string, members: readonly string[]): Doc {
  return [head, indent([hardline, join(hardline, [...members])]), hardline, "}"]
}
