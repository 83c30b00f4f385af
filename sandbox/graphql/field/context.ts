import type { GraphQLResolveInfo } from "graphql"
import type { Session, Viewer } from "../../state/index.js"
import type { Cost } from "./cost.js"

/** The context of every resolver. */
export interface Context {
  store: Session
  viewer: Viewer
  cost: Cost
  /** The primary rate limit after this request. */
  rateLimit: () => { limit: number; remaining: number; used: number; reset_at: string }
  /** Absent if fields that are not modelled are refused. */
  synthesis: Synthesis | undefined
}

/** Synthesizes fields that are not modelled. */
export interface Synthesis {
  /** The synthesized fields: `Repository.deployKeys`. */
  readonly places: ReadonlySet<string>
  isSynthesized(source: unknown): boolean
  /** The object of a synthesized id, or of an id of an unmodelled type. */
  byId(id: string, info: GraphQLResolveInfo): object | undefined
  field(source: unknown, args: Readonly<Record<string, unknown>>, info: GraphQLResolveInfo): unknown
}

/**
 * A resolver. A method signature, so that each can declare the row and arguments of its schema: graphql-js
 * has coerced the arguments.
 */
interface Resolver<Row> {
  resolve(row: Row, args: object, context: Context, info: GraphQLResolveInfo): unknown
}

export type Field<Row> = Resolver<Row>["resolve"]

/** The fields of one GraphQL type. */
export type Fields<Row> = { readonly [name: string]: Field<Row> }

/** Fields that are read from the row's property of the same name. */
export function properties<Row>(...names: (keyof Row & string)[]): Fields<Row> {
  return Object.fromEntries(names.map((name) => [name, (row: Row) => row[name]]))
}

/** Fields with a constant answer, for features that the store does not have. */
export function constants(answers: Record<string, unknown>): Fields<unknown> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      alike(`\`${JSON.stringify(answer)}\``, () => answer),
    ]),
  )
}

const notes = new WeakMap<object, string>()

/** Marks a field with a constant answer, for the coverage page. */
export function alike<Row>(note: string, field: Field<Row>): Field<Row> {
  notes.set(field, note)
  return field
}

/** The constant answer of a field; undefined if it depends on the state. */
export const constantAnswer = (field: object): string | undefined => notes.get(field)
