/** Reports unused parts of requests: ignored inputs, and selections that nothing reads. */
import { Kind, visit } from "graphql"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { type Diagnostic, diagnostic, didYouMean } from "../diagnostics/index.js"
import { aboutDocument, aboutMapping } from "../messages/index.js"
import { atNode, type Card, type DocumentSource, fileOf } from "../parse/index.js"
import { originOf, responseKey, selectedIn } from "../shape/index.js"
import type { Mapping } from "./mapping.js"
import type { RoutePlanner } from "./route.js"

/** Inputs that a route does not read. Setting one would have no effect. */
export function unusedInputs(
  mapping: Mapping,
  card: Card,
  { by, help }: RoutePlanner["unread"],
): Diagnostic[] {
  const unusedIn = (
    schema: JsonSchema,
    path: readonly string[],
    at: readonly string[],
  ): Diagnostic[] => {
    const items = schema.items && unusedIn(schema.items, [...path, "[]"], [...at, "items"])
    const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const here = [...path, name]
      const place = [...at, "properties", name]
      if (mapping.isRead(`$input@${here.join(".")}`)) return unusedIn(property, here, place)
      const others = Object.keys(schema.properties ?? {}).filter((one) => one !== name)
      const near = didYouMean(name, others)
      const problem = aboutMapping.unusedInput(here.join("."), by, near ?? help)
      return [mapping.problem(problem, mapping.source.keySpan(place))]
    })
    return [...own, ...(items ?? [])]
  }
  return unusedIn(card.input_schema, [], ["input_schema"])
}

/**
 * Fields that the document selects and no mapping reads. They only cost time. A shared fragment also serves other
 * cards, so reading one of its fields is enough.
 */
export function unusedSelections(
  mapping: Mapping,
  { ast, file, fragments }: DocumentSource,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  visit(ast, {
    [Kind.FIELD]: (node) => {
      if (node.name.value === "clientMutationId" || mapping.isRead(originOf(node))) return undefined
      const span = { start: node.loc?.start ?? 0, end: node.name.loc?.end ?? 0 }
      diagnostics.push(diagnostic(aboutDocument.selectedAndUnused(responseKey(node)), file, span))
      // The children of an unused field are unused with it.
      return false
    },
    [Kind.FRAGMENT_SPREAD]: (node) => {
      const { name } = node
      const fragment = fragments.get(name.value)
      if (fragment === undefined || fileOf(fragment).path === file.path) return
      const selected = selectedIn(fragment.selectionSet, fragments)
      if (selected.some(({ field }) => mapping.isRead(originOf(field)))) return
      diagnostics.push(atNode(node, aboutDocument.spreadAndUnused(name.value)))
    },
  })
  return diagnostics
}
