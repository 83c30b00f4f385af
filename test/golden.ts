/**
 * Reads the folders of `test/plans/`, one for each feature of the card language. Each is a project with one card. A
 * folder has `card.yaml`, its document, and the files that it reads: `lookup.NAME.graphql`, `shape.NAME.yaml`,
 * `shape.NAME.graphql` and `shared.NAME.yaml`.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Inputs, readInputs } from "../generator/read/index.js"
import { ROOT } from "./projects.js"

export const GOLDEN = join(ROOT, "test/plans")

export const goldenNames: readonly string[] = readdirSync(GOLDEN).sort()

const { contracts: _, ...pins } = readInputs(ROOT)

export interface GoldenCard {
  readonly id: string
  readonly inputs: Inputs
}

/** The inputs of the compiler, with the card as the only one of its project. */
export function goldenCard(name: string): GoldenCard {
  const card = golden(name, "card.yaml")
  const id = /^capability_id: (.*)$/m.exec(card)?.[1] ?? ""
  const files = readdirSync(join(GOLDEN, name)).map((file): [path: string, text: string] => [
    placeOf(file, id),
    golden(name, file),
  ])
  const below = (folder: string) => new Map(files.filter(([path]) => path.startsWith(folder)))
  return { id, inputs: { ...pins, cards: below("cards/"), operations: below("operations/") } }
}

/** Several of these cards as one project. */
export function goldenProject(names: readonly string[]): Inputs {
  const all = names.map((name) => goldenCard(name).inputs)
  const merged = (key: "cards" | "operations") => new Map(all.flatMap((inputs) => [...inputs[key]]))
  return { ...pins, cards: merged("cards"), operations: merged("operations") }
}

export function golden(name: string, file: string): string {
  return readFileSync(join(GOLDEN, name, file), "utf8")
}

export function pathOf(id: string): string {
  return id.replaceAll(".", "/")
}

function placeOf(file: string, id: string): string {
  const [, kind, name] = /^(lookup|shape|shared)\.(\w+)\.\w+$/.exec(file) ?? []
  if (kind === "lookup") return `operations/lookup/${name}.graphql`
  if (kind === "shape" && file.endsWith(".yaml")) return `cards/shapes/${name}.yaml`
  if (kind === "shape") return `operations/shapes/${name}.graphql`
  if (kind === "shared") return `cards/shared/${name}.yaml`
  if (file.endsWith(".graphql")) return `operations/${pathOf(id)}.graphql`
  return file === "card.yaml" ? `cards/${pathOf(id)}.yaml` : file
}
