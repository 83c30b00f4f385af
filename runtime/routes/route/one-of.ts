import { nameValue, permanent } from "../../errors/index.js"
import type { Found } from "./found.js"

/** What a look-up among others came to, for people. */
export interface Search {
  /** What it finds: `label`. */
  readonly subject: string
  /** By what: `owner "octocat", name "bug"`. */
  readonly name: string
  /** What is said where nothing is found. */
  readonly message: string
  /** The list goes on where reading it ended. */
  readonly isCut: boolean
}

/** Beyond this nobody means one of a list by what it is called. */
export const MOST_ITEMS = 1000

/** The only one that is meant; none and several are failures before anything has been changed. */
export function oneOf(found: readonly unknown[], { subject, name, message, isCut }: Search): Found {
  const [value, ...others] = found
  if (value === undefined) {
    const seen = isCut ? ` among the first ${MOST_ITEMS}` : ""
    return { kind: "missing", name, message: message.replace(/\.$/, `${seen}.`) }
  }
  if (others.length === 0) return { kind: "found", value }
  const several = `Found more than one ${subject} for ${name}: ${found.map(nameValue).join(", ")}.`
  return {
    kind: "failed",
    failure: permanent("VALIDATION", "not_sent", several),
  }
}
