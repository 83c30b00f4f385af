import { type Session, visibleNode } from "../../state/index.js"
import {
  type Account,
  type AnyRow,
  type Label,
  type Milestone,
  transaction,
} from "../../tables/index.js"
import type { Context, Fields } from "../field/index.js"

/** The input of a mutation, and its payload besides `actor` and `clientMutationId`. */
interface Mutation<Input> {
  run(input: Input, context: Context): Record<string, unknown>
}

/** A method signature, so that each mutation can declare the input of its schema. */
export type Run<Input> = Mutation<Input>["run"]

export type Mutations = Record<string, Run<never>>

/** Adds what every mutation does: unpack `input`, name the actor, and echo `clientMutationId`. */
export function mutations(all: Mutations): Fields<unknown> {
  return Object.fromEntries(
    Object.entries(all).map(([name, run]) => [
      name,
      (_root: unknown, args: { input: { clientMutationId?: string | null } }, context: Context) => {
        const payload = transaction(context.store, () => run(args.input as never, context))
        const { clientMutationId = null } = args.input
        return { clientMutationId, actor: context.viewer.account, ...payload }
      },
    ]),
  )
}

type Kinds = AnyRow["kind"] | readonly AnyRow["kind"][]

type RowOf<Of extends Kinds> = Extract<
  AnyRow,
  { kind: Of extends readonly (infer Kind)[] ? Kind : Of }
>

/** A method signature, for the same reason. */
interface Change<Rows, Input> {
  run(store: Session, rows: Rows, input: Input, context: Context): unknown
}

/**
 * A change of rows: `{ issue: "Issue" }` is the row that the input names by `issueId`, or by `id`. They are in the
 * payload, and so is what the change returns: its members or, under the name of its kind, a row.
 */
export const change =
  <const Of extends Readonly<Record<string, Kinds>>, Input = object>(
    kinds: Of,
    run: Change<{ readonly [Name in keyof Of]: RowOf<Of[Name]> }, Input>["run"],
  ): Run<Input & object> =>
  (input, context) => {
    const given = input as Readonly<Record<string, unknown>>
    const rows = Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => {
        const id = given[`${name}Id`] ?? given.id
        return [name, node(context, String(id), ...[kind].flat())]
      }),
    )
    const more = run(context.store, rows as never, input, context)
    if (typeof more !== "object" || more === null) return rows
    return "kind" in more
      ? { [lowerFirst(String(more.kind))]: more, ...rows }
      : { ...rows, ...more }
  }

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** Changes of one row by functions of the state, which get `more`, too: `{ reopenIssue }` is the mutation of that name. */
export const ofRow = <
  const Of extends Readonly<Record<string, Kinds>>,
  More extends readonly unknown[],
>(
  kinds: Of,
  runs: Readonly<
    Record<string, (store: Session, row: RowOf<Of[keyof Of]>, ...more: More) => unknown>
  >,
  ...more: NoInfer<More>
): Mutations =>
  Object.fromEntries(
    Object.entries(runs).map(([name, run]) => [
      name,
      change(kinds, (store, rows) => {
        const [row] = Object.values(rows) as RowOf<Of[keyof Of]>[]
        return row && run(store, row, ...more)
      }),
    ]),
  )

/** The same for functions that get a value of the input, too. */
export const ofInput = <const Of extends Readonly<Record<string, Kinds>>, Input, Value>(
  kinds: Of,
  valueIn: (input: Input & object) => Value,
  runs: Readonly<
    Record<string, (store: Session, row: RowOf<Of[keyof Of]>, value: Value) => unknown>
  >,
): Mutations =>
  Object.fromEntries(
    Object.entries(runs).map(([name, run]): [string, Run<never>] => [
      name,
      (input: Input & object, context) =>
        ofRow(kinds, { [name]: run }, valueIn(input))[name]?.(input as never, context) ?? {},
    ]),
  )

export const bodyIn = (input: { body: string }): string => input.body

/** The members that are neither absent nor null. */
export const stated = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as {
    [Name in keyof Values]?: NonNullable<Values[Name]>
  }

/** Members of an input that may be absent or null. */
export type Given<Names extends string, Value = string> = {
  readonly [Name in Names]?: Value | null
}

/** The row of one of `kinds` that a node id names. */
export const node = <Kind extends AnyRow["kind"]>(
  { store }: Context,
  id: string,
  ...kinds: Kind[]
): Extract<AnyRow, { kind: Kind }> => visibleNode(store, id, kinds)

/** The row of an id, if it is given. */
export const nodeIf = <Kind extends AnyRow["kind"]>(
  context: Context,
  id: string | null | undefined,
  ...kinds: Kind[]
) => (id ? node(context, id, ...kinds) : undefined)

export const users = (context: Context, ids: readonly string[] | null | undefined): Account[] =>
  (ids ?? []).map((id) => node(context, id, "User", "Bot", "Mannequin"))

export const labels = (context: Context, ids: readonly string[] | null | undefined): Label[] =>
  (ids ?? []).map((id) => node(context, id, "Label"))

/** Absent leaves the value unchanged; null clears it. */
export function milestoneChange(
  context: Context,
  id: string | null | undefined,
): { milestone?: Milestone | null } {
  if (id === undefined) return {}
  return { milestone: id === null ? null : node(context, id, "Milestone") }
}

/** Absent leaves the list unchanged; null and an empty list clear it. */
export const idsOf = <Key extends string>(
  key: Key,
  ids: readonly string[] | null | undefined,
  rows: (ids: readonly string[]) => { id: number }[],
): { [K in Key]?: number[] } => {
  if (ids === undefined) return {}
  return { [key]: rows(ids ?? []).map((row) => row.id) } as { [K in Key]?: number[] }
}
