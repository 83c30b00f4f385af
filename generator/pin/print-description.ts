import type { GhDescription, RestDescription } from "../parse/index.js"

/** The text of a pin, with one line per entry, so that its changes are readable as a diff. */
export function printDescription(description: GhDescription | RestDescription): string {
  const blocks = Object.entries(description).map(([name, record]) => {
    const lines = Object.entries(record)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    return `  ${JSON.stringify(name)}: {\n${lines.join(",\n")}\n  }`
  })
  return `{\n${blocks.join(",\n")}\n}\n`
}
