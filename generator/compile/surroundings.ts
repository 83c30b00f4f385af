import { type Contract, Documents, withoutStrays } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { readShapes, readShared, type ShapeFile, type Shared } from "../expand/index.js"
import { type Pins, readGh, readRest, readSchema } from "../parse/index.js"
import { Operations, Shapes } from "../plan/index.js"
import type { Inputs } from "../read/index.js"
import { splitCards } from "./split-cards.js"
import type { Timer } from "./timer.js"

/** What cards are compiled with. */
export interface Surroundings extends ProjectParts {
  /** The contracts that were released, by id. */
  readonly released: ReadonlyMap<string, Contract>
  readonly timer: Timer
}

interface ProjectParts {
  readonly documents: Documents
  readonly operations: Operations
  readonly pins: Pins
  /** What cards share. */
  readonly shared: Shared
  readonly shapes: Shapes
}

/** What the cards of a project have in common. */
export interface Project {
  readonly parts: ProjectParts
  /** Documents and fragments, by path. */
  readonly texts: ReadonlyMap<string, string>
  readonly shapes: ReadonlyMap<string, ShapeFile>
  /** What is wrong with it, as far as no card has to ask first. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Of the project that was asked for last: whoever looks at one card after the other reads it once. */
let latest: { readonly madeOf: readonly unknown[]; readonly project: Project } | undefined

/** What everything but single cards makes of a project. Descriptions and documents are read when a card first asks for them. */
export function projectOf(inputs: Inputs, timer: Timer): Project {
  const { schema, rest, gh, operations } = inputs
  const { shared, shapes } = splitCards(inputs.cards)
  const texts = [operations, shared, shapes].flatMap((files) => [...files].flat())
  const madeOf = [schema, rest, gh, ...texts]
  const isSame = (all: readonly unknown[]) =>
    all.length === madeOf.length && all.every((one, index) => one === madeOf[index])
  if (latest !== undefined && isSame(latest.madeOf)) return latest.project
  const project = timer.time("read", () => read(inputs, shared, shapes))
  latest = { madeOf, project }
  return project
}

type Files = ReadonlyMap<string, string>

function read({ schema, rest, gh, operations: files }: Inputs, ofAll: Files, made: Files): Project {
  const texts = withoutStrays("operations", files)
  const { shared, diagnostics: inShared } = readShared(ofAll)
  const { shapes, diagnostics: ofShapes } = readShapes(made, shared)
  const pins: Pins = {
    schema: () => readSchema(schema),
    rest: () => readRest(rest),
    gh: () => readGh(gh),
  }
  const documents = new Documents(texts.files, pins.schema)
  const operations = new Operations(documents)
  const book = new Shapes({ files: shapes, documents, operations, pins })
  return {
    parts: { documents, operations, pins, shared, shapes: book },
    texts: texts.files,
    shapes,
    diagnostics: [...texts.diagnostics, ...inShared, ...ofShapes],
  }
}
