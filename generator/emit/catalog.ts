import type { JsonSchema } from "../../runtime/definition.js"
import type { CatalogEntry } from "../../runtime/index.js"
import { flatten, hardline, indent, print } from "../layout.js"
import { literalCode } from "../path/index.js"
import type { CapabilityPlan } from "../plan/capability-plan.js"
import { fromJsonSchema } from "../shape/from-json-schema.js"
import { typeOf } from "../shape/print.js"
import { printModule } from "./module.js"

/** What explain and list say of one capability. */
export function catalogEntry(plan: CapabilityPlan): CatalogEntry {
  const required = plan.input.required ?? []
  const [example] = plan.examples
  return {
    id: plan.id,
    version: plan.version,
    description: plan.description,
    effect: plan.effect,
    idempotent: plan.idempotent,
    routes: plan.routes,
    inputs: Object.entries(plan.input.properties ?? {}).map(([name, schema]) => ({
      name,
      type: typeText(schema),
      required: required.includes(name),
      ...(schema.description === undefined ? {} : { description: schema.description }),
      ...(schema.default === undefined ? {} : { default: schema.default }),
    })),
    outputs: Object.entries(plan.output.properties ?? {}).map(([name, schema]) => ({
      name,
      type: typeText(schema),
    })),
    ...(plan.cost === undefined ? {} : { cost: plan.cost }),
    ...(example === undefined ? {} : { example: example.input }),
    ...(plan.notes.length === 0 ? {} : { notes: plan.notes.join(" ") }),
    ...(plan.deprecated === undefined ? {} : { deprecated: plan.deprecated }),
  }
}

/** The type of a property on one line, without comments. */
function typeText(schema: JsonSchema): string {
  return flatten(typeOf(fromJsonSchema(withoutDescriptions(schema))))
}

function withoutDescriptions({ description: _, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(schema.items === undefined ? {} : { items: withoutDescriptions(schema.items) }),
    ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map(withoutDescriptions) }),
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, one]) => [
              name,
              withoutDescriptions(one),
            ]),
          ),
        }),
  }
}

/** One entry of the catalogue as TypeScript, indented as an item of the list. */
export function emitCatalogEntry(entry: CatalogEntry): string {
  return print(indent([hardline, literalCode(entry).doc, ","])).replace(/^\n/, "")
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
