import type { ValidationIssue } from "../envelope/index.js"
import { brief } from "../errors/index.js"

/** Maximum number of reported issues. */
export const mostIssues = 100

// A whole text may stand in place of a name, and becomes part of the pointer.
const longest = 500

/**
 * The first problems, each once and short enough to be read: those of the input itself before those
 * within a field, of which one alone may have thousands.
 */
export function issueList(all: readonly ValidationIssue[]): ValidationIssue[] {
  const seen = new Map<string, ValidationIssue>()
  const outermost = [...all].sort((one, other) => depth(one) - depth(other))
  for (const { pointer, message } of outermost) {
    const issue = { pointer: brief(pointer, longest), message: brief(message, longest) }
    seen.set(`${issue.pointer} ${issue.message}`, issue)
    if (seen.size === mostIssues) break
  }
  return [...seen.values()]
}

function depth({ pointer }: ValidationIssue): number {
  return pointer.split("/").length
}

/** The problems in one line. */
export function issueSentence(issues: readonly ValidationIssue[], whole: string): string {
  const list = issues.map(({ pointer, message }) => `${pointer || whole}: ${message}`).join("; ")
  return issues.length < mostIssues ? list : `${mostIssues} problems or more: ${list}`
}
