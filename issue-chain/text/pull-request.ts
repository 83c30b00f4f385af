/** The title and the body of the pull request. It refers to issues and never closes one. */
import type { Traversal, Verdict } from "../machine/index.js"
import { inertHtml, inertTitle } from "./inert.js"

/** An issue that was worked on. */
export interface WorkedIssue {
  readonly issue: number
  readonly root_id: number
  readonly title: string
  /** Who filed it and where in its work; `root` for a root. */
  readonly source: string
  readonly verdict: Verdict
  /** What was wrong, where it failed. */
  readonly because: string
  /** The commit that it ended with, or null where it made none. */
  readonly commit: string | null
}

export interface Cluster {
  /** In ascending order. */
  readonly roots: readonly number[]
  readonly traversal: Traversal
  /** In the order in which they were worked on. */
  readonly worked: readonly WorkedIssue[]
  /** Title of the lowest root. */
  readonly title: string
}

/** GitHub takes no longer title. */
const MAX_TITLE = 256

export function pullRequestTitle({ roots, title }: Cluster): string {
  const what = inertTitle(title)
  const text =
    roots.length === 1 ? `chain: ${what}` : `chain (multi-root): ${roots.length} issues — ${what}`
  return [...text].length > MAX_TITLE ? `${[...text].slice(0, MAX_TITLE - 1).join("")}…` : text
}

export function pullRequestBody(cluster: Cluster): string {
  const { roots, worked } = cluster
  const verified = worked.filter(({ verdict }) => verdict === "verified")
  const spawned = verified.map(({ issue }) => issue).filter((issue) => !roots.includes(issue))
  const isWhole = verified.length === worked.length
  const mark = isWhole ? "x" : " "
  const numbers = (issues: readonly number[]) => issues.map((issue) => `#${issue}`).join(" ")
  return `Refs ${numbers([...roots, ...spawned])}

## Summary

${summaryOf(cluster)}

## Cluster overview

| # | root_id | Spawn source | Phase | PR commit |
|---|---------|--------------|-------|-----------|
${worked.map(rowOf).join("\n")}

## Per-issue details

${worked.map(detailsOf).join("\n\n")}

## Review status

- [${mark}] Diagnose ✓ for all ${worked.length} issues
- [${mark}] Implement ✓
- [${mark}] Verify ✓ (each issue by its worker)
- [${mark}] **Verify-gated**: ${
    isWhole
      ? `every issue is verified. Once this is merged, end each of them by hand: ${numbers(verified.map(({ issue }) => issue))}`
      : `${worked.length - verified.length} of ${worked.length} issues failed. Read the report before this is merged`
  }
`
}

function summaryOf({ roots, traversal, worked }: Cluster): string {
  if (roots.length === 1)
    return `${count(worked.length, "issue")}, a root and what was found on the way, worked on as one chain by \`ghx issue-chain\`.`
  return `A chain of ${roots.length} roots (${roots.join(", ")}) worked on as one cluster by \`ghx issue-chain\`, traversal=${traversal}. ${count(worked.length, "issue")} in all subtrees.`
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`

function rowOf({ issue, root_id, source, verdict, commit }: WorkedIssue): string {
  const cells = [`#${issue}`, root_id, cell(source), verdict, abbreviated(commit)]
  return `| ${cells.join(" | ")} |`
}

function detailsOf({ issue, root_id, title, verdict, because, commit }: WorkedIssue): string {
  const lines = [
    `Phase: ${verdict}`,
    ...(because ? [`Why: ${inertHtml(because)}`] : []),
    `Commit: ${abbreviated(commit)}`,
  ]
  return `<details>
<summary>#${issue} (root_id=${root_id}) — ${inertHtml(title)}</summary>

${lines.map((line) => `- ${line}`).join("\n")}

</details>`
}

const abbreviated = (commit: string | null) => commit?.slice(0, 7) ?? "none"

/** Text that stays in its cell. */
function cell(text: string): string {
  return text === "root" ? text : inertHtml(text).replaceAll("|", "&#124;")
}
