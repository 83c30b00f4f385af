import { posix } from "node:path"
import { circles } from "./circles.js"
import type { House } from "./floors.js"
import type { Import } from "./imports.js"

type Houses = Readonly<Record<string, House>>

/** What breaks the rules of the houses, each in a sentence that says what to do. */
export function problemsIn(imports: readonly Import[], houses: Houses): string[] {
  const problems = Object.entries(houses).flatMap(([name, house]) => {
    const into = imports.filter(({ target }) => isWithin(name, target))
    const inside = into.filter(({ file }) => isWithin(name, file))
    const shipped = inside.filter(({ file }) => !isForTests(file))
    return [
      ...into.flatMap((one) => pastTheDoor(one, name, house)),
      ...shipped.flatMap((one) => upTheStairs(one, name, house)),
      ...shipped.flatMap(ofTests),
      ...circles(shipped.map(({ file, target }) => [file, target])).map(fileCircle),
      ...circles(shipped.flatMap(betweenFolders)).map(folderCircle),
    ]
  })
  return [...new Set(problems)]
}

/** Tests, and what only they use, may import from every floor; but by the door, as everybody. */
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

function pastTheDoor({ file, line, target }: Import, name: string, house: House): string[] {
  const folder = foldersOf(target).find(
    (each) => isWithin(name, `${each}/`) && !isWithin(each, file),
  )
  if (folder === undefined) return []
  const layer = layerOf(name, target, house.floors["."])
  const inside = layer && posix.join(name, ...partsWithin(name, target).slice(0, partsOf(layer)))
  const open =
    folder === name
      ? house.doors.map((door) => `${name}/${door}`)
      : [`${inside ?? folder}/index.ts`]
  if (open.includes(target)) return []
  return [
    `${file}:${line} reaches past ${open.join(", ")} into ${target}: import it from there, and export it there if others are to have it`,
  ]
}

function upTheStairs({ file, line, target }: Import, name: string, { floors }: House): string[] {
  const shared = foldersOf(file).findLast((each) => isWithin(each, target))
  if (shared === undefined) return []
  const plan = floors[posix.relative(name, shared) || "."]
  const [from, to] = [roomOf(shared, file, plan), roomOf(shared, target, plan)]
  if (plan === undefined || from === to) return []
  const floorOf = (room: string) => plan.findIndex((floor) => floor.includes(room))
  const homeless = [from, to].find((room) => floorOf(room) < 0)
  if (homeless !== undefined) {
    return [`${shared}/${homeless} stands on no floor: say on which in test/floors/floors.ts`]
  }
  if (floorOf(from) < floorOf(to)) return []
  const how = floorOf(from) === floorOf(to) ? "on the same floor" : "on a higher floor"
  return [
    `${file}:${line} imports ${target}, which stands ${how} of ${shared}/: move what both need to a floor below them (test/floors/floors.ts), or hand it in as a parameter`,
  ]
}

/** The folder within `folder` that a file is in, or its layer; `.` where it is the folder's own. */
function roomOf(folder: string, file: string, plan: Plan | undefined): string {
  const parts = partsWithin(folder, file)
  return layerOf(folder, file, plan) ?? (parts.length > 1 ? (parts[0] ?? ".") : ".")
}

type Plan = readonly (readonly string[])[]

/** The layer that a file is part of: `routes/*\/format` of `routes/rest/format/index.ts`. */
function layerOf(folder: string, file: string, plan: Plan = []): string | undefined {
  if (!isWithin(folder, file)) return undefined
  const parts = partsWithin(folder, file)
  return plan.flat().find((room) => {
    const names = room.split("/")
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

function fileCircle(circle: readonly string[]): string {
  return `circle of files: ${circle.join(" → ")}: move what the last takes from the first into a file that both import`
}

function folderCircle(circle: readonly string[]): string {
  return `circle of folders: ${circle.join(" → ")}: move what the last takes from the first into a folder below both`
}
