import { Kind, visit } from "graphql"
import type { JsonSchema } from "../../runtime/definition.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import type { Card, DocumentSource, GraphqlSection } from "../parse/index.js"
import { originOf } from "../shape/index.js"
import { lookupOrigin } from "./lookups.js"
import type { Mapping } from "./mapping.js"

/** Look-ups that no mapping reads. */
export function reportUnusedLookups(mapping: Mapping, section: GraphqlSection): void {
  if (mapping.diagnostics.some(({ severity }) => severity === "error")) return
  for (const key of Object.keys(section.lookups ?? {})) {
    if (mapping.isRead(lookupOrigin(key))) continue
    const span = mapping.source.keySpan(["graphql", "lookups", key])
    mapping.report("GHX1313", span, `nothing reads \`$lookups.${key}\``, undefined, "warning")
  }
}

const USES = {
  graphql: { by: "", help: "map it under `graphql.variables`, or remove it" },
  rest: { by: " by the REST route", help: "map it in an endpoint, or remove the REST route" },
  cli: { by: " by the gh route", help: "map it in a command, or remove the gh route" },
} as const

/** Inputs that a route does not read: a caller who sets them would be ignored. */
export function reportUnusedInputs(mapping: Mapping, card: Card): void {
  if (mapping.diagnostics.some(({ severity }) => severity === "error")) return
  const visitSchema = (
    schema: JsonSchema,
    path: readonly string[],
    at: readonly string[],
  ): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const here = [...path, name]
      const place = [...at, "properties", name]
      if (!mapping.isRead(`$input@${here.join(".")}`)) {
        const span = mapping.source.keySpan(place)
        const message = `the input \`${here.join(".")}\` is never used`
        const { by, help } = USES[mapping.route]
        mapping.report("GHX1308", span, `${message}${by}`, help)
      } else visitSchema(property, here, place)
    }
    if (schema.items !== undefined) visitSchema(schema.items, [...path, "[]"], [...at, "items"])
  }
  visitSchema(card.input_schema, [], ["input_schema"])
}

/** Fields that the document selects and no mapping reads: they cost time and say nothing. */
export function unusedSelections(mapping: Mapping, document: DocumentSource): Diagnostic[] {
  if (mapping.diagnostics.some(({ severity }) => severity === "error")) return []
  const { file } = document
  const diagnostics: Diagnostic[] = []
  visit(document.ast, {
    [Kind.FIELD]: (node) => {
      if (node.name.value === "clientMutationId" || mapping.isRead(originOf(file.path, node)))
        return undefined
      const span = { start: node.loc?.start ?? 0, end: node.name.loc?.end ?? 0 }
      const name = node.alias?.value ?? node.name.value
      diagnostics.push(
        diagnostic("GHX1212", file, span, `\`${name}\` is selected and never used`, {
          severity: "warning",
        }),
      )
      // What is below an unused field is unused with it.
      return false
    },
  })
  return diagnostics
}
