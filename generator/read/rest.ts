import { Errors } from "typebox/schema"
import type { RestDescription } from "../../schema/slim-rest.js"

let latest: { text: string; description: RestDescription } | undefined

const form = {
  type: "object",
  required: ["paths", "schemas"],
  properties: {
    paths: { type: "object", additionalProperties: { type: "object" } },
    schemas: { type: "object" },
  },
}

/** The pinned REST description is missing or is not what was pinned. */
export class RestPinError extends Error {}

/**
 * Reads the pinned REST description, once for the same text.
 *
 * @throws RestPinError where there is none, or where it cannot be understood.
 */
export function readRest(text: string | undefined): RestDescription {
  if (text === undefined) throw new RestPinError("there is no pinned REST description")
  if (latest?.text !== text) latest = { text, description: parse(text) }
  return latest.description
}

function parse(text: string): RestDescription {
  const value = (() => {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new RestPinError(error instanceof Error ? error.message : String(error))
    }
  })()
  const [ok, errors] = Errors(form, value)
  if (!ok) throw new RestPinError(`${errors[0]?.instancePath ?? ""} ${errors[0]?.message ?? ""}`)
  return value
}
