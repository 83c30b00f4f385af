import { readFile } from "node:fs/promises"
import { Value } from "typebox/value"
import { withPackage } from "../optional-package.js"
import { SeedError } from "./error.js"
import { type Seed, seedSchema } from "./schema.js"

/** A seed, or the JSON or YAML file that holds one, checked. */
export async function loadSeed(seed: Seed | string): Promise<Seed> {
  if (typeof seed !== "string") return checkSeed(seed)
  const text = await readFile(seed, "utf8")
  return checkSeed(await parse(text, seed), seed)
}

async function parse(text: string, path: string): Promise<unknown> {
  // Loaded on demand: seeds written in TypeScript or JSON do without it.
  const yaml = path.endsWith(".json") ? undefined : await withPackage("yaml", () => import("yaml"))
  try {
    return yaml ? yaml.parse(text) : JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SeedError([`${path} cannot be read: ${reason}`])
  }
}

/** The same value as a seed, or an error that lists everything that is wrong with it. */
function checkSeed(value: unknown, source = "seed"): Seed {
  if (Value.Check(seedSchema, value)) return value
  const problems = Value.Errors(seedSchema, value).flatMap((error) => {
    // Each unknown property is reported twice; the other report names its parent only.
    if (error.keyword === "boolean") return [`${place(error.instancePath)}: unknown property`]
    if (error.keyword === "additionalProperties") return []
    const allowed =
      "allowedValues" in error.params ? `: ${error.params.allowedValues.join(", ")}` : ""
    return [`${place(error.instancePath)}: ${error.message}${allowed}`]
  })
  throw new SeedError(problems, source)
}

/** `/repositories/0/name` to `repositories[0].name`. */
function place(pointer: string): string {
  if (pointer === "") return "the seed"
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => {
      if (/^\d+$/.test(part)) return `${path}[${part}]`
      return path === "" ? part : `${path}.${part}`
    }, "")
}
