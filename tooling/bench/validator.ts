/**
 * The cost of validation with our validator, with typebox compiled and interpreted, and with
 * @cfworker/json-schema if it is installed (`npm pack @cfworker/json-schema@4.1.1`, unpacked to node_modules/@cfworker/json-schema). Run: `make bench ARGS=validator`.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { ghx } from "ghx"
import { build } from "vite"
import { source } from "../../runtime/capability/index.js"
import { node } from "./answering-server.js"

const project = join(import.meta.dirname, "../..")
const folder = join(project, ".cache/bench-validator")
mkdirSync(folder, { recursive: true })

const path = (name: string) => JSON.stringify(join(project, name))
const validators: Readonly<Record<string, string>> = {
  ours: `export { violations as problems } from ${path("runtime/validation/violations.ts")}`,
  "typebox, compiled": `import { Compile, Errors } from "typebox/schema"
    const compiled = new WeakMap()
    export function problems(schema, value) {
      if (!compiled.has(schema)) compiled.set(schema, Compile(schema))
      return compiled.get(schema).Check(value) ? [] : Errors(schema, value)[1]
    }`,
  "typebox, interpreted": `import { Check, Errors } from "typebox/schema"
    export const problems = (schema, value) => Check(schema, value) ? [] : Errors(schema, value)[1]`,
  ...(existsSync(join(project, "node_modules/@cfworker/json-schema")) && {
    "@cfworker/json-schema": `import { validate } from "@cfworker/json-schema"
      export function problems(schema, value) {
        if (validate(value, schema, "2020-12", {}).valid) return []
        return validate(value, schema, "2020-12", {}, false).errors
      }`,
  }),
}

/** Inputs and results of `issue.view` and `issue.list`; a page repeats one issue a hundred times. */
const { input, output } = await ghx.issue.view.contract()
const { graphql } = await ghx.issue.view[source].load()
const asked = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const issue = graphql?.output({ repository: { issue: node } }, asked, {})
const { items: list = {} } = (await ghx.issue.list.contract()).output.properties ?? {}
const row = Object.fromEntries((list.items?.required ?? []).map((name) => [name, memberOf(name)]))
const values = {
  input: [input, asked],
  result: [output, issue],
  page: [list, Array.from({ length: 100 }, () => row)],
  wrong: [input, { owner: "", repo: 7, issueNumber: 1, labels: [] }],
}

function memberOf(name: string): unknown {
  return Reflect.get(Object(issue), name)
}

const script = `
const started = performance.now()
const { problems } = await import(process.argv[2])
const loaded = performance.now()
const { input, result, page, wrong } = JSON.parse(process.argv[3])
const before = performance.now()
if (problems(...input).length > 0 || problems(...result).length > 0) throw new Error("refused")
const first = performance.now() - before
if (problems(...page).length > 0) throw new Error(JSON.stringify(problems(...page)))
function after([schema, value], times) {
  for (let index = 0; index < times; index += 1) problems(schema, value)
  const start = performance.now()
  for (let index = 0; index < times; index += 1) problems(schema, value)
  return ((performance.now() - start) / times) * 1000
}
console.log(JSON.stringify([
  loaded - started, first, after(input, 20000), after(result, 20000), after(page, 500), after(wrong, 3000),
]))`
writeFileSync(join(folder, "measure.mjs"), script)

async function bundled(name: string, source: string): Promise<{ file: string; code: string }> {
  const entry = join(folder, "entry.js")
  writeFileSync(entry, source)
  const file = `${name.replace(/\W+/g, "-")}.mjs`
  await build({
    configFile: false,
    logLevel: "silent",
    root: project,
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      lib: { entry, formats: ["es"], fileName: () => file },
    },
  })
  return { file: join(folder, file), code: readFileSync(join(folder, file), "utf8") }
}

const built: { name: string; file: string; code: string; runs: number[][] }[] = []
for (const [name, source] of Object.entries(validators)) {
  built.push({ name, ...(await bundled(name, source)), runs: [] })
}
// They take turns, so that other load affects all alike.
for (let turn = 0; turn < 9; turn += 1) {
  for (const { file, runs } of built) {
    const args = [join(folder, "measure.mjs"), file, JSON.stringify(values)]
    runs.push(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })))
  }
}

const heads = ["minified, kB", "gzipped, kB", "to load, ms", "first two, ms"]
const after = ["an input, µs", "a result, µs", "a page of 100, µs", "what is wrong, µs"]
const columns = ["", ...heads, ...after]
console.log(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`)
for (const { name, code, runs } of built) {
  const times = [0, 1, 2, 3, 4, 5].map((column) => {
    const samples = runs.map((run) => run[column] ?? 0).sort((a, b) => a - b)
    return (samples[Math.floor(samples.length / 2)] ?? 0).toFixed(1)
  })
  const bytes = [code.length, gzipSync(code).length].map((size) => (size / 1000).toFixed(1))
  console.log(`| ${[name, ...bytes, ...times].join(" | ")} |`)
}
