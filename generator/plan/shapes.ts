import { type FragmentDefinitionNode, isCompositeType, Kind } from "graphql"
import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import type { Documents } from "../check/index.js"
import { type Diagnostic, diagnostic, didYouMean } from "../diagnostics/index.js"
import {
  type Draft,
  type Fields,
  type FullShape,
  fieldsOf,
  keywordsIn,
  namesOf,
  type ShapeBook,
  type ShapeFile,
  type ShapeSource,
  type ShapeSources,
  sourcesOfBase,
} from "../expand/index.js"
import { aboutShape } from "../messages/index.js"
import { type Pins, ROUTES, type WrittenShape } from "../parse/index.js"
import { build, takenNames } from "../path/index.js"
import { fieldsRead, fromOpenapi, present, SelectionShapes, type Shape } from "../shape/index.js"
import { camelCase, compareText, pascalCase } from "../text/index.js"
import type { ShapeMapping, ShapePlan } from "./capability-plan.js"
import { inWordsOf } from "./declared.js"
import { byName, noteSources, type Sources, typeFields } from "./field-types.js"
import { type BareScope, Mapping } from "./mapping.js"
import { baseOf } from "./named-shapes.js"
import { planObjectOf } from "./object.js"
import { withoutOrigins } from "./operation.js"
import type { Operations } from "./operations.js"
import { made } from "./planned.js"
import { type MappingOf, shared } from "./share.js"

/** A shape as it was made, and what is wrong with it. */
interface Made {
  readonly shape?: FullShape
  readonly plan?: ShapePlan
  readonly diagnostics: readonly Diagnostic[]
}

/** What a shape is made of over each route of which that is said: a fragment's file, the name of a schema. */
type Origins = Readonly<Partial<Record<RouteType, string>>>

/** The shapes of a run: each is typed and proved by itself, whoever uses it, when it is first asked for. */
export class Shapes implements ShapeBook {
  private readonly files: ReadonlyMap<string, ShapeFile>
  private readonly documents: Documents
  private readonly operations: Operations
  private readonly pins: Pins
  private readonly known = new Map<string, Made>()
  /** Those that are being made, each of which asks for the next. */
  private readonly open: string[] = []
  private readonly circles = new Map<string, Diagnostic>()

  constructor(
    files: ReadonlyMap<string, ShapeFile>,
    documents: Documents,
    operations: Operations,
    pins: Pins,
  ) {
    this.files = files
    this.documents = documents
    this.operations = operations
    this.pins = pins
  }

  get names(): readonly string[] {
    return [...this.files.keys()]
  }

  get(name: string): FullShape | undefined {
    return this.of(name).shape
  }

  /** The plans of all that are right. */
  plans(): ShapePlan[] {
    return this.names.flatMap((name) => this.of(name).plan ?? [])
  }

  /** How a shape is made over a route. */
  readonly mappingOf: MappingOf = (name, route) =>
    this.of(name).plan?.mappings.find((one) => one.route === route)

  /** What is wrong with shapes, used or not. */
  diagnostics(): Diagnostic[] {
    const own = this.names.flatMap((name) => [...this.of(name).diagnostics])
    return [...own, ...this.circles.values()]
  }

  private of(name: string): Made {
    const known = this.known.get(name)
    const file = this.files.get(name)
    if (known !== undefined || file === undefined) return known ?? { diagnostics: [] }
    if (this.open.includes(name)) {
      this.noteCircle(this.open.slice(this.open.indexOf(name)))
      return { diagnostics: [] }
    }
    this.open.push(name)
    const made = this.make(name, file)
    this.open.pop()
    this.known.set(name, made)
    return made
  }

  /** The same circle, wherever somebody gets into it, is told at the first of its shapes. */
  private noteCircle(names: readonly string[]): void {
    const [first = ""] = [...names].sort(compareText)
    const at = names.indexOf(first)
    const source = this.files.get(first)?.source
    if (source === undefined) return
    const inOrder = [...names.slice(at), ...names.slice(0, at), first]
    const problem = diagnostic(aboutShape.circle(inOrder), source.file, source.keySpan(["shape"]))
    this.circles.set(first, problem)
  }

  private make(name: string, { source, value }: ShapeFile): Made {
    const fields = fieldsOf(value, [], { source, shapes: this })
    const origins = this.originsOf(name)
    const problems = [
      ...fields.problems,
      ...this.checkOrigins(name, origins),
      ...checkWithout(fields, { source, value }),
    ]
    if (fields.isPartial || problems.length > 0) return { diagnostics: problems }
    const names = fields.fields.map((one) => one.name)
    const untyped = inFullForm(fields, { source, value })
    const lacking = (route: RouteType) => lackingOf(route, fields, value)
    const scopes = ROUTES.flatMap((route) => {
      const origin = origins[route]
      const served = names.filter((one) => !lacking(route).has(one))
      return origin === undefined
        ? []
        : [{ route, served, scope: this.scopeOf(route, origin, origins) }]
    })
    const sources: Sources = new Map()
    const noted = scopes.flatMap(
      ({ route, served, scope }) =>
        noteSources(served, sources, new Mapping(untyped, route), outputOf(untyped, route), scope)
          .problems,
    )
    const typed = typeFields({
      source: untyped,
      properties: propertiesOf(untyped),
      outputs: Object.fromEntries(ROUTES.map((route) => [route, outputOf(untyped, route)])),
      sources,
      shapes: this,
    })
    if (typed.isPartial || typed.untyped.length > 0 || typed.problems.length > 0) {
      const unknown = typed.untyped.map((one) =>
        diagnostic(
          aboutShape.noFieldType(one),
          source.file,
          untyped.keySpan(["output_schema", "properties", one]),
        ),
      )
      const why = noted.length > 0 ? noted : unknown
      return { diagnostics: [...typed.problems, ...(typed.untyped.length > 0 ? why : [])] }
    }
    const full = untyped.with(typed.changes)
    const properties = propertiesOf(full)
    const schema = {
      title: pascalCase(name),
      ...extended(namesOf(fields)),
      ...closedObject(names, properties),
    }
    const proofs = scopes.map(({ route, served, scope }) => {
      const mapping = new Mapping(full, route)
      const own = closedObject(served, properties)
      const isWhole = served.length === names.length
      const plan = made(
        planObjectOf(own, mapping, { output: outputOf(full, route) }, scope),
        (written): ShapeMapping => {
          const { current } = scope
          const parameter = current.expression.kind === "name" ? current.expression.name : ""
          const inner = { ...own, ...extended(namesOf(fields)) }
          const known = new Map([[parameter, current.shape]])
          const value = shared(written, inner, route, known, this.mappingOf)
          const read = fieldsRead(current.shape, (origin) => mapping.isRead(origin))
          const taken =
            route === "graphql"
              ? withoutOrigins(current.shape)
              : inWordsOf(value, withoutOrigins(read), this.mappingOf)
          return { shape: name, route, parameter, taken, written, value }
        },
      )
      return { plan, isWhole }
    })
    const diagnostics = proofs.flatMap(({ plan }) => [...plan.problems])
    const mappings = proofs.flatMap(({ plan, isWhole }) => (plan.ok && isWhole ? [plan.plan] : []))
    const shape: FullShape = {
      name,
      schema,
      sources: {
        graphql: sourcesOver("graphql"),
        rest: sourcesOver("rest"),
        cli: sourcesOver("cli"),
      },
    }
    function sourcesOver(route: RouteType): ShapeSources {
      const output = outputOf(full, route)
      const served = names.filter((one) => !lacking(route).has(one))
      return new Map(
        served.map((one): [string, ShapeSource] => {
          const written = Object.hasOwn(output, one) ? output[one] : undefined
          if (written !== undefined) return [one, { text: written, isByName: false }]
          const text = sources.get(one)?.get(route)?.text ?? byName(one, route)
          return [one, { text, isByName: true }]
        }),
      )
    }
    if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics }
    const fragment =
      origins.graphql === undefined ? undefined : this.operations.fragment(origins.graphql)
    const sourceFiles = [source.file.path, ...(fragment ? [fragment.path] : [])]
    const plan: ShapePlan = {
      name,
      description: value.description,
      sources: sourceFiles,
      schema,
      ...baseOf(schema, this),
      mappings,
      ...(fragment && { fragment }),
    }
    return { shape, plan, diagnostics }
  }

  /** What a shape is made of: what its file says, or else that of the shape it starts from. */
  private originsOf(name: string, over: readonly string[] = []): Origins {
    const value = this.files.get(name)?.value
    const isInCircle = over.includes(name)
    const base =
      value?.shape === undefined || isInCircle ? {} : this.originsOf(value.shape, [...over, name])
    const fragment = `operations/shapes/${name}.graphql`
    return {
      ...base,
      ...(this.documents.isThere(fragment) && { graphql: fragment }),
      ...(value?.rest?.schema !== undefined && { rest: value.rest.schema }),
      ...(value?.cli?.schema !== undefined && { cli: value.cli.schema }),
    }
  }

  private checkOrigins(name: string, origins: Origins): Diagnostic[] {
    const file = this.files.get(name)
    if (file === undefined) return []
    const { source, value } = file
    if (Object.keys(origins).length === 0)
      return [diagnostic(aboutShape.noType(name), source.file, source.keySpan(["description"]))]
    const known = { rest: () => this.pins.rest().schemas, cli: () => this.pins.gh().types }
    const inSections = (["rest", "cli"] as const).flatMap((route) => {
      const schema = value[route]?.schema
      const all = schema === undefined ? {} : known[route]()
      if (schema === undefined || Object.hasOwn(all, schema)) return []
      const help = didYouMean(schema, Object.keys(all))
      const what = route === "rest" ? "GitHub's description of REST" : "gh"
      const span = source.valueSpan([route, "schema"])
      return [diagnostic(aboutShape.noSchema(what, schema, help), source.file, span)]
    })
    const fragment = origins.graphql
    const document = fragment === undefined ? undefined : this.documents.get(fragment)
    return [...inSections, ...(document?.isSound === false ? document.diagnostics : [])]
  }

  /** What a mapping of a shape sees: a thing of its type, called by the type's name. */
  private scopeOf(route: RouteType, origin: string, origins: Origins): BareScope {
    const name = camelCase(this.nameOf(origins))
    return {
      purpose: "output",
      current: {
        expression: build.reference(name),
        shape: present(this.typeOf(route, origin)),
        hint: name,
      },
      variables: new Map(),
      facts: [],
      names: new Set([...takenNames(), name]),
    }
  }

  private nameOf({ graphql, rest, cli }: Origins): string {
    const fragment = graphql === undefined ? undefined : this.fragmentAt(graphql)
    return fragment?.typeCondition.name.value ?? rest ?? cli ?? "value"
  }

  private typeOf(route: RouteType, origin: string): Shape {
    const place = `$${route}@${origin}`
    if (route === "rest") {
      const { schemas } = this.pins.rest()
      return fromOpenapi(schemas[origin], schemas, place)
    }
    if (route === "cli") return fromOpenapi(this.pins.gh().types[origin], {}, place)
    const { source } = this.documents.get(origin)
    const fragment = this.fragmentAt(origin)
    const schema = this.documents.schema()
    const type = schema.getType(fragment?.typeCondition.name.value ?? "")
    if (!source || !fragment || !isCompositeType(type))
      throw new Error(`${origin} has not passed its checks`)
    return new SelectionShapes(schema, source).of(type, fragment.selectionSet)
  }

  private fragmentAt(path: string): FragmentDefinitionNode | undefined {
    const { source } = this.documents.get(path)
    return source?.ast.definitions.find((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  }
}

/** The shape as a card of which everything but the types is said. */
function inFullForm({ fields, base }: Fields, { source, value }: ShapeFile): Draft {
  const at = ["output_schema", "properties"]
  const inherited = ROUTES.map((route) => [route, value[route]?.output ?? {}] as const)
  return source.with([
    { at: ["output_schema"], value: { properties: {} }, from: [] },
    ...fields.map(({ name, schema, from }) => ({ at: [...at, name], value: schema, from })),
    ...sourcesOfBase({ fields, ...(base && { base }) }, inherited),
  ])
}

/** Fields that a route does not serve. */
function lackingOf(route: RouteType, { fields, base }: Fields, value: WrittenShape): Set<string> {
  const own = value[route]?.output ?? {}
  const ofBase = base?.schema.properties ?? {}
  const lacking = fields.flatMap(({ name }) => {
    const isOfBase = Object.hasOwn(ofBase, name) && base?.sources[route].has(name) === false
    const isWithout = value[route]?.without?.includes(name) ?? false
    return (isOfBase || isWithout) && !Object.hasOwn(own, name) ? [name] : []
  })
  return new Set(lacking)
}

/** `without` names fields of the shape, and none that the route serves. */
function checkWithout({ fields }: Fields, { source, value }: ShapeFile): Diagnostic[] {
  const names = fields.map(({ name }) => name)
  return ROUTES.flatMap((route) =>
    (value[route]?.without ?? []).flatMap((name, index) => {
      const span = source.valueSpan([route, "without", index])
      if (!names.includes(name))
        return [
          diagnostic(
            aboutShape.noField(source.pathId.replace("shapes.", ""), name, didYouMean(name, names)),
            source.file,
            span,
          ),
        ]
      if (!Object.hasOwn(value[route]?.output ?? {}, name)) return []
      return [diagnostic(aboutShape.servedAnyway(route, name), source.file, span)]
    }),
  )
}

function closedObject(
  names: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    type: "object",
    required: names,
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
  }
}

function propertiesOf({ value }: Draft): Record<string, JsonSchema> {
  const { properties } = keywordsIn(keywordsIn(value).output_schema)
  return Object.fromEntries(
    Object.entries(keywordsIn(properties)).map(([name, one]) => [name, keywordsIn(one)]),
  )
}

function outputOf({ value }: Draft, route: RouteType): Record<string, string> {
  const { output } = keywordsIn(keywordsIn(value)[route])
  return Object.fromEntries(
    Object.entries(keywordsIn(output)).map(([name, text]) => [name, String(text)]),
  )
}

/** A shape that has more than the one it starts from extends it. */
function extended({ title, extends: base = title }: Pick<JsonSchema, "title" | "extends">) {
  return base === undefined ? {} : { extends: base }
}
