import { visibleNode } from "../../state/index.js"
import {
  type Account,
  type AnyRow,
  type Label,
  type Milestone,
  transaction,
} from "../../tables/index.js"
import type { Context, Fields } from "../field/index.js"

/** The input of a mutation, and its payload besides `clientMutationId`. */
interface Mutation<Input> {
  run(input: Input, context: Context): Record<string, unknown>
}

/** A method signature, so that each mutation can declare the input of its schema. */
export type Run<Input> = Mutation<Input>["run"]

export type Mutations = Record<string, Run<never>>

/** Adds what every mutation does: unpack `input`, and echo `clientMutationId`. */
export function mutations(all: Mutations): Fields<unknown> {
  return Object.fromEntries(
    Object.entries(all).map(([name, run]) => [
      name,
      (_root: unknown, args: { input: { clientMutationId?: string | null } }, context: Context) => {
        const payload = transaction(context.store, () => run(args.input as never, context))
        return { clientMutationId: args.input.clientMutationId ?? null, ...payload }
      },
    ]),
  )
}

/** The row of one of `kinds` that a node id names. */
export const node = <Kind extends AnyRow["kind"]>(
  { store }: Context,
  id: string,
  ...kinds: Kind[]
): Extract<AnyRow, { kind: Kind }> => visibleNode(store, id, kinds)

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
