/** Diagnostics and completions for a card, from the YAML language server that editors run. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import { TextDocument } from "vscode-languageserver-textdocument"
import { getLanguageService } from "yaml-language-server"
import { ROOT } from "./projects.js"

const service = getLanguageService({
  schemaRequestService: async (uri) => readFileSync(new URL(uri), "utf8"),
  workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
})
service.configure({ validate: true, completion: true, hover: true })

let version = 0

function documentOf(path: string, text: string): TextDocument {
  version += 1
  return TextDocument.create(pathToFileURL(join(ROOT, path)).href, "yaml", version, text)
}

const card = (text: string) =>
  `# yaml-language-server: $schema=../../generated/editor/card.schema.json\n${text}`

async function problems(path: string, text: string): Promise<string[]> {
  const found = await service.doValidation(documentOf(path, text), false)
  return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`)
}

/** The completions at `|` in a card. */
async function offers(text: string): Promise<string[]> {
  const whole = card(text)
  const document = documentOf("cards/issue/new.yaml", whole.replace("|", ""))
  const { items } = await service.doComplete(
    document,
    document.positionAt(whole.indexOf("|")),
    false,
  )
  return items.map(({ label }) => label)
}

const files = readdirSync(join(ROOT, "cards"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".yaml"))
  .map((path) => `cards/${path}`)
  .sort()

it.each(files)("the YAML language server accepts %s, which names its schema", async (path) => {
  const text = readFileSync(join(ROOT, path), "utf8")
  expect(text.split("\n", 1)[0]).toMatch(/^# yaml-language-server: \$schema=\S+\.schema\.json$/)
  expect(await problems(path, text)).toEqual([])
})

describe("the YAML language server in a card", () => {
  it("reports unknown keys, values and shapes", async () => {
    const text = card(
      "description: Show it.\noutptu: issue\nrest: { request: FETCH /user }\neffect: look\n",
    )
    const found = await problems("cards/issue/new.yaml", text)
    expect(found.map((problem) => problem.split(":", 1)[0]).sort()).toEqual(["3", "4", "5"])
    expect(await problems("cards/issue/new.yaml", card("description: A.\noutput: isue\n"))).toEqual(
      [expect.stringContaining("issue_summary")],
    )
  })

  it.each([
    ["keys", "description: Show it.\n|", ["effect", "input", "output", "list", "graphql"]],
    ["shapes", "description: Show it.\noutput: |", ["issue", "pull_request_summary"]],
    ["shapes", "output:\n  shape: |", ["issue", "review_thread"]],
    ["members of a shape expression", "output:\n  |", ["shape", "pick", "fields"]],
    ["inputs", "input:\n  |", ["owner", "issue_number"]],
    ["members of an input", "input:\n  owner:\n    |", ["minLength", "description", "nullable"]],
    ["lookups", "graphql:\n  lookups: [|]", ["issue_id", "repository_id"]],
    ["lookups", "rest:\n  lookups:\n    |", ["issue", "milestone"]],
    ["members of a lookup", "graphql:\n  lookups:\n    other:\n      |", ["uses", "with"]],
    ["effects", "effect: |", ["read", "write", "destroy"]],
  ])("completes %s in %j", async (_what, text, expected) => {
    expect(await offers(text)).toEqual(expect.arrayContaining(expected))
  })
})
