/** The capabilities of the project that the command is called in, as `npx ghx gen` wrote them. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { dirname, join, sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { JsonType } from "../../runtime/index.js"
import { UsageError } from "./output/index.js"

/** Plans over the capabilities of the project and the package. */
interface Plans {
  readonly plan: typeof import("../../generated/plan.js").plan
  /** The types of entities that are not texts. */
  readonly types: Readonly<Record<string, JsonType | readonly JsonType[]>>
}

let plansOfProject: (() => Promise<Plans>) | undefined

/** The project's planner; undefined if it has no capabilities. */
export const ownPlans = (): Promise<Plans> | undefined => plansOfProject?.()

/**
 * Adds them to those of the package, for everything that this process does. In a project without capabilities
 * of its own it does next to nothing.
 * They are code of the project, so they are loaded only by the ghx that is installed in it: a global one, or that of
 * `npx`, can be called in a clone of anybody's.
 */
export async function addOwnCapabilities(from: string): Promise<void> {
  const project = projectOf(from)
  if (project === undefined) return
  const { folder, generated } = project
  try {
    const own = await import(
      pathToFileURL(join(await inJavaScript(folder, generated), "own.js")).href
    )
    const [{ registry }, { adoptRegistry }] = await Promise.all([
      import("../../generated/registry.js"),
      import("../../runtime/extend-registry.js"),
    ])
    adoptRegistry(registry, own.registry, own.catalog)
    plansOfProject = own.plans
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${generated} cannot be loaded: ${why}`, "Run npx ghx gen")
  }
}

/** The nearest package, if `ghx gen` has generated something in it. */
function projectOf(
  from: string,
): { readonly folder: string; readonly generated: string } | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const manifest = join(folder, "package.json")
    if (existsSync(manifest)) {
      const generated = join(folder, outputIn(manifest))
      const isThere = existsSync(join(generated, "registry.ts"))
      return isThere && isInstalledFor(folder) ? { folder, generated } : undefined
    }
    if (dirname(folder) === folder) return undefined
  }
}

/** Whether this program is in the `node_modules` of a project, or of the workspace that it is a member of. */
function isInstalledFor(project: string): boolean {
  const own = fileURLToPath(import.meta.url)
  for (let folder = realpathSync(project); ; folder = dirname(folder)) {
    if (own.startsWith(join(folder, "node_modules", sep))) return true
    if (dirname(folder) === folder) return false
  }
}

function outputIn(manifest: string): string {
  try {
    const { ghx } = JSON.parse(readFileSync(manifest, "utf8"))
    return typeof ghx?.output === "string" ? ghx.output : "src/ghx"
  } catch {
    return "src/ghx"
  }
}

/**
 * The folder with the project's capabilities as JavaScript, since Node 20 reads no TypeScript. It is in the
 * project's cache, where imports of `ghx` resolve to the project's package, and is rewritten when the
 * generated code changes.
 */
async function inJavaScript(project: string, generated: string): Promise<string> {
  const files = readdirSync(generated, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:ts|json)$/.test(file) && !file.startsWith("editor"))
    .sort()
  const { createHash } = await import("node:crypto")
  const hash = createHash("sha256")
  for (const file of files) {
    const { mtimeMs, size } = statSync(join(generated, file))
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  const cache = join(project, "node_modules/.cache/ghx")
  const folder = join(cache, hash.digest("hex").slice(0, 16))
  if (existsSync(join(folder, "own.js"))) return folder
  const { javascript } = await import("../../generator/index.js")
  const { javascriptOf } = await javascript()
  const unfinished = `${folder}.${process.pid}`
  for (const file of files) {
    const text = readFileSync(join(generated, file), "utf8")
    const path = join(unfinished, file)
    mkdirSync(dirname(path), { recursive: true })
    if (file.endsWith(".json")) writeFileSync(path, text)
    else writeFileSync(path.replace(/\.ts$/, ".js"), javascriptOf(text))
  }
  writeFileSync(join(unfinished, "package.json"), '{ "type": "module" }\n')
  writeFileSync(join(unfinished, "own.js"), ownModule)
  // Another process may do the same; existing folders are complete.
  for (const old of readdirSync(cache)) {
    const path = join(cache, old)
    if (path !== unfinished && !old.includes(".")) rmSync(path, { recursive: true, force: true })
  }
  try {
    renameSync(unfinished, folder)
  } catch {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

const ownModule = `export { own as registry } from "./registry.js"
const url = new URL("catalog.js", import.meta.url).href
export const catalog = async () => (await import(url)).catalog
export const plans = async () => {
  const [{ plan }, { default: table }] = await Promise.all([
    import(new URL("plan.js", import.meta.url).href),
    import(new URL("plan.json", import.meta.url).href, { with: { type: "json" } }),
  ])
  return { plan, types: table.types }
}
`
