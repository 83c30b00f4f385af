import { nearest } from "../diagnostics/index.js"
import type { CardPath, RestDescription, RestOperation, RestParameter } from "../parse/index.js"
import type { EndpointPlan } from "./capability-plan.js"
import type { Mapping } from "./mapping.js"

const OPTIONAL_PART = /\[([^[\]]*)\]/g

/** What GitHub's description says of an endpoint: of both, where a part of its path is optional. */
export function findOperation(
  mapping: Mapping,
  endpoint: Pick<EndpointPlan, "method" | "path">,
  at: CardPath,
  description: RestDescription,
): RestOperation | undefined {
  const { path, method } = endpoint
  const optional = [...path.matchAll(OPTIONAL_PART)]
  if (optional.length > 1 || (optional.length === 1 && method !== "GET")) {
    const message = "only the path of a GET can have an optional part in brackets, and only one"
    mapping.report("GHX1601", mapping.source.valueSpan([...at, "path"]), message)
    return undefined
  }
  const variants = new Set([path.replace(OPTIONAL_PART, "$1"), path.replace(OPTIONAL_PART, "")])
  const operations = [...variants].map((one) => find(mapping, endpoint, one, at, description))
  const [whole, ...shorter] = operations
  if (whole === undefined || operations.includes(undefined)) return undefined
  return shorter.reduce((both: RestOperation, one) => (one ? common(both, one) : both), whole)
}

/** Whether a parameter stands in an optional part of a path. */
export function isOptionalIn(path: string, name: string): boolean {
  return [...path.matchAll(OPTIONAL_PART)].some(([, part = ""]) => part.includes(`{${name}}`))
}

function find(
  mapping: Mapping,
  { method }: Pick<EndpointPlan, "method" | "path">,
  path: string,
  at: CardPath,
  { paths }: RestDescription,
): RestOperation | undefined {
  const methods = Object.hasOwn(paths, path) ? paths[path] : undefined
  if (methods === undefined) {
    const near = nearest(path, Object.keys(paths))
    const help = near === undefined ? undefined : `did you mean \`${near}\`?`
    const span = mapping.source.valueSpan([...at, "path"])
    mapping.report("GHX1601", span, `GitHub has no path \`${path}\``, help)
    return undefined
  }
  const operation = methods[method.toLowerCase()]
  if (operation !== undefined) return operation
  const known = Object.keys(methods).map((one) => one.toUpperCase())
  mapping.report(
    "GHX1601",
    mapping.source.valueSpan([...at, "method"]),
    `\`${path}\` cannot be asked with ${method}`,
    `it takes ${known.join(", ")}`,
  )
  return undefined
}

/** What holds whichever of the two is asked: the query that both take, and an answer of either. */
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
