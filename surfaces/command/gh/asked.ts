import type { Planned } from "./options.js"

/** The fields that `--json` names. */
export interface Asked {
  /** The fields under the contract's names. */
  readonly fields: readonly string[]
  /** The fields as given, which are also the names in the output. */
  readonly names: readonly string[]
  /** The steps that provide the fields which the items of a list lack. */
  readonly perItem: readonly PerItem[]
  /** The fields that a step which provides lists requests, if only members of them are wanted. */
  readonly ofLists?: (step: Planned) => readonly string[] | undefined
  /** Selects the fields of an item, under the names that were given. */
  pick(item: unknown): Readonly<Record<string, unknown>>
}

/** A step that runs for each item of a list. */
export interface PerItem {
  readonly step: Planned
  /** The fields to request; all by default. */
  readonly fields?: readonly string[]
  /** The member of an item that counts what the step lists. */
  readonly count?: string | undefined
}
