import type { RuleContext } from "../../../expand/index.js"
import type { RestOperation, WrittenEndpoint } from "../../../parse/index.js"
import type { ObjectShape } from "../../../shape/index.js"
import { bodyShape, findOperation, queryShape } from "../check/index.js"

/** The default name of an answer. */
export const RESPONSE = "response"

/** GitHub's description of a request; undefined if the operation is unknown. */
export function operationOf(
  { method, path }: Pick<WrittenEndpoint, "method" | "path">,
  { pins }: Pick<RuleContext, "pins">,
): RestOperation | undefined {
  if (method === undefined || path === undefined) return undefined
  const found = findOperation({ method, path }, pins.rest())
  return found.ok ? found.operation : undefined
}

/** The names in a request's query and body. */
export function takenBy(
  operation: RestOperation,
  { pins }: RuleContext,
): { readonly query: ObjectShape; readonly body: ObjectShape | undefined } {
  const description = pins.rest()
  return { query: queryShape(operation, description), body: bodyShape(operation, description) }
}
