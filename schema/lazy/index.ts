import {
  type GraphQLAbstractType,
  type GraphQLDirective,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  GraphQLSchema,
  isInterfaceType,
  isObjectType,
  isUnionType,
  specifiedDirectives,
  specifiedScalarTypes,
} from "graphql"
import { type Definition, DefinitionError, definitionsOf } from "./definitions.js"
import { lazyProperty } from "./lazy-property.js"
import { directiveOf, type Scalars, typeOf } from "./types.js"

export { dates } from "./dates.js"
export { DefinitionError } from "./definitions.js"
export { lazyProperty } from "./lazy-property.js"
export { pinFile } from "./pin-file.js"
export { correctedRest, correctedSchema, corrections } from "./rest-corrections.js"
export { withSlashes } from "./slashes.js"
export { nodesOf } from "./types.js"

interface LazySchemaOptions {
  readonly scalars?: Scalars
  /** Whether fields, arguments and values have their descriptions. By default, nothing has. */
  readonly described?: boolean
}

type TypeMap = ReturnType<GraphQLSchema["getTypeMap"]>

/**
 * The schema of an SDL text, parsed as documents need it. It behaves like the result of `buildSchema` for the whole
 * text, except for descriptions. A class, because graphql-js requires an instance of its own.
 */
class LazySchema extends GraphQLSchema {
  readonly #types: TypeMap
  /** For each interface, the names of its implementations. */
  readonly #implementations = new Map<string, Set<string>>()
  readonly #directiveDefinitions: readonly Definition[]
  #directives: readonly GraphQLDirective[] | undefined

  constructor(sdl: string, { scalars = {}, described = false }: LazySchemaOptions) {
    super({ assumeValid: true })
    const definitions = definitionsOf(sdl, described)
    const isDirective = ({ keyword }: Definition): boolean => keyword === "directive"
    this.#directiveDefinitions = definitions.filter(isDirective)
    this.#types = Object.create(null)
    for (const definition of definitions) {
      if (!isDirective(definition)) this.#define(definition, scalars)
    }
    // Specified scalars are graphql-js's own.
    for (const type of [...Object.values(super.getTypeMap()), ...specifiedScalarTypes]) {
      this.#types[type.name] = type
    }
  }

  /** Defines a property that creates the type when it is first read. */
  #define(definition: Definition, scalars: Scalars): void {
    const { name, interfaces } = definition
    lazyProperty(this.#types, name, () => typeOf(definition, (one) => this.#named(one), scalars))
    for (const one of interfaces) {
      const names = this.#implementations.get(one)
      if (names) names.add(name)
      else this.#implementations.set(one, new Set([name]))
    }
  }

  #named(name: string): GraphQLNamedType {
    const type = this.#types[name]
    if (!type) throw new DefinitionError(`${name} is not defined`)
    return type
  }

  override getQueryType() {
    return this.#root("Query")
  }

  override getMutationType() {
    return this.#root("Mutation")
  }

  #root(name: string): GraphQLObjectType | undefined {
    const type = this.#types[name]
    return isObjectType(type) ? type : undefined
  }

  override getTypeMap(): TypeMap {
    return this.#types
  }

  override getImplementations({ name }: GraphQLInterfaceType) {
    const types = [...(this.#implementations.get(name) ?? [])].map((one) => this.#named(one))
    return { objects: types.filter(isObjectType), interfaces: types.filter(isInterfaceType) }
  }

  override isSubType(abstract: GraphQLAbstractType, maybe: GraphQLObjectType): boolean {
    if (isUnionType(abstract)) return super.isSubType(abstract, maybe)
    return this.#implementations.get(abstract.name)?.has(maybe.name) ?? false
  }

  override getDirectives(): readonly GraphQLDirective[] {
    this.#directives ??= [
      ...this.#directiveDefinitions.map((one) => directiveOf(one, (name) => this.#named(name))),
      ...specifiedDirectives,
    ]
    return this.#directives
  }
}

/**
 * The schema of an SDL text. Its types are built when a document names them.
 *
 * @public
 */
export const lazySchema = (sdl: string, options: LazySchemaOptions = {}): GraphQLSchema =>
  new LazySchema(sdl, options)
