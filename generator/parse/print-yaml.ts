import { Document, isMap, isSeq, visit } from "yaml"

const WIDTH = 100

/** Prints a map as YAML for people: short values stay on one line. */
export function printYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1" })
  visit(document, {
    Collection: (_, node, parents) => {
      const depth = parents.filter((one) => isMap(one) || isSeq(one)).length
      if (depth === 0) return undefined
      // Cards need fewer quotes than JSON, so a slightly longer value fits too.
      if (JSON.stringify(node.toJSON()).length + 2 * depth > WIDTH) return undefined
      node.flow = true
      return visit.SKIP
    },
  })
  return document.toString({ lineWidth: WIDTH, flowCollectionPadding: true })
}
