/** Client libraries of stores, which ghx does not bring along. */
import { createRequire } from "node:module"
import { join } from "node:path"
import { trustedProject } from "../../../generator/read/trust.js"
import { UsageError } from "../output/index.js"

const VERSIONS = {
  bullmq: "6",
  ioredis: "6",
  "@dbos-inc/dbos-sdk": "5",
  pg: "8",
} as const

/**
 * Loads libraries from beside ghx, or from a project that has installed ghx: pnpm hides from a package what is
 * installed beside it. Another folder may be a stranger's, whose code would run with the caller's token.
 *
 * @param option - the option that needs them
 * @throws UsageError with the packages to install
 */
export async function loadLibraries<Libraries>(
  option: string,
  ...names: (keyof typeof VERSIONS)[]
): Promise<Libraries>
export async function loadLibraries(
  option: string,
  ...names: (keyof typeof VERSIONS)[]
): Promise<unknown[]> {
  const project = await trustedProject(process.cwd())
  const roots = [import.meta.url, ...(project === undefined ? [] : [join(project, "package.json")])]
  const found = names.map((name) => roots.map((root) => loadFrom(root, name)).find((one) => one))
  const missing = names.filter((_, at) => found[at] === undefined)
  if (missing.length === 0) return found
  const wanted = names.map((name) => `${name}@${VERSIONS[name]}`).join(" ")
  const fix =
    project === undefined
      ? `Install beside ghx, as code of this folder is not loaded: npm install --global ${wanted}`
      : `Run: npm install ${wanted}`
  throw new UsageError(`${option} needs ${missing.join(" and ")}`, fix)
}

function loadFrom(root: string, name: string): unknown {
  const require = createRequire(root)
  try {
    require.resolve(name)
  } catch {
    return undefined
  }
  return require(name)
}
