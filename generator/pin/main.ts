/**
 * Pins GitHub's API descriptions. `make pin` downloads the GraphQL schema that GitHub's documentation
 * publishes; `--from` takes another URL, a file, npm's copy or an introspection. `--rest` pins the REST
 * description, `--gh` the options and output of the installed gh.
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
import { readSchema, schemaProblems } from "../parse/index.js"
import { ageInDays, GH_PATH, PIN_PATH, REST_PATH, readInputs, SCHEMA_PATH } from "../read/index.js"
import { hash } from "../text/index.js"
import { describeGh } from "./describe-gh.js"
import { printDescription, report, reportSchema } from "./report.js"
import { slimRest } from "./slim-rest.js"

interface Pin {
  origin: string
  version: string
  /** The date of that version, if known. */
  date?: string
  sha256: string
}

/** The GraphQL schema that GitHub's documentation publishes, with `@possibleTypes`; no token is needed. */
const PUBLISHED = "https://docs.github.com/public/fpt/schema.docs.graphql"

const program = new Command("pin")
  .description("Pin GitHub's GraphQL schema, and report its effects on the cards.")
  .option(
    "--from <origin>",
    "github (its published schema), npm, introspection (needs a token), an address, or a file",
    "github",
  )
  .option("--origin <address>", "with a file: where it was downloaded from")
  .option("--date <day>", "with a file or an address: date of the schema, YYYY-MM-DD")
  .option("--rest", "pin GitHub's REST description instead, from npm @octokit/openapi")
  .option("--gh", "pin the commands of the installed gh instead")
  .option("--root <folder>", "the project", ".")
  .option("--dry-run", "print what would change, without changing anything")
  .parse()

const {
  from,
  rest,
  gh,
  root,
  dryRun,
  origin: fileOrigin,
  date: givenDate,
} = program.opts<{
  from: string
  origin?: string
  date?: string
  rest?: boolean
  gh?: boolean
  root: string
  dryRun?: boolean
}>()
const project = resolve(root)
if (givenDate !== undefined && ageInDays(givenDate) === undefined) {
  program.error(`--date takes a day (YYYY-MM-DD), not ${givenDate}`)
}
if (rest) pinRest()
else if (gh) await pinGh()
else await pinGraphql()

async function pinGraphql(): Promise<void> {
  const { sdl, ...source } = await fetchSchema(from)
  const { origin, version, date } = source
  try {
    readSchema(sdl)
  } catch (error) {
    program.error(
      `${origin} has no GraphQL schema: ${(error as Error).message}. Nothing was pinned.`,
    )
  }
  const before = readInputs(project)
  const age = ageInDays(date)
  console.log(
    `${origin} ${version}${age === undefined ? ", date unknown" : ` of ${date}, ${age} days old`}`,
  )
  for (const line of goingBack("graphql", source)) console.log(line)
  if (!sdl.includes("@possibleTypes(")) {
    console.log(
      "It has no @possibleTypes, so inputs of your own cards accept ids of any type. GitHub's published schema has it: `make pin`.",
    )
  }
  const problems = schemaProblems(sdl)
  if (problems.length > 0) {
    const listed = problems.map((message) => `  ${message}`).join("\n")
    console.log(`It breaks GraphQL's rules, so other tools may reject it:\n${listed}`)
  }
  const after = { ...before, schema: sdl }
  const isBroken = report(before, after)
  reportSchema(before, after)
  if (dryRun) return
  write(join(project, SCHEMA_PATH), sdl)
  record("graphql", { ...source, sha256: hash(sdl) })
  console.log(
    isBroken ? "Pinned. Fix the cards above, then run `pnpm gen`." : "Pinned. Run `pnpm gen`.",
  )
}

/** The package unpacks to 385 MB, so it is not a dependency; only one file is extracted. */
function pinRest(): void {
  const folder = mkdtempSync(join(tmpdir(), "ghx-openapi-"))
  try {
    const [packed] = JSON.parse(run("npm", ["pack", "@octokit/openapi@23", "--json"], folder))
    const files = ["package/package.json", "package/generated/api.github.com.json"]
    run("tar", ["xzf", packed.filename, ...files], folder)
    const read = (path: string) => JSON.parse(readFileSync(join(folder, path), "utf8"))
    const { version } = read("package/package.json")
    const origin = "npm:@octokit/openapi"
    const source = { origin, version, ...publishedAt("@octokit/openapi", version) }
    const description = slimRest(read("package/generated/api.github.com.json"))
    const text = printDescription(description)
    console.log(`${origin} ${version}: ${Object.keys(description.paths).length} paths`)
    for (const line of goingBack("rest", source)) console.log(line)
    if (dryRun) return
    write(join(project, REST_PATH), text)
    record("rest", { ...source, sha256: hash(text) })
    console.log("Pinned. Run `pnpm gen`.")
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function pinGh(): Promise<void> {
  const { version, description } = await describeGh()
  const text = printDescription(description)
  console.log(`gh ${version}: ${Object.keys(description.commands).length} commands`)
  const before = readInputs(project)
  const isBroken = report(before, { ...before, gh: text })
  if (dryRun) return
  write(join(project, GH_PATH), text)
  record("gh", { origin: "gh", version, sha256: hash(text) })
  console.log(
    isBroken ? "Pinned. Fix the cards above, then run `pnpm gen`." : "Pinned. Run `pnpm gen`.",
  )
}

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
}

/** A warning if the description is older than the pinned one. Their versions are not comparable. */
function goingBack(name: string, { origin, date }: Omit<Pin, "sha256">): string[] {
  const pinned: Partial<Pin> = Object(pins()[name])
  const [before, now] = [ageInDays(pinned.date), ageInDays(date)]
  if (before === undefined) return []
  const known = `the pinned one (${pinned.origin}) is of ${pinned.date}`
  if (now === undefined) return [`WARNING: this may go back in time: ${known}.`]
  if (now <= before) return []
  const days = now - before === 1 ? "1 day" : `${now - before} days`
  return [`WARNING: this goes back ${days}: ${known}, and ${origin} of ${date}.`]
}

function pins(): Record<string, unknown> {
  const path = join(project, PIN_PATH)
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
}

/** Records the origin of a pinned description. */
function record(name: string, pin: Pin): void {
  const all = { ...pins(), [name]: pin }
  write(join(project, PIN_PATH), `${JSON.stringify(all, null, 2)}\n`)
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
  if (source === "introspection") return introspect()
  if (source === "github") return download(PUBLISHED)
  if (/^https?:/.test(source)) return download(source)
  if (!existsSync(source)) {
    program.error(
      `File ${source} does not exist. --from takes github, npm, introspection, an address or a file.`,
    )
  }
  const sdl = readFileSync(source, "utf8")
  return { sdl, origin: fileOrigin ?? "file", version: versionOf(sdl), ...dateOf(givenDate) }
}

/** The published schema has no version number. */
function versionOf(sdl: string): string {
  return hash(sdl).slice(0, 12)
}

function dateOf(date: string | undefined): { date?: string } {
  return date === undefined ? {} : { date }
}

async function download(address: string): Promise<FetchedSchema> {
  const response = await fetch(address).catch((cause: unknown) => {
    const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : cause
    return program.error(
      `${address} could not be downloaded: ${why}. Download it elsewhere and pass --from FILE, or use --from npm.`,
    )
  })
  if (!response.ok) program.error(`${address} answers ${response.status} ${response.statusText}.`)
  const sdl = await response.text()
  const changed = new Date(response.headers.get("last-modified") ?? Date.now())
  const [day] = changed.toISOString().split("T")
  return { sdl, origin: address, version: versionOf(sdl), ...dateOf(givenDate ?? day) }
}

/** The pin has no date if the registry is unreachable. */
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
  if (!token) program.error("`--from introspection` needs a token: set GH_TOKEN or GITHUB_TOKEN.")
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
