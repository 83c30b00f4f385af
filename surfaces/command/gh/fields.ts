/** Parses the fields of `--json`, in gh's or the contract's names. */
import { UsageError } from "../output/index.js"
import type { Asked, Planned } from "./options.js"
import { type Item, itemsOf } from "./print/index.js"
import {
  type ComputedFields,
  commandsLike,
  isOfField,
  loadAbsent,
  fields as namesOfGh,
  type Step,
  sourcesOf,
  textMembers,
  valueIn,
} from "./table/index.js"

/**
 * @param isOfGh - whether gh has the command, so that people and labels are printed as objects
 * @param itemSteps - loads the steps of the command that shows one item; called if the items lack a field
 * @param isSorted - whether the members of an item are in gh's order, instead of the given one, which models read
 */
export async function fieldsIn(
  json: string | true,
  chosen: readonly Planned[],
  isOfGh: boolean,
  itemSteps: () => Promise<readonly Planned[]>,
  isSorted = false,
): Promise<Asked> {
  const last = chosen.at(-1)
  // Steps that are combined change the items of the first.
  const own = sourceOf(last?.combines ? chosen.slice(0, 1) : chosen, last?.computed)
  const given = json === true ? [] : json.split(",").map((name) => name.trim())
  const names = [...new Set(given.map(fieldIn))]
  const lacking = names.filter((name) => !own.has(name))
  const others =
    json === true || lacking.length > 0
      ? (await itemSteps()).map((step) => ({ step, ...sourceOf([step]) }))
      : []
  const found = new Map(lacking.map((name) => [name, others.find((one) => one.has(name))]))
  const unknown = lacking.find((name) => !found.get(name))
  if (json === true || unknown !== undefined) {
    throw await refusalOf(
      unknown,
      last,
      [own, ...others].flatMap(({ all }) => all),
    )
  }
  const printed = isSorted ? [...names].sort() : names
  const nested = lacking.length > 0 ? await import("./nested.js") : undefined
  const perItem = others.flatMap(({ step, fieldsOf }) => {
    const wanted = lacking.filter((name) => found.get(name)?.step === step)
    if (wanted.length === 0) return []
    const lists = new Map(wanted.map((name) => [name, new Map()]))
    const fields = step.lists ? nested?.fieldsOfLists(step, lists) : wanted.flatMap(fieldsOf)
    return [{ step, count: countIn(step, own.properties), ...(fields && { fields }) }]
  })
  const identifying = perItem.flatMap(({ step, count = [] }) =>
    identifyingIn(step, own.properties).concat(count),
  )
  const fields = names.filter((name) => !found.has(name)).flatMap(own.fieldsOf)
  const pick = (item: unknown) => {
    const all = printed.map((name) => {
      const other = found.get(name)
      if (other) return { [name]: other.value(name, Object(item)) }
      return lowered({ [name]: own.value(name, Object(item)) }, last?.lower ?? [])
    })
    const picked = Object.assign({}, ...all)
    return isOfGh ? withObjects(picked) : picked
  }
  const { items } = last ?? {}
  const asked: Asked = {
    fields: items === undefined ? [...new Set([...fields, ...identifying])] : [items],
    names,
    perItem,
    pick:
      items === undefined
        ? pick
        : (whole) => ({ [items]: itemsOf(Object(whole)[items]).map(pick) }),
  }
  if (given.every((name) => !name.includes("."))) return asked
  const { withMembers } = await import("./nested.js")
  return withMembers(asked, given, chosen)
}

/** The field of a name in `--json`: `author` of `author.login`. */
export const fieldIn = (name: string): string => name.trim().replace(/\..*/s, "")

/** @param unknown - an unknown field; undefined if `--json` names none */
async function refusalOf(
  unknown: string | undefined,
  last: Planned | undefined,
  all: readonly string[],
): Promise<UsageError> {
  const view = viewOf(last?.id ?? "") ?? ""
  const steps = (await commandsLike(view))[view] ?? []
  const ofView = steps.flatMap(providedBy)
  if (unknown !== undefined && ofView.includes(unknown)) {
    return new UsageError(
      `The result has no field ${unknown}`,
      `Use ghx ${view} NUMBER --json ${unknown}`,
    )
  }
  const isView = steps.some(({ id }) => id === last?.id)
  const names = new Set([...all, ...(isView ? ofView : [])])
  const problem =
    unknown === undefined ? "--json needs fields" : `There is no field ${JSON.stringify(unknown)}`
  const { absentFields } = await loadAbsent()
  const advice = new Map(Object.entries(absentFields)).get(unknown ?? "")
  if (advice !== undefined) return new UsageError(problem, advice)
  const { nearestOf } = await import("../../../runtime/suggestions/index.js")
  // Without a name, the question is which fields there are.
  const list = unknown === undefined ? [...names].join(",") : nearestOf(unknown, [...names], ",")
  return new UsageError(problem, `Available: ${list}`)
}

/** The fields of steps, under gh's names and those of the contracts. */
function sourceOf(steps: readonly Planned[], ofGh: ComputedFields = {}) {
  const properties: Readonly<Record<string, unknown>> = Object.assign(
    {},
    ...steps.map((step) => step.lists ?? propertiesOf(step)),
  )
  const given: ComputedFields = Object.assign({}, ofGh, ...steps.map(({ computed }) => computed))
  const computed: ComputedFields = Object.fromEntries(
    Object.entries(given).filter(([, made]) =>
      sourcesOf(made).every((own) => Object.hasOwn(properties, own)),
    ),
  )
  const known = (name: string) => contractName(name, (own) => Object.hasOwn(properties, own))
  return {
    properties,
    all: [...Object.keys(properties), ...Object.keys(computed)],
    has: (name: string) => Object.hasOwn(computed, name) || Object.hasOwn(properties, known(name)),
    fieldsOf: (name: string) => sourcesOf(computed[name] ?? known(name)),
    value: (name: string, item: Item) =>
      valueIn(computed[name] ?? known(name), item) ?? item[known(name)] ?? null,
  }
}

/**
 * The command that shows one item of a list: `pr view` for pr.list, pr.search and pr.view itself, `run view` for
 * workflow.runs.list.
 */
export function viewOf(id: string): string | undefined {
  const [, domain] = /^(?:workflow\.)?(\w+?)s?\.(?:list|search|view)$/.exec(id) ?? []
  return domain === undefined ? undefined : `${domain} view`
}

/** gh's fields for which `--json` selects a step. */
const providedBy = ({ lists = {}, ...step }: Step) => [
  ...Object.keys(lists),
  ...(isOfField(step) ? Object.keys(step.computed ?? {}) : []),
]

/** The fields of an item that name it in a call of the step. */
function identifyingIn({ contract }: Planned, properties: object): readonly string[] {
  const required = contract.input.required ?? []
  return required.map((name) => memberFor(name)).filter((name) => Object.hasOwn(properties, name))
}

/** The field of an item that counts what a step lists: `comments_count` for issue.comments.list. */
function countIn({ id }: Step, properties: object): string | undefined {
  const count = id.replace(/^.*\.(\w+)\.list$/, "$1_count")
  return Object.hasOwn(properties, count) ? count : undefined
}

/** The member of an item that fills an input: `number` for `pull_number`. */
export const memberFor = (input: string): string => (input.endsWith("_number") ? "number" : input)

export function contractName(name: string, isKnown: (own: string) => boolean): string {
  if (isKnown(name)) return name
  const own = namesOfGh[name]
  if (own !== undefined && isKnown(own)) return own
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A copy with people and labels as objects, at any depth. */
function withObjects<T>(value: T, name?: string): T
function withObjects(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => withObjects(one, name))
  const member = textMembers[name]
  if (typeof value === "string") return member === undefined ? value : { [member]: value }
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withObjects(one, key)]))
}

/** A copy with the values of some fields in lower case, at any depth. */
function lowered<T>(value: T, names: readonly string[]): T {
  if (names.length === 0) return value
  const inLower = (name: string, one: unknown) =>
    names.includes(name) && typeof one !== "object" ? String(one).toLowerCase() : one
  return JSON.parse(JSON.stringify(value, inLower))
}

export function propertiesOf({
  contract: { output },
  items = "items",
}: Planned): Readonly<Record<string, unknown>> {
  const item = output.properties?.[items]?.items
  if (item?.oneOf) return Object.assign({}, ...item.oneOf.map(({ properties }) => properties))
  return item?.properties ?? output.properties ?? {}
}
