import type { DescribedValue } from "../../synthesize/index.js"
import { type RestRequest, refuse } from "../route/index.js"
import { isObject, type Json, membersOf, problemsIn } from "./schema.js"

/** The validator of other bodies lets any value pass. */
const ANY = { patternProperties: {} }

/**
 * The body, as described. @throws HttpRefusal 422 that names what is missing, wrong or, unless the sandbox is lenient,
 * unknown
 */
export function bodyFor(
  request: RestRequest,
  schema: DescribedValue = { type: "object", properties: {} },
  resource: string,
  isLenient: boolean,
): Json {
  const members = Object.keys(membersOf(schema)).map((name) => [name, ANY])
  const value = request.body.by(isLenient ? { properties: Object.fromEntries(members) } : ANY)
  if (!isObject(value)) throw refuse(400, "Body should be a JSON object")
  const problems = problemsIn(schema, value).filter(({ code }) => code !== "unknown" || !isLenient)
  if (problems.length === 0) return value
  const errors = problems.map(({ field, code }) =>
    code === "unknown"
      ? { resource, field, code: "custom", message: `"${field}" is not a permitted key.` }
      : { resource, field, code },
  )
  throw refuse(422, "Validation Failed", { errors })
}

/** `DeploymentBranchPolicy` for `/…/deployment-branch-policies`. */
export function resourceName(collection: string): string {
  const [last = ""] = collection.split("/").slice(-1)
  return last
    .replace(/ies$/, "y")
    .replace(/s$/, "")
    .replace(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
