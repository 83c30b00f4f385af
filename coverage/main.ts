/**
 * Writes what follows from the pins and the sandbox's code: the page that says what the sandbox
 * covers, and the list of GitHub's operations that it routes by. With `--check` it writes nothing
 * and fails when one of them is stale.
 */
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { RestDescription } from "../generator/parse/index.js"
import { replaceFile } from "../generator/write/index.js"
import { graphqlCoverage } from "./graphql.js"
import { operationsModule } from "./operations.js"
import { coveragePage } from "./page.js"
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
