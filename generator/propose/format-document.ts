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
