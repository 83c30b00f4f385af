import type { RouteType } from "../../runtime/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { callsIn, inlineCalls, Path } from "../jmespath/index.js"
import { type CardPath, type CardSource, type Library, ROUTES } from "../parse/index.js"
import type { Change } from "./draft.js"
import type { NamedExpressions } from "./expressions.js"
import { keywordsIn } from "./keywords.js"

/** Path expressions, parsed, in place of their texts. */
interface PathsRead {
  readonly changes: readonly Change[]
  readonly problems: readonly Diagnostic[]
  /** One calls a named expression that is broken, which is reported there. */
  readonly isPartial: boolean
}

/** Parses the path expressions of a card, or of a shape. */
export function readPathsIn(
  card: Sections,
  source: CardSource,
  named: NamedExpressions,
): PathsRead {
  return readPaths(expressionsOf(card), source, named)
}

/** Parses those of the library of look-ups. */
export function readPathsInLibrary(
  library: Library,
  source: CardSource,
  named: NamedExpressions,
): PathsRead {
  const all = ROUTES.flatMap((route) => each(library[route], [route], expressionsIn))
  return readPaths(all, source, named)
}

function readPaths(
  all: readonly Expression[],
  source: CardSource,
  named: NamedExpressions,
): PathsRead {
  const changes: Change[] = []
  const problems: Diagnostic[] = []
  let isPartial = false
  for (const { at, text } of all) {
    const written = Path.parse(text)
    isPartial ||= callsBroken(written, named)
    const inlined = inlineCalls(written, named)
    for (const { problem, at: part } of inlined.problems)
      problems.push(diagnostic(problem, source.file, source.partSpan(at, text, part)))
    const value = inlined.problems.length > 0 ? written : inlined.path
    changes.push({ at, value, from: at })
  }
  return { changes, problems, isPartial }
}

/** Whether an expression calls one with which something is wrong. */
export function callsBroken(path: Path, { isBroken }: NamedExpressions): boolean {
  return callsIn(path).some(isBroken)
}

type Sections = Readonly<Partial<Record<"routing" | RouteType, unknown>>>

interface Expression {
  readonly at: CardPath
  readonly text: string
}

/** Keys whose value is an expression, and those whose value holds several by name or in order. */
const ONE = [
  "result",
  "foreach",
  "items",
  "total_count",
  "predicate",
  "when",
  "until",
  "upload",
  "among",
  "where",
]
const SEVERAL = [
  "variables",
  "parameters",
  "query",
  "body",
  "headers",
  "arguments",
  "flags",
  "output",
]
/** Keys below which there are such keys; a look-up may have any name. */
const BELOW = ["then", "pagination"]
const BELOW_EACH = ["lookups", "endpoints", "suitability"]

/** The path expressions of a card. */
function expressionsOf(card: Sections): Expression[] {
  const sections = ["routing", ...ROUTES] as const
  return sections.flatMap((section) => expressionsIn(card[section], [section]))
}

function expressionsIn(value: unknown, at: CardPath): Expression[] {
  return Object.entries(keywordsIn(value)).flatMap(([key, inner]) => {
    const place = [...at, key]
    if (isNoExpression(key, at)) return []
    if (ONE.includes(key)) return textAt(inner, place)
    if (SEVERAL.includes(key)) return each(inner, place, textAt)
    if (BELOW.includes(key)) return expressionsIn(inner, place)
    return BELOW_EACH.includes(key) ? each(inner, place, expressionsIn) : []
  })
}

/** `when` of a routing rule names a property, and the GraphQL count names a field. */
function isNoExpression(key: string, [section]: CardPath): boolean {
  return section === "routing" ? key === "when" : section === "graphql" && key === "total_count"
}

function each(
  value: unknown,
  at: CardPath,
  of: (inner: unknown, at: CardPath) => Expression[],
): Expression[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => of(inner, [...at, index]))
  return Object.entries(keywordsIn(value)).flatMap(([key, inner]) => of(inner, [...at, key]))
}

function textAt(value: unknown, at: CardPath): Expression[] {
  return typeof value === "string" ? [{ at, text: value }] : []
}
