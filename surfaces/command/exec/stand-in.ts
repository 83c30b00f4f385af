import type { JsonSchema } from "../../../runtime/index.js"
import { contractOf } from "../input/index.js"
import type { Answer, AskedCall } from "./calls.js"

/** Which members of a result can be passed on before it is there; an object has some within. */
export interface Members {
  readonly [name: string]: true | false | Members
}

/** What a program is given in place of a result that a recording will have: references, and no data. */
export interface StandIn {
  /** The name of the step. */
  readonly recorded: string
  readonly members: Members
}

/** What stands for the result of a call that was recorded. */
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
 * What names a thing is always there and is nothing to decide by; all else a program would be misled with.
 *
 * @param fields - those that were asked for; all of them where it is undefined
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
