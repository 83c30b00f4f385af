/** The declarations of code that wraps capabilities, by a user's own compiler, against the built package. */

import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registry } from "../generated/registry.js"
import { knownOf } from "../runtime/index.js"
import { cards } from "./cards.js"
import { createFolderWithPackage } from "./installed.js"
import { ROOT } from "./projects.js"
import { all } from "./some.js"

let folder: string
beforeAll(async () => {
  folder = await createFolderWithPackage("declarations-test")
  const domains = [...new Set(cards.map(({ capability_id }) => capability_id.split(".")[0]))]
  const imports = domains.map((domain) => `import * as ${domain} from "ghx/${domain}"`)
  const named = (from: (id: string) => string) =>
    cards.flatMap(({ capability_id: id }, index) =>
      contractNames(id).map(
        (name, which) => `export type T${index}_${which} = import("${from(id)}").${name}`,
      ),
    )
  const folderOf = (id: string) => `ghx/${id.split(".").slice(0, -1).join("/")}`
  write("entry.ts", ['import { ghx } from "ghx"', ...wrappers("ghx."), ...named(() => "ghx")])
  write("namespaces.ts", [...imports, ...wrappers(""), ...named(folderOf)])
  write("several.ts", [several])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, lines: readonly string[]): void {
  writeFileSync(join(folder, file), `${lines.join("\n")}\n`)
}

/** Code without type annotations, of the kinds that people export, for every capability. */
function wrappers(prefix: string): string[] {
  return cards.flatMap(({ capability_id, examples = [] }, index) => {
    const call = `${prefix}${capability_id}`
    const input = JSON.stringify(examples[0]?.input ?? {})
    const isList = isListId(capability_id)
    return [
      `export const step${index} = () => ${call}(${input})`,
      `export const result${index} = async () => await ${call}(${input})`,
      `export const data${index} = () => ${call}(${input}).orThrow()`,
      `export const wrapped${index} = { call: ${call}, definition: ${call}.definition, contract: ${call}.contract }`,
      ...(isList
        ? [
            `export const pages${index} = () => [${call}(${input}).items(), ${call}(${input}).pages()]`,
          ]
        : []),
    ]
  })
}

function isListId(id: string): boolean {
  return knownOf(registry, id)?.list === true
}

/** The types of a capability's contract, by the rule that users see in the documentation. */
function contractNames(id: string): string[] {
  const name = id.replace(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase())
  return [`${name}Input`, `${name}${isListId(id) ? "Item" : "Output"}`]
}

const several = `
import { chain, createExecutor, createGhx, execute, executeTasks, explain, ghx } from "ghx"
const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }
export const both = () => chain(ghx.issue.view(issue), ghx.user.me())
export const settled = async () => await chain(ghx.issue.view(issue), ghx.user.me())
export const list = async (ids: string[]) =>
  (await chain(...ids.map((thread_id) => ghx.pr.thread.resolve({ thread_id })))).results
export const ours = createGhx()
export const calls = createExecutor()
export const byName = () => execute("issue.view", issue)
export const tasks = () => executeTasks([{ task: "issue.view", input: issue }])
export const narrowed = async () => {
  const { status, results } = await chain(ghx.issue.view(issue), ghx.user.me())
  if (status === "success") return results[1].data.login
  return status === "failed" ? results[0].error : results.map(({ task }) => task)
}
export const bare = async () => await chain([ghx.issue.view(issue), ghx.user.me()]).orThrow()
export async function* titles() {
  for await (const { title } of ghx.issue.list({ owner: "octocat", repo: "hello-world" })) yield title
}
export const explained = () => explain("issue.view")
`

// The oldest supported version takes ten times as long.
const typescripts = { ...(all && { "5.4": "typescript-5.4" }), "7": "typescript" }
// Separate programs, so that the imports of one do not make names reachable in another.
const programs = { "`ghx`": ["entry", "several"], "each namespace": ["namespaces"] }

it("no declaration of the package names a type that TypeScript 5.4 lacks", () => {
  const dist = join(folder, "node_modules/ghx/dist")
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
  const declarations = files.filter((file) => file.endsWith(".d.ts"))
  expect(declarations.length).toBeGreaterThan(100)
  const newer = declarations.filter((file) =>
    /\bUint8Array</.test(readFileSync(join(dist, file), "utf8")),
  )
  expect(newer).toEqual([])
})

describe.each(Object.entries(typescripts))("TypeScript %s", (_version, name) => {
  it.each(Object.entries(programs))(
    "emits declarations for wrappers of every capability, imported from %s",
    (_origin, files) => {
      const compilerOptions = {
        target: "es2022",
        module: "nodenext",
        strict: true,
        exactOptionalPropertyTypes: true,
        // Checking every declaration of every library takes long; once for each compiler is enough.
        skipLibCheck: !files.includes("entry"),
        declaration: true,
        emitDeclarationOnly: true,
        outDir: "out",
        types: ["node"],
      }
      rmSync(join(folder, "out"), { recursive: true, force: true })
      const config = { compilerOptions, files: files.map((file) => `${file}.ts`) }
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
      const tsc = join(ROOT, "node_modules", name, "bin/tsc")
      const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" })
      expect(stdout).toBe("")
      for (const file of files) expect(existsSync(join(folder, `out/${file}.d.ts`))).toBe(true)
    },
  )
})
