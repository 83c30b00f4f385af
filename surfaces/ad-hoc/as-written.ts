/** The result of a document with the names that the document has. */
import { resultName } from "../../generator/routes/graphql/document/index.js"
import { type SelectedNames, selectedNames } from "./selected.js"

/**
 * Undoes what the compiler does to a result: names in snake_case, and `pageInfo` of lists that did not select it.
 *
 * @param text - a valid document with one operation
 */
export function asWritten(text: string, result: unknown): unknown {
  const written = (value: unknown, names: SelectedNames): unknown => {
    if (Array.isArray(value)) return value.map((item) => written(item, names))
    if (typeof value !== "object" || value === null || names.size === 0) return value
    const members = [...names].flatMap(([key, { inner }]) => {
      // If names would be equal in snake_case, the result has them unchanged.
      const own = [resultName(key), key].find((name) => Object.hasOwn(value, name))
      return own === undefined ? [] : [[key, written(Reflect.get(value, own), inner)]]
    })
    return Object.fromEntries(members)
  }
  return written(result, selectedNames(text))
}
