import type { TSchema } from "typebox"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { isExpression, memberOf } from "../form/index.js"
import { callsIn, inlineCalls, Path } from "../jmespath/index.js"
import type { CardPath, CardSource } from "../parse/index.js"
import type { Change } from "./draft.js"
import type { NamedExpressions } from "./expressions.js"
import { keywordsIn } from "./keywords.js"

/** The parsed path expressions, as changes that replace their source strings. */
interface PathsRead {
  readonly changes: readonly Change[]
  readonly problems: readonly Diagnostic[]
  /** Set if an expression calls a named expression that has errors, which are reported there. */
  readonly isPartial: boolean
}

/**
 * Parses the path expressions of a card, a shape, or the library of lookups. The form of the file says where they
 * are.
 */
export function readPaths(
  value: unknown,
  form: TSchema,
  source: CardSource,
  named: NamedExpressions,
): PathsRead {
  const all = expressionsIn(value, form)
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

/** Whether an expression calls one that has errors. */
export function callsBroken(path: Path, { isBroken }: NamedExpressions): boolean {
  return callsIn(path).some(isBroken)
}

interface Expression {
  readonly at: CardPath
  readonly text: string
}

/** The path expressions in a value, at the places that the form of the file marks. */
function expressionsIn(value: unknown, form: TSchema, at: CardPath = []): Expression[] {
  if (isExpression(form)) return typeof value === "string" ? [{ at, text: value }] : []
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(keywordsIn(value))
  return members.flatMap(([key, inner]) => {
    const of = memberOf(form, key)
    return of === undefined ? [] : expressionsIn(inner, of, [...at, key])
  })
}
