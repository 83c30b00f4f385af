/** Parses the fields of `--json`, in gh's or the contract's names. */
import { UsageError } from "../output/index.js"
import type { Planned } from "./options.js"
import { commands, fields as namesOfGh, textMembers } from "./table/index.js"

/** The fields that `--json` names. */
export interface Asked {
  /** The fields under the contract's names. */
  readonly fields: readonly string[]
  /** The fields as given, which are also the names in the output. */
  readonly names: readonly string[]
  /** Selects the fields of an item, under the names that were given. */
  pick(item: unknown): Readonly<Record<string, unknown>>
}

/** @param isOfGh - whether gh has the command, so that people and labels are printed as objects */
export function fieldsIn(json: string | true, chosen: readonly Planned[], isOfGh: boolean): Asked {
  const { lower = [], computed: ofGh = {} } = chosen.at(-1) ?? {}
  // Steps that are combined change the items of the first.
  const own = chosen.at(-1)?.combines ? chosen.slice(0, 1) : chosen
  const properties = Object.assign({}, ...own.map((step) => step.lists ?? propertiesOf(step)))
  const computed = Object.fromEntries(
    Object.entries(ofGh).filter(([, { from }]) =>
      from.every((own) => Object.hasOwn(properties, own)),
    ),
  )
  const viewing = `${chosen.at(-1)?.id.split(".")[0]} view`
  const viewed = commands[viewing]?.flatMap(({ lists = {} }) => Object.keys(lists)) ?? []
  const isView = commands[viewing]?.some(({ id }) => id === chosen.at(-1)?.id)
  const all = [...Object.keys(properties), ...Object.keys(computed), ...(isView ? viewed : [])]
  const advice = `Available: ${[...new Set(all)].join(",")}`
  if (json === true) throw new UsageError("--json needs fields", advice)
  const known = (name: string) => contractName(name, (own) => Object.hasOwn(properties, own))
  const names = json.split(",").map((name) => name.trim())
  const elsewhere = names.find(
    (name) => viewed.includes(name) && !Object.hasOwn(properties, known(name)),
  )
  if (elsewhere !== undefined) {
    throw new UsageError(
      `The result has no field ${elsewhere}`,
      `Use ghx ${viewing} NUMBER --json ${elsewhere}`,
    )
  }
  const unknown = names.find((name) => !computed[name] && !Object.hasOwn(properties, known(name)))
  if (unknown !== undefined) {
    throw new UsageError(`There is no field ${JSON.stringify(unknown)}`, advice)
  }
  const fields = names.flatMap((name) => computed[name]?.from ?? [known(name)])
  return {
    fields: [...new Set(fields)],
    names,
    pick(item) {
      const own = names.map((name) => {
        const value = computed[name]?.value(Object(item)) ?? Object(item)[known(name)]
        return [name, value ?? null]
      })
      const picked = lowered(Object.fromEntries(own), lower)
      return isOfGh ? withObjects(picked) : picked
    },
  }
}

/** The contract's name for a field of gh. */
export function contractName(name: string, isKnown: (own: string) => boolean): string {
  if (isKnown(name)) return name
  const own = namesOfGh[name]
  if (own !== undefined && isKnown(own)) return own
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A copy with people and labels as objects, at any depth. */
function withObjects<T>(value: T): T
function withObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withObjects)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, one]) => {
    const member = textMembers[name]
    const objectOf = (text: unknown) =>
      member !== undefined && typeof text === "string" ? { [member]: text } : withObjects(text)
    return [name, Array.isArray(one) ? one.map(objectOf) : objectOf(one)]
  })
  return Object.fromEntries(members)
}

/** A copy with the values of some fields in lower case, at any depth. */
function lowered<T>(value: T, names: readonly string[]): T {
  if (names.length === 0) return value
  const inLower = (name: string, one: unknown) =>
    names.includes(name) && typeof one !== "object" ? String(one).toLowerCase() : one
  return JSON.parse(JSON.stringify(value, inLower))
}

export function propertiesOf({ contract: { output } }: Planned): Readonly<Record<string, unknown>> {
  const item = output.properties?.items?.items
  if (item?.oneOf) return Object.assign({}, ...item.oneOf.map(({ properties }) => properties))
  return item?.properties ?? output.properties ?? {}
}
