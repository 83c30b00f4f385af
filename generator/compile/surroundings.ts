import { type Contract, Documents, withoutStrays } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { type Doors, doorsOf, NO_DOORS } from "../emit/index.js"
import {
  readShapes,
  readShared,
  readSharedOfPackage,
  type ShapeFile,
  type Shared,
} from "../expand/index.js"
import { type Pins, readGh, readRest, readSchema } from "../parse/index.js"
import { Operations, Shapes } from "../plan/index.js"
import { type Inputs, PACKAGE_FOLDER, type PackageFiles } from "../read/index.js"
import { splitCards } from "./split-cards.js"
import type { Timer } from "./timer.js"

/** What cards are compiled with. */
export interface Surroundings {
  readonly documents: Documents
  readonly operations: Operations
  readonly pins: Pins
  /** What cards share. */
  readonly shared: Shared
  readonly shapes: Shapes
  /** The contracts that were released, by id. */
  readonly released: ReadonlyMap<string, Contract>
  /** How what is generated imports what the package has. */
  readonly doors: Doors
  readonly timer: Timer
}

/** A project as it was read: what its cards are compiled with, and what is wrong with that. */
export interface Project {
  readonly surroundings: Surroundings
  /** Its own documents, and its own shapes. */
  readonly documents: ReadonlyMap<string, string>
  readonly shapes: ReadonlyMap<string, ShapeFile>
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads what the cards of a project are compiled with. Descriptions and documents are read when a card
 * first asks for them. A name is looked up in the project and then in the package; what the package says
 * of its own is looked up in the package alone.
 */
export function readProject(
  inputs: Inputs,
  released: ReadonlyMap<string, Contract>,
  timer: Timer,
): Project {
  const pins: Pins = {
    schema: () => timer.time("read", () => readSchema(inputs.schema)),
    rest: () => timer.time("read", () => readRest(inputs.rest)),
    gh: () => timer.time("read", () => readGh(inputs.gh)),
  }
  const own = withoutStrays("operations", inputs.operations)
  const texts = new Map([...(inputs.package?.operations ?? []), ...own.files])
  const documents = new Documents(texts, pins.schema)
  const operations = new Operations(documents)
  const ofPackage = inputs.package && readOfPackage(inputs.package)
  const split = splitCards(inputs.cards)
  const { shared, diagnostics: inShared } = timer.time("read", () =>
    readShared(split.shared, ofPackage?.shared),
  )
  const { shapes, diagnostics: ofShapes } = timer.time("read", () =>
    readShapes(split.shapes, shared),
  )
  const described = { documents, operations, pins }
  const book = new Shapes(
    { ...described, files: shapes },
    ofPackage && new Shapes({ ...described, files: ofPackage.shapes }),
  )
  return {
    surroundings: {
      ...described,
      shared,
      shapes: book,
      released,
      doors: ofPackage ? doorsOf([...shapes.keys()]) : NO_DOORS,
      timer,
    },
    documents: own.files,
    shapes,
    diagnostics: [...own.diagnostics, ...inShared, ...ofShapes],
  }
}

function readOfPackage({ cards }: PackageFiles) {
  const split = splitCards(cards, PACKAGE_FOLDER)
  const shared = readSharedOfPackage(split.shared)
  return { shared, shapes: readShapes(split.shapes, shared, PACKAGE_FOLDER).shapes }
}
