import type { RouteType } from "../../runtime/index.js"
import { inputsNamed, namesRead, type Path, type PathNode } from "../jmespath/index.js"
import type { CardPath } from "../parse/index.js"
import type { Shape } from "../shape/index.js"
import type { NoteOf } from "./draft.js"
import type { Keywords } from "./keywords.js"

export interface InputPlace {
  /** The shape of the place, if the input fills it unchanged. */
  readonly shape?: Shape | undefined
  readonly needs: boolean
  /** The variable of the card's document that it fills. */
  readonly variable?: string
  /** Where a document declares the variable. */
  readonly note?: NoteOf
  /** The document's default for an absent input. */
  readonly default?: unknown
  /** Limits that the place sets unless the card does. */
  readonly limits?: Keywords
  /** The part of the card with the use. */
  readonly from: CardPath
}

export interface InputSource extends InputPlace {
  readonly name: string
  /** Whether the use creates an input of this name. Other uses only refine an input that the card mentions. */
  readonly makes: boolean
}

/** The source of a value: an input, a lookup, or an expression. */
type Value =
  | { readonly kind: "input"; readonly name: string }
  | { readonly kind: "lookup"; readonly name: string }
  | { readonly kind: "expression"; readonly reads: readonly string[] }

function givenBy(path: Path): Value {
  const input = memberOf("input", path.root)
  if (input !== undefined) return { kind: "input", name: input }
  if (path.root?.type === "Field") return { kind: "input", name: path.root.name }
  const lookup = memberOf("lookups", path.root)
  if (lookup !== undefined) return { kind: "lookup", name: lookup }
  return { kind: "expression", reads: inputsRead(path, true) }
}

/** `name` of `$variable.name` */
export function memberOf(variable: string, node: PathNode | undefined): string | undefined {
  if (node?.type !== "Subexpression" || node.right.type !== "Field") return undefined
  const { left, right } = node
  return left.type === "Variable" && left.name === variable ? right.name : undefined
}

/** The inputs that an expression uses: as `$input.NAME`, or by name if the expression starts from the input. */
export function inputsRead(path: Path, isOfInput: boolean): string[] {
  const current = isOfInput ? namesRead(path).current : []
  return [...new Set([...current, ...inputsNamed(path)])]
}

/** The uses of inputs in a lookup whose result is used. */
export type OfLookup = (name: string, needs: boolean) => readonly InputSource[]

/** The uses of inputs at a place that an expression fills; none without an expression. */
export function sourcesOf(
  path: Path | undefined,
  place: InputPlace,
  makes: boolean,
  ofLookup: OfLookup = () => [],
): readonly InputSource[] {
  if (path === undefined) return []
  const value = givenBy(path)
  switch (value.kind) {
    case "input":
      return [{ ...place, name: value.name, makes }]
    case "lookup":
      return ofLookup(value.name, place.needs)
    case "expression":
      return value.reads.map((name) => ({ name, needs: false, makes: false, from: place.from }))
  }
}

/**
 * The uses of inputs in lookups, at the places that use their results. Lookups with unused results, which only check
 * something, come last.
 */
export function sourcesOfLookups<Lookup>(
  lookups: Readonly<Record<string, Lookup>>,
  sourcesIn: (lookup: Lookup, name: string, needs: boolean) => readonly InputSource[],
): { readonly ofLookup: OfLookup; readonly ofOthers: () => readonly InputSource[] } {
  const taken = new Set<string>()
  const ofLookup: OfLookup = (name, needs) => {
    const lookup = Object.hasOwn(lookups, name) ? lookups[name] : undefined
    if (lookup === undefined) return []
    taken.add(name)
    return sourcesIn(lookup, name, needs)
  }
  const others = () => Object.keys(lookups).filter((name) => !taken.has(name))
  return { ofLookup, ofOthers: () => others().flatMap((name) => ofLookup(name, false)) }
}

/** Inputs that a route's output uses besides the answers. */
export function sourcesOfOutput(
  output: Readonly<Record<string, Path>>,
  route: RouteType,
  ofLookup: OfLookup,
): readonly InputSource[] {
  return Object.entries(output).flatMap(([name, path]) => {
    const place = { needs: true, from: [route, "output", name] }
    return namesRead(path).paths.length > 0 ? sourcesOf(path, place, false, ofLookup) : []
  })
}

/** Inputs that a lookup's result uses besides the answer. */
export function sourcesOfResult(
  result: Path | undefined,
  at: CardPath,
  needs: boolean,
): InputSource[] {
  const read = result === undefined ? [] : inputsRead(result, false)
  return read.map((name) => ({ name, needs, makes: true, from: [...at, "result"] }))
}
