import { describe, expect, it } from "vitest"
import { isMap, isScalar, parseDocument } from "yaml"
import { scalarOffsets } from "./yaml.js"

const EXPRESSION = "state == 'OPEN' && nodes[?name == 'x'].id"

describe("scalarOffsets", () => {
  it.each([
    ["plain", `key: ${EXPRESSION} # a comment\n`],
    ["plain over lines", "key: state ==\n  title &&\n\n  other\n"],
    ["in double quotes", `key: "${EXPRESSION}"\n`],
    ["in double quotes with escapes", 'key: "a == \'\\u00e9\' && b == \\"x\\" \\\\ c"\n'],
    ["in double quotes over lines", 'key: "state ==\n  title\n  && other"\n'],
    ["in single quotes", "key: 'state == ''OPEN'' && title'\n"],
    ["a literal block", "key: |-\n    state == 'OPEN'\n      ? upper(title)\n      : title\n"],
    ["a literal block with a blank line", "key: |\n    state\n\n    == title\n"],
    ["a folded block", "key: >-\n    state == 'OPEN'\n    ? upper(title)\n\n    : title\n"],
    ["a folded block with deeper lines", "key: >\n    state\n      ? upper(title)\n    : title\n"],
    ["with CRLF", "key: |-\r\n  state ==\r\n  title\r\n"],
  ])("maps each character of a YAML scalar to its offset: %s", (_, text) => {
    const { contents } = parseDocument(text)
    const node = isMap(contents) ? contents.items[0]?.value : undefined
    if (!isScalar(node) || !node.range) throw new Error("no scalar")
    const value = String(node.value)
    const written = text.slice(node.range[0], node.range[1])
    const offsets = scalarOffsets(written, value)
    expect(offsets).toHaveLength(value.length + 1)
    for (const [index, unit] of value.split("").entries()) {
      const found = written[offsets[index] ?? -1]
      if (/[\s\\"é]/.test(unit)) expect(found).toMatch(/[\s\\]/)
      else expect(found, `character ${index} of ${value}`).toBe(unit)
    }
  })

  it("returns no offsets for an alias", () => {
    expect(scalarOffsets("*alias", "title")).toEqual([])
  })
})
