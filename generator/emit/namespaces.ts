import { lines } from "../layout.js"
import { compareText } from "../text.js"
import { exportLine, printModule, relativePath } from "./module.js"
import {
  type CapabilityName,
  capabilityPath,
  contractNames,
  specifier,
  valueName,
} from "./names.js"

/**
 * The modules that are nothing but names: `generated/issue/index.ts` for each namespace. Each exports
 * the types of its own capabilities too, so that code which wraps them can name their types.
 */
export function emitNamespaces(capabilities: readonly CapabilityName[]): [string, string][] {
  const byId = new Map(capabilities.map((one) => [one.id, one]))
  return [...namespacesOf([...byId.keys()])].map(([namespace, members]) => {
    const folder = namespace === "" ? "generated" : `generated/${namespace.split(".").join("/")}`
    const path = namespace === "" ? "generated/namespaces.ts" : `${folder}/index.ts`
    const exports = [...members].sort(compareText).map((member) => {
      const capability = byId.get(namespace === "" ? member : `${namespace}.${member}`)
      if (capability === undefined) return `export * as ${member} from "./${member}/index.js"`
      const from = relativePath(path, specifier(capabilityPath(capability.id)))
      const types = contractNames(capability).map((name) => `type ${name}`)
      return exportLine([`${valueName(capability.id)} as ${member}`, ...types], from)
    })
    const contract = `export type * from "${relativePath(path, "runtime/contract.js")}"`
    const declarations = [lines(namespace === "" ? exports : [contract, ...exports])]
    return [path, printModule({ path, sources: ["cards/"], imports: [], declarations })]
  })
}

/** Every type of every contract, for the entry to export. */
export function emitTypes(capabilities: readonly CapabilityName[]): [path: string, text: string] {
  const path = "generated/types.ts"
  const exports = capabilities.map((one) => {
    const from = relativePath(path, specifier(capabilityPath(one.id)))
    return exportLine(contractNames(one), from, "type")
  })
  return [
    path,
    printModule({ path, sources: ["cards/"], imports: [], declarations: [lines(exports)] }),
  ]
}

/** Namespace → names in it; the namespace of all is `""`. */
function namespacesOf(ids: readonly string[]): Map<string, Set<string>> {
  const namespaces = new Map<string, Set<string>>()
  for (const id of ids) {
    const segments = id.split(".")
    segments.forEach((segment, depth) => {
      const namespace = segments.slice(0, depth).join(".")
      const members = namespaces.get(namespace) ?? new Set()
      namespaces.set(namespace, members.add(segment))
    })
  }
  return namespaces
}
