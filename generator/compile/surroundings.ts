import { type Contract, Documents } from "../check/index.js"
import type { ShapeFile, Shared } from "../expand/index.js"
import { type Pins, readGh, readRest, readSchema } from "../parse/index.js"
import { Operations, Shapes } from "../plan/index.js"
import type { Inputs } from "../read/index.js"
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
  readonly timer: Timer
}

/** The surroundings of a run. Descriptions and documents are read when a card first asks for them. */
export function surroundingsOf(
  inputs: Inputs,
  documents: ReadonlyMap<string, string>,
  shared: Shared,
  shapes: ReadonlyMap<string, ShapeFile>,
  released: ReadonlyMap<string, Contract>,
  timer: Timer,
): Surroundings {
  const pins: Pins = {
    schema: () => timer.time("read", () => readSchema(inputs.schema)),
    rest: () => timer.time("read", () => readRest(inputs.rest)),
    gh: () => timer.time("read", () => readGh(inputs.gh)),
  }
  const checked = new Documents(documents, pins.schema)
  const operations = new Operations(checked)
  return {
    documents: checked,
    operations,
    pins,
    shared,
    shapes: new Shapes({ files: shapes, documents: checked, operations, pins }),
    released,
    timer,
  }
}
