import type { CatalogEntry } from "../../runtime/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { hardline, indent, print } from "./layout.js"
import { literalDoc } from "./literal.js"
import { printModule } from "./module.js"
import { propertiesOf } from "./properties.js"

/** What explain and list say of one capability. */
export function catalogEntry(plan: CapabilityPlan): CatalogEntry {
  const [example] = plan.examples
  return {
    id: plan.id,
    version: plan.version,
    description: plan.description,
    effect: plan.effect,
    idempotent: plan.idempotent,
    routes: plan.routes,
    inputs: propertiesOf(plan.input),
    outputs: propertiesOf(plan.output).map(({ required: _, ...property }) => property),
    ...(plan.cost === undefined ? {} : { cost: plan.cost }),
    ...(example === undefined ? {} : { example: example.input }),
    ...(plan.notes.length === 0 ? {} : { notes: plan.notes.join(" ") }),
    ...(plan.deprecated === undefined ? {} : { deprecated: plan.deprecated }),
  }
}

/** One entry of the catalogue as TypeScript, indented as an item of the list. */
export function emitCatalogEntry(entry: CatalogEntry): string {
  return print(indent([hardline, literalDoc(entry), ","])).replace(/^\n/, "")
}

/** The catalogue: data that start-up does not load. */
export function emitCatalog(entries: readonly string[]): [path: string, text: string] {
  const path = "generated/catalog.ts"
  const imports = [{ from: "../runtime/index.js", names: ["CatalogEntry"], types: true }]
  const head = printModule({ path, sources: ["cards/"], imports, declarations: [] })
  return [
    path,
    `${head}\nexport const catalog: readonly CatalogEntry[] = [\n${entries.join("")}]\n`,
  ]
}
