/** Finds the workspace that a project is a member of, because the workspace has the lockfile and the workflows. */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { parse } from "yaml"

/** The root of the workspace, or else the project itself. */
export function workspaceOf(root: string): string {
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder)) {
    const member = relative(folder, root).split(sep).join("/")
    if (patternsIn(folder).some((pattern) => matches(pattern, member))) return folder
  }
  return root
}

/** The member patterns, which npm, yarn and bun declare in package.json, and pnpm in its own file. */
function patternsIn(folder: string): string[] {
  const { workspaces } = Object(read(join(folder, "package.json"), JSON.parse))
  const { packages } = Object(read(join(folder, "pnpm-workspace.yaml"), parse))
  return [workspaces?.packages ?? workspaces, packages]
    .filter(Array.isArray)
    .flat()
    .filter((one) => typeof one === "string")
}

function read(path: string, parse: (text: string) => unknown): unknown {
  try {
    return existsSync(path) ? parse(readFileSync(path, "utf8")) : undefined
  } catch {
    // The file belongs to another project, whose own tools report errors in it.
    return undefined
  }
}

/** `packages/*`, `apps/**`. */
function matches(pattern: string, member: string): boolean {
  const parts = pattern.replace(/^\.\/|\/$/g, "").split(/(\*\*|\*)/)
  const source = parts
    .map((part) =>
      part === "**" ? ".*" : part === "*" ? "[^/]*" : part.replace(/[.+^${}()|[\]\\?]/g, "\\$&"),
    )
    .join("")
  return new RegExp(`^${source}$`).test(member)
}
