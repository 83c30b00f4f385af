import { type FragmentDefinitionNode, isCompositeType, Kind } from "graphql"
import type { JsonSchema } from "../../../../runtime/definition/index.js"
import { type Documents, fragmentPath, isOfPackage } from "../../../check/index.js"
import { Path } from "../../../jmespath/index.js"
import type { DocumentSource, GraphqlSection } from "../../../parse/index.js"
import {
  all,
  flatMap,
  inputShapeOf,
  mapPlan,
  omittedOf,
  planned,
  type RoutePlanner,
  type ShapeOrigin,
  unusedSelections,
} from "../../../plan/index.js"
import { PACKAGE_FOLDER } from "../../../read/index.js"
import { SelectionShapes } from "../../../shape/index.js"
import { checkConnections, type PageSizeOf } from "../check/index.js"
import { ownOperation, planGraphql } from "./route.js"

/** Over GraphQL, the origin of a shape is the fragment with its name. */
const graphqlOrigin: ShapeOrigin = {
  named(shape, { source }, { documents }) {
    const path = fragmentPath(shape, isOfPackage(source.file.path) ? PACKAGE_FOLDER : "")
    return documents.isThere(path) ? path : undefined
  },
  check(path, _file, { documents }) {
    const document = path === undefined ? undefined : documents.get(path)
    return document?.isSound === false ? [...document.diagnostics] : []
  },
  nameOf: (path, { documents }) => fragmentAt(path, documents)?.typeCondition.name.value,
  typeOf(path, _place, { documents }) {
    const { source } = documents.get(path)
    const fragment = fragmentAt(path, documents)
    const schema = documents.schema()
    const type = schema.getType(fragment?.typeCondition.name.value ?? "")
    if (!source || !fragment || !isCompositeType(type))
      throw new Error(`${path} has not passed its checks`)
    return new SelectionShapes(schema, source).of(type, fragment.selectionSet)
  },
}

export const graphqlPlanner: RoutePlanner = {
  type: "graphql",
  answer: "data",
  unread: { by: "", help: "map it under `graphql.variables`, or remove it" },
  open(mapping, { graphql: section }, input, { operations, pins }) {
    if (section === undefined) return undefined
    const plan = planGraphql(mapping, section, inputShapeOf(input), operations)
    return {
      ...plan,
      prove(object) {
        const { document, nested } = ownOperation(section, operations)
        const pageSizes = pageSizesOf(section, input, document)
        const { cost, diagnostics } = checkConnections(
          document,
          pins.schema(),
          pageSizes,
          nested?.unsized,
        )
        const proved = flatMap(plan.close(object), (graphql) =>
          planned(graphql, unusedSelections(mapping, document)),
        )
        return mapPlan(all([proved, planned(cost, diagnostics)]), ([graphql, cost]) => ({
          graphql,
          cost,
        }))
      },
    }
  },
  omitted: ({ graphql }, placesOf) =>
    graphql && omittedOf(graphql.operation.data, placesOf(graphql.output)),
  origin: graphqlOrigin,
}

function fragmentAt(path: string, documents: Documents): FragmentDefinitionNode | undefined {
  const { source } = documents.get(path)
  return source?.ast.definitions.find((one) => one.kind === Kind.FRAGMENT_DEFINITION)
}

/** The bounds of a page-size variable: from the input schema, through a mapping that names an input. */
function pageSizesOf(
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

function defaultOf(document: DocumentSource, variable: string): number | undefined {
  const definitions = document.operations[0]?.variableDefinitions ?? []
  const definition = definitions.find((one) => one.variable.name.value === variable)
  const value = definition?.defaultValue
  return value?.kind === Kind.INT ? Number(value.value) : undefined
}
