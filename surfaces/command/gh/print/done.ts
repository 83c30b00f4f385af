/** What a change that prints nothing else has done, on a terminal: `✓ Closed issue 7`. */

const past: Readonly<Record<string, string>> = {
  add: "Added",
  archive: "Archived",
  cancel: "Cancelled",
  close: "Closed",
  copy: "Copied",
  create: "Created",
  delete: "Deleted",
  disable: "Disabled",
  edit: "Edited",
  enable: "Enabled",
  "item-delete": "Deleted item of",
  "item-edit": "Edited item of",
  link: "Linked",
  lock: "Locked",
  merge: "Merged",
  pin: "Pinned",
  rename: "Renamed",
  reopen: "Reopened",
  rerun: "Restarted",
  resolve: "Resolved",
  review: "Reviewed",
  run: "Started",
  set: "Set",
  sync: "Synced",
  transfer: "Transferred",
  unarchive: "Unarchived",
  unlink: "Unlinked",
  unlock: "Unlocked",
  unpin: "Unpinned",
  unresolve: "Reopened",
}

const nouns: Readonly<Record<string, string>> = {
  org: "organization",
  pr: "pull request",
  repo: "repository",
}

/** @param words - the command */
export function doneText(words: string, given: string): string {
  const all = words.split(" ")
  const verb = past[all.at(-1) ?? ""]
  if (verb === undefined) return `${words} ${given}`.trim()
  const noun = all.slice(0, -1).map((one) => nouns[one] ?? one)
  const named = /^(?:issue|pr|discussion) /.test(words)
    ? given.replaceAll(/(?<!\S)\d/g, "#$&")
    : given
  return [verb, ...noun, named].join(" ").trim()
}
