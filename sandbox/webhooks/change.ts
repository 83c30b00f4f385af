import type { Applied } from "../public/index.js"
import type { View } from "../rest/index.js"
import type { Account, AnyRow, Hook, Journal, Repository, Store, Tables } from "../tables/index.js"

/** What a transaction did to a row. */
export interface Change<Row> {
  readonly row: Row
  /** The former values; absent for a new row. */
  readonly before: Row | undefined
  readonly isGone: boolean
}

/** An event of webhooks: https://docs.github.com/webhooks/webhook-events-and-payloads */
export interface Occurrence {
  readonly event: string
  readonly action?: string | undefined
  /** By default, of the row that changed. */
  readonly repository?: Repository | undefined
  readonly organization?: Account | undefined
  /** Who did it; by default, who made the request. */
  readonly actorId?: number | null | undefined
  /** Undefined members are left out. */
  readonly body: Readonly<Record<string, unknown>>
  /** The only webhook that hears of it. */
  readonly hook?: Hook
}

/** The context of the changes of one transaction. */
export interface Scene extends View {
  /** The first change of the transaction as the user made it; none by time alone. */
  readonly applied: Applied | undefined
  readonly isNew: (row: AnyRow) => boolean
  /** The rows of a table that the transaction changed, also those that it removed. */
  readonly changed: <Name extends keyof Tables>(table: Name) => readonly Tables[Name][]
}

export type Occurring<Name extends keyof Tables> = (
  scene: Scene,
  change: Change<Tables[Name]>,
) => readonly Occurrence[]

/** The events of the changes of each table. */
export type Occurrings = { readonly [Name in keyof Tables]?: Occurring<Name> }

/**
 * All rows that a transaction changed, in the order of their first change. What goes with its repository is no event
 * of its own.
 */
export const changesIn = (store: Store, { rows }: Journal): Change<AnyRow>[] =>
  [...rows]
    .map(([row, before]) => ({ row, before: before ?? undefined, isGone: !store.isThere(row) }))
    .filter(({ before, isGone }) => before !== undefined || !isGone)
    .filter(
      ({ row }) =>
        !("repositoryId" in row) ||
        row.repositoryId === null ||
        store.find("repositories", row.repositoryId) !== undefined,
    )

/** The event of a row, whose actions have `part` in common. */
export const teller =
  (event: string, part: () => object, of?: Pick<Occurrence, "organization">) =>
  (action: string, more?: object): Occurrence => ({
    ...{ event, action, ...of },
    body: { ...part(), ...more },
  })

/** `created`, `edited` and `deleted`. */
export const stepOf = ({ before, isGone }: Change<unknown>): "created" | "deleted" | "edited" =>
  isGone ? "deleted" : before ? "edited" : "created"

/** `{ title: { from: "Old" } }` for the properties that differ, by their names in payloads. */
export function changesFrom<Row extends object>(
  { row, before }: Change<Row>,
  names: { readonly [Key in keyof Row]?: string },
): Record<string, { from: unknown }> | undefined {
  const changed = Object.entries(names).filter(
    ([key]) => before && String(Reflect.get(before, key)) !== String(Reflect.get(row, key)),
  )
  if (!before || changed.length === 0) return undefined
  return Object.fromEntries(
    changed.map(([key, name]) => [String(name), { from: Reflect.get(before, key) ?? "" }]),
  )
}
