/** Commands of gh that send one mutation, with the flags that go into it. */
const single: Readonly<Record<string, readonly string[]>> = {
  "issue close": [],
  "issue comment": ["body"],
  "issue delete": ["yes"],
  "issue edit": ["title", "body"],
  "issue reopen": [],
  "pr close": [],
  "pr comment": ["body"],
  "pr edit": ["title", "body", "base"],
  "pr reopen": [],
}

/** Whether gh sends only one write, so that nothing was applied if GitHub refused a request. */
export function writesOnce([group, command, ...rest]: readonly string[]): boolean {
  const flags = single[`${group} ${command}`]
  const end = rest.indexOf("--")
  // Each of several arguments is an object of its own.
  if (flags === undefined || end !== rest.length - 2) return false
  const given = new Set(rest.slice(0, end).map((one) => one.replace(/^--|=.*$/gs, "")))
  given.delete("repo")
  const [first = ""] = given
  const isOneLabel = command === "edit" && given.size === 1 && /^(?:add|remove)-label$/.test(first)
  return isOneLabel || [...given].every((name) => flags.includes(name))
}
