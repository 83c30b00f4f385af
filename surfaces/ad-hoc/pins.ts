import { readFileSync } from "node:fs"
import { pinFile } from "../../schema/lazy/index.js"

const texts = new Map<string, string>()

/** The text of a pin, read once: `schema/` of the package, however deep this module was bundled. */
export function pin(name: string): string {
  const known = texts.get(name)
  if (known !== undefined) return known
  const text = readFileSync(pinFile(name, "Operations need"), "utf8")
  texts.set(name, text)
  return text
}
