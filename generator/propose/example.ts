import type { JsonSchema } from "../../runtime/definition/index.js"

/** Values that exist in the sandbox's default data. */
const SANDBOX_VALUES: Readonly<Record<string, unknown>> = {
  owner: "octocat",
  repo: "hello-world",
  issue_number: 1,
  pull_number: 7,
  run_id: 2,
  job_id: 4,
  username: "monalisa",
  org: "octo-org",
  ref: "main",
  path: "README.md",
}

/** An example input; undefined if one cannot be derived. */
export function exampleOf(schema: JsonSchema): Record<string, unknown> | undefined {
  const { properties = {}, required = [] } = schema
  const values = required.map((name) => [name, sampleOf(name, properties[name] ?? {})] as const)
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values)
}

function sampleOf(name: string, schema: JsonSchema): unknown {
  if (Object.hasOwn(SANDBOX_VALUES, name)) return SANDBOX_VALUES[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sampleOf(name, schema.anyOf[0])
  switch ([schema.type].flat()[0]) {
    case "string":
      return schema.pattern === undefined ? `A ${name.replaceAll("_", " ")}` : undefined
    case "integer":
    case "number":
      return schema.minimum ?? 1
    case "boolean":
      return true
    case "array": {
      const item = schema.items && sampleOf(name, schema.items)
      return item === undefined ? undefined : [item]
    }
    case "object":
      return exampleOf(schema)
    default:
      return undefined
  }
}
