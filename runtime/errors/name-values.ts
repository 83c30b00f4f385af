// A body or a query would drown the message.
const longest = 60

/** A value as a message shows it: `"bug"`, `7`. */
export function nameValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/**
 * Names and numbers among `values`, for messages: `owner "octocat", repo "hello-world", issue_number 1`.
 */
export function listValues(values: object): string {
  return Object.entries(values)
    .filter(([, value]) => typeof value === "number" || isName(value))
    .map(([key, value]) => `${key} ${nameValue(value)}`)
    .join(", ")
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.length <= longest
}
