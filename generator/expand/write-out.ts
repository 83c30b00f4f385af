import type { RouteType } from "../../runtime/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { type CardPath, type CardSource, ROUTES } from "../parse/index.js"
import type { Change } from "./draft.js"
import { callsBroken, type NamedExpressions, writtenOut } from "./expressions.js"
import { keywordsIn } from "./keywords.js"

/** What is changed where the calls of named expressions are written out, of whatever has sections of routes. */
export function writeOutIn(
  card: Sections,
  source: CardSource,
  expressions: NamedExpressions,
): {
  readonly changes: readonly Change[]
  readonly problems: readonly Diagnostic[]
  /** It calls what is broken, which is said there. */
  readonly isPartial: boolean
} {
  const changes: Change[] = []
  const problems: Diagnostic[] = []
  let isPartial = false
  for (const { at, text } of expressionsOf(card)) {
    isPartial ||= callsBroken(text, expressions)
    const out = writtenOut(text, expressions)
    if (out === undefined) continue
    for (const { problem, at: part } of out.problems)
      problems.push(diagnostic(problem, source.file, source.partSpan(at, text, part)))
    if (out.problems.length > 0) continue
    const back: Change["back"] = ({ at: part }) => {
      const { call, ...origin } = out.origin(part)
      const note = call === undefined ? undefined : expressions.noteOf(call)
      return { text, at: { ...origin, ...(note && { note }) } }
    }
    changes.push({ at, value: out.text, from: at, back })
  }
  return { changes, problems, isPartial }
}

type Sections = Readonly<Partial<Record<"routing" | RouteType, unknown>>>

interface Expression {
  readonly at: CardPath
  readonly text: string
}

/** Keys whose value is an expression, and those whose value holds several by name or in order. */
const ONE = ["result", "foreach", "items", "total_count", "predicate", "when", "among", "where"]
const SEVERAL = ["variables", "parameters", "query", "body", "arguments", "flags", "output"]
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
    if (ONE.includes(key)) return textAt(inner, place)
    if (SEVERAL.includes(key)) return each(inner, place, textAt)
    if (BELOW.includes(key)) return expressionsIn(inner, place)
    return BELOW_EACH.includes(key) ? each(inner, place, expressionsIn) : []
  })
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
