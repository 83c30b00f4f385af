import { lookupPath, type WrittenGraphqlLookup } from "../parse/index.js"

/** The path of a lookup's document. */
export function documentOf(
  name: string,
  { documentPath, document = name }: WrittenGraphqlLookup,
): string {
  return documentPath ?? lookupPath(document)
}
