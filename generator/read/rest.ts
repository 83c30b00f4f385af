import type { RestDescription } from "../../schema/slim-rest.js"

let latest: { text: string; description: RestDescription } | undefined

/** Reads the pinned REST description, once for the same text; without one there is no endpoint. */
export function readRest(text: string | undefined): RestDescription {
  if (text === undefined) return { paths: {}, schemas: {} }
  if (latest?.text !== text) latest = { text, description: JSON.parse(text) }
  return latest.description
}
