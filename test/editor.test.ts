/** Completions and hovers for the built package, from TypeScript's language service. */
import { rmSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript-5.4"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Card, cards } from "./cards.js"
import { createFolderWithPackage } from "./installed.js"
import { all } from "./some.js"

let folder: string
let file: string
let service: ts.LanguageService
let text = ""
let version = 0

beforeAll(async () => {
  folder = await createFolderWithPackage("editor-test")
  file = join(folder, "code.ts")
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    types: ["node"],
  }
  service = ts.createLanguageService({
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: (path) => (path === file ? String(version) : "0"),
    getScriptSnapshot: (path) => {
      if (path === file) return ts.ScriptSnapshot.fromString(text)
      const content = ts.sys.readFile(path)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens code in which `|` marks the place. */
function open(code: string): number {
  const marked = `import { chain, createGhx, ghx } from "ghx"\nconst issue = { owner: "o", repo: "r", issue_number: 1 }\n${code}`
  text = marked.replace("|", "")
  version += 1
  return marked.indexOf("|")
}

function completions(code: string): string[] {
  const found = service.getCompletionsAtPosition(file, open(code), undefined)
  return found?.entries.map(({ name }) => name).sort() ?? []
}

/** The comment and tags of the symbol at the mark. */
const hover = (code: string): string => hoverAt(open(code))

function hoverAt(place: number): string {
  const info = service.getQuickInfoAtPosition(file, place)
  const tags =
    info?.tags?.map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`) ?? []
  return [ts.displayPartsToString(info?.documentation), ...tags].join("\n")
}

/** The hovers over expressions, in one text: after a change, TypeScript checks all of it anew. */
function hoversOver(expressions: readonly string[], imports = ""): string[] {
  open(`|${imports}\n${expressions.join("\n")}\n`)
  return expressions.map((one) => hoverAt(text.indexOf(`\n${one}\n`) + 1 + one.length))
}

/** The members of a namespace, by the ids of the cards. */
function membersOf(namespace: string): string[] {
  const within = cards.flatMap(({ capability_id: id }) =>
    id.startsWith(`${namespace}.`) ? (id.slice(namespace.length + 1).split(".")[0] ?? []) : [],
  )
  return [...new Set(within)].sort()
}

const isAlike = (one: Card, other: Card) =>
  all ? one === other : one.effect === other.effect && one.idempotent === other.idempotent

const promise = ["catch", "finally", "then"]

describe("a completion after a dot", () => {
  it("offers only the public members of a step", () => {
    const own = ["id", "input", "orThrow", "out", "run", "throws"]
    expect(completions("ghx.issue.view(issue).|")).toEqual([...own, ...promise].sort())
    const paged = [...own, "items", "pages"]
    expect(completions("ghx.issue.list(issue).|").filter((name) => !name.startsWith("["))).toEqual(
      [...paged, ...promise].sort(),
    )
  })

  it("offers only the public members of a chain", () => {
    const own = ["dryRun", "orThrow", "run"]
    expect(completions("chain(ghx.user.me()).|")).toEqual([...own, ...promise].sort())
  })

  it("offers `contract` and `definition` on a capability, beside members of any function", () => {
    const every = completions("const nothing = () => {}\nnothing.|")
    const own = completions("ghx.issue.view.|").filter((name) => !every.includes(name))
    expect(own).toEqual(["contract", "definition"])
  })

  it("offers the capabilities and namespaces of a namespace", () => {
    expect(completions("ghx.issue.labels.|")).toEqual(membersOf("issue.labels"))
    expect(completions("createGhx().pr.thread.|")).toEqual(membersOf("pr.thread"))
  })
})

describe("the package in an editor", () => {
  const values = [
    "ChainAborted",
    "ChainFailed",
    "GhxError",
    "bindTree",
    "chain",
    "createClient",
    "createExecutor",
    "createGhx",
    "dryRunClient",
    "each",
    "environmentRepository",
    "execute",
    "executeTask",
    "executeTasks",
    "explain",
    "fromEnvironment",
    "ghx",
    "listCapabilities",
    "recordingClient",
    "refuse",
    "sequence",
  ]

  it("exports only the public values", () => {
    expect(completions('import * as all from "ghx"\nall.|')).toEqual(values)
  })

  it("exports no internal type", () => {
    const types = completions('import type * as all from "ghx"\nlet one: all.|')
    expect(types).toEqual(
      expect.arrayContaining(["IssueViewOutput", "Page", "ResultEnvelope", "Step"]),
    )
    const inside = ["CatalogEntry", "GraphqlRoute", "Lookup", "Registry", "SingleUse", "StepPlan"]
    expect(types.filter((name) => inside.includes(name))).toEqual([])
  })

  it("shows a description of each value and namespace on hover", () => {
    const namespaces = ["ghx.issue", "ghx.pr.thread", "createGhx().workflow.run"]
    const expressions = [...values.map((name) => `all.${name}`), ...namespaces]
    for (const [at, hover] of hoversOver(expressions, 'import * as all from "ghx"').entries()) {
      expect(hover, expressions[at]).toMatch(/\w+ \w+/)
    }
  })
})

describe("a hover", () => {
  it("over a capability shows its effect and idempotency", () => {
    // One emitter writes all hovers, and they only depend on these two properties.
    const each = cards.filter((card) => cards.find((one) => isAlike(one, card)) === card)
    const hovers = hoversOver(each.map(({ capability_id: id }) => `ghx.${id}`))
    for (const [at, { capability_id: id, effect, idempotent }] of each.entries()) {
      const sentence = `Effect: ${effect}, ${idempotent ? "idempotent" : "not idempotent"}.`
      expect(hovers[at], id).toContain(sentence)
    }
  })

  it("over `chain` shows its description for steps as arguments and as a list", () => {
    expect(hover("chain|(ghx.user.me(), ghx.user.me())")).toContain("to send them together")
    expect(hover("chain|([ghx.user.me()])")).toContain("to send them together")
  })

  it("over an input shows its default", () => {
    expect(hover('ghx.issue.list({ owner: "o", repo: "r", first|: 3 })')).toContain("@default 30")
    expect(hover('ghx.issue.list({ owner: "o", repo: "r", states|: [] })')).toContain(
      '@default ["OPEN"]',
    )
  })
})
