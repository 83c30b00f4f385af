/** The licence texts that bundled libraries require. */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

/** @param modules - paths of modules, absolute or relative to the project; only those of libraries count */
export function licensesOf(project: string, modules: readonly string[]): string {
  const folders = modules.flatMap((path) => {
    const folder = folderOfPackage(path)
    return folder === undefined ? [] : [folder, ...packagesWithin(project, resolve(project, path))]
  })
  const notices = new Set(folders.map((path) => noticeOf(resolve(project, path))))
  return [...notices].sort().join("\n")
}

/** The packages bundled into a library's own modules, as their bundler's comments name them. */
function packagesWithin(project: string, path: string): string[] {
  const regions = readFileSync(path, "utf8").matchAll(
    /^\/\/#region .*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm,
  )
  const store = join(project, "node_modules/.pnpm")
  return [...new Set([...regions].map(([, name = ""]) => name))].map((name) => {
    const found = readdirSync(store).find((one) => one.startsWith(`${name.replace("/", "+")}@`))
    if (found === undefined)
      throw new Error(`The licence of ${name}, which ${path} contains, is not here`)
    return join(store, found, "node_modules", name)
  })
}

/** The folder of the package that a file belongs to. */
function folderOfPackage(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
}

function noticeOf(folder: string): string {
  const { name, version, license, repository } = manifestIn(folder)
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.|$)/i.test(one))
  if (file === undefined) throw new Error(`${name} has no licence that could be passed on`)
  // Some licences require a reference to the source.
  const source = repository?.url ?? repository ?? `the package ${name} of npm`
  return `${name} ${version} (${license}), of ${source}\n\n${readFileSync(join(folder, file), "utf8")}\n`
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly repository?: { readonly url?: string } & string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}

export function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
}
