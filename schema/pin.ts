/**
 * Pins GitHub's schema: `pnpm schema:pin` takes it from npm `@octokit/graphql-schema`,
 * `--from github` from GitHub itself by introspection (needs a token), `--from FILE` from a file.
 */
import { createHash } from "node:crypto"
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { Octokit } from "@octokit/core"
import { Command } from "commander"
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  printSchema,
} from "graphql"
import { formatDiagnostics } from "../generator/diagnostics/format.js"
import { generate } from "../generator/generate.js"
import { readInputs } from "../generator/read/files.js"
import { SCHEMA_PATH } from "../generator/read/inputs.js"
import { readSchema } from "../generator/read/schema.js"
import { relevantChanges } from "./changes.js"

const PIN_PATH = "schema/pin.json"

/** Where a pinned description came from. */
interface Pin {
  origin: string
  version: string
  sha256: string
}

const program = new Command("schema:pin")
  .description("Pin GitHub's GraphQL schema and say what that means for the cards.")
  .option("--from <origin>", "npm, github, or a file with SDL", "npm")
  .option("--root <folder>", "the project", ".")
  .option("--dry-run", "say what would change, and change nothing")
  .parse()

const { from, root, dryRun } = program.opts<{ from: string; root: string; dryRun?: boolean }>()
const project = resolve(root)
const { sdl, origin, version } = await fetchSchema(from)
const before = readInputs(project)
const after = { ...before, schema: sdl }

console.log(`${origin} ${version}`)
const isBroken = report()
if (!dryRun) {
  write(join(project, SCHEMA_PATH), sdl)
  const pin: Pin = { origin, version, sha256: createHash("sha256").update(sdl).digest("hex") }
  write(join(project, PIN_PATH), `${JSON.stringify({ graphql: pin }, null, 2)}\n`)
  console.log(
    isBroken ? "Pinned. Cure the cards above, then run `pnpm gen`." : "Pinned. Run `pnpm gen`.",
  )
}

async function fetchSchema(
  source: string,
): Promise<{ sdl: string; origin: string; version: string }> {
  if (source === "npm") {
    const folder = dirname(fileURLToPath(import.meta.resolve("@octokit/graphql-schema")))
    const { version: installed } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const path = join(folder, "schema.graphql")
    return {
      sdl: readFileSync(path, "utf8"),
      origin: "npm:@octokit/graphql-schema",
      version: installed,
    }
  }
  if (source === "github") return introspect()
  const sdl = readFileSync(source, "utf8")
  return {
    sdl,
    origin: "file",
    version: createHash("sha256").update(sdl).digest("hex").slice(0, 12),
  }
}

async function introspect(): Promise<{ sdl: string; origin: string; version: string }> {
  const token = process.env.GH_TOKEN ?? process.env.GITHUB_TOKEN
  if (!token) program.error("`--from github` needs a token: set GH_TOKEN or GITHUB_TOKEN.")
  const baseUrl = process.env.GHX_BASE_URL ?? "https://api.github.com"
  const octokit = new Octokit({ auth: token, baseUrl })
  const { data, headers } = await octokit.request("POST /graphql", {
    query: getIntrospectionQuery(),
  })
  const sdl = `${printSchema(buildClientSchema(data.data as IntrospectionQuery))}\n`
  const [day = ""] = new Date(headers.date ?? Date.now()).toISOString().split("T")
  return { sdl, origin: baseUrl, version: day }
}

/** Prints what the new schema breaks, deprecates and adds; returns whether a card breaks. */
function report(): boolean {
  const known = new Set(generate(before).diagnostics.map((one) => JSON.stringify(one)))
  const { diagnostics } = generate(after)
  const fresh = diagnostics.filter((one) => !known.has(JSON.stringify(one)))
  const errors = fresh.filter(({ severity }) => severity === "error")
  const warnings = fresh.filter(({ severity }) => severity === "warning")
  const sourceOf = (path: string) => before.cards.get(path) ?? before.operations.get(path)
  print(
    `${count(errors.length, "problem")} in the cards`,
    formatDiagnostics(errors, "text", sourceOf),
  )
  print(
    `${count(warnings.length, "warning")}, such as fields that are now deprecated`,
    formatDiagnostics(warnings, "text", sourceOf),
  )
  const { additions, removals } = relevantChanges(
    readSchema(before.schema),
    readSchema(sdl),
    before.operations,
  )
  print(
    `${count(removals.length, "removal")} from types that the documents use`,
    removals.join("\n"),
  )
  print(
    `${count(additions.length, "addition")} to types that the documents use, and new mutations`,
    additions.join("\n"),
  )
  return errors.length > 0
}

function print(title: string, body: string): void {
  console.log(`\n${title}`)
  if (body !== "") console.log(body)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`
}

function write(path: string, text: string): void {
  writeFileSync(`${path}.tmp`, text)
  renameSync(`${path}.tmp`, path)
}
