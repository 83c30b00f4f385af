import { lookupPath, type WrittenGraphqlLookup } from "../parse/index.js"

/** The path of the document that a lookup asks. */
export function documentOf(
  name: string,
  { documentPath, document = name }: WrittenGraphqlLookup,
): string {
  return documentPath ?? lookupPath(document)
}
