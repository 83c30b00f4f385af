import type { TSchema } from "typebox"
import {
  type Diagnostic,
  diagnostic,
  didYouMean,
  type Note,
  noteAt,
  type Problem,
} from "../diagnostics/index.js"
import { isExpression, memberOf } from "../form/index.js"
import {
  type Callable,
  callsIn,
  inlineCalls,
  type NamedExpression,
  Path,
  type PathNode,
  readsOf,
} from "../jmespath/index.js"
import { aboutShared } from "../messages/index.js"
import { atKey, atValue, type CardPath, type CardSource } from "../parse/index.js"
import { isFunction } from "../path/index.js"
import type { Change } from "./draft.js"
import { keywordsIn } from "./keywords.js"

export interface NamedExpressions extends Callable {
  /** Whether the named definition has errors, which are reported there. */
  readonly isBroken: (name: string) => boolean
}

const NONE = namedExpressions(new Map(), () => false)

/** Accepts every name, because an unreadable file may define any. */
export const UNREADABLE_EXPRESSIONS = namedExpressions(new Map(), (name) => !isFunction(name))

function namedExpressions(
  known: ReadonlyMap<string, NamedExpression>,
  isBroken: NamedExpressions["isBroken"],
  noteOf: NamedExpressions["noteOf"] = () => undefined,
): NamedExpressions {
  return {
    known,
    isBroken,
    noteOf,
    argumentCount: (name, wanted, found) =>
      aboutShared.argumentCount(name, wanted, found, noteOf(name)),
    afterDot: aboutShared.callAfterDot,
    unknown(name) {
      // `generator/path/functions.ts` reports unknown functions.
      const near = isFunction(name) || isBroken(name) ? undefined : didYouMean(name, known.keys())
      return near === undefined ? undefined : aboutShared.noExpression(name, near)
    },
  }
}

/** Reads `cards/shared/expressions.yaml`. An error in one expression does not affect the others. */
export function namedExpressionsOf(
  source: CardSource | undefined,
  diagnostics: Diagnostic[],
  ofPackage: NamedExpressions = NONE,
): NamedExpressions {
  if (source === undefined) return ofPackage
  const { file, value } = source
  const entries = Object.entries(Object(value))
  const report = (problem: Problem, at: CardPath, isKey = false): undefined => {
    diagnostics.push((isKey ? atKey : atValue)(source, at, problem))
  }
  const all = new Set(entries.map(([key]) => /^\w*/.exec(key)?.[0] ?? key))
  const written = new Map<string, { key: string; parameters: string[]; body: Path }>()
  for (const [key, value] of entries) {
    const { name, parameters, problem } = headOf(key)
    const body = typeof value === "string" ? Path.parse(value) : tableOf(value, parameters)
    if (problem !== undefined) report(problem, [key], true)
    else if (body === undefined) report(aboutShared.malformedBody(name), [key])
    else if (written.has(name)) report(aboutShared.expressionTwice(name), [key], true)
    else written.set(name, { key, parameters, body })
  }
  const known = new Map([...ofPackage.known].filter(([name]) => !all.has(name)))
  const callable = namedExpressions(known, () => false)
  const complete = (name: string, within: readonly string[]): boolean => {
    const one = written.get(name)
    if (one === undefined) return known.has(name)
    const { key, parameters, body } = one
    if (within.includes(name)) {
      report(aboutShared.expressionsInCircle([...within, name]), [key])
      return false
    }
    for (const other of callsIn(body)) {
      if (written.has(other) && !complete(other, [...within, name])) {
        written.delete(name)
        return false
      }
    }
    written.delete(name)
    const { path, problems } = inlineCalls(body, callable)
    for (const { problem, at } of problems)
      diagnostics.push(diagnostic(problem, file, source.partSpan([key], body.text, at)))
    if (problems.length > 0) return false
    const problem = bodyProblem(parameters, path)
    if (problem !== undefined) report(problem, [key])
    else if (path.root !== undefined) known.set(name, { parameters, body: path.root })
    return problem === undefined
  }
  for (const name of [...written.keys()]) complete(name, [])
  return namedExpressions(
    known,
    (name) => all.has(name) && !known.has(name),
    (name) => noteOf(name, source) ?? ofPackage.noteOf(name),
  )
}

function noteOf(name: string, source: CardSource): Note | undefined {
  const key = Object.keys(Object(source.value)).find((one) => one.startsWith(`${name}(`))
  return key === undefined
    ? undefined
    : noteAt(aboutShared.expressionOf(name), source.file, source.keySpan([key]))
}

interface Head {
  readonly name: string
  readonly parameters: string[]
  readonly problem?: Problem
}

/** `same_issue($issue, $number)` */
function headOf(key: string): Head {
  const [, name = key, list = ""] = /^([a-z][a-z0-9_]*)\(([^()]*)\)$/.exec(key.trim()) ?? []
  const parameters = list.split(",").map((one) => one.trim())
  const names = parameters.map((one) => one.slice(1))
  const problem = parameters.some((one) => !/^\$[a-z][a-z0-9_]*$/.test(one))
    ? aboutShared.malformedHead(key)
    : isFunction(name)
      ? aboutShared.nameOfFunction(name)
      : new Set(names).size < names.length || names.some((one) => RESERVED.includes(one))
        ? aboutShared.parameterNames(RESERVED)
        : undefined
  return { name, parameters: names, ...(problem && { problem }) }
}

/** Variables that every expression of a card can use. */
const RESERVED = ["input", "lookups"]

/**
 * Converts a table from string to string to an expression. `"*"` matches any other string; without it, other strings
 * give null.
 */
function tableOf(value: unknown, [parameter, ...others]: readonly string[]): Path | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  const isOfTexts = entries.every(([, to]) => typeof to === "string")
  const rows = entries.filter(([from]) => from !== "*")
  if (!isOfTexts || rows.length === 0 || parameter === undefined || others.length > 0)
    return undefined
  const other = entries.find(([from]) => from === "*")?.[1] ?? null
  const literal = (value: string | null): PathNode => ({ type: "Literal", value })
  const subject: PathNode = { type: "Variable", name: parameter }
  return Path.of(
    rows.reduceRight<PathNode>(
      (falseExpr, [from, to]) => ({
        type: "Ternary",
        condition: { type: "Comparator", name: "EQ", left: subject, right: literal(from) },
        trueExpr: literal(String(to)),
        falseExpr,
      }),
      literal(other === null ? null : String(other)),
    ),
  )
}

function bodyProblem(parameters: readonly string[], { root, problem }: Path): Problem | undefined {
  if (root === undefined) return aboutShared.expressionUnreadable(problem?.message ?? "")
  const read = readsOf(root)
  const unknown = [...read.variables].find((one) => !parameters.includes(one))
  if (unknown !== undefined)
    return aboutShared.noParameter(unknown, didYouMean(unknown, parameters))
  if (read.current) return aboutShared.bodyReadsCurrent(parameters[0] ?? "")
  const unused = parameters.find((one) => !read.variables.has(one))
  return unused === undefined ? undefined : aboutShared.parameterUnused(unused)
}

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
