import type { Scalars } from "./types.js"

/** A date, with a time or without. */
const isoDate: Scalars[string] = {
  parseValue(given) {
    const isTime =
      typeof given === "string" &&
      /^\d{4}-\d\d-\d\d/.test(given) &&
      !Number.isNaN(Date.parse(given))
    if (isTime) return given
    throw new TypeError(`${JSON.stringify(given)} is not an ISO 8601 date`)
  },
}

/**
 * What GitHub takes for dates: of a schema with these, a text in a document that is none is a mistake.
 *
 * @public
 */
export const dates: Scalars = { Date: isoDate, DateTime: isoDate }
