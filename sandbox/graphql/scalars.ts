import type { GraphQLScalarTypeConfig } from "graphql"

/** What a scalar takes that not every text is. */
type Rules = Pick<GraphQLScalarTypeConfig<unknown, unknown>, "parseValue">

const time: Rules = {
  parseValue(given) {
    const isTime =
      typeof given === "string" &&
      /^\d{4}-\d\d-\d\d/.test(given) &&
      !Number.isNaN(Date.parse(given))
    if (isTime) return given
    throw new TypeError(`${JSON.stringify(given)} is not an ISO 8601 date`)
  },
}

export const SCALARS: Readonly<Record<string, Rules>> = { Date: time, DateTime: time }
