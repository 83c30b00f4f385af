import { lines } from "../layout.js"
import { compareText } from "../text.js"
import { printModule, relativePath } from "./module.js"
import { capabilityPath, specifier, valueName } from "./names.js"

/** The modules that are nothing but names: `generated/issue/index.ts` for each namespace. */
export function emitNamespaces(ids: readonly string[]): [path: string, text: string][] {
  return [...namespacesOf(ids)].map(([namespace, members]) => {
    const folder = namespace === "" ? "generated" : `generated/${namespace.split(".").join("/")}`
    const path = namespace === "" ? "generated/namespaces.ts" : `${folder}/index.ts`
    const exports = [...members].sort(compareText).map((member) => {
      const id = namespace === "" ? member : `${namespace}.${member}`
      if (!ids.includes(id)) return `export * as ${member} from "./${member}/index.js"`
      const from = relativePath(path, specifier(capabilityPath(id)))
      return `export { ${valueName(id)} as ${member} } from "${from}"`
    })
    return [
      path,
      printModule({ path, sources: ["cards/"], imports: [], declarations: [lines(exports)] }),
    ]
  })
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
