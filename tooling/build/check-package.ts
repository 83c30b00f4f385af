/** Checks the packed package: publint, Are the Types Wrong, and a table of sizes. Run: `make check-package`. */
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { type Packed, pack } from "./pack.js"

const project = join(import.meta.dirname, "../..")
const folder = join(project, ".cache/package")

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const { filename, files, size, unpackedSize } = pack(project, folder)
const tarball = readFileSync(join(folder, filename))

const problems = [...(await problemsOfPublint()), ...(await problemsOfTypes())]
for (const problem of problems) console.error(problem)
printSizes()
if (problems.length > 0) process.exitCode = 1

async function problemsOfPublint(): Promise<string[]> {
  const pack = { tarball: new Uint8Array(tarball).buffer }
  const { messages, pkg } = await publint({ pack, strict: true })
  return messages.map((one) => `publint: ${formatMessage(one, pkg) ?? one.code}`)
}

/**
 * Two findings are harmless for ES modules on a Node that can require them: that the oldest resolution ignores
 * `exports`, and that `require` returns a module.
 */
async function problemsOfTypes(): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
  if (!result.types) return ["types: there are none"]
  return result.problems
    .filter(
      (one) =>
        one.kind !== "CJSResolvesToESM" &&
        !("resolutionKind" in one && one.resolutionKind === "node10"),
    )
    .map((one) => `types: ${JSON.stringify(one)}`)
}

/** The contents of the tarball, and what loads them. */
function printSizes(): void {
  const parts: Readonly<Record<string, RegExp>> = {
    "capabilities and contracts": /^dist\/(?:generated|contracts)\/.*\.js$/,
    "the compiler, for `ghx gen`": /^dist\/compiler\//,
    "runtime, command, sandbox, issue chains": /^dist\/.*\.js$/,
    types: /^dist\/.*\.d\.ts$/,
    "GitHub's API descriptions, for the sandbox and the compiler": /^schema\//,
    "cards, documents and pages": /^(?:cards|operations|docs)\//,
  }
  console.log("| | files | kB | gzipped |\n|---|---|---|---|")
  const row = (name: string, of: Packed["files"]) => {
    const bytes = of.reduce((sum, one) => sum + one.size, 0)
    const zipped = gzipSync(
      Buffer.concat(of.map(({ path }) => readFileSync(join(project, path)))),
    ).length
    console.log(`| ${name} | ${of.length} | ${inKilobytes(bytes)} | ${inKilobytes(zipped)} |`)
  }
  const seen = new Set<string>()
  for (const [name, pattern] of Object.entries(parts)) {
    const own = files.filter(({ path }) => !seen.has(path) && pattern.test(path))
    for (const { path } of own) seen.add(path)
    row(name, own)
  }
  row(
    "the rest",
    files.filter(({ path }) => !seen.has(path)),
  )
  console.log(`| all | ${files.length} | ${inKilobytes(unpackedSize)} | ${inKilobytes(size)} |`)
}

function inKilobytes(bytes: number): number {
  return Math.round(bytes / 1000)
}
