/** What a run says at its end, and how its issues stand meanwhile. */
import type { ChainState, FiledOnly } from "../machine/index.js"
import { inertTitle } from "./inert.js"
import type { WorkedIssue } from "./pull-request.js"

export interface Report {
  readonly branch: string
  readonly base: string
  readonly state: ChainState
  readonly worked: readonly WorkedIssue[]
  readonly titles: Readonly<Record<number, string>>
  readonly pull_request: { readonly number: number; readonly url: string } | null
  /** Why there is none, where there is none. */
  readonly no_pull_request: string | null
}

export function reportText(report: Report): string {
  const { state, pull_request, branch, no_pull_request } = report
  const failed = state.failed_at.map((issue) => recoveryOf(report, issue))
  const to =
    pull_request === null
      ? no_pull_request
      : `pull request #${pull_request.number}: ${pull_request.url}`
  return [
    forestText(report),
    `Branch ${branch}; ${to}`,
    ...failed,
    ...(failed.length === 0 && pull_request
      ? [
          `Review the pull request, merge it, then end each issue by hand. Nothing was closed or merged.`,
        ]
      : []),
  ].join("\n\n")
}

/** The roots, each with its verdict, and below it what it spawned. */
export function forestText({
  state,
  worked,
  titles,
}: Pick<Report, "state" | "worked" | "titles">): string {
  const line = (issue: number, indent: number, what: string) =>
    `${"  ".repeat(indent)}#${issue} ${what}${titles[issue] ? `  ${inertTitle(titles[issue])}` : ""}`
  const statusOf = (issue: number) =>
    state.current === issue ? "under way" : (state.processed[issue] ?? "waiting")
  const rootLines = state.roots.flatMap((root) => {
    const verdict = rootVerdict(state, root)
    const issues = Object.keys(state.depths).map(Number)
    const done = worked.map(({ issue }) => issue)
    const order = (issue: number) => (done.includes(issue) ? done.indexOf(issue) : done.length)
    const below = issues
      .filter((issue) => issue !== root && state.root_ids[issue] === root)
      .sort((a, b) => order(a) - order(b))
    return [
      line(root, 0, verdict),
      ...below.map((issue) => line(issue, state.depths[issue] ?? 1, statusOf(issue))),
    ]
  })
  const filed = state.filed_only.map(
    ({ issue, because }) => `#${issue} is filed and no more: ${reasons[because]}`,
  )
  return [...rootLines, ...filed].join("\n")
}

/** PASS where all of a root's subtree is verified. */
function rootVerdict(state: ChainState, root: number): string {
  if (state.failed_roots.includes(root)) return "FAIL"
  if (state.processed[root] === undefined) return state.current === root ? "under way" : "waiting"
  return state.ended ? "PASS" : "verified"
}

const reasons: Readonly<Record<FiledOnly, string>> = {
  known: "it is in the chain already",
  missing: "there is no such issue",
  closed: "it is closed",
  ineligible: "it shares no file and no skill with its root, and is no sister-bug",
  depth_cap: "it lies deeper than a chain goes",
  issues_cap: "a chain works on no more issues",
  root_failed: "its root's subtree has failed",
}

/** The four ways on from a failure. */
function recoveryOf({ branch, base, pull_request, worked, state }: Report, issue: number): string {
  const pull = pull_request === null ? "the branch" : `pull request #${pull_request.number}`
  const because = worked.find((one) => one.issue === issue)?.because
  const close = pull_request === null ? "" : `gh pr close ${pull_request.number}; `
  return `#${issue} failed (root #${state.root_ids[issue]})${because ? `: ${inertTitle(because)}` : ""}
  1. See what failed in ${pull}.
  2. Try it again on the branch: git switch ${branch}, then work on #${issue} there.
  3. Begin anew from a clean ${base}: ghx issue-chain ${issue}
  4. Drop all of it: ${close}git switch ${base}; git branch -D ${branch}`
}
