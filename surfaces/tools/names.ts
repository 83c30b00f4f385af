import { kindOf } from "../../runtime/index.js"

/**
 * The tool name of a capability: `pr.thread.reply` becomes `pr-thread-reply`, since providers only accept letters,
 * digits, `_` and `-`. No id contains `-`, so the conversion can be reversed.
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
