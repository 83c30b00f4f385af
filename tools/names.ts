/**
 * The name of a capability as a tool: `pr.thread.reply` is `pr-thread-reply`, since models' providers take
 * letters, digits, `_` and `-`. No id has a `-`, so the way back is sure.
 */
export function toolName(id: string): string {
  return id.replaceAll(".", "-")
}

/** The id of the capability that a tool stands for: `pr-thread-reply` is `pr.thread.reply`. */
export function capabilityId(name: string): string {
  return name.replaceAll("-", ".")
}
