import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import {
  type Diagnostic,
  type DiagnosticCode,
  diagnostic,
  type Problem,
  type Span,
} from "../diagnostics/index.js"
import { type Origin, type Path, printPath } from "../jmespath/index.js"
import { aboutMapping, aboutPath } from "../messages/index.js"
import type { CardPath, CardSource } from "../parse/index.js"
import {
  asResult,
  build,
  compilePath,
  normalize,
  PathError,
  reservedNames,
  type Scope,
  type Value,
  withoutNullItems,
} from "../path/index.js"
import {
  BOOLEAN,
  type Field,
  fromJsonSchema,
  mismatches,
  type ObjectShape,
  onlyReadFields,
  type Shape,
  spell,
  type TypeMismatch,
  without,
} from "../shape/index.js"
import { flatMap, type Planned, planned, refused } from "./planned.js"
import { type MappedShapes, shapeMappingsOf } from "./shape-mappings.js"

export type BareScope = Omit<Scope, "onRead" | "mappedByShape">

interface MappingOptions {
  readonly shapes?: MappedShapes | undefined
  /** The schema of a full card, whose titles name shapes. */
  readonly titles?: JsonSchema | undefined
  readonly reads?: Set<string>
  readonly made?: Mapping["made"]
}

/** Compiles the mappings of one route of a card, and records what they read. */
export class Mapping {
  /** The shapes whose mappings are called for objects that come from them. Without it, all mappings are inlined. */
  readonly shapes: MappedShapes | undefined
  private readonly titles: JsonSchema | undefined
  private readonly mappedByShape: Scope["mappedByShape"]
  private readonly read: Set<string>
  private readonly properties = new Map<string, Shape>()
  /** Values without problems, by scope, then by expression or field. */
  private readonly made: WeakMap<BareScope, Map<Path | string, Planned<Value>>>

  constructor(
    readonly source: CardSource,
    /** The section of the card that is planned. */
    readonly route: RouteType,
    { shapes, titles, reads = new Set(), made = new WeakMap() }: MappingOptions = {},
  ) {
    this.shapes = shapes
    this.titles = titles
    this.mappedByShape = shapes && shapeMappingsOf(shapes, route, titles)
    this.read = reads
    this.made = made
  }

  /** The same mappings for a more complete version of the card; reads count for both. */
  over(source: CardSource): Mapping {
    const { route, shapes, titles, read, made } = this
    return new Mapping(source, route, { shapes, titles, reads: read, made })
  }

  /** The value of an expression or a field, made once for all versions of the card. */
  madeOnce(of: Path | string, scope: BareScope, make: () => Planned<Value>): Planned<Value> {
    const inScope = this.made.get(scope) ?? new Map<Path | string, Planned<Value>>()
    this.made.set(scope, inScope)
    const value = inScope.get(of) ?? make()
    // Problems refer to one version.
    if (value.problems.length === 0) inScope.set(of, value)
    return value
  }

  /** Compiles the expression of a result that an answer must contain. */
  compileResult(path: Path, at: CardPath, scope: BareScope): Planned<Value> {
    return this.compile(asResult(path), at, scope)
  }

  compile(path: Path, at: CardPath, scope: BareScope): Planned<Value> {
    const { problem } = path
    if (problem !== undefined) {
      const span = this.spanOf(at, { written: { text: path.text, at: problem.at } })
      return this.refuse(aboutPath.syntax(problem.message), span)
    }
    const { mappedByShape } = this
    const full: Scope = {
      ...scope,
      onRead: (field) => this.markRead(field),
      ...(mappedByShape && { mappedByShape }),
    }
    try {
      return planned(compilePath(path, full))
    } catch (error) {
      if (!(error instanceof PathError)) throw error
      return this.refuse(error.problem, this.spanOf(at, error.at))
    }
  }

  compileCondition(path: Path, at: CardPath, scope: BareScope, subject: string): Planned<Value> {
    return this.compileAs(BOOLEAN, path, at, scope, subject, CONDITION_CODES)
  }

  /** Compiles an expression whose value must fit a shape. */
  compileAs(
    to: Shape,
    path: Path,
    at: CardPath,
    scope: BareScope,
    subject: string,
    codes = REQUEST_CODES,
  ): Planned<Value> {
    return flatMap(this.compile(path, at, scope), (value) => {
      const span = () => this.source.valueSpan(at)
      return planned(value, this.mismatches(value, to, span, subject, codes))
    })
  }

  /** Type mismatches between a value and its target; the target's origin is only computed for errors. */
  mismatches(
    value: Value,
    to: Shape,
    spanOf: () => Span,
    subject: string,
    codes: MismatchCodes,
  ): Diagnostic[] {
    this.markWhole(value.shape)
    return mismatches(value.shape, to).map((mismatch) => {
      const where =
        mismatch.path.length === 0 ? subject : `${subject}, at \`${spell(mismatch.path)}\``
      const code = codes[mismatch.kind]
      const help = adviceFor(code, mismatch, mismatch[codes.github])
      return this.problem(aboutMapping.doesNotFit(code, where, mismatch.message, help), spanOf())
    })
  }

  /**
   * Finds a list whose null items become objects of nulls. If that causes the mismatch, it is reported once for all
   * properties. Also returns the value without such items.
   */
  nullItems(
    value: Value,
    to: Shape,
    subject: string,
    { path, at, scope: bare }: { path: Path; at: CardPath; scope: BareScope },
  ): { problem: Diagnostic; cured: Value } | undefined {
    const found = mismatches(value.shape, to).filter(({ kind }) => kind === "null")
    const cured = found.length === 0 ? undefined : withoutNullItems(path)
    if (cured === undefined) return undefined
    const scope: Scope = { ...bare, onRead: () => {} }
    const other = normalize(compilePath(cured.path, scope), scope)
    const left = mismatches(other.shape, to).filter(({ kind }) => kind === "null")
    if (left.length >= found.length) return undefined
    const list = printPath(cured.list).replace(/\[\]$/, "")
    const place = this.spanOf(at, path.originOf(cured.list))
    return { problem: this.problem(aboutMapping.nullItems(subject, list), place), cured: other }
  }

  /** Records the route's shape for a property of the output. */
  give(property: string, shape: Shape): void {
    this.properties.set(property, shape)
  }

  /** The route's shape for a property of the output; undefined if it has none. */
  given(property: string): Shape | undefined {
    return this.properties.get(property)
  }

  readonly isRead = (origin: string): boolean => this.read.has(origin)

  /** The shape with only the fields that were read. */
  readFields(shape: Shape): Shape {
    return onlyReadFields(shape, this.isRead)
  }

  problem(problem: Problem, span: Span): Diagnostic {
    return diagnostic(problem, this.source.file, span)
  }

  refuse(problem: Problem, span: Span): Planned<never> {
    return refused(this.problem(problem, span))
  }

  private markRead(field: Field): void {
    for (const origin of field.origins ?? []) this.read.add(origin)
  }

  /** Marks all fields of a value as read, because the value is passed on as a whole. */
  private markWhole(shape: Shape): void {
    if (shape.kind === "array") this.markWhole(shape.items)
    else if (shape.kind === "union") for (const member of shape.members) this.markWhole(member)
    else if (shape.kind === "object") {
      for (const field of Object.values(shape.fields)) {
        this.markRead(field)
        this.markWhole(field.shape)
      }
    }
  }

  /** The span of a part of the expression at a path of the card. */
  private spanOf(at: CardPath, { span, written, note }: Origin = {}): Span {
    const own =
      span?.() ??
      (written ? this.source.partSpan(at, written.text, written.at) : this.source.valueSpan(at))
    const noted = note?.()
    return noted === undefined ? own : { ...own, note: noted }
  }
}

/** The code for each way in which a value can fail to fit. */
export type MismatchCodes = Readonly<Record<TypeMismatch["kind"], DiagnosticCode>> & {
  /** Which side of a mismatching enum is GitHub's. */
  readonly github: "expected" | "found"
}

export const REQUEST_CODES: MismatchCodes = {
  null: "GHX1306",
  enum: "GHX1316",
  missing: "GHX1306",
  unknown: "GHX1306",
  type: "GHX1306",
  github: "expected",
}

/** The codes for values that decide whether something is done. */
const CONDITION_CODES: MismatchCodes = {
  null: "GHX1304",
  enum: "GHX1304",
  missing: "GHX1304",
  unknown: "GHX1304",
  type: "GHX1304",
  github: "expected",
}

function adviceFor(
  code: DiagnosticCode,
  mismatch: TypeMismatch,
  values: readonly string[] | undefined,
): string | undefined {
  switch (code) {
    case "GHX1306":
      if (mismatch.kind !== "null") return undefined
      return mismatch.message.endsWith("absent")
        ? aboutMapping.mayBeAbsent()
        : aboutMapping.mayBeNull()
    case "GHX1309":
      return aboutMapping.outputMayBeNull()
    case "GHX1316":
      return aboutMapping.valuesOfGithub(values)
    default:
      return undefined
  }
}

/** A scope in which `@` is the input. */
export function inputScope(input: Shape, lookups: ObjectShape): BareScope {
  const current: Value = { expression: build.reference("input"), shape: input }
  return {
    purpose: "request",
    current,
    variables: new Map([
      ["input", current],
      ["lookups", { expression: build.reference("lookups"), shape: lookups }],
    ]),
    facts: [],
    names: reservedNames(),
  }
}

/** The input as mappings see it, each property with the location of its declaration. */
export function inputShapeOf(input: JsonSchema): Shape {
  return withDefaults(
    fromJsonSchema(input, (path) => `$input@${path.join(".")}`),
    input,
  )
}

/** An input with a default is always present. */
function withDefaults(shape: Shape, schema: JsonSchema): Shape {
  if (shape.kind !== "object") return shape
  const fields = Object.entries(shape.fields).map(([name, field]) => {
    const hasDefault = schema.properties?.[name]?.default !== undefined
    return [name, hasDefault ? { ...field, shape: without(field.shape, "absent") } : field]
  })
  return { ...shape, fields: Object.fromEntries(fields) }
}
