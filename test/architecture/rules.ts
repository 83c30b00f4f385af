import { posix } from "node:path"
import { cycles } from "./cycles.js"
import type { Import } from "./imports.js"
import type { PackageRules } from "./packages.js"

type AllRules = Readonly<Record<string, PackageRules>>

/** What breaks the rules of the packageRules, each in a sentence that says what to do. */
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

/** Tests, and what only they use, may import from every layer; but by the entry, as everybody. */
function isForTests(file: string): boolean {
  return file.endsWith(".test.ts") || /\/(?:testing|tests)\//.test(file)
}

function isWithin(folder: string, file: string): boolean {
  return folder === "." || file.startsWith(`${folder}/`)
}

/** The folders that a file is in, the outermost first. */
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
    `${file}:${line} reaches past ${open.join(", ")} into ${target}: import it from there, and export it there if others are to have it`,
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
    return [`${shared}/${unlisted} stands on no layer: say on which in test/layers/layers.ts`]
  }
  if (levelOf(from) < levelOf(to)) return []
  const how = levelOf(from) === levelOf(to) ? "on the same layer" : "on a higher layer"
  return [
    `${file}:${line} imports ${target}, which stands ${how} of ${shared}/: move what both need to a layer below them (test/layers/layers.ts), or hand it in as a parameter`,
  ]
}

/** The folder within `folder` that a file is in, or its layer; `.` where it is the folder's own. */
function memberOf(folder: string, file: string, plan: Plan | undefined): string {
  const parts = partsWithin(folder, file)
  return layerOf(folder, file, plan) ?? (parts.length > 1 ? (parts[0] ?? ".") : ".")
}

type Plan = readonly (readonly string[])[]

/** The layer that a file is part of: `routes/*\/format` of `routes/rest/format/index.ts`. */
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
  return [`${file}:${line} imports ${target}, which is for tests alone: only they may import it`]
}

function betweenFolders({ file, target }: Import): (readonly [string, string])[] {
  const [from, to] = [posix.dirname(file), posix.dirname(target)]
  return from === to ? [] : [[from, to]]
}

function fileCycle(cycle: readonly string[]): string {
  return `cycle of files: ${cycle.join(" → ")}: move what the last takes from the first into a file that both import`
}

function folderCycle(cycle: readonly string[]): string {
  return `cycle of folders: ${cycle.join(" → ")}: move what the last takes from the first into a folder below both`
}
