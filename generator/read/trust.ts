/**
 * Which project's code this program may load. ghx runs in clones of strangers, so a folder is no reason to trust it:
 * its owner must have installed ghx there.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

/** The nearest package around a folder, if it has installed this program, itself or through its workspace. */
export async function trustedProject(from: string): Promise<string | undefined> {
  const project = nearestPackage(from)
  return project !== undefined && (await isInstalledIn(project)) ? project : undefined
}

/** The nearest package around a folder. */
export function nearestPackage(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder
    if (isTop(folder)) return undefined
  }
}

async function isInstalledIn(project: string): Promise<boolean> {
  const own = fileURLToPath(import.meta.url)
  const holds = (folder: string) => own.startsWith(join(realpathSync(folder), "node_modules", sep))
  return holds(project) || (isAnyAbove(project, holds) && holds(await workspaceOf(project)))
}

/** The root of the workspace that lists a project as its member, or else the project itself. */
export async function workspaceOf(project: string): Promise<string> {
  for (let folder = project; !isTop(folder); ) {
    folder = dirname(folder)
    const member = relative(folder, project).split(sep).join("/")
    if (isListed(member, await patternsIn(folder))) return folder
  }
  return project
}

/** A repository inside of another one belongs to somebody else: a clone, or a submodule. */
const isTop = (folder: string) => existsSync(join(folder, ".git")) || dirname(folder) === folder

function isAnyAbove(folder: string, holds: (folder: string) => boolean): boolean {
  if (isTop(folder)) return false
  const parent = dirname(folder)
  return holds(parent) || isAnyAbove(parent, holds)
}

/** The member patterns, which npm, yarn and bun declare in package.json, and pnpm in its own file. */
async function patternsIn(folder: string): Promise<string[]> {
  const { workspaces } = Object(read(join(folder, "package.json"), JSON.parse))
  const ofPnpm = join(folder, "pnpm-workspace.yaml")
  // Loaded on demand, because each command in a project may ask.
  const { packages } = existsSync(ofPnpm) ? Object(read(ofPnpm, (await import("yaml")).parse)) : {}
  return [workspaces?.packages ?? workspaces, packages]
    .filter(Array.isArray)
    .flat()
    .filter((one) => typeof one === "string")
}

function read(path: string, parse: (text: string) => unknown): unknown {
  try {
    return existsSync(path) ? parse(readFileSync(path, "utf8").replace(/^\ufeff/, "")) : undefined
  } catch {
    // The file belongs to another project, whose own tools report errors in it.
    return undefined
  }
}

function isListed(member: string, patterns: readonly string[]): boolean {
  const isMatch = (pattern: string) => matches(pattern, member)
  const excluded = patterns.flatMap((one) => (one.startsWith("!") ? [one.slice(1)] : []))
  return patterns.some(isMatch) && !excluded.some(isMatch)
}

/** `packages/*`, `apps/**`, `tools/{cli,bot}`. */
function matches(pattern: string, member: string): boolean {
  const parts = pattern.replace(/^\.\/|\/$/g, "").split(/(\*\*|\*|\{[^{}]*\})/)
  return new RegExp(`^${parts.map(sourceOf).join("")}$`).test(member)
}

function sourceOf(part: string): string {
  if (part === "**") return ".*"
  if (part === "*") return "[^/]*"
  if (!part.startsWith("{")) return part.replace(/[.+^${}()|[\]\\?]/g, "\\$&")
  return `(?:${part.slice(1, -1).split(",").map(sourceOf).join("|")})`
}
