/** What a change that prints nothing else has done, on a terminal: `✓ Closed issue 7`. */

const regular = new Set([
  ...["add", "archive", "close", "create", "delete", "disable", "edit", "enable", "link", "lock"],
  ...["merge", "rename", "reopen", "resolve", "review", "sync", "unarchive", "unlink", "unlock"],
])

const irregular: Readonly<Record<string, string>> = {
  cancel: "Cancelled",
  copy: "Copied",
  "item-delete": "Deleted item of",
  "item-edit": "Edited item of",
  pin: "Pinned",
  rerun: "Restarted",
  run: "Started",
  set: "Set",
  transfer: "Transferred",
  unpin: "Unpinned",
  unresolve: "Reopened",
}

const pastOf = (verb: string): string | undefined =>
  regular.has(verb)
    ? `${verb.charAt(0).toUpperCase()}${verb.slice(1).replace(/e$/, "")}ed`
    : irregular[verb]

const nouns: Readonly<Record<string, string>> = {
  org: "organization",
  pr: "pull request",
  repo: "repository",
}

export function doneText(words: string, given: string): string {
  const all = words.split(" ")
  const verb = pastOf(all.at(-1) ?? "")
  if (verb === undefined) return `${words} ${given}`.trim()
  const noun = all.slice(0, -1).map((one) => nouns[one] ?? one)
  const named = /^(?:issue|pr|discussion) /.test(words)
    ? given.replaceAll(/(?<!\S)\d/g, "#$&")
    : given
  return [verb, ...noun, named].join(" ").trim()
}
