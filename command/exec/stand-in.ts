import type { JsonSchema } from "../../runtime/index.js"
import { contractOf } from "../input/index.js"
import type { Answer, AskedCall } from "./calls.js"

/** Which members of a result can be passed on before it is there; an object has some within. */
export interface Members {
  readonly [name: string]: true | false | Members
}

/** What a program is given in place of a result that a proposal will have: references, and no data. */
export interface StandIn {
  /** The name of the step. */
  readonly proposed: string
  readonly members: Members
}

/** What stands for the result of a call that was proposed. */
export async function standIn(
  call: AskedCall | undefined,
  answer: Answer,
): Promise<StandIn | undefined> {
  const proposed = answer.ok ? undefined : answer.error.details?.proposed
  const contract = await contractOf(call?.task)
  if (typeof proposed !== "string" || !contract) return undefined
  return { proposed, members: membersOf(contract.output) }
}

/** What names a thing is always there and is nothing to decide by; all else a program would be misled with. */
function membersOf({ properties = {} }: JsonSchema): Members {
  const members = Object.entries(properties).map(([name, schema]) => {
    if (schema.type === "object") return [name, membersOf(schema)] as const
    const isName = /(?:^|_)(?:id|number|url)$/.test(name)
    return [name, isName && (schema.type === "string" || schema.type === "integer")] as const
  })
  return Object.fromEntries(members)
}
