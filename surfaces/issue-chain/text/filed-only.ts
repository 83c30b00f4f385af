import type { FiledOnly } from "../machine/index.js"

/** Reasons why a filed or queued issue was not processed. */
export const filedOnlyReasons: Readonly<Record<FiledOnly, string>> = {
  known: "it is already in the chain",
  missing: "the issue does not exist",
  closed: "it is closed",
  ineligible: "it shares no file or skill with its root and is not a sister-bug",
  depth_cap: "it is deeper than the maximum depth of a chain",
  issues_cap: "a chain works on ten issues at most",
  root_failed: "its root's subtree has failed",
  parent_failed: "the issue that spawned it has failed",
}
