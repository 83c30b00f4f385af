import {
  camelCase,
  compareText,
  docComment,
  identifier,
  pascalCase,
  stringLiteral,
} from "../text/index.js"
import { braces, type Doc, hardline, ifBreak, line, lines, spaced } from "./layout.js"
import {
  type CapabilityName,
  capabilityPath,
  commentDoc,
  contractNames,
  exportLine,
  importPath,
  NO_PACKAGE_IMPORTS,
  PACKAGE,
  type PackageImports,
  printModule,
  relativePath,
  shapePath,
  specifier,
  valueName,
} from "./module.js"

/**
 * Namespace modules such as `generated/issue/index.ts`. Each also exports the types of its capabilities and
 * of their shapes, so that code which wraps them can name their types.
 */
export function emitNamespaces(
  capabilities: readonly CapabilityName[],
  packageImports: PackageImports,
): [string, string][] {
  const byId = new Map(capabilities.map((one) => [one.id, one]))
  const namespaces = namespacesOf([...byId.keys()])
  return [...namespaces].map(([namespace, members]) => {
    const folder = namespace === "" ? "generated" : `generated/${namespace.split(".").join("/")}`
    const path = namespace === "" ? "generated/namespaces.ts" : `${folder}/index.ts`
    const idOf = (member: string) => (namespace === "" ? member : `${namespace}.${member}`)
    const own = members.flatMap((member) => {
      const capability = byId.get(idOf(member))
      if (capability === undefined) return []
      const from = relativePath(path, specifier(capabilityPath(capability.id)))
      const types = contractNames(capability).map((name) => `type ${name}`)
      return [exportLine([`${valueName(capability.id)} as ${member}`, ...types], from)]
    })
    const shapes = members.flatMap((member) => byId.get(idOf(member))?.shape ?? [])
    const things = [...new Set(shapes)].sort(compareText).map((name) => {
      return exportLine(
        [pascalCase(name)],
        importPath(path, shapePath(name), packageImports),
        "type",
      )
    })
    const inner = members.filter((member) => !byId.has(idOf(member)))
    const imports = inner.map((member) => ({
      from: `./${member}/index.js`,
      names: [],
      namespace: identifier(member),
    }))
    const fallback = `import "${importPath(path, "runtime/default.ts", packageImports)}"`
    const contract = `export type * from "${importPath(path, "runtime/contract.ts", packageImports)}"`
    const described = inner.map((member) => {
      const within = idOf(member)
      const mark = (name: string) => (byId.has(`${within}.${name}`) ? name : `${name}.*`)
      const list = (namespaces.get(within) ?? []).map(mark).join(", ")
      return { name: member, comment: `The capabilities \`${within}.*\`: ${list}.` }
    })
    const isRoot = namespace === "" && packageImports === NO_PACKAGE_IMPORTS
    const declarations = [
      ...(isRoot ? ['export { document, request } from "./on-demand.js"'] : []),
      ...(namespace === "" ? [] : [lines([fallback, contract, ...own, ...things])]),
      ...(inner.length === 0 ? [] : [documentedExports(described)]),
    ]
    return printModule({ path, source: "cards/", imports, declarations }, packageImports)
  })
}

/**
 * Documents each name in the list of exports, because editors show these comments, but none for `export * as issue`.
 */
function documentedExports(exports: readonly { name: string; comment: string }[]): Doc {
  const members = exports.map(({ name, comment }) => {
    const local = identifier(name)
    const exported = local === name ? name : `${local} as ${name}`
    return [commentDoc(docComment([comment])), hardline, exported, ","]
  })
  return ["export ", braces(members)]
}

export function emitTypes(
  capabilities: readonly CapabilityName[],
  shapes: readonly string[],
  packageImports: PackageImports,
): [path: string, text: string] {
  const path = "generated/types.ts"
  const things = shapes.map((name) => {
    const from = relativePath(path, specifier(shapePath(name)))
    return exportLine([pascalCase(name)], from, "type")
  })
  const namesByIndex = new Map<string, string[]>()
  for (const one of capabilities) {
    const index = capabilityPath(one.id).replace(/\w+\.ts$/, "index.js")
    namesByIndex.set(index, [...(namesByIndex.get(index) ?? []), ...contractNames(one)])
  }
  const exports = [...namesByIndex].map(([index, names]) =>
    exportLine(names, relativePath(path, index), "type"),
  )
  const declarations = [lines([...exports, ...things])]
  return printModule({ path, source: "cards/", imports: [], declarations }, packageImports)
}

/**
 * The modules from which other projects import shapes, fragments and lookups. If two documents have operations with
 * the same name, neither is exported; operations of the library are named like their files.
 */
export function emitShared(
  modules: readonly (readonly [path: string, text: string])[],
): [path: string, text: string][] {
  const index = (folder: string, own: readonly string[]): [path: string, text: string][] => {
    const path = `generated/${folder}/index.ts`
    const exports = own.map((one) => `export * from "${importPath(path, one, NO_PACKAGE_IMPORTS)}"`)
    const module = { path, source: "cards/", imports: [], declarations: [lines(exports)] }
    return own.length === 0 ? [] : [printModule(module, NO_PACKAGE_IMPORTS)]
  }
  const paths = modules.map(([path]) => path)
  const lookups = modules.flatMap(([path, text]) => {
    const [, name] = /^generated\/operations\/lookup\/(\w+)\.ts$/.exec(path) ?? []
    return name !== undefined && text.includes(`export const ${camelCase(name)}Query:`)
      ? [path]
      : []
  })
  return [
    ...index(
      "shapes",
      paths.filter((path) => /^generated\/(?:operations\/)?shapes\//.test(path)),
    ),
    ...index("operations/lookup", lookups),
  ]
}

/** Namespaces with the names in them, in order. The root namespace is `""`. */
function namespacesOf(ids: readonly string[]): Map<string, string[]> {
  const namespaces = new Map<string, Set<string>>()
  for (const id of ids) {
    const segments = id.split(".")
    segments.forEach((segment, depth) => {
      const namespace = segments.slice(0, depth).join(".")
      const members = namespaces.get(namespace) ?? new Set()
      namespaces.set(namespace, members.add(segment))
    })
  }
  return new Map([...namespaces].map(([name, members]) => [name, [...members].sort(compareText)]))
}

/** Id → types: how `execute(id, …)` types a capability. */
export function emitCapabilityMap(
  capabilities: readonly CapabilityName[],
  packageImports: PackageImports,
): [path: string, text: string] {
  const path = "generated/capability-map.ts"
  const members = capabilities.map((one) => {
    const [input, result] = contractNames(one).map((name) => `types.${name}`)
    const output = one.isList
      ? `Page<${result}${one.isUncounted ? ", number | null" : ""}>`
      : result
    const types = [`input: ${input}`, ifBreak("", ";"), line, `output: ${output}`]
    return spaced(`${stringLiteral(one.id)}: {`, types, "}")
  })
  const page = {
    from: importPath(path, "runtime/index.ts", packageImports),
    names: ["Page"],
    types: true,
  }
  const types = { from: "./types.js", names: [], namespace: "types", types: true }
  const base = { from: PACKAGE, names: ["CapabilityMap as OfPackage"], types: true }
  const imports = [
    ...(capabilities.some(({ isList }) => isList) ? [page] : []),
    types,
    ...(packageImports === NO_PACKAGE_IMPORTS ? [] : [base]),
  ]
  const declaration = [
    commentDoc(
      packageImports === NO_PACKAGE_IMPORTS
        ? "/** Id → types of input and output. */"
        : "/** Id → types of input and output, for the capabilities of this project and of ghx. */",
    ),
    hardline,
    `export interface CapabilityMap ${packageImports === NO_PACKAGE_IMPORTS ? "" : "extends OfPackage "}`,
    braces(members),
  ]
  return printModule(
    { path, source: "cards/", imports, declarations: [declaration] },
    packageImports,
  )
}
