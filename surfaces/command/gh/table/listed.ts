/** Lists that gh has as fields of one object, for `--json`. */
import { type Item, itemsOf } from "../print/index.js"
import {
  type ComputedFields,
  type Id,
  jsonField,
  type ListedField,
  type Members,
  type Step,
} from "./step.js"

/** @param lists - by gh's names; most have all items, with these members */
export const listing = (
  id: Id,
  lists: Readonly<Record<string, Members | ListedField>>,
  rest: Partial<Step> = {},
): Step => ({
  id,
  given: Object.keys(lists).map(jsonField),
  usual: { first: 100 },
  lists: Object.fromEntries(
    Object.entries(lists).map(([name, one]) => [name, isListed(one) ? one : { members: one }]),
  ),
  ...rest,
})

const isListed = (one: Members | ListedField): one is ListedField => typeof one.members === "object"

/** The fields of gh that a step's list provides, with gh's names in each item. */
export function listedIn({ lists = {} }: Step, page: unknown): Readonly<Record<string, unknown>> {
  const items = itemsOf(Object(page).items)
  const all = Object.entries(lists).map(([name, { members, of, isOne }]) => {
    if (isOne) return [name, page === undefined ? null : membersOf(members, Object(page))]
    const own = of ? of(items) : items
    return [name, own.map((item) => membersOf(members, item))]
  })
  return Object.fromEntries(all)
}

/** A list as gh prints most of newer ones: with the number of all items. */
export const connection = (members: Members): ListedField => ({
  isOne: true,
  members: {
    nodes: ({ items }) => itemsOf(items).map((item) => membersOf(members, item)),
    totalCount: "total_count",
  },
})

/** The fields that a member or a computed field of gh's is made of, which functions read before anything else. */
export function sourcesOf(made: ComputedFields[string]): readonly string[] {
  if (typeof made === "string") return [made]
  if (typeof made !== "function") return made.from
  const read = new Set<string>()
  const item = new Proxy({}, { get: (_, name) => void read.add(String(name)) })
  try {
    made(item)
  } catch {
    // There are no values.
  }
  return [...read]
}

export const valueIn = (made: ComputedFields[string], item: Item): unknown =>
  typeof made === "string" ? item[made] : typeof made === "function" ? made(item) : made.value(item)

export function membersOf(members: Members, item: Item) {
  const own = Object.entries(members).map(([name, column]) => [name, valueIn(column, item)])
  return Object.fromEntries(own.filter(([, value]) => value !== undefined))
}
