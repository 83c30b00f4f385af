/** Parses the fields of `--json`, in gh's or the contract's names. */
import { UsageError } from "../output/index.js"
import type { Planned } from "./options.js"
import { commands, fields as namesOfGh } from "./table/index.js"

/** The fields that `--json` names. */
export interface Asked {
  /** The fields under the contract's names. */
  readonly fields: readonly string[]
  /** The fields as given, which are also the names in the output. */
  readonly names: readonly string[]
  /** Selects the fields of an item, under the names that were given. */
  pick(item: unknown): Readonly<Record<string, unknown>>
}

export function fieldsIn(json: string | true, chosen: readonly Planned[]): Asked {
  const { lower = [], computed = {} } = chosen.at(-1) ?? {}
  const properties = Object.assign({}, ...chosen.map((step) => step.lists ?? propertiesOf(step)))
  if (json === true) {
    throw new UsageError("--json takes fields", `Give some of ${Object.keys(properties).join(",")}`)
  }
  const known = (name: string) => contractName(name, (own) => Object.hasOwn(properties, own))
  const names = json.split(",").map((name) => name.trim())
  const viewing = `${chosen.at(-1)?.id.split(".")[0]} view`
  const viewed = commands[viewing]?.flatMap(({ lists = {} }) => Object.keys(lists)) ?? []
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
    throw new UsageError(
      `There is no field ${JSON.stringify(unknown)}`,
      `Give some of ${[...new Set([...Object.keys(properties), ...Object.keys(computed)])].join(",")}`,
    )
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
      return lowered(Object.fromEntries(own), lower)
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
