/** Refuses options of calls that no feature of the client takes. Loaded by the first such call. */
import { type Failure, permanent } from "../errors/index.js"
import { notObject } from "../input/index.js"

/** The features that take options of calls. */
const takenBy: Readonly<Record<string, string>> = {
  all: "allPages",
  fields: "fields",
  key: "once",
  intended_at: "once",
}

/** @param known - the options that features of the client take */
export function unclaimedOption(id: string, name: string, known: readonly string[]): Failure {
  if (name.startsWith(notObject)) {
    const message = `A call of ${id} takes an object of options, ${name}`
    const fix = `As a callback: (input) => ghx.${id}(input)`
    return permanent("VALIDATION", "not_sent", message, { fix })
  }
  const feature = Object.hasOwn(takenBy, name) ? takenBy[name] : undefined
  if (feature === undefined) {
    const others = known.length > 0 ? known.join(", ") : "none"
    const message = `A call of ${id} has no option \`${name}\`; the features of its client take ${others}`
    const fix = "`signal`, `timeout_ms`, `trace` and `route` are options of `.run()`"
    return permanent("VALIDATION", "not_sent", message, { fix })
  }
  const message = `A call of ${id} with \`${name}\` needs the feature ${feature}, which its client does not have`
  const fix = `Add ${feature}() to \`use\` of createClient`
  return permanent("VALIDATION", "not_sent", message, { fix })
}
