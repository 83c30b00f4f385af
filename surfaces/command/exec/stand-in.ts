import type { JsonSchema } from "../../../runtime/index.js"
import { contractOf } from "../input/index.js"
import type { AskedCall } from "./calls.js"
import type { Answer } from "./commands.js"

/** The members of a result that can be passed on before the result exists. For an object, these are nested. */
interface Members {
  readonly [name: string]: true | false | Members
}

/** The placeholder for a recorded result in a program: references without data. */
interface StandIn {
  /** The name of the step. */
  readonly recorded: string
  readonly members: Members
}

/** The placeholder for the result of a recorded call. */
export async function standIn(
  call: AskedCall | undefined,
  answer: Answer,
): Promise<StandIn | undefined> {
  const recorded = answer.ok ? undefined : answer.error.details?.recorded
  const contract = await contractOf(call?.task)
  if (typeof recorded !== "string" || !contract) return undefined
  return { recorded, members: membersOf(contract.output, call?.fields) }
}

/**
 * Members that can be passed on: identifying fields, which are always present and not used in conditions. A
 * placeholder for any other field could mislead a program.
 *
 * @param fields - the requested fields; all of them if undefined
 */
function membersOf(
  { properties = {}, required = [] }: JsonSchema,
  fields: readonly string[] = Object.keys(properties),
): Members {
  const given = Object.entries(properties).filter(([name]) => fields.includes(name))
  const members = given.map(([name, { type, ...schema }]) => {
    if (!required.includes(name)) return [name, false] as const
    if (type === "object") return [name, membersOf({ type, ...schema })] as const
    const isName = /(?:^|_)(?:id|number|url)$/.test(name)
    return [name, isName && (type === "string" || type === "integer")] as const
  })
  return Object.fromEntries(members)
}
