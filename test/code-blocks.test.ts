/** Tests that every block of code on every page compiles, and that executable ones run on the sandbox. */
import { execFile } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { transformSync } from "esbuild"
import { startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createMemory, generate } from "../generator/compile/index.js"
import { readInputs } from "../generator/read/index.js"
import { createFolderWithPackage } from "./installed.js"
import { type Block, blocksOf, pages } from "./pages.js"
import { ROOT } from "./projects.js"
import { some } from "./some.js"
import { lineOf, typeCheck } from "./type-check.js"

/** Blocks that other tests follow, by page. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  "test/adding-a-capability.test.ts": ["CONTRIBUTING.md graphql", "CONTRIBUTING.md yaml"],
  "test/commands.test.ts": [
    "README.md sh",
    "CONTRIBUTING.md sh",
    "CONTRIBUTING.md console",
    "docs/agents.md sh",
    "docs/explorer.md sh",
  ],
  "test/diagnostics-docs.test.ts": [
    "docs/diagnostics/10xx.md diff",
    "docs/diagnostics/10xx.md graphql",
    "docs/diagnostics/10xx.md yaml",
    "docs/diagnostics/11xx.md diff",
    "docs/diagnostics/11xx.md graphql",
    "docs/diagnostics/11xx.md yaml",
    "docs/diagnostics/12xx.md diff",
    "docs/diagnostics/12xx.md graphql",
    "docs/diagnostics/12xx.md yaml",
    "docs/diagnostics/13xx.md diff",
    "docs/diagnostics/13xx.md graphql",
    "docs/diagnostics/13xx.md yaml",
    "docs/diagnostics/14xx.md json",
    "docs/diagnostics/14xx.md yaml",
    "docs/diagnostics/15xx.md graphql",
    "docs/diagnostics/16xx.md diff",
    "docs/diagnostics/17xx.md diff",
    "docs/diagnostics/17xx.md graphql",
    "docs/diagnostics/17xx.md yaml",
    "docs/diagnostics/README.md graphql",
    "docs/diagnostics/README.md yaml",
  ],
  "test/planner/capabilities.test.ts": ["docs/plans.md json"],
  "sandbox/tests/docs.test.ts": ["docs/sandbox-seeds.md yaml"],
  "test/issue-chain/command.test.ts": ["docs/issue-chains.md console", "docs/issue-chains.md sh"],
  "test/mcp/page.test.ts": [
    "docs/agents.md json",
    "docs/agents.md mcp",
    "docs/guides/bounding-an-agent.md json",
  ],
  "test/ghx/page.test.ts": [
    "README.md console",
    "docs/any-operation.md console",
    "docs/command.md console",
    "docs/gh.md console",
    "docs/plans.md console",
    "docs/guides/coming-from-gh.md console",
    "docs/guides/errors.md console",
    "docs/guides/install.md console",
  ],
  "test/ghx/run.test.ts": ["docs/command.md json"],
  "test/stacks.test.ts": ["docs/guides/github-actions.md js", "docs/guides/github-actions.md yaml"],
  "test/package.test.ts": [
    "docs/sandbox.md js",
    "docs/sandbox.md python",
    "docs/sandbox.md yaml",
    "docs/your-own-cards.md console",
    "docs/your-own-cards.md json",
    "docs/tutorial.md console",
    "docs/tutorial.md json",
    "docs/tutorial.md sh",
  ],
  "sandbox/tests/git.test.ts": ["docs/sandbox.md sh"],
  "test/throws.test.ts": ["docs/guides/errors.md grit", "docs/guides/errors.md js"],
}
/** Blocks that continue files of the same page. The tests of these pages run them. */
const isOfGuide = ({ page, language }: Block) =>
  ["CONTRIBUTING.md", "docs/tutorial.md", "docs/your-own-cards.md"].includes(page) &&
  language === "ts"

/** A block of language `text` is a diagram. */
const blocks = pages.flatMap(blocksOf).filter(({ language }) => language !== "text")
const typescript = blocks.filter((block) => block.language === "ts" && !isOfGuide(block))
const cards = blocks.filter(
  ({ page, language }) => /^docs\/cards[-.]/.test(page) && language === "yaml",
)
/**
 * Blocks for a test runner only compile here; test/package.test.ts runs them. So do blocks that need a
 * clone.
 */
const isRun = ({ role }: Block) => !["vitest", "clone", "action"].includes(role)
const written = [...new Set(typescript.map(({ page }) => page))]

it("every code block of every page belongs to a test", () => {
  const tested = new Set([...typescript, ...cards, ...blocks.filter(isOfGuide)])
  const others = blocks.filter((block) => !tested.has(block))
  const places = new Set(others.map(({ page, language }) => `${page} ${language}`))
  expect([...places].sort()).toEqual(Object.values(elsewhere).flat().sort())
})

describe("TypeScript in the docs", () => {
  let folder: string
  let url: string
  let close: () => Promise<void>

  beforeAll(async () => {
    folder = await createFolderWithPackage("code-blocks")
    for (const block of typescript) writeFileSync(join(folder, fileOf(block)), moduleOf(block))
    const sandbox = await startSandbox()
    url = sandbox.url
    close = sandbox.close
  })
  afterAll(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })

  it("compiles with the strict options of ghx", () => {
    // A block may declare names that it does not use.
    const unused = { noUnusedLocals: false, noUnusedParameters: false }
    const problems = typeCheck(folder, { paths: {}, ...unused })
    const messages = problems.map((one) => `${one.file}: ${one.message}: ${lineOf(folder, one)}`)
    expect(messages).toEqual([])
  })

  describe("executed page by page", () => {
    let output: Record<string, string>
    beforeAll(async () => {
      const script = (block: Block) => `./${fileOf(block).replace(/\.ts$/, ".js")}`
      const run = typescript.filter(isRun)
      for (const block of run) {
        const { code } = transformSync(moduleOf(block), { loader: "ts" })
        writeFileSync(join(folder, script(block)), code)
      }
      const files = written.map((page) => [
        page,
        run.filter((block) => block.page === page).map(script),
      ])
      const [runner, answers] = [join(folder, "run.js"), join(folder, "said.json")]
      writeFileSync(runner, runnerOf(files, answers))
      // The default client uses the sandbox, so nothing is sent to GitHub.
      const { GH_TOKEN: _, GITHUB_TOKEN: __, GH_HOST: ___, ...bare } = process.env
      const env = { ...bare, GHX_BASE_URL: url, NODE_ENV: "development" }
      await promisify(execFile)(process.execPath, [runner], { cwd: folder, env })
      output = JSON.parse(readFileSync(answers, "utf8"))
    })

    it.each(written)("prints nothing to stderr: %s", (page) => expect(output[page]).toBe(""))
  })
})

describe("an example card in docs/cards", () => {
  // An example may differ from a released contract.
  const { contracts: _, ...inputs } = readInputs(ROOT)
  const memory = createMemory()
  const shared = [...inputs.cards].filter(([path]) => /^cards\/(shared|shapes)\//.test(path))

  it.each(some(cards, 6))("compiles: $role, line $line", ({ role, text }) => {
    const path = `cards/${role.replaceAll(".", "/")}.yaml`
    const card = readFileSync(join(ROOT, path), "utf8")
    const cards = new Map([...shared, [path, withSections(card, text)]])
    const { diagnostics } = generate({ ...inputs, cards }, { memory })
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
  })
})

const fileOf = ({ page, line }: Block) => `${page.replace(/\W/g, "-")}-${line}.ts`

/** A module that imports the modules of each page, and records what they print to stderr or throw. */
const runnerOf = (pages: unknown, answers: string) => `import { writeFileSync } from "node:fs"
const said = {}
let page = ""
const note = (text) => { said[page] += text instanceof Error ? text.stack : String(text) }
process.stderr.write = (text) => { note(text); return true }
process.on("uncaughtException", note)
for (const [name, modules] of ${JSON.stringify(pages)}) {
  page = name
  said[page] = ""
  try {
    for (const module of modules) await import(module)
  } catch (error) {
    note(error)
  }
}
writeFileSync(${JSON.stringify(answers)}, JSON.stringify(said))
process.exit(0)
`

/** A block as a module: after its page's prelude, in its own scope so that names may repeat. */
function moduleOf(block: Block): string {
  const prelude = typescript.find(({ page, role }) => page === block.page && role === "prelude")
  if (!prelude || prelude === block) return `${block.text}\nexport {}\n`
  const [before, own] = [split(prelude.text), split(block.text)]
  const imports = [before.imports, own.imports].join("\n")
  return `${imports}\n${before.body}\n{\n${own.body}\n}\nexport {}\n`
}

function split(text: string): { imports: string; body: string } {
  const imports = [...text.matchAll(/^import .*?from "[^"]+"$/gms)].map(([found]) => found)
  return {
    imports: imports.join("\n"),
    body: imports.reduce((rest, found) => rest.replace(found, ""), text),
  }
}

/** The card with its top-level keys replaced by those of the example. An example that is a whole card replaces it. */
function withSections(card: string, example: string): string {
  if (example.startsWith("description:")) return example
  const sections = (text: string) =>
    text.split(/^(?=\w)/m).map((each) => ({ key: each.slice(0, each.indexOf(":")), text: each }))
  const changed = sections(example)
  const kept = sections(card).filter(({ key }) => !changed.some((one) => one.key === key))
  return [...kept, ...changed].map(({ text }) => text).join("")
}
