/** The cost of the types for a user's compiler: a package of copied cards, and files that use it. */
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { type Copied, copyCards } from "../tooling/bench/copies.js"
import { ROOT } from "./projects.js"
import { all } from "./some.js"

/** The newest TypeScript, and the oldest that ghx supports. */
const compilers = ["typescript", "typescript-5.4"] as const
type Compiler = (typeof compilers)[number]

interface TypeCost {
  readonly types: number
  readonly instantiations: number
  /** Time of the type check alone, without reading files. */
  readonly check_ms: number
}

interface Consumer {
  /** The cost of a file over an empty one with the same libraries. */
  costOf(compiler: Compiler, text: string): TypeCost
  /** The cards of the package, in an order that mixes their kinds. */
  readonly capabilities: readonly Copied[]
}

/** Five references, a step for each item of a list, and a sequence. */
const references = `import { chain, each, ghx, sequence } from "ghx"
const repo = { owner: "octocat", repo: "hello-world" }
async function run() {
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

const folder = "type-budget-test"

let consumer: Consumer
beforeAll(() => {
  consumer = consumerOf(folder, 70)
})
afterAll(() => rmSync(join(ROOT, ".cache", folder), { recursive: true, force: true }))

const [newest] = compilers

// The oldest compiler takes four times as long, and may count a tenth more.
describe.each(all ? compilers : [newest])("the types of ghx with %s", (compiler) => {
  it("cost at most 3,000 types and 2,000 instantiations for calls of 70 capabilities", () => {
    const { types, instantiations } = consumer.costOf(compiler, callsOf(consumer.capabilities))
    // An unresolved import has type `any`, and costs nothing.
    expect(types).toBeGreaterThan(700)
    expect(types).toBeLessThanOrEqual(3_000)
    expect(instantiations).toBeGreaterThan(70)
    expect(instantiations).toBeLessThanOrEqual(compiler === newest ? 2_000 : 2_200)
  })

  it("cost at most 2,000 types and 4,000 instantiations for a chain of 20 (median of three)", () => {
    // Capabilities differ in cost, and which ones are measured depends on the catalogue: the median of three chains.
    const costs = [0, 1, 2].map((start) => {
      const steps = consumer.capabilities.filter((_, index) => index % 3 === start).slice(0, 20)
      return consumer.costOf(compiler, chainOf(steps))
    })
    expect(median(costs.map(({ types }) => types))).toBeLessThanOrEqual(2_000)
    expect(median(costs.map(({ instantiations }) => instantiations))).toBeLessThanOrEqual(4_000)
  })

  it("cost at most 3,500 types for references, `each` and a sequence", () => {
    const { types } = consumer.costOf(compiler, references)
    expect(types).toBeGreaterThan(700)
    expect(types).toBeLessThanOrEqual(3_500)
  })
})

function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[values.length >> 1]
}

/** Builds the declarations of `size` capabilities into a folder below `.cache/`, and imports them from there. */
function consumerOf(name: string, size: number): Consumer {
  const folder = join(ROOT, ".cache", name)
  rmSync(folder, { recursive: true, force: true })
  const sources = join(folder, "sources")
  mkdirSync(sources, { recursive: true })
  const used = [...references.matchAll(/\bghx\.([\w.]+)\(/g)].map(
    ([, id = ""]) => `${id.replaceAll(".", "/")}.yaml`,
  )
  const capabilities = copyCards(sources, size, undefined, used)
  run(process.execPath, [".cache/compiler/main.js", "--root", sources])
  for (const imported of ["planner", "runtime"])
    cpSync(join(ROOT, imported), join(sources, imported), { recursive: true })
  // Generated code loads it for operations without a capability; its types are invisible to consumers.
  mkdirSync(join(sources, "surfaces/ad-hoc"), { recursive: true })
  const type = 'import("../../runtime/index.js").OperationCompiler'
  writeFileSync(
    join(sources, "surfaces/ad-hoc/index.ts"),
    `export declare const compiler: ${type}\n`,
  )
  const installed = join(folder, "node_modules/ghx")
  writeJson(join(sources, "tsconfig.json"), {
    extends: join(ROOT, "tsconfig.build.json"),
    compilerOptions: { rootDir: ".", outDir: installed, emitDeclarationOnly: true },
    include: ["generated", "planner", "runtime"],
    exclude: ["**/*.test.ts", "**/testing/**"],
  })
  // `make types` checks these sources.
  run(join(ROOT, "node_modules/.bin/tsc"), ["-p", sources, "--noCheck", "--checkers", "1"])
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
    const tsc = join(ROOT, "node_modules", compiler, "bin/tsc")
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
function callsOf(capabilities: readonly Copied[]): string {
  const calls = capabilities.map(
    (one, index) => `export async function use${index}() {
  const result = await ${callOf(one)}
  return result.ok ? result.data : result.error.message
}`,
  )
  return ['import { ghx } from "ghx"', ...calls, ""].join("\n")
}

/** Calls them all in one chain and reads the results. */
function chainOf(capabilities: readonly Copied[]): string {
  return `import { chain, ghx } from "ghx"
async function run() {
  const { status, results } = await chain(
    ${capabilities.map(callOf).join(",\n    ")},
  )
  return status === "success" ? results[0].data : results[1]?.task
}
`
}

function callOf({ id, card }: Copied): string {
  const { examples } = parse(readFileSync(join(ROOT, "cards", card), "utf8"))
  return `ghx.${id}(${JSON.stringify(examples[0].input)})`
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: ROOT, encoding: "utf8", stdio: "pipe" })
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value))
}
