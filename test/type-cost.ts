/** The cost of ghx's types for importers: a package of copied cards, and files that use it. */
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { type Copied, copyCards } from "../tooling/bench/copies.js"

const project = join(import.meta.dirname, "..")

/** The newest TypeScript, and the oldest that ghx supports. */
export const compilers = ["typescript", "typescript-5.4"] as const
export type Compiler = (typeof compilers)[number]

export interface TypeCost {
  readonly types: number
  readonly instantiations: number
  /** Time of the type check alone, without reading files. */
  readonly check_ms: number
}

export interface Consumer {
  /** The cost of a file over an empty one with the same libraries. */
  costOf(compiler: Compiler, text: string): TypeCost
  /** The cards of the package, in an order that mixes their kinds. */
  readonly capabilities: readonly Copied[]
}

/** Builds the declarations of `size` capabilities into a folder below `.cache/`, and imports them from there. */
export function consumerOf(name: string, size: number): Consumer {
  const folder = join(project, ".cache", name)
  rmSync(folder, { recursive: true, force: true })
  const sources = join(folder, "sources")
  mkdirSync(sources, { recursive: true })
  const used = [...references.matchAll(/\bghx\.([\w.]+)\(/g)].map(
    ([, id = ""]) => `${id.replaceAll(".", "/")}.yaml`,
  )
  const capabilities = copyCards(sources, size, undefined, used)
  run(process.execPath, [".cache/compiler/main.js", "--root", sources])
  cpSync(join(project, "runtime"), join(sources, "runtime"), { recursive: true })
  // Generated code loads it for operations without a capability; its types are invisible to consumers.
  mkdirSync(join(sources, "surfaces/ad-hoc"), { recursive: true })
  const type = 'import("../../runtime/index.js").OperationCompiler'
  writeFileSync(
    join(sources, "surfaces/ad-hoc/index.ts"),
    `export declare const compiler: ${type}\n`,
  )
  const installed = join(folder, "node_modules/ghx")
  writeJson(join(sources, "tsconfig.json"), {
    extends: join(project, "tsconfig.build.json"),
    compilerOptions: { rootDir: ".", outDir: installed, emitDeclarationOnly: true },
    include: ["generated", "runtime"],
    exclude: ["**/*.test.ts", "**/testing/**"],
  })
  // `make types` checks these sources.
  run(join(project, "node_modules/.bin/tsc"), ["-p", sources, "--noCheck", "--checkers", "1"])
  const exports = { ".": { types: "./generated/index.d.ts" } }
  writeJson(join(installed, "package.json"), { name: "ghx", type: "module", exports })
  writeJson(join(folder, "package.json"), { type: "module" })

  const measure = (compiler: Compiler, text: string): TypeCost => {
    writeFileSync(join(folder, "consumer.ts"), text)
    const compilerOptions = {
      target: "es2022",
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      types: ["node"],
    }
    writeJson(join(folder, "tsconfig.json"), { compilerOptions, files: ["consumer.ts"] })
    const tsc = join(project, "node_modules", compiler, "bin/tsc")
    // Several checkers would each count shared work.
    const single = compiler === "typescript" ? ["--singleThreaded"] : []
    const output = run(process.execPath, [tsc, "-p", folder, "--extendedDiagnostics", ...single])
    const numberOf = (label: string) =>
      Number(new RegExp(`^${label}: +([\\d.]+)`, "m").exec(output)?.[1])
    return {
      types: numberOf("Types"),
      instantiations: numberOf("Instantiations"),
      check_ms: numberOf("Check time") * 1000,
    }
  }
  const nothing = new Map<Compiler, TypeCost>()
  return {
    capabilities,
    costOf(compiler, text) {
      const empty = nothing.get(compiler) ?? measure(compiler, "export {}\n")
      nothing.set(compiler, empty)
      const full = measure(compiler, text)
      return {
        types: full.types - empty.types,
        instantiations: full.instantiations - empty.instantiations,
        check_ms: full.check_ms - empty.check_ms,
      }
    },
  }
}

/** Calls each of the capabilities and reads its result. */
export function callsOf(capabilities: readonly Copied[]): string {
  const calls = capabilities.map(
    (one, index) => `export async function use${index}() {
  const result = await ${callOf(one)}
  return result.ok ? result.data : result.error.message
}`,
  )
  return ['import { ghx } from "ghx"', ...calls, ""].join("\n")
}

/** Calls them all in one chain and reads the results. */
export function chainOf(capabilities: readonly Copied[]): string {
  return `import { chain, ghx } from "ghx"
export async function run() {
  const { status, results } = await chain(
    ${capabilities.map(callOf).join(",\n    ")},
  )
  return status === "success" ? results[0].data : results[1]?.task
}
`
}

/** Five references, a step for each item of a list, and a sequence. */
export const references = `import { chain, each, ghx, sequence } from "ghx"
const repo = { owner: "octocat", repo: "hello-world" }
export async function run() {
  const created = ghx.issue.create({ ...repo, title: "Flaky test" })
  const threads = ghx.pr.threads.list({ ...repo, pull_number: 7 })
  const { results } = await chain(
    created,
    ghx.issue.labels.add({ ...repo, issue_number: created.out.number, labels: ["bug"] }),
    ghx.issue.comments.create({ ...repo, issue_number: created.out.number, body: created.out.url }),
    threads,
    each(threads.out.items, (thread) =>
      ghx.pr.thread.reply({ thread_id: thread.id, body: thread.path }),
    ),
  )
  const both = await sequence(
    ghx.issue.view({ ...repo, issue_number: 1 }),
    (issue) => ghx.issue.comments.create({ ...repo, issue_number: 2, body: issue.title }),
  )
  return [results[1], results[4], both.results[1]]
}
`

function callOf({ id, card }: Copied): string {
  const { examples } = parse(readFileSync(join(project, "cards", card), "utf8"))
  return `ghx.${id}(${JSON.stringify(examples[0].input)})`
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: project, encoding: "utf8", stdio: "pipe" })
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value))
}
