import { withoutStrays } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { type CardSource, readCard } from "../parse/index.js"
import type { Inputs } from "../read/index.js"
import { splitCards } from "./split-cards.js"
import { readProject, type Surroundings } from "./surroundings.js"
import { UNTIMED } from "./timer.js"

type Use<T> = (written: CardSource, surroundings: Surroundings) => T

/** Uses one card of a project, as it is written; undefined where there is no card of that id. */
export function withCard<T>(
  inputs: Inputs,
  id: string,
  use: Use<T>,
  unreadable: (diagnostics: readonly Diagnostic[]) => T,
): T | undefined {
  const path = `cards/${id.split(".").join("/")}.yaml`
  const text = inputs.cards.get(path)
  if (text === undefined) return undefined
  const { source, diagnostics } = readCard(path, text)
  if (source === undefined) return unreadable(diagnostics)
  return use(source, surroundingsOfProject(inputs))
}

/** Uses each card of a project that can be read; by id. */
export function withCards<T>(inputs: Inputs, use: Use<T>): Map<string, T> {
  const surroundings = surroundingsOfProject(inputs)
  const { files } = withoutStrays("cards", splitCards(inputs.cards).cards)
  const sources = [...files].flatMap(([path, text]) => readCard(path, text).source ?? [])
  return new Map(sources.map((source) => [source.declaredId, use(source, surroundings)]))
}

/** Of the project that was asked for last: whoever looks at one card after the other reads it once. */
let latest: { readonly madeOf: readonly unknown[]; readonly surroundings: Surroundings } | undefined

function surroundingsOfProject(inputs: Inputs): Surroundings {
  const { schema, rest, gh, operations } = inputs
  const { shared, shapes } = splitCards(inputs.cards)
  const ofPackage = [inputs.package?.cards, inputs.package?.operations]
  const texts = [operations, shared, shapes, ...ofPackage].flatMap((files) =>
    [...(files ?? [])].flat(),
  )
  const madeOf = [schema, rest, gh, ...texts]
  const isSame = (all: readonly unknown[]) =>
    all.length === madeOf.length && all.every((one, index) => one === madeOf[index])
  if (latest !== undefined && isSame(latest.madeOf)) return latest.surroundings
  const { surroundings } = readProject(inputs, new Map(), UNTIMED)
  latest = { madeOf, surroundings }
  return surroundings
}
