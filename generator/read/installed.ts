import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, normalize, sep } from "node:path"
import { ProjectError } from "./files.js"
import { type ProjectLayout, readJson } from "./inputs.js"

/** The default folder of a project's generated code. */
const OUTPUT = "src/ghx"

/** Folders of a project that are used for other purposes. */
const TAKEN = ["cards", "node_modules", "operations", "schema"]

/**
 * The project in a folder that has installed the package, there or in a parent folder.
 *
 * @throws ProjectError if there is no package.json, if its `ghx` entry is invalid, or if ghx is not
 *   installed: generated code imports it.
 */
export function installedLayout(root: string): ProjectLayout {
  const output = outputIn(root)
  const installed = nearestInstalled(root) ?? resolvedPackage(root)
  if (installed === undefined) {
    throw new ProjectError(
      `generated code imports ghx, which is not installed in ${root}. Run: npm install ghx`,
    )
  }
  return { root, output, package: installed }
}

function outputIn(root: string): string {
  const path = join(root, "package.json")
  if (!existsSync(path)) {
    throw new ProjectError(`${root} has no package.json. Run npm init, or change to your project`)
  }
  const { ghx = {} } = Object(read(path))
  const isMap = typeof ghx === "object" && ghx !== null && !Array.isArray(ghx)
  if (!isMap) throw new ProjectError(`"ghx" in package.json must be an object, such as ${EXAMPLE}`)
  const unknown = Object.keys(ghx).find((key) => key !== "output")
  if (unknown !== undefined) {
    throw new ProjectError(
      `"ghx" in package.json has no key ${JSON.stringify(unknown)}; it sets the output folder, as in ${EXAMPLE}`,
    )
  }
  const { output = OUTPUT } = ghx
  const folder = typeof output === "string" ? normalize(output).split(sep).join("/") : ""
  const trimmed = folder.replace(/^\.\/|\/$/g, "")
  const [first = ""] = trimmed.split("/")
  if (["", ".", ".."].includes(first) || TAKEN.includes(first) || /^(?:\/|\w:)/.test(folder)) {
    throw new ProjectError(
      `"output" of "ghx" in package.json must be a folder of the project that holds only generated code, such as ${JSON.stringify(OUTPUT)}, not ${JSON.stringify(output)}`,
    )
  }
  return trimmed
}

const EXAMPLE = JSON.stringify({ output: OUTPUT })

function read(path: string): unknown {
  try {
    return readJson(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ProjectError(`${path} cannot be read: ${reason}`)
  }
}

function nearestInstalled(folder: string): string | undefined {
  const here = join(folder, "node_modules/ghx")
  if (existsSync(join(here, "package.json"))) return here
  return dirname(folder) === folder ? undefined : nearestInstalled(dirname(folder))
}

/** Finds the package through Node if no folder contains it, as with Yarn's Plug'n'Play. */
function resolvedPackage(root: string): string | undefined {
  try {
    const entry = createRequire(join(root, "package.json")).resolve("ghx")
    return entry.slice(0, entry.lastIndexOf(ENTRY_FOLDER))
  } catch {
    return undefined
  }
}

const ENTRY_FOLDER = join(sep, "dist", "generated")
