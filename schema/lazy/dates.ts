import type { Scalars } from "./types.js"

/** A date, with or without a time. */
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
 * GitHub's date scalars: invalid dates in a document are errors.
 *
 * @public
 */
export const dates: Scalars = { Date: isoDate, DateTime: isoDate }
