import { lookupPath, type WrittenGraphqlLookup } from "../parse/index.js"

/** The path of the document that a look-up asks. */
export function documentOf(
  name: string,
  { documentPath, document = name }: WrittenGraphqlLookup,
): string {
  return documentPath ?? lookupPath(document)
}
