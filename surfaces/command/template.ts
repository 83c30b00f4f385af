/** `ghx init --template`: a small project of one kind. */
import { lstatSync, readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { cloneAround, putFile } from "../../generator/disk/index.js"
import { tried } from "../../runtime/text/index.js"
import { UsageError } from "./output/index.js"
import { packageFile } from "./package-file.js"
import type { Terminal } from "./terminal/index.js"

/** Copies the files of a template that the folder lacks, and completes its package.json: to run, npx made one. */
export function initTemplate(name: string, root: string, { stdout }: Terminal): number {
  const from = join(packageFile("examples/templates"), name)
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(from, join(one.parentPath, one.name)).split(sep).join("/"))
    .sort()
  const isThere = (path: string) =>
    lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined
  const merged = isThere(MANIFEST)
    ? mergeManifest(
        readFileSync(join(root, MANIFEST), "utf8"),
        JSON.parse(readFileSync(join(from, MANIFEST), "utf8")),
      )
    : undefined
  for (const file of files) {
    // npm publishes no .gitignore.
    const path = file === "gitignore" ? `.${file}` : file
    const change = path === MANIFEST ? merged : undefined
    const isKept = isThere(path) && change === undefined
    const text = change?.text ?? readFileSync(join(from, file), "utf8")
    if (!isKept) putFile(join(root, path), text, cloneAround(root))
    stdout.write(change?.told ?? (isKept ? `kept ${path}, which exists\n` : `wrote ${path}\n`))
  }
  stdout.write("Next: npm install && npm test; README.md has the rest\n")
  return 0
}

const MANIFEST = "package.json"

type Values = Readonly<Record<string, string | undefined>>

interface Manifest {
  readonly type?: string | undefined
  readonly scripts?: Values
  readonly dependencies?: Values
  readonly devDependencies?: Values
}

/** A package.json with what a template needs and it lacks, and the lines about it. */
function mergeManifest(before: string, template: Manifest) {
  const found = withoutDefaults(parseManifest(before))
  const packages = { ...found.devDependencies, ...found.dependencies }
  const [added, kept]: [string[], string[]] = [[], []]
  const missing = (wanted: object, own: object): object =>
    Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => {
        const known: unknown = Reflect.get(own, name)
        if (known === undefined) added.push(name)
        else if (known !== value)
          kept.push(
            `kept ${name} of package.json, ${JSON.stringify(known)}; the template has ${JSON.stringify(value)}\n`,
          )
        return known === undefined
      }),
    )
  const { type, scripts, dependencies, devDependencies } = template
  const merged = {
    ...found,
    ...missing({ type }, { type: found.type }),
    scripts: { ...found.scripts, ...missing({ ...scripts }, { ...found.scripts }) },
    dependencies: { ...found.dependencies, ...missing({ ...dependencies }, packages) },
    devDependencies: { ...found.devDependencies, ...missing({ ...devDependencies }, packages) },
  }
  const text = `${JSON.stringify(merged, null, /^[ \t]+/m.exec(before)?.[0] ?? 2)}\n`
  if (added.length > 0) kept.unshift(`added to package.json: ${added.join(", ")}\n`)
  return { text, told: kept.join("") }
}

function parseManifest(text: string): Manifest {
  const found: unknown = tried(() => JSON.parse(text.replace(/^\uFEFF/, "")), undefined)
  if (typeof found === "object" && found !== null && !Array.isArray(found)) return found
  throw new UsageError("package.json has no JSON object", "Correct or remove it")
}

/** Without what `npm init` writes in place of a decision: a test that fails, and beside it a type. */
function withoutDefaults(found: Manifest): Manifest {
  const { type, scripts } = found
  if (!scripts?.test?.includes("Error: no test specified")) return found
  const decided = type === "commonjs" ? undefined : type
  return { ...found, type: decided, scripts: { ...scripts, test: undefined } }
}
