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

const WIDTH = 90

/** Formats a document like a hand-written one: short selections stay on one line. */
export function formatDocument(document: string): string {
  return document
    .replace(/\{\n +(\.\.\.\w+)\n +\}/g, "{ $1 }")
    .replace(/^(.*\()\n((?: +\$.*\n)+)(\).*)$/m, (all, before, lines, after) => {
      return fitting(`${before}${joined(lines, ", ")}${after}`) ?? all
    })
    .replace(/^( +\w+\()\n +(input: \{)\n((?: +\w.*\n)+) +\}\n +(\) \{)$/m, (all, ...parts) => {
      const [before, input, lines, after] = parts
      return fitting(`${before}${input} ${joined(lines, ", ")} }${after}`) ?? all
    })
    .replace(/^( +)(\w+)\((.*)\) \{$/gm, (all, indent, name, given) => {
      if (all.length <= WIDTH || given.includes("{")) return all
      const lines = given.split(", ").map((one: string) => `${indent}  ${one}\n`)
      return `${indent}${name}(\n${lines.join("")}${indent}) {`
    })
}

const joined = (lines: string, separator: string): string =>
  lines.trim().split(/\n +/).join(separator)

const fitting = (line: string): string | undefined => (line.length <= WIDTH ? line : undefined)
