import { type Contract, Documents, withoutUnrelatedFiles } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { NO_PACKAGE_IMPORTS, type PackageImports, packageImportsOf } from "../emit/index.js"
import {
  readShapes,
  readShared,
  readSharedOfPackage,
  SHAPES_FOLDER,
  SHARED_FOLDER,
  type ShapeFile,
  type Shared,
} from "../expand/index.js"
import { type Pins, type ReadCard, readGh, readRest, readSchema } from "../parse/index.js"
import { Operations, Shapes } from "../plan/index.js"
import { type Inputs, PACKAGE_FOLDER, type PackageFiles } from "../read/index.js"
import { type CompilerRoute, routes } from "../routes/index.js"

export interface CompileContext extends ProjectParts {
  readonly released: ReadonlyMap<string, Contract>
  readonly timer: Timer
}

interface ProjectParts {
  readonly documents: Documents
  readonly operations: Operations
  readonly pins: Pins
  readonly routes: readonly CompilerRoute[]
  readonly shared: Shared
  readonly shapes: Shapes
  /** How generated code imports files of the package. */
  readonly packageImports: PackageImports
}

export interface Project {
  readonly parts: ProjectParts
  /** The project's own documents and fragments, by path. */
  readonly texts: ReadonlyMap<string, string>
  readonly shapes: ReadonlyMap<string, ShapeFile>
  /** Problems that do not concern a single card. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads YAML files for a function. */
export type ReadShared = <T>(
  files: readonly (readonly [path: string, text: string])[],
  use: (readFile: ReadCard) => T,
) => T

/** Reads projects; the last one is reused while its files are unchanged. */
export function projectReader(readShared: ReadShared): (inputs: Inputs, timer: Timer) => Project {
  let latest: { readonly madeOf: readonly unknown[]; readonly project: Project } | undefined
  return (inputs, timer) => {
    const { schema, rest, gh, operations } = inputs
    const { shared, shapes } = splitCards(inputs.cards)
    const ofPackage = [inputs.package?.cards, inputs.package?.operations]
    const texts = [operations, shared, shapes, ...ofPackage].flatMap((files) =>
      [...(files ?? [])].flat(),
    )
    const madeOf = [schema, rest, gh, ...texts]
    const isSame = (all: readonly unknown[]) =>
      all.length === madeOf.length && all.every((one, index) => one === madeOf[index])
    if (latest !== undefined && isSame(latest.madeOf)) return latest.project
    const project = timer.time("read", () => {
      const files = [shared, shapes, inputs.package?.cards].flatMap((one) => [...(one ?? [])])
      return readShared(files, (readFile) => read(inputs, shared, shapes, readFile))
    })
    latest = { madeOf, project }
    return project
  }
}

type Files = ReadonlyMap<string, string>

function read(inputs: Inputs, ofAll: Files, made: Files, readFile: ReadCard): Project {
  const own = withoutUnrelatedFiles("operations", inputs.operations)
  const pins: Pins = {
    schema: () => readSchema(inputs.schema),
    rest: () => readRest(inputs.rest),
    gh: () => readGh(inputs.gh),
  }
  const texts = new Map([...(inputs.package?.operations ?? []), ...own.files])
  const documents = new Documents(texts, pins.schema)
  const operations = new Operations(documents)
  const ofPackage = inputs.package && readOfPackage(inputs.package, readFile)
  const { shared, diagnostics: inShared } = readShared(ofAll, readFile, ofPackage?.shared)
  const { shapes, diagnostics: ofShapes } = readShapes(made, shared, readFile)
  const described = { documents, operations, pins, routes }
  const book = new Shapes(
    { ...described, files: shapes },
    ofPackage && new Shapes({ ...described, files: ofPackage.shapes }),
  )
  const packageImports = ofPackage ? packageImportsOf([...shapes.keys()]) : NO_PACKAGE_IMPORTS
  return {
    parts: { ...described, shared, shapes: book, packageImports },
    texts: own.files,
    shapes,
    diagnostics: [...own.diagnostics, ...inShared, ...ofShapes],
  }
}

function readOfPackage({ cards }: PackageFiles, readFile: ReadCard) {
  const split = splitCards(cards, PACKAGE_FOLDER)
  const shared = readSharedOfPackage(split.shared, readFile)
  return { shared, shapes: readShapes(split.shapes, shared, readFile, PACKAGE_FOLDER).shapes }
}

export type Stage = "read" | "check" | "expand" | "plan" | "emit" | "write"

/** Runs a stage. A caller can pass a timer that measures it. */
export interface Timer {
  time<T>(stage: Stage, work: () => T): T
}

export const UNTIMED: Timer = { time: (_stage, work) => work() }

type CardFiles = ReadonlyMap<string, string>

/**
 * Splits the files of `cards/`, of a project or the package, into cards, shared definitions, and shapes.
 */
export function splitCards(
  files: CardFiles,
  root: "" | typeof PACKAGE_FOLDER = "",
): { cards: CardFiles; shared: CardFiles; shapes: CardFiles } {
  const all = [...files]
  const [shapes, shared] = [SHAPES_FOLDER, SHARED_FOLDER].map((folder) => `${root}${folder}`)
  const inFolder = (folder = "") => all.filter(([path]) => path.startsWith(folder))
  const others = [...inFolder(shapes), ...inFolder(shared)]
  return {
    cards: new Map(all.filter((one) => !others.includes(one))),
    shared: new Map(inFolder(shared)),
    shapes: new Map(inFolder(shapes)),
  }
}
