import type { CatalogEntry } from "../../runtime/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { stringLiteral } from "../text/index.js"
import { hardline, indent, print } from "./layout.js"
import { literalDoc } from "./literal.js"
import { importPath, printModule } from "./module.js"
import type { PackageImports } from "./package-imports.js"

/** Facts outside the contract, for `explain` and `list`. */
function catalogEntry(plan: CapabilityPlan): CatalogEntry {
  const [example] = plan.examples
  return {
    description: plan.description,
    ...(plan.cost === undefined ? {} : { cost: plan.cost }),
    ...(plan.permissions && { permissions: plan.permissions }),
    ...(example === undefined ? {} : { example: example.input }),
    ...(plan.notes.length === 0 ? {} : { notes: plan.notes.join(" ") }),
    ...(plan.deprecated === undefined ? {} : { deprecated: plan.deprecated }),
  }
}

/** One entry of the catalogue as TypeScript, indented as a member of the object. */
export function emitCatalogEntry(plan: CapabilityPlan): string {
  const entry = [stringLiteral(plan.id), ": ", literalDoc(catalogEntry(plan)), ","]
  return print(indent([hardline, ...entry])).replace(/^\n/, "")
}

/** The catalogue: data that start-up does not load. */
export function emitCatalog(
  entries: readonly string[],
  packageImports: PackageImports,
): [path: string, text: string] {
  const path = "generated/catalog.ts"
  const imports = [
    { from: importPath(path, "runtime/index.ts", packageImports), names: ["Catalog"], types: true },
  ]
  const [, head] = printModule(
    { path, source: "cards/", imports, declarations: [] },
    packageImports,
  )
  return [
    path,
    `${head}\n/** Facts for \`explain\` and \`listCapabilities\` outside the contracts, by id. */\nexport const catalog: Catalog = {\n${entries.join("")}}\n`,
  ]
}
