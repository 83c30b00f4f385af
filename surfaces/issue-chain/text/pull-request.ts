/** The title and the body of the pull request. It refers to issues and never closes one. */
import type { ChainState, FiledOnly, Traversal, Verdict } from "../machine/index.js"
import { inertHtml, inertTitle } from "./inert.js"

/** An issue that was processed. */
export interface WorkedIssue {
  readonly issue: number
  readonly root_id: number
  readonly title: string
  /** The source of the issue and the step in which it was filed; `root` for a root. */
  readonly source: string
  readonly verdict: Verdict
  /** The problem, if it failed. */
  readonly because: string
  /** The last commit of its processing; null if it made none. */
  readonly commit: string | null
  /** The URL of the comment that is its diagnosis. */
  readonly diagnosis: string | undefined
}

export interface Cluster {
  /** In ascending order. */
  readonly roots: readonly number[]
  readonly traversal: Traversal
  /** Issues that were worked on, in the order of processing. */
  readonly worked: readonly WorkedIssue[]
  /** Title of the lowest root. */
  readonly title: string
  /** Issues that were filed, or queued, but not processed. */
  readonly filed_only: ChainState["filed_only"]
  readonly titles: Readonly<Record<number, string>>
}

/** Maximum length of a title on GitHub. */
const MAX_TITLE = 256

export function pullRequestTitle({ roots, title, worked }: Cluster): string {
  const what = inertTitle(title)
  const done = roots.filter((root) => worked.some(({ issue }) => issue === root)).length
  const number = done === roots.length ? `${roots.length}` : `${done} of ${roots.length}`
  const text =
    roots.length === 1 ? `chain: ${what}` : `chain (multi-root): ${number} issues — ${what}`
  return [...text].length > MAX_TITLE ? `${[...text].slice(0, MAX_TITLE - 1).join("")}…` : text
}

export function pullRequestBody(cluster: Cluster): string {
  const { roots, worked, filed_only, titles } = cluster
  const verified = worked.filter(({ verdict }) => verdict === "verified")
  const spawned = verified.map(({ issue }) => issue).filter((issue) => !roots.includes(issue))
  const numbers = (issues: readonly { issue: number }[]) =>
    issues.map(({ issue }) => `#${issue}`).join(" ")
  const left = filed_only.map(
    ({ issue, because }) =>
      `- #${issue}${titles[issue] ? ` ${inertHtml(titles[issue])}` : ""}: ${filedOnlyReasons[because]}`,
  )
  const isWhole = verified.length === worked.length && unreached(cluster).length === 0
  return `Refs ${[...roots, ...spawned].map((issue) => `#${issue}`).join(" ")}

## Summary

${summaryOf(cluster)}

## Cluster overview

| # | root_id | Spawn source | Phase | PR commit |
|---|---------|--------------|-------|-----------|
${worked.map(rowOf).join("\n")}

## Per-issue details

${worked.map(detailsOf).join("\n\n")}
${left.length === 0 ? "" : `\n## Not worked on\n\n${left.join("\n")}\n`}
## Review status

${checkOf("Diagnose", worked, ({ diagnosis }) => diagnosis !== undefined)}
${checkOf("Implement", worked, ({ commit, verdict }) => commit !== null && verdict === "verified")}
${checkOf("Verify", worked, ({ verdict }) => verdict === "verified")}
- [${isWhole ? "x" : " "}] **Verify-gated**: ${
    isWhole
      ? `every issue is verified by its worker. After merging, close each of them by hand: ${numbers(verified)}`
      : `${verified.length} of ${worked.length + unreached(cluster).length} issues are verified. Read the report before merging`
  }
`
}

/** The roots that the run did not reach. */
function unreached({ roots, worked }: Cluster): readonly number[] {
  return roots.filter((root) => !worked.some(({ issue }) => issue === root))
}

/** A checkbox: ticked if the check holds for every issue, otherwise with the issues for which it does not. */
function checkOf(
  step: string,
  worked: readonly WorkedIssue[],
  holds: (issue: WorkedIssue) => boolean,
): string {
  const missing = worked.filter((one) => !holds(one)).map(({ issue }) => `#${issue}`)
  return missing.length === 0
    ? `- [x] ${step} ✓ for ${worked.length === 1 ? "the issue" : `all ${worked.length} issues`}`
    : `- [ ] ${step}: missing for ${missing.join(", ")}`
}

function summaryOf({ roots, traversal, worked }: Cluster): string {
  if (roots.length === 1)
    return `${count(worked.length, "issue")}, a root and the issues found on the way, processed as one chain by \`ghx issue-chain\`.`
  return `A chain of ${roots.length} roots (${roots.join(", ")}) worked on as one cluster by \`ghx issue-chain\`, traversal=${traversal}. ${count(worked.length, "issue")} in all subtrees.`
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`

function rowOf({ issue, root_id, source, verdict, commit }: WorkedIssue): string {
  const cells = [`#${issue}`, root_id, cell(source), verdict, abbreviated(commit)]
  return `| ${cells.join(" | ")} |`
}

function detailsOf(one: WorkedIssue): string {
  const { issue, root_id, title, verdict, because, commit, diagnosis } = one
  const lines = [
    `Phase: ${verdict} (#${issue})`,
    ...(because ? [`Why: ${inertHtml(because)}`] : []),
    // GitHub links the whole hash.
    `Commit: ${commit ?? "none"}`,
    `Diagnosis: ${diagnosis ?? "none"}`,
  ]
  return `<details>
<summary>#${issue} (root_id=${root_id}) — ${inertHtml(title)}</summary>

${lines.map((line) => `- ${line}`).join("\n")}

</details>`
}

const abbreviated = (commit: string | null) => commit?.slice(0, 7) ?? "none"

/** Escapes text so that it stays in its table cell. */
function cell(text: string): string {
  return text === "root" ? text : inertHtml(text).replaceAll("|", "&#124;")
}

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
