/**
 * Writes what the sandbox derives: the list of GitHub's operations for its router, from the pin, and the schemas of
 * seeds, from their types. Checks the comparison of capabilities with other tools. `--check` writes nothing and fails if
 * a file is stale; `--refused` prints the operations that the sandbox does not model, with those that are generic marked.
 */
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { registry } from "../../generated/registry.js"
import { cloneAround, putFile } from "../../generator/disk/index.js"
import type { RestDescription } from "../../generator/parse/index.js"
import { knownIn, operationSource } from "../../runtime/index.js"
import { heldOperations, routes } from "../../sandbox/rest/index.js"
import { compiler } from "../../surfaces/ad-hoc/index.js"
import { operationsIn, peersIn } from "./peers.js"
import { schemasOf } from "./seeds.js"

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const read = (path: string) => readFile(at(path), "utf8")

const SEED_TYPES = ["", "-rules", "-security", "-values"].map(
  (part) => `sandbox/public/seed${part}.ts`,
)
const SEEDS = ["Seed", "SeedAddition", "SeedToken", "RunScript", "ScriptedRun"]

const isCheck = process.argv.includes("--check")
const description: RestDescription = JSON.parse(await read("schema/github-rest.json"))

await put("sandbox/rest/route/github-operations.json", operationsOf(description))
await put("sandbox/seed/schemas.ts", schemasOf(await Promise.all(SEED_TYPES.map(read)), SEEDS))
const peers = peersIn(await read("tooling/coverage/peers.yaml"))
const operations = operationsIn(await read("tooling/coverage/operations.yaml"))
const known = new Set(knownIn(registry).keys())
await checkOperations()

if (process.argv.includes("--refused")) {
  const modelled = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  const all = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const refused = all.filter((one) => !modelled.has(one))
  const held = heldOperations()
  console.log(refused.map((one) => (held.has(one) ? `${one} (generic)` : one)).join("\n"))
}

/** The page of each method of each path, without the schemas, which are twenty times as large. */
function operationsOf({ paths }: RestDescription): string {
  const lines = Object.entries(paths)
    // The description also has this path as `{basehead}`.
    .filter(([path]) => !path.includes("..."))
    .map(([path, methods]) => {
      const pages = Object.entries(methods).map(([method, { docs = "" }]) => [
        method.toUpperCase(),
        docs.replace(/^https:\/\/docs\.github\.com\/(?:enterprise-server@[\d.]+\/)?rest\//, ""),
      ])
      return `  ${JSON.stringify(path)}: ${JSON.stringify(Object.fromEntries(pages))}`
    })
  return `{\n${lines.join(",\n")}\n}\n`
}

/**
 * Checks that each operation exists and is no capability, and that each id without a capability has an operation or a
 * reason.
 */
async function checkOperations(): Promise<void> {
  const named = peers.flatMap((peer) => peer.operations.flatMap(({ ids = [] }) => ids))
  const wrong = named.filter((id) => !known.has(id) && !Object.hasOwn(operations, id))
  for (const id of new Set(wrong)) fail(`tooling/coverage/operations.yaml says nothing of ${id}`)
  for (const [id, one] of Object.entries(operations)) {
    if (known.has(id)) fail(`tooling/coverage/operations.yaml: ${id} is a capability: remove it`)
    if (typeof one !== "string") continue
    const { refused } = await operationSource(one, async () => compiler).load()
    if (refused) fail(`tooling/coverage/operations.yaml: ${id}: ${refused.message}`)
  }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

async function put(path: string, text: string): Promise<void> {
  const before = await read(path).catch(() => undefined)
  if (before === text) return
  if (!isCheck) {
    putFile(at(path), text, cloneAround(at(".")))
    console.log(path)
    return
  }
  console.error(`${path} is out of date. Run \`make coverage\` and commit the result.`)
  process.exitCode = 1
}
