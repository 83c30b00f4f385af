import { nameValue, permanent } from "../../errors/index.js"
import type { Found } from "./found.js"

/** The result of a search in a list, for messages. */
export interface Search {
  /** The kind of object: `label`. */
  readonly subject: string
  /** The search key: `owner "octocat", name "bug"`. */
  readonly name: string
  /** The message if nothing is found. */
  readonly message: string
  /** The list has more items than were read. */
  readonly isCut: boolean
}

/** Longer lists are not searched by name. */
export const MOST_ITEMS = 1000

/** The only matching item. No match and several matches are failures before anything has been changed. */
export function oneOf(found: readonly unknown[], { subject, name, message, isCut }: Search): Found {
  const [value, ...others] = found
  if (value === undefined) {
    const seen = isCut ? ` among the first ${MOST_ITEMS}` : ""
    const told = message.replace(/\.$/, `${seen}.`)
    return { kind: "missing", name, message: told, ...(isCut && { isCut }) }
  }
  if (others.length === 0) return { kind: "found", value }
  const several = `Found more than one ${subject} for ${name}: ${found.map(nameValue).join(", ")}.`
  return {
    kind: "failed",
    failure: permanent("VALIDATION", "not_sent", several),
  }
}
