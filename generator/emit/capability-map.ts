import { stringLiteral } from "../text/index.js"
import { type Doors, NO_DOORS, PACKAGE } from "./doors.js"
import { hardline, indent, join } from "./layout.js"
import { commentDoc, importPath, printModule } from "./module.js"
import { type CapabilityName, contractNames } from "./names.js"

/** Id → types: how `execute(id, …)` types a capability. */
export function emitCapabilityMap(
  capabilities: readonly CapabilityName[],
  doors: Doors,
): [path: string, text: string] {
  const path = "generated/capability-map.ts"
  const members = capabilities.map((one) => {
    const [input, result] = contractNames(one).map((name) => `types.${name}`)
    const output = one.isList
      ? `Page<${result}${one.isUncounted ? ", number | null" : ""}>`
      : result
    return `${stringLiteral(one.id)}: { input: ${input}; output: ${output} }`
  })
  const page = { from: importPath(path, "runtime/index.ts", doors), names: ["Page"], types: true }
  const types = { from: "./types.js", names: [], namespace: "types", types: true }
  const base = { from: PACKAGE, names: ["CapabilityMap as OfPackage"], types: true }
  const imports = [
    ...(capabilities.some(({ isList }) => isList) ? [page] : []),
    types,
    ...(doors === NO_DOORS ? [] : [base]),
  ]
  const declaration = [
    commentDoc(
      doors === NO_DOORS
        ? "/** Id → types of input and output. */"
        : "/** Id → types of input and output: of what this project has, and of what ghx has. */",
    ),
    hardline,
    [
      `export interface CapabilityMap ${doors === NO_DOORS ? "" : "extends OfPackage "}{`,
      indent([hardline, join(hardline, members)]),
      hardline,
      "}",
    ],
  ]
  return [
    path,
    printModule({ path, sources: ["cards/"], imports, declarations: [declaration] }, doors),
  ]
}
