/** Cards and documents that try to inject code into generated files, or to crash the compiler. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { buildSync } from "esbuild"
import { ts } from "ts-morph"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hiddenCharacters } from "../generator/diagnostics/index.js"
import { compile, pins } from "./compile.js"
import { CARD_PATH, payloads, places, sources, withOutput } from "./hostile.js"
import { ROOT } from "./projects.js"
import { all } from "./some.js"

const accepted: { place: string; payload: string; files: ReadonlyMap<string, string> }[] = []

describe.each(Object.keys(places))("hostile text in %s", (place) => {
  // Each string is tried in some place, and a sixth of the strings in each place.
  const tried = Object.keys(payloads).filter((_, index) => {
    return all || (index + Object.keys(places).indexOf(place)) % 6 === 0
  })

  it.each(tried)("becomes text or an error: %s", (payload) => {
    const { cards, operations } = places[place]?.(payloads[payload] ?? "") ?? sources({})
    const { files, diagnostics } = compile({ cards, operations, ...pins })
    const errors = diagnostics.filter(({ severity }) => severity === "error")
    expect(files.size > 0).toBe(errors.length === 0)
    for (const [path, text] of files) {
      if (path.endsWith(".ts")) expect(codeIn(text), path).toEqual([])
      else if (path.endsWith(".json")) expect(dataIn(text), path).toBe(withoutLayout(text))
      else expect(markupIn(text), path).toEqual([])
    }
    if (files.size > 0) accepted.push({ place, payload, files })
  })
})

describe("code generated from hostile text", () => {
  let folder = ""

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ghx-hostile-"))
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("exists for many of the texts in free-text fields", () => {
    const free = [
      "the description of a property",
      "a note",
      "since",
      "a default",
      "a const",
      "a literal argument of gh",
      "a literal flag",
      "the name of a lookup of gh",
      "the reason of a rule",
      "a literal of a rule",
    ]
    for (const place of free) {
      const taken = accepted.filter((one) => one.place === place).length
      expect(taken, place).toBeGreaterThan(Object.keys(payloads).length / (all ? 2 : 12))
    }
  })

  it("does nothing when it is imported", () => {
    const imported = /^generated\/(?:catalog|issue\/view|operations\/.*)\.ts$/
    const modules = accepted.flatMap(({ files }, index) => {
      const written = join(folder, `${index}`)
      for (const [path, text] of [...files].filter(([path]) => imported.test(path))) {
        mkdirSync(dirname(join(written, path)), { recursive: true })
        writeFileSync(join(written, path), text)
      }
      symlinkSync(join(ROOT, "runtime"), join(written, "runtime"), "dir")
      return [join(written, "generated/issue/view.ts"), join(written, "generated/catalog.ts")]
    })
    expect(modules.filter((path) => !existsSync(path))).toEqual([])
    const script = join(folder, "import.mjs")
    const imports = modules.map((path) => `await import(${JSON.stringify(path)})`)
    writeFileSync(script, `${imports.join("\n")}\nconsole.log("canary", globalThis.canary)\n`)
    const bundle = join(folder, "bundle.mjs")
    // Contracts and fields are read by calls.
    buildSync({
      ...{ entryPoints: [script], outfile: bundle, bundle: true, external: ["*.json"] },
      ...{ platform: "node", format: "esm", treeShaking: false },
    })
    const { stdout, stderr } = spawnSync(process.execPath, [bundle], {
      cwd: ROOT,
      encoding: "utf8",
    })
    expect({ stdout, stderr }).toEqual({ stdout: "canary undefined\n", stderr: "" })
  })
})

describe("the compiler reports diagnostics and writes no files for", () => {
  const deep = (open: string, close: string, depth = 20_000) =>
    open.repeat(depth) + close.repeat(depth)
  const properties = (count: number) =>
    Array.from({ length: count }, (_, index) => `  p${index}: { type: string }\n`).join("")

  it.each([
    ["YAML nested 20,000 deep", { card: `capability_id: ${deep("[", "]")}\n` }],
    ["a schema nested 10,000 deep", { card: `input_schema: ${deep("{ items: ", "}", 10_000)}\n` }],
    ["a schema of 20,000 properties", { card: `properties:\n${properties(20_000)}` }],
    ["a schema of 8,000 properties", { card: `input_schema:\n${properties(8_000)}` }],
    ["a document nested 20,000 deep", { document: `query IssueView ${deep("{ a ", "}")}` }],
    ["a list nested 20,000 deep", { document: `query IssueView { a(b: ${deep("[", "]")}) }` }],
    ["an expression nested 20,000 deep", { expression: `${deep("(", ")")}title` }],
    ["an expression of 20,000 steps", { expression: `title${" || title".repeat(20_000)}` }],
    ["a line of a million characters", { card: `description: ${"x".repeat(1_000_000)}\n` }],
    ["a million unknown characters", { document: "~".repeat(1_000_000) }],
  ])("%s", (_, hostile: { card?: string; document?: string; expression?: string }) => {
    const { card, document, expression } = hostile
    const changed = expression === undefined ? sources({}, document) : withOutput(expression)
    const cards = card === undefined ? changed.cards : new Map([[CARD_PATH, card]])
    const { files, diagnostics } = compile({ ...changed, cards, schema: pins.schema })
    expect(diagnostics.length).toBeGreaterThan(0)
    expect(files.size).toBe(0)
  })
})

const DECLARATIONS = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.FunctionDeclaration,
])

const known = new Map<string, string[]>()

/** Patterns that must not appear in generated code. Most modules are the same each time. */
function codeIn(text: string): string[] {
  const problems = known.get(text) ?? problemsIn(text)
  known.set(text, problems)
  return problems
}

function problemsIn(text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  })
  const problems = diagnostics.map(({ messageText }) => `does not parse: ${String(messageText)}`)
  const file = ts.createSourceFile("generated.ts", text, ts.ScriptTarget.ES2023, true)
  for (const statement of file.statements) {
    if (!DECLARATIONS.has(statement.kind)) problems.push(`statement: ${statement.getText()}`)
  }
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node) && ["globalThis", "canary"].includes(node.text)
    if (isName) problems.push(`name: ${node.parent.getText()}`)
    if (ts.isComputedPropertyName(node) && !ts.isStringLiteral(node.expression)) {
      problems.push(`computed name: ${node.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  for (const { character } of hiddenCharacters(text)) {
    problems.push(`invisible character: ${JSON.stringify(character)}`)
  }
  return problems
}

/** A JSON string, after checking that nothing else is in it. */
function dataIn(json: string): string {
  return JSON.stringify(JSON.parse(json))
}

/** JSON without the space between its parts. */
function withoutLayout(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, "$1")
}

/** Markup in a generated page that comes from a card. */
function markupIn(markdown: string): string[] {
  const prose = markdown.replace(/^```\w*\n.*?^```$/gms, "").replace(/`[^`\n]*`/g, "")
  const hidden = hiddenCharacters(markdown).map(({ character }) => JSON.stringify(character))
  return [...(prose.match(/(?<!\\)<\/?script.*/g) ?? []), ...hidden]
}
