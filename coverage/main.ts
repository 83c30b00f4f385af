/**
 * Writes what follows from the pins and the sandbox's code: the page that says what the sandbox
 * covers, the list of GitHub's operations that it routes by, and the page that says which capability
 * does what others do. With `--check` it writes nothing
 * and fails when one of them is stale.
 */
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { registry } from "../generated/registry.js"
import type { RestDescription } from "../generator/parse/index.js"
import { replaceFile } from "../generator/write/index.js"
import { knownIn } from "../runtime/index.js"
import { graphqlCoverage } from "./graphql.js"
import { operationsModule } from "./operations.js"
import { coveragePage } from "./page.js"
import { peersIn, peersPage } from "./peers.js"
import { restCoverage } from "./rest.js"

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = (path: string) => readFile(at(path), "utf8")

const isCheck = process.argv.includes("--check")
const description: RestDescription = JSON.parse(await read("schema/github-rest.json"))
const sdl = await read("schema/github-schema.graphql")

await put("sandbox/rest/route/github-operations.ts", operationsModule(description))
await put(
  "docs/sandbox-coverage.md",
  coveragePage([await restCoverage(description), graphqlCoverage(sdl)]),
)
await put(
  "docs/coverage.md",
  peersPage(peersIn(await read("coverage/peers.yaml")), new Set(knownIn(registry).keys())),
)

async function put(path: string, text: string): Promise<void> {
  const before = await read(path).catch(() => undefined)
  if (before === text) return
  if (!isCheck) {
    replaceFile(at(path), text)
    console.log(path)
    return
  }
  console.error(`${path} is out of date. Run \`make coverage\` and commit the result.`)
  process.exitCode = 1
}
