import { readFileSync } from "node:fs"
import { pinFile } from "../../schema/lazy/index.js"

const texts = new Map<string, string>()

/** Returns the text of a file of `schema/`, which is read once. Bundling may have moved this module to any depth. */
export function pin(name: string): string {
  const known = texts.get(name)
  if (known !== undefined) return known
  const text = readFileSync(pinFile(name, "Operations need"), "utf8")
  texts.set(name, text)
  return text
}
