/** Values as plain text. */

export type Plain = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

export function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value)) return value.map(wordsOf).join(", ")
  const main = isObject(value) ? mainOf(value) : undefined
  if (main !== undefined) return main
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** In one line, so that a stranger's name cannot look like lines of the command. */
export const oneLine = (value: unknown): string => wordsOf(value).replaceAll(/\s+/g, " ").trim()

export function mainOf(value: Plain): string | undefined {
  const main = ["title", "name", "login", "body"].map((name) => value[name])
  const words = main.find((one): one is string => typeof one === "string" && one !== "")
  return words !== undefined && value.number !== undefined ? `${words} (#${value.number})` : words
}

export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || value === undefined || value === "" || isEmptyObject(value)
}

const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0

export function isLong(value: unknown): boolean {
  return typeof value === "string" && value.includes("\n")
}
