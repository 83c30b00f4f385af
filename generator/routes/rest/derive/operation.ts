import type { Context } from "../../../expand/index.js"
import type { RestOperation, WrittenEndpoint } from "../../../parse/index.js"
import type { ObjectShape } from "../../../shape/index.js"
import { bodyShape, findOperation, queryShape } from "../check/index.js"

/** What an answer is called that has no name. */
export const RESPONSE = "response"

/** What GitHub's description says of a request; undefined where it is not known which one it is. */
export function operationOf(
  { method, path }: Pick<WrittenEndpoint, "method" | "path">,
  { pins }: Pick<Context, "pins">,
): RestOperation | undefined {
  if (method === undefined || path === undefined) return undefined
  const found = findOperation({ method, path }, pins.rest())
  return found.ok ? found.operation : undefined
}

/** What a request takes in its query and in its body. */
export function takenBy(
  operation: RestOperation,
  { pins }: Context,
): { readonly query: ObjectShape; readonly body: ObjectShape | undefined } {
  const description = pins.rest()
  return { query: queryShape(operation, description), body: bodyShape(operation, description) }
}
