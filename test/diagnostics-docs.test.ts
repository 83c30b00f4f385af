/** Tests that every example in docs/diagnostics/ is compiled: the bad one reports its code, the cure no error. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { catalogue, type Diagnostic, type DiagnosticCode } from "../generator/diagnostics/index.js"
import {
  CONTRACTS_PATH,
  GH_PATH,
  type Inputs,
  REST_PATH,
  SCHEMA_PATH,
} from "../generator/read/index.js"
import { compile } from "./compile.js"
import { ROOT } from "./projects.js"

const CARD = "cards/issue/view.yaml"
const DOCUMENT = "operations/issue/view.graphql"

interface Fence {
  readonly language: string
  readonly role: string
  readonly text: string
}

const PAGES = join(ROOT, "docs/diagnostics")
const intro = readFileSync(join(PAGES, "README.md"), "utf8")
const sections = readdirSync(PAGES)
  .sort()
  .flatMap((name) =>
    readFileSync(join(PAGES, name), "utf8")
      .split(/^(?=## GHX)/m)
      .slice(1),
  )
const base = fencesIn(intro).filter(({ role }) => role === "base")
const schema = readFileSync(join(ROOT, SCHEMA_PATH), "utf8")
const rest = readFileSync(join(ROOT, REST_PATH), "utf8")
const gh = readFileSync(join(ROOT, GH_PATH), "utf8")

it("docs/diagnostics/ has a section for every code, in the catalogue's order", () => {
  const headings = sections.map((section) => /^## (.*)\n\n\*\*(.*)\*\*$/m.exec(section)?.slice(1))
  expect(headings).toEqual(Object.entries(catalogue))
})

it("docs/diagnostics/ starts from a card and a document that compile", () => {
  expect(diagnosticsOf([])).toEqual([])
})

describe.each(
  sections.map((section) => ({ code: section.slice(3, 10) as DiagnosticCode, section })),
)("docs/diagnostics/ on $code", ({ code, section }) => {
  const fences = fencesIn(section)
  const bad = fences.filter(({ role }) => role !== "cure")
  const cure = fences.filter(({ role }) => role !== "bad")

  it("has a bad example that reports the code", () => {
    expect(bad.length, "examples").toBeGreaterThan(0)
    expect(diagnosticsOf(bad).map((one) => one.code)).toContain(code)
  })

  it("has a cure that compiles without errors", () => {
    const left = diagnosticsOf(cure)
    expect(left.map((one) => one.code)).not.toContain(code)
    expect(left.filter(({ severity }) => severity === "error")).toEqual([])
  })
})

function fencesIn(markdown: string): Fence[] {
  return [...markdown.matchAll(/^```(\w+) (\w+)\n(.*?)^```$/gms)].flatMap(
    ([, language = "", role = "", written = ""]) => {
      const text = written.replace(/<U\+([0-9A-F]+)>/g, (_, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      )
      if (language !== "diff") return [{ language, role, text }]
      const without = (sign: string) =>
        text.replace(new RegExp(`^[${sign}].*\\n`, "gm"), "").replace(/^./gm, "")
      return [
        { language: role, role: "bad", text: without("+") },
        { language: role, role: "cure", text: without("-") },
      ]
    },
  )
}

/** Compiles the page's card and document, with the changes of the examples. */
function diagnosticsOf(examples: readonly Fence[]): readonly Diagnostic[] {
  const baseCard = base.find(({ language }) => language === "yaml")?.text ?? ""
  const baseDocument = base.find(({ language }) => language === "graphql")?.text ?? ""
  const files = new Map([
    [CARD, baseCard],
    [DOCUMENT, baseDocument],
    [SCHEMA_PATH, schema],
  ])
  for (const { language, text } of examples) {
    const [, named, rest = ""] = /^# (\S+\/\S+)\n(.*)$/s.exec(text) ?? []
    const own = { yaml: CARD, graphql: DOCUMENT, json: CONTRACTS_PATH }[language] ?? ""
    const content = named === undefined ? text : rest
    const isCard = language === "yaml" && !/^cards\/(shared|shapes)\//.test(named ?? "")
    files.set(named ?? own, isCard ? withKeys(baseCard, content) : content)
  }
  return compile(inputsOf(files)).diagnostics
}

/** The card with its top-level keys replaced by those of the example. */
function withKeys(card: string, example: string): string {
  const changed = blocksOf(example)
  const meant = (key: string) => (["output", "list"].includes(key) ? "output_schema" : key)
  const keys = changed.map(({ key }) => meant(key))
  const kept = blocksOf(card).filter(({ key }) => !keys.includes(key))
  return [...kept, ...changed].map(({ text }) => text).join("")
}

function blocksOf(card: string): { key: string; text: string }[] {
  return card.split(/^(?=\w)/m).map((text) => ({ key: text.slice(0, text.indexOf(":")), text }))
}

function inputsOf(files: ReadonlyMap<string, string>): Inputs {
  const below = (folder: string) =>
    new Map([...files].filter(([path]) => path.startsWith(`${folder}/`)))
  const contracts = files.get(CONTRACTS_PATH)
  return {
    cards: below("cards"),
    operations: below("operations"),
    schema: files.get(SCHEMA_PATH) ?? "",
    rest,
    gh,
    ...(contracts === undefined ? {} : { contracts }),
  }
}
