import { Kind } from "graphql"
import type { JsonSchema } from "../../../../runtime/definition/index.js"
import { Path } from "../../../jmespath/index.js"
import type { DocumentSource, GraphqlSection } from "../../../parse/index.js"
import type { PageSizeOf } from "../check/index.js"

/** The bounds of a page-size variable: from the input schema, through a mapping that names an input. */
export function pageSizesOf(
  section: GraphqlSection,
  input: JsonSchema,
  document: DocumentSource,
): PageSizeOf {
  return (variable) => {
    const { root } = section.variables?.[variable] ?? Path.derived(variable)
    if (root === undefined) return "it has no bounds"
    if (root.type === "Literal" && typeof root.value === "number") {
      return { least: root.value, most: root.value }
    }
    const property = root.type === "Field" ? input.properties?.[root.name] : undefined
    const ofDocument = defaultOf(document, variable)
    const isMapped = section.variables?.[variable] !== undefined || property !== undefined
    if (!isMapped && ofDocument !== undefined) return { least: ofDocument, most: ofDocument }
    if (
      root.type !== "Field" ||
      property?.minimum === undefined ||
      property.maximum === undefined
    ) {
      return "it has no bounds"
    }
    const isGiven = property.default !== undefined || input.required?.includes(root.name) === true
    const sizes = [
      property.minimum,
      property.maximum,
      ...(isGiven || ofDocument === undefined ? [] : [ofDocument]),
    ]
    const isOptional = !isGiven && ofDocument === undefined
    return {
      least: Math.min(...sizes),
      most: Math.max(...sizes),
      ...(isOptional && { optionalInput: root.name }),
    }
  }
}

/** The document's default for a variable. */
function defaultOf(document: DocumentSource, variable: string): number | undefined {
  const definitions = document.operations[0]?.variableDefinitions ?? []
  const definition = definitions.find((one) => one.variable.name.value === variable)
  const value = definition?.defaultValue
  return value?.kind === Kind.INT ? Number(value.value) : undefined
}
