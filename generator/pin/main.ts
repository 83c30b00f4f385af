/**
 * Pins GitHub's schema: `make pin` takes it from npm `@octokit/graphql-schema`,
 * `--from github` from GitHub itself by introspection (needs a token), `--from FILE` from a file.
 * `--rest` pins the REST description, `--gh` what the gh that is installed takes and prints,
 * `--node-ids FILE` whose ids mutations take, from the schema that GitHub's documentation publishes.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
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
import {
  GH_PATH,
  NODE_IDS_PATH,
  PIN_PATH,
  REST_PATH,
  readInputs,
  SCHEMA_PATH,
} from "../read/index.js"
import { hash } from "../text/index.js"
import { describeGh, printGh } from "./describe-gh.js"
import { nodeIdsIn, printNodeIds } from "./node-ids.js"
import { report, reportSchema } from "./report.js"
import { printRest, slimRest } from "./slim-rest.js"

/** Where a pinned description came from. */
interface Pin {
  origin: string
  version: string
  /** The day of that version, where it is known. */
  date?: string
  sha256: string
}

const program = new Command("pin")
  .description("Pin GitHub's GraphQL schema and say what that means for the cards.")
  .option("--from <origin>", "npm, github, or a file with SDL", "npm")
  .option("--rest", "pin GitHub's REST description instead, from npm @octokit/openapi")
  .option("--gh", "pin the commands of the gh that is installed instead")
  .option(
    "--node-ids <file>",
    "pin whose ids mutations take instead, from GitHub's schema.docs.graphql",
  )
  .option("--root <folder>", "the project", ".")
  .option("--dry-run", "say what would change, and change nothing")
  .parse()

const { from, rest, gh, nodeIds, root, dryRun } = program.opts<{
  from: string
  rest?: boolean
  gh?: boolean
  nodeIds?: string
  root: string
  dryRun?: boolean
}>()
const project = resolve(root)
if (rest) pinRest()
else if (gh) await pinGh()
else if (nodeIds) pinNodeIds(nodeIds)
else await pinGraphql()

async function pinGraphql(): Promise<void> {
  const { sdl, ...source } = await fetchSchema(from)
  const { origin, version } = source
  const before = readInputs(project)
  console.log(`${origin} ${version}`)
  const after = { ...before, schema: sdl }
  const isBroken = report(before, after)
  reportSchema(before, after)
  if (dryRun) return
  write(join(project, SCHEMA_PATH), sdl)
  record("graphql", { ...source, sha256: hash(sdl) })
  console.log(
    isBroken ? "Pinned. Cure the cards above, then run `make gen`." : "Pinned. Run `make gen`.",
  )
}

/** The package unpacks to 385 MB, so it is no dependency: one file is taken out of it. */
function pinRest(): void {
  const folder = mkdtempSync(join(tmpdir(), "ghx-openapi-"))
  try {
    const [packed] = JSON.parse(run("npm", ["pack", "@octokit/openapi@23", "--json"], folder))
    const files = ["package/package.json", "package/generated/api.github.com.json"]
    run("tar", ["xzf", packed.filename, ...files], folder)
    const read = (path: string) => JSON.parse(readFileSync(join(folder, path), "utf8"))
    const { version } = read("package/package.json")
    const description = slimRest(read("package/generated/api.github.com.json"))
    const text = printRest(description)
    console.log(`npm:@octokit/openapi ${version}: ${Object.keys(description.paths).length} paths`)
    if (dryRun) return
    write(join(project, REST_PATH), text)
    record("rest", { origin: "npm:@octokit/openapi", version, sha256: hash(text) })
    console.log("Pinned. Run `make gen`.")
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function pinGh(): Promise<void> {
  const { version, description } = await describeGh()
  const text = printGh(description)
  console.log(`gh ${version}: ${Object.keys(description.commands).length} commands`)
  const before = readInputs(project)
  const isBroken = report(before, { ...before, gh: text })
  if (dryRun) return
  write(join(project, GH_PATH), text)
  record("gh", { origin: "gh", version, sha256: hash(text) })
  console.log(
    isBroken ? "Pinned. Cure the cards above, then run `make gen`." : "Pinned. Run `make gen`.",
  )
}

/** Introspection tells no directives: only the published file has what this takes from it. */
function pinNodeIds(file: string): void {
  const sdl = readFileSync(file, "utf8")
  const found = nodeIdsIn(sdl)
  const text = printNodeIds(found)
  const version = hash(sdl).slice(0, 12)
  console.log(`${NODE_IDS_PATH} of ${version}: ${Object.keys(found).length} input objects`)
  const before = readInputs(project)
  const isBroken = report(before, { ...before, nodeIds: text })
  if (dryRun) return
  write(join(project, NODE_IDS_PATH), text)
  record("node_ids", { origin: "docs.github.com:schema.docs.graphql", version, sha256: hash(text) })
  console.log(
    isBroken ? "Pinned. Cure the cards above, then run `make gen`." : "Pinned. Run `make gen`.",
  )
}

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
}

/** Notes where a pinned description came from, beside those of the others. */
function record(name: string, pin: Pin): void {
  const path = join(project, PIN_PATH)
  const pins = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
  write(path, `${JSON.stringify({ ...pins, [name]: pin }, null, 2)}\n`)
}

interface FetchedSchema extends Omit<Pin, "sha256"> {
  sdl: string
}

async function fetchSchema(source: string): Promise<FetchedSchema> {
  if (source === "npm") {
    const folder = dirname(fileURLToPath(import.meta.resolve("@octokit/graphql-schema")))
    const { version: installed } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const path = join(folder, "schema.graphql")
    return {
      sdl: readFileSync(path, "utf8"),
      origin: "npm:@octokit/graphql-schema",
      version: installed,
      ...publishedAt("@octokit/graphql-schema", installed),
    }
  }
  if (source === "github") return introspect()
  const sdl = readFileSync(source, "utf8")
  return {
    sdl,
    origin: "file",
    version: hash(sdl).slice(0, 12),
  }
}

/** Without a registry at hand, the pin has no date. */
function publishedAt(name: string, version: string): { date?: string } {
  try {
    const [day] = JSON.parse(run("npm", ["view", name, "time", "--json"], "."))[version].split("T")
    return { date: day }
  } catch {
    return {}
  }
}

async function introspect(): Promise<FetchedSchema> {
  const token = process.env.GH_TOKEN ?? process.env.GITHUB_TOKEN
  if (!token) program.error("`--from github` needs a token: set GH_TOKEN or GITHUB_TOKEN.")
  const baseUrl = process.env.GHX_BASE_URL ?? "https://api.github.com"
  const octokit = new Octokit({ auth: token, baseUrl })
  const { data, headers } = await octokit.request("POST /graphql", {
    query: getIntrospectionQuery(),
  })
  const sdl = `${printSchema(buildClientSchema(data.data as IntrospectionQuery))}\n`
  const [day = ""] = new Date(headers.date ?? Date.now()).toISOString().split("T")
  return { sdl, origin: baseUrl, version: day, date: day }
}

function write(path: string, text: string): void {
  writeFileSync(`${path}.tmp`, text)
  renameSync(`${path}.tmp`, path)
}
