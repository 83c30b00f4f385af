/**
 * The tools of `--verify`, which the project installs: ghx does not depend on them. They are resolved from
 * the project, because with pnpm and Yarn PnP the package itself only sees its dependencies.
 */
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { ProjectError } from "../read/index.js"

/** The versions that the comparison is written against. */
const VERSIONS = {
  "ts-morph": 28,
  "@graphql-codegen/typescript-operations": 6,
  "json-schema-to-typescript": 16,
} as const

export let morph: typeof import("ts-morph")
export let codegen: typeof import("@graphql-codegen/typescript-operations")
export let jsonSchema: typeof import("json-schema-to-typescript")
/** The copy that the code generator loads: graphql-js accepts no object of another copy. */
export let graphql: typeof import("graphql")

/**
 * @param roots - folders to search, in this order
 * @throws ProjectError if a tool is missing or has another version
 */
export function loadTools(roots: readonly string[]): void {
  const tools = {
    morph: find("ts-morph", roots),
    codegen: find("@graphql-codegen/typescript-operations", roots),
    jsonSchema: find("json-schema-to-typescript", roots),
  }
  const problems = Object.values(tools).flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0) {
    const wanted = Object.values(tools).flatMap((one) => (one.problem ? one.wanted : []))
    throw new ProjectError(
      `--verify and --release need tools in the project: ${problems.join(", ")}. Run: npm install --save-dev ${wanted.join(" ")}`,
    )
  }
  morph = tools.morph.require()
  codegen = tools.codegen.require()
  graphql = tools.codegen.require("graphql")
  jsonSchema = tools.jsonSchema.require()
}

function find(name: keyof typeof VERSIONS, roots: readonly string[]) {
  const path = roots.map((root) => resolveFrom(root, name)).find((one) => one !== undefined)
  const version = path === undefined ? undefined : versionOf(name, path)
  const isFit = version?.startsWith(`${VERSIONS[name]}.`) ?? false
  const found = version === undefined ? "is not installed" : `is ${version} here`
  return {
    problem: isFit ? undefined : `${name} ${found}`,
    wanted: `${name}@${VERSIONS[name]}`,
    require: (other = path ?? name) => createRequire(path ?? name)(other),
  }
}

function resolveFrom(root: string, name: string): string | undefined {
  try {
    return createRequire(join(root, "package.json")).resolve(name)
  } catch {
    return undefined
  }
}

function versionOf(name: string, path: string): string {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json")
    if (!existsSync(manifest)) continue
    const { name: found, version } = JSON.parse(readFileSync(manifest, "utf8"))
    if (found === name) return version
  }
  return "of an unknown version"
}
