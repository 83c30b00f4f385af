import type { CapabilityPlan } from "../plan/index.js"
import { stringLiteral } from "../text/index.js"
import { group, hardline, indent, print } from "./layout.js"
import { literalDoc, separated } from "./literal.js"
import { printModule, relativePath } from "./module.js"
import { capabilityPath, specifier, valueName } from "./names.js"

const PATH = "generated/registry.ts"

/** One entry of the registry as TypeScript, indented as a member of the object. */
export function emitRegistryEntry(plan: CapabilityPlan): string {
  const { id, version, effect, idempotent, routes, isList } = plan
  const from = stringLiteral(relativePath(PATH, specifier(capabilityPath(id))))
  const facts = { version, effect, idempotent, routes, ...(isList && { list: true }) }
  const members = Object.entries(facts).map(([name, value]) => [`${name}: `, literalDoc(value)])
  const load = `load: async () => (await import(${from})).${valueName(id)},`
  const entry = [group(separated(members)), ",", hardline, load]
  return print(
    indent([hardline, stringLiteral(id), ": {", indent([hardline, ...entry]), hardline, "},"]),
  ).replace(/^\n/, "")
}

/** Id → what can be said at once, and a lazy import: how a capability is found by its name. */
export function emitRegistry(entries: readonly string[]): [path: string, text: string] {
  const imports = [{ from: "../runtime/index.js", names: ["Registry"], types: true }]
  const head = printModule({ path: PATH, sources: ["cards/"], imports, declarations: [] })
  return [
    PATH,
    `${head}\n/** Every capability by its id; its code is loaded when it is first needed. */\nexport const registry: Registry = {\n${entries.join("")}}\n`,
  ]
}
