import type { GraphQLResolveInfo } from "graphql"
import type { Viewer } from "../../state/index.js"
import type { Store } from "../../tables/index.js"
import type { Cost } from "./cost.js"

/** What every resolver gets besides its row and arguments. */
export interface Context {
  store: Store
  viewer: Viewer
  cost: Cost
  /** The primary rate limit as it stands after this request. */
  rateLimit: () => { limit: number; remaining: number; used: number; reset_at: string }
  /** Absent where what is not modelled is refused. */
  synthesis: Synthesis | undefined
}

/** Makes up what is not modelled. */
export interface Synthesis {
  /** What was made up: `Repository.discussion`. */
  readonly places: ReadonlySet<string>
  isSynthesized(source: unknown): boolean
  /** The thing of an id that was made up before, or that is asked for as what is not modelled. */
  byId(id: string, info: GraphQLResolveInfo): object | undefined
  field(source: unknown, args: Readonly<Record<string, unknown>>, info: GraphQLResolveInfo): unknown
}

/**
 * A resolver. A method signature, so that each may name the row and arguments that the schema
 * gives it: graphql-js has coerced the arguments before.
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

/** Fields whose answer never differs, in a store without the feature that they are about. */
export function constants(answers: Record<string, unknown>): Fields<unknown> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      alike(`\`${JSON.stringify(answer)}\``, () => answer),
    ]),
  )
}

const notes = new WeakMap<object, string>()

/** Notes of a field that it always answers alike, for the page that says what is covered. */
export function alike<Row>(note: string, field: Field<Row>): Field<Row> {
  notes.set(field, note)
  return field
}

/** What a field always answers; undefined for one that looks at the state. */
export const constantAnswer = (field: object): string | undefined => notes.get(field)
