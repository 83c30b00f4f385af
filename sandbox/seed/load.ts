import { readFile } from "node:fs/promises"
import { closestMatch } from "leven"
import { Settings } from "typebox/system"
import { Value } from "typebox/value"
import { SeedError } from "../errors/index.js"
import type { RunScript, ScriptedRun, Seed, SeedAddition, SeedToken } from "../public/index.js"
import { schemas } from "./schemas.js"

interface Checked {
  Seed: Seed
  SeedAddition: SeedAddition
  SeedToken: SeedToken
  RunScript: RunScript
  ScriptedRun: ScriptedRun
}

const TIME = "2026-11-24T03:00:00Z"

/** The contents of a seed, or of its JSON or YAML file; not checked yet. */
export async function readSeed(seed: unknown): Promise<unknown> {
  if (typeof seed !== "string") return seed
  const text = await readFile(seed, "utf8")
  // Loaded on demand, because seeds in TypeScript or JSON do not need it.
  const yaml = seed.endsWith(".json") ? undefined : await import("./yaml.js")
  try {
    return yaml ? yaml.parseYaml(text) : JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SeedError([`${seed} cannot be read: ${reason}`])
  }
}

/** The value, or an error that lists all its problems. */
export function checked<Name extends keyof Checked>(
  name: Name,
  value: unknown,
  source: string,
): Checked[Name] {
  const schema = schemas[name]
  if (isValid<Checked[Name]>(schema, value)) return value
  const problems = allErrors(schema, value).flatMap((error) => {
    // Each unknown property is reported twice; the other report names its parent only.
    if (error.keyword === "boolean") {
      const names = error.instancePath.slice(1).split("/")
      const near = closestMatch(names.pop() ?? "", propertiesAt(schema, names), { maxDistance: 3 })
      const meant = near === undefined ? "" : `, did you mean ${near}?`
      return [`${place(error.instancePath)}: unknown property${meant}`]
    }
    if (error.keyword === "additionalProperties") return []
    if (error.keyword === "pattern" && new RegExp(error.params.pattern).test(TIME))
      return [`${place(error.instancePath)}: must be a time such as ${TIME}, in whole seconds`]
    const allowed =
      "allowedValues" in error.params ? `: ${error.params.allowedValues.join(", ")}` : ""
    return [`${place(error.instancePath)}: ${error.message}${allowed}`]
  })
  throw new SeedError(problems, source)
}

const isValid = <Type>(schema: object, value: unknown): value is Type => Value.Check(schema, value)

/** TypeBox lists eight by default. */
function allErrors(schema: object, value: unknown) {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: 1000 })
  try {
    return Value.Errors(schema, value)
  } finally {
    Settings.Set({ maxErrors })
  }
}

/** `/repositories/0/name` to `repositories[0].name`. */
function place(pointer: string): string {
  if (pointer === "") return "at the top"
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => {
      if (/^\d+$/.test(part)) return `${path}[${part}]`
      return path === "" ? part : `${path}.${part}`
    }, "")
}

/** The names of the properties that an object at a path may have. */
function propertiesAt(schema: unknown, path: readonly string[]): string[] {
  const { anyOf, items, properties, patternProperties } = Object(schema)
  if (Array.isArray(anyOf)) return anyOf.flatMap((one) => propertiesAt(one, path))
  const [name, ...rest] = path
  if (name === undefined || name === "") return Object.keys(properties ?? {})
  const own = properties?.[name] ?? items ?? Object.values(patternProperties ?? {})[0]
  return own === undefined ? [] : propertiesAt(own, rest)
}
