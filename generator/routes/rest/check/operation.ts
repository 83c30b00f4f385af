import { didYouMean, type Problem } from "../../../diagnostics/index.js"
import { aboutRoute } from "../../../messages/index.js"
import type {
  RestDescription,
  RestEndpointSection,
  RestOperation,
  RestParameter,
} from "../../../parse/index.js"
import { alternatives, fromOpenapi, type ObjectShape, objectOf } from "../../../shape/index.js"

const OPTIONAL_PART = /\[([^[\]]*)\]/g

/** The part of an endpoint that identifies its operation. */
type EndpointName = Pick<RestEndpointSection, "method" | "path">

/** GitHub's description of an endpoint, or the wrong key and the reason. */
type FoundOperation =
  | { readonly ok: true; readonly operation: RestOperation }
  | { readonly ok: false; readonly key: "path" | "method"; readonly problem: Problem }

/** Finds an endpoint in GitHub's description. If a part of its path is optional, both variants must exist. */
export function findOperation(
  { path, method }: EndpointName,
  description: RestDescription,
): FoundOperation {
  const optional = [...path.matchAll(OPTIONAL_PART)]
  if (optional.length > 1 || (optional.length === 1 && method !== "GET")) {
    return { ok: false, key: "path", problem: aboutRoute.optionalPart() }
  }
  const whole = find(path.replace(OPTIONAL_PART, "$1"), method, description)
  const shorter = find(path.replace(OPTIONAL_PART, ""), method, description)
  if (!whole.ok || optional.length === 0) return whole
  if (!shorter.ok) return shorter
  return { ok: true, operation: common(whole.operation, shorter.operation) }
}

/** Whether a parameter is in an optional part of a path. */
export function isOptionalIn(path: string, name: string): boolean {
  return [...path.matchAll(OPTIONAL_PART)].some(([, part = ""]) => part.includes(`{${name}}`))
}

function find(
  path: string,
  method: RestEndpointSection["method"],
  { paths }: RestDescription,
): FoundOperation {
  const methods = Object.hasOwn(paths, path) ? paths[path] : undefined
  if (methods === undefined) {
    const help = didYouMean(path, Object.keys(paths))
    return { ok: false, key: "path", problem: aboutRoute.noPath(path, help) }
  }
  const operation = methods[method.toLowerCase()]
  if (operation !== undefined) return { ok: true, operation }
  const known = Object.keys(methods).map((one) => one.toUpperCase())
  return { ok: false, key: "method", problem: aboutRoute.noMethod(path, method, known) }
}

/** The common part of two operations: their shared query, and the response of either one. */
function common(whole: RestOperation, shorter: RestOperation): RestOperation {
  const isSame = JSON.stringify(whole.response) === JSON.stringify(shorter.response)
  return {
    ...whole,
    parameters: [
      ...(whole.parameters ?? []).filter((one) => one.required || takes(shorter, one)),
      ...(shorter.parameters ?? []).filter((one) => one.required && !takes(whole, one)),
    ],
    ...(!isSame && { response: { oneOf: [whole.response ?? {}, shorter.response ?? {}] } }),
    ...(shorter.mayBeEmpty && { mayBeEmpty: true }),
  }
}

function takes({ parameters = [] }: RestOperation, { name, in: place }: RestParameter): boolean {
  return parameters.some((one) => one.name === name && one.in === place)
}

export function queryShape(
  { parameters = [] }: RestOperation,
  { schemas }: RestDescription,
): ObjectShape {
  const query = parameters.filter((one) => one.in === "query")
  const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]))
  const required = query.filter((one) => one.required).map(({ name }) => name)
  const shape = fromOpenapi({ type: "object", properties, required }, schemas, "")
  return shape.kind === "object" ? shape : objectOf({})
}

/** The shape of a request's body; undefined if it has none. */
export function bodyShape(
  { body }: RestOperation,
  { schemas }: RestDescription,
): ObjectShape | undefined {
  if (body === undefined) return undefined
  const shape = fromOpenapi(body, schemas, "")
  return alternatives(shape).find((one) => one.kind === "object")
}

/** `/repos/{owner}/{repo}` has `owner` and `repo`. */
export function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
}
