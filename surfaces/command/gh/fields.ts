/** Parses the fields of `--json`, in gh's or the contract's names. */
import { UsageError } from "../output/index.js"
import type { Planned } from "./options.js"
import { fields, fieldsElsewhere } from "./table/index.js"

/**
 * The requested fields: the contract's name of each, with the name under which it was requested and is
 * printed.
 */
export function fieldsIn(json: string | true, chosen: readonly Planned[]): Record<string, string> {
  const properties = Object.assign({}, ...chosen.map(propertiesOf))
  if (json === true) {
    throw new UsageError("--json takes fields", `Give some of ${Object.keys(properties).join(",")}`)
  }
  const known = (name: string) => {
    if (Object.hasOwn(properties, name)) return name
    const own = fields[name]
    if (own !== undefined && Object.hasOwn(properties, own)) return own
    return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  }
  const names = json.split(",").map((name) => name.trim())
  const elsewhere = names.find(
    (name) => Object.hasOwn(fieldsElsewhere, name) && !Object.hasOwn(properties, known(name)),
  )
  if (elsewhere !== undefined) {
    throw new UsageError(`The result has no field ${elsewhere}`, fieldsElsewhere[elsewhere])
  }
  return Object.fromEntries(names.map((name) => [known(name), name]))
}

export function propertiesOf({ contract: { output } }: Planned): Readonly<Record<string, unknown>> {
  return output.properties?.items?.items?.properties ?? output.properties ?? {}
}
