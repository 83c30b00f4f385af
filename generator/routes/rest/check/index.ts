import { isList, type RouteChecker } from "../../../check/index.js"
import { aboutList } from "../../../messages/index.js"
import { atKey } from "../../../parse/index.js"
import { checkEndpoints } from "./endpoints.js"

export { cursorOf, pagedEndpoint, responseNames } from "./endpoints.js"
export { bodyShape, findOperation, isOptionalIn, namesIn, queryShape } from "./operation.js"

export const restChecker: RouteChecker = {
  type: "rest",
  check(source, card, { pins }) {
    const { rest, graphql } = card
    if (!rest) return []
    if (isList(card) && graphql) return [atKey(source, ["rest"], aboutList.twoRoutes())]
    return checkEndpoints(source, rest, pins.rest())
  },
}
