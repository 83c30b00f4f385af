/** The import specifiers of the package: every entry of `exports`, with patterns expanded. */
import { readdirSync } from "node:fs"
import { join } from "node:path"

interface Manifest {
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** @param root - the folder of the package, which has generated code; entries that contain only types are left out */
export function entriesOf({ exports }: Manifest, root: string): string[] {
  const namespaces = readdirSync(join(root, "generated"), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith("/index.ts"))
    .map((path) => path.slice(0, -"/index.ts".length))
  return Object.entries(exports).flatMap(([entry, conditions]) => {
    if (!Object.hasOwn(conditions, "default")) return []
    // Shapes and shared operations belong to no client, so `ghx/core` has none of its own.
    const own = entry === "./core/*" ? namespaces.filter(isOfCapabilities) : namespaces
    const names = entry.endsWith("*")
      ? own.map((name) => entry.slice("./".length, -1) + name)
      : [entry.slice("./".length)]
    return names.map((name) => (entry === "." ? "ghx" : `ghx/${name}`))
  })
}

const isOfCapabilities = (name: string) => !/^(?:shapes|operations)(?:\/|$)/.test(name)
