import { stringLiteral } from "../text/index.js"
import { braces, group, hardline, ifBreak, indent, line } from "./layout.js"
import { commentDoc, importPath, printModule } from "./module.js"
import { type CapabilityName, contractNames } from "./names.js"
import { NO_PACKAGE_IMPORTS, PACKAGE, type PackageImports } from "./package-imports.js"

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
    return group([
      `${stringLiteral(one.id)}: {`,
      indent([line, `input: ${input}`, ifBreak("", ";"), line, `output: ${output}`]),
      line,
      "}",
    ])
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
