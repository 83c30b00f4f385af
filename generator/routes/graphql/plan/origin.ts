import { type FragmentDefinitionNode, isCompositeType, Kind } from "graphql"
import { type Documents, fragmentPath, isOfPackage } from "../../../check/index.js"
import type { ShapeOrigin } from "../../../plan/index.js"
import { PACKAGE_FOLDER } from "../../../read/index.js"
import { SelectionShapes } from "../../../shape/index.js"

/** Over GraphQL, the origin of a shape is the fragment with its name. */
export const graphqlOrigin: ShapeOrigin = {
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

function fragmentAt(path: string, documents: Documents): FragmentDefinitionNode | undefined {
  const { source } = documents.get(path)
  return source?.ast.definitions.find((one) => one.kind === Kind.FRAGMENT_DEFINITION)
}
