/** What the licences of libraries ask of a file that has them in it. */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

/** @param modules - paths of modules, absolute or from the project; those of libraries count */
export function licensesOf(project: string, modules: readonly string[]): string {
  const packages = new Set(modules.flatMap((path) => folderOfPackage(path) ?? []))
  return [...packages]
    .sort()
    .map((path) => noticeOf(resolve(project, path)))
    .join("\n")
}

/** The folder of the package that a file belongs to. */
function folderOfPackage(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
}

function noticeOf(folder: string): string {
  const { name, version, license, repository } = manifestIn(folder)
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.|$)/i.test(one))
  if (file === undefined) throw new Error(`${name} has no licence that could be passed on`)
  // Some licences ask to say where the source is.
  const source = repository?.url ?? repository ?? `the package ${name} of npm`
  return `${name} ${version} (${license}), of ${source}\n\n${readFileSync(join(folder, file), "utf8")}\n`
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly repository?: { readonly url?: string } & string
  readonly dependencies?: Readonly<Record<string, string>>
}

export function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
}
