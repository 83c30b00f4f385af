/** Compares the layout engine with the document printer of prettier. */
import fc from "fast-check"
import { builders, printer } from "prettier/doc"
import { expect, test } from "vitest"
import {
  type Doc,
  fill,
  group,
  hardline,
  ifBreak,
  importedName,
  indent,
  join,
  line,
  literalline,
  printed,
  softline,
} from "./layout.js"

/** The constructors of documents, in ours and in prettier's. */
interface Both {
  readonly ours: Doc
  readonly theirs: builders.Doc
}

const both = (ours: Doc, theirs: builders.Doc): Both => ({ ours, theirs })

const word = fc
  .string({ unit: fc.constantFrom("a", "b", "é"), minLength: 1, maxLength: 40 })
  .map((text) => both(text, text))
const name = fc
  .constantFrom("issue", "issueFromRest")
  .map((one) => both(importedName({ name: one, path: "a.ts" }), builders.label("import", one)))

const list = (parts: readonly Both[]) =>
  both(
    parts.map(({ ours }) => ours),
    parts.map(({ theirs }) => theirs),
  )
/** Members between brackets, and their separator. */
const bracketed = (members: readonly Both[], isFilled: boolean, space: "line" | "softline") => {
  const { ours, theirs } = list(members)
  const all = join([ifBreak("", ";"), line], [ours].flat() as Doc[])
  const others = builders.join(
    [builders.ifBreak("", ";"), builders.line],
    [theirs].flat() as builders.Doc[],
  )
  const [inner, outer] = space === "line" ? [line, builders.line] : [softline, builders.softline]
  return both(
    group(["{", indent([inner, isFilled ? fill(all) : all]), ifBreak(","), inner, "}"]),
    builders.group([
      "{",
      builders.indent([outer, isFilled ? builders.fill(others) : others]),
      builders.ifBreak(","),
      outer,
      "}",
    ]),
  )
}

const documents = fc.letrec<{ doc: Both }>((tie) => ({
  doc: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    word,
    name,
    fc.array(tie("doc"), { minLength: 1, maxLength: 4 }).map(list),
    fc
      .tuple(
        fc.array(tie("doc"), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        fc.constantFrom("line" as const, "softline" as const),
      )
      .map(([members, isFilled, space]) => bracketed(members, isFilled, space)),
    fc.array(tie("doc"), { minLength: 1, maxLength: 3 }).map((members) => {
      const { ours, theirs } = list(members)
      return both(
        group(["(", indent([hardline, ours, literalline, "text"]), hardline, ")"]),
        builders.group([
          "(",
          builders.indent([builders.hardline, theirs, builders.literalline, "text"]),
          builders.hardline,
          ")",
        ]),
      )
    }),
  ),
}))

test("printed() breaks lines as prettier's document printer does", () => {
  fc.assert(
    fc.property(fc.array(documents.doc, { minLength: 1, maxLength: 5 }), (parts) => {
      const { ours, theirs } = list(parts)
      const { formatted } = printer.printDocToString([theirs, builders.hardline], {
        printWidth: 100,
        tabWidth: 2,
        useTabs: true,
        endOfLine: "lf",
      } as Parameters<typeof printer.printDocToString>[1])
      expect(printed(ours).text).toBe(formatted)
    }),
    { numRuns: process.env.ALL === "1" ? 20_000 : 300, seed: 1 },
  )
})

test("printed() returns each needed import once", () => {
  const type = importedName({ name: "Issue", path: "a.ts", types: true })
  const { text, needed } = printed(group(["[", indent([softline, fill([type, line, type])]), "]"]))
  expect(text).toBe("[Issue Issue]\n")
  expect(needed).toEqual([{ name: "Issue", path: "a.ts", types: true }])
})
