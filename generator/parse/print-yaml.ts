import { Document, isMap, isSeq, visit } from "yaml"

const WIDTH = 100

/** A map as YAML, for people: what fits on a line stands on one, below its key. */
export function printYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1" })
  visit(document, {
    Collection: (_, node, parents) => {
      const depth = parents.filter((one) => isMap(one) || isSeq(one)).length
      if (depth === 0) return undefined
      // A card that is read has fewer quotes than JSON: what is a little too long for it fits.
      if (JSON.stringify(node.toJSON()).length + 2 * depth > WIDTH) return undefined
      node.flow = true
      return visit.SKIP
    },
  })
  return document.toString({ lineWidth: WIDTH, flowCollectionPadding: true })
}
