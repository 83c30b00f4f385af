import { kindOf } from "../../runtime/index.js"

/**
 * The name of a capability as a tool: `pr.thread.reply` is `pr-thread-reply`, since models' providers take
 * letters, digits, `_` and `-`. No id has a `-`, so the way back is sure.
 */
export function toolName(id: string): string {
  checkText("Expected a capability id such as issue.view", id)
  return id.replaceAll(".", "-")
}

/** The capability id of a tool: `pr-thread-reply` is `pr.thread.reply`. */
export function capabilityId(name: string): string {
  checkText("Expected a tool name such as issue-view", name)
  return name.replaceAll("-", ".")
}

function checkText(wanted: string, given: unknown): void {
  if (typeof given !== "string") throw new TypeError(`${wanted}, not ${kindOf(given)}`)
}
