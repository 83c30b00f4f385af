/** What `--verify` sees of generated code that nothing before it sees: each test breaks a copy. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { generate } from "../generator/compile/index.js"
import type { DiagnosticCode } from "../generator/diagnostics/index.js"
import { readSchema } from "../generator/parse/index.js"
import { readInputs } from "../generator/read/index.js"
import { runOnce } from "../generator/run/index.js"
import { loadVerifier, type Verifier } from "../generator/verify/index.js"
import { copyProject, runGenerator } from "./command.js"
import { inputsOf, samples } from "./documents/index.js"
import { ROOT } from "./projects.js"

/** One thing that is wrong, in a file that is otherwise as it was written. */
interface Fault {
  readonly path: string
  readonly part: string | RegExp
  readonly other: string
  readonly found: { readonly code: DiagnosticCode; readonly file: string; readonly message: string }
}

/** A fault that is reported where it stands. */
function fault(
  path: string,
  part: string | RegExp,
  other: string,
  code: DiagnosticCode,
  message: string,
): Fault {
  return { path, part, other, found: { code, file: path, message } }
}

const faults: Record<string, Fault> = {
  "an exported any": fault(
    "generated/issue/view.ts",
    "  url: string\n",
    "  url: any\n",
    "GHX1701",
    "`url` is `any`",
  ),
  "an exported any that is not written": fault(
    "generated/operations/user/me.ts",
    "/** Variables",
    '/** Read. */\nexport const read = JSON.parse("1")\n\n/** Variables',
    "GHX1701",
    "`read` is `any`",
  ),
  "an undocumented type": fault(
    "generated/pr/merge.ts",
    "/** Output of `pr.merge`. */\n",
    "",
    "GHX1701",
    "`PrMergeOutput` is exported and has no documentation",
  ),
  "an undocumented namespace": fault(
    "generated/issue/index.ts",
    /\/\*\* The capabilities `issue.milestone.\*`.*?\*\//s,
    "",
    "GHX1701",
    "`milestone` is exported and has no documentation",
  ),
  "an import from elsewhere": fault(
    "generated/issue/close.ts",
    "/** Input",
    'import "node:buffer"\n/** Input',
    "GHX1701",
    "`node:buffer` is neither generated nor of the runtime",
  ),
  "a type from elsewhere": fault(
    "generated/issue/reopen.ts",
    "  url: string\n",
    '  url: import("node:url").Url["href"] & string\n',
    "GHX1701",
    "`node:url` is neither generated nor of the runtime",
  ),
  "a statement that the writer does not know": fault(
    "generated/issue/create.ts",
    "/** Input",
    'console.log("here")\n\n/** Input',
    "GHX1701",
    "the writer knows no expression statement",
  ),
  "a mapping of another type": fault(
    "generated/repo/view.ts",
    / url: repository\.url,/,
    " url: repository.urll,",
    "GHX1702",
    expect.stringContaining("Property 'urll' does not exist"),
  ),
  "an answer that GitHub does not give": {
    path: "generated/operations/issue/update.ts",
    // A null that was forgotten.
    part: / {4}} \| null\n {2}} \| null/,
    other: "    }\n  } | null",
    found: {
      code: "GHX1703",
      file: "cards/issue/update.yaml",
      message:
        "GraphQL Code Generator has other types for the answer to operations/issue/update.graphql: theirs has more",
    },
  },
  "a variable that may be left out": {
    path: "generated/operations/issue/comments/create.ts",
    part: "  body: string\n",
    other: "  body?: string | undefined\n",
    found: {
      code: "GHX1703",
      file: "cards/issue/comments/create.yaml",
      message:
        "GraphQL Code Generator has other types for the variables of operations/issue/comments/create.graphql: ours has more",
    },
  },
  "an output of another type": {
    path: "generated/search/code.ts",
    part: "  path: string\n",
    other: "  path: string | null\n",
    found: {
      code: "GHX1704",
      file: "cards/search/code.yaml",
      message: "json-schema-to-typescript has another type for the output: ours has more",
    },
  },
  "a mapping of another type, silenced": fault(
    "generated/user/me.ts",
    /^(.*)$/s,
    "// @ts-nocheck\n$1",
    "GHX1701",
    "`@ts-nocheck` hides what TypeScript would say",
  ),
}

const project = readInputs(ROOT)
const compiled = generate(project)

const others = inputsOf(samples(readSchema(project.schema)))

/** Whoever mends one of these takes it out of `generator/verify/known-differences.ts`. */
const knownReasons = [
  "an interface without properties takes anything; an input that takes nothing must not",
  "the plugin forgets what a fragment with a directive selects",
  "the plugin has a property for `@include(if: false)`, and may lack that of `@skip(if: false)`",
  "the plugin lists all names for an alias of `__typename`",
]

let verify: Verifier
beforeAll(async () => {
  verify = await loadVerifier(ROOT)
})

it("every card of this project passes, and docs/api.md is what `make gen ARGS=--verify` writes", async () => {
  const { diagnostics, files } = await verify({ inputs: project, ...compiled })
  expect(diagnostics).toEqual([])
  expect(files.get("docs/api.md")).toBe(readFileSync(join(ROOT, "docs/api.md"), "utf8"))
})

describe("what would be written is refused with", () => {
  let found: Fault["found"][]
  let known: string[]
  beforeAll(async () => {
    // All at once, because loading TypeScript is what takes its time.
    const inputs = {
      ...project,
      cards: new Map([...project.cards, ...others.cards]),
      operations: new Map([...project.operations, ...others.operations]),
    }
    const together = generate(inputs)
    const files = new Map(together.files)
    for (const { path, part, other } of Object.values(faults)) {
      const text = files.get(path) ?? ""
      files.set(path, text.replace(part, other))
      expect(files.get(path), path).not.toBe(text)
    }
    const { diagnostics, known: met } = await verify({ inputs, ...together, files })
    known = [...met].sort()
    found = diagnostics.map(({ code, file, message }) => ({ code, file, message }))
  })

  it.each(Object.entries(faults))("%s", (_what, { found: expected }) => {
    expect(found.filter(({ file }) => file === expected.file)).toEqual([expected])
  })

  it("and nothing else, not in the documents of other authors either", () => {
    expect(found).toHaveLength(Object.keys(faults).length)
  })

  it("while what a library does wrong is let pass, as long as it does", () => {
    expect(known).toEqual(knownReasons)
  })
})

describe("the command", () => {
  const folder = mkdtempSync(join(tmpdir(), "ghx-verify-"))
  const api = join(folder, "docs/api.md")
  const hook = join(folder, "without-tools.mjs")
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeAll(() => {
    copyProject(folder)
    for (const name of readdirSync(join(folder, "cards")).filter((one) => one !== "user")) {
      for (const part of ["cards", "operations"]) {
        rmSync(join(folder, part, name), { recursive: true, force: true })
      }
    }
    rmSync(join(folder, "operations/lookup"), { recursive: true })
    writeFileSync(hook, WITHOUT_TOOLS)
  })

  it("writes docs/api.md, and finds it stale", async () => {
    const said = vi.spyOn(process.stdout, "write").mockReturnValue(true)
    try {
      expect(await runOnce(folder, ROOT, { verify: true })).toBe(0)
      const written = readFileSync(api, "utf8")
      expect(written).toContain("## user.me\n")
      writeFileSync(api, written.replace("  login: string\n", ""))
      expect(await runOnce(folder, ROOT, { verify: true, check: true })).toBe(1)
      expect(said.mock.calls.join("\n")).toContain("docs/api.md is out of date")
    } finally {
      said.mockRestore()
    }
  })

  it("says what to install where the tools are missing, which nothing else loads", () => {
    const env = { NODE_OPTIONS: `--import=${hook}` }
    expect(runGenerator(folder, ["--no-cache"], { env })).toMatchObject({ exitCode: 0, stderr: "" })
    const { exitCode, stderr } = runGenerator(folder, ["--verify"], { env })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^--verify needs tools .*: npm install --save-dev ts-morph/)
  })
})

/** Has Node say what it says where none of the tools is installed. */
const WITHOUT_TOOLS = `
import { register } from "node:module"
const hook = \`export const resolve = (name, context, next) => {
  if (!/^(ts-morph|json-schema-to-typescript|@graphql-codegen\\\\/)/.test(name)) return next(name, context)
  throw Object.assign(new Error("not here"), { code: "ERR_MODULE_NOT_FOUND" })
}\`
register("data:text/javascript," + encodeURIComponent(hook))
`
