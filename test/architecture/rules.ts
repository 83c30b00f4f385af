import { posix } from "node:path"
import { cycles } from "./cycles.js"
import type { Import } from "./imports.js"
import type { PackageRules } from "./packages.js"

type AllRules = Readonly<Record<string, PackageRules>>

/** Violations of the packages' rules, each with its fix. */
export function problemsIn(imports: readonly Import[], packageRules: AllRules): string[] {
  const problems = Object.entries(packageRules).flatMap(([name, pkg]) => {
    const into = imports.filter(({ target }) => isWithin(name, target))
    const inside = into.filter(({ file }) => isWithin(name, file))
    const shipped = inside.filter(({ file }) => !isForTests(file))
    return [
      ...into.flatMap((one) => pastEntryPoint(one, name, pkg)),
      ...shipped.flatMap((one) => upwardImports(one, name, pkg)),
      ...shipped.flatMap(ofTests),
      ...cycles(shipped.map(({ file, target }) => [file, target])).map(fileCycle),
      ...cycles(shipped.flatMap(betweenFolders)).map(folderCycle),
    ]
  })
  return [...new Set(problems)]
}

/** The packages that a package may import, by folder. */
export type References = ReadonlySet<string>

/**
 * Imports of packages that the package of the file does not reference. TypeScript accepts those that a referenced
 * package references.
 */
export function unreferenced(
  imports: readonly Import[],
  packages: ReadonlyMap<string, References>,
): string[] {
  const packageOf = (file: string) => [...packages.keys()].find((name) => isWithin(name, file))
  return imports.flatMap(({ file, line, target }) => {
    const [from, to] = [packageOf(file), packageOf(target)]
    if (from === undefined || to === undefined || from === to || isForTests(file)) return []
    if (packages.get(from)?.has(to)) return []
    return [
      `${file}:${line} imports ${target}, and the tsconfig.json of ${from}/ does not reference ${to}/: pass it in as a parameter, or add the reference if the package is above the other`,
    ]
  })
}

/** Tests and their helpers may import from every layer, but only through entry points. */
export function isForTests(file: string): boolean {
  return file.endsWith(".test.ts") || /\/(?:testing|tests)\//.test(file)
}

function isWithin(folder: string, file: string): boolean {
  return folder === "." || file.startsWith(`${folder}/`)
}

/** The folders that contain a file, outermost first. */
function foldersOf(file: string): string[] {
  const parts = posix.dirname(file).split("/")
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"))
}

function pastEntryPoint({ file, line, target }: Import, name: string, pkg: PackageRules): string[] {
  const folder = foldersOf(target).find(
    (each) => isWithin(name, `${each}/`) && !isWithin(each, file),
  )
  if (folder === undefined) return []
  const layer = layerOf(name, target, pkg.layers["."])
  const inside = layer && posix.join(name, ...partsWithin(name, target).slice(0, partsOf(layer)))
  const open =
    folder === name
      ? pkg.entryPoints.map((entry) => `${name}/${entry}`)
      : [`${inside ?? folder}/index.ts`]
  if (open.includes(target)) return []
  return [
    `${file}:${line} reaches past ${open.join(", ")} into ${target}: import it from there, and export it there if it is public`,
  ]
}

function upwardImports(
  { file, line, target }: Import,
  name: string,
  { layers }: PackageRules,
): string[] {
  const shared = foldersOf(file).findLast((each) => isWithin(each, target))
  if (shared === undefined) return []
  const plan = layers[posix.relative(name, shared) || "."]
  const [from, to] = [memberOf(shared, file, plan), memberOf(shared, target, plan)]
  if (plan === undefined || from === to) return []
  const levelOf = (member: string) => plan.findIndex((layer) => layer.includes(member))
  const unlisted = [from, to].find((member) => levelOf(member) < 0)
  if (unlisted !== undefined) {
    return [`${shared}/${unlisted} is in no layer: add it to one in test/architecture/packages.ts`]
  }
  if (levelOf(from) < levelOf(to)) return []
  const how = levelOf(from) === levelOf(to) ? "in the same layer" : "in a higher layer"
  return [
    `${file}:${line} imports ${target}, which is ${how} of ${shared}/: move what both need to a layer below (test/architecture/packages.ts), or pass it in as a parameter`,
  ]
}

/** The subfolder of `folder` that contains a file, or its layer; `.` for the folder's own files. */
function memberOf(folder: string, file: string, plan: Plan | undefined): string {
  const parts = partsWithin(folder, file)
  return layerOf(folder, file, plan) ?? (parts.length > 1 ? (parts[0] ?? ".") : ".")
}

type Plan = readonly (readonly string[])[]

/** The layer of a file: `routes/*\/format` of `routes/rest/format/index.ts`. */
function layerOf(folder: string, file: string, plan: Plan = []): string | undefined {
  if (!isWithin(folder, file)) return undefined
  const parts = partsWithin(folder, file)
  return plan.flat().find((member) => {
    const names = member.split("/")
    return names.length > 1 && names.every((name, index) => name === "*" || name === parts[index])
  })
}

function partsWithin(folder: string, file: string): string[] {
  return posix.relative(folder, file).split("/")
}

function partsOf(layer: string): number {
  return layer.split("/").length
}

function ofTests({ file, line, target }: Import): string[] {
  if (!isForTests(target)) return []
  return [`${file}:${line} imports ${target}, which only tests may import`]
}

function betweenFolders({ file, target }: Import): (readonly [string, string])[] {
  const [from, to] = [posix.dirname(file), posix.dirname(target)]
  return from === to ? [] : [[from, to]]
}

function fileCycle(cycle: readonly string[]): string {
  return `cycle of files: ${cycle.join(" → ")}: move what the last imports from the first into a file that both import`
}

function folderCycle(cycle: readonly string[]): string {
  return `cycle of folders: ${cycle.join(" → ")}: move what the last imports from the first into a folder below both`
}
