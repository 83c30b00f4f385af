/** The final report of a run, and the status of its issues. */

import { createHash } from "node:crypto"
import type { ChainState } from "../machine/index.js"
import { inertTitle } from "./inert.js"
import { filedOnlyReasons, type WorkedIssue } from "./pull-request.js"

export interface Report {
  readonly branch: string
  readonly base: string
  readonly state: ChainState
  readonly worked: readonly WorkedIssue[]
  readonly titles: Readonly<Record<number, string>>
  readonly pull_request: { readonly number: number; readonly url: string } | null
  /** The reason why there is no pull request; null if there is one. */
  readonly no_pull_request: string | null
}

export function reportText(report: Report): string {
  const { state, pull_request, branch, no_pull_request } = report
  const failed = state.failed_at.map((issue) => recoveryOf(report, issue))
  const unreached = unreachedRoots(state)
  const to =
    pull_request === null
      ? no_pull_request
      : `pull request #${pull_request.number}: ${pull_request.url}`
  return [
    forestText(report),
    `Branch ${branch}; ${to}`,
    ...failed,
    ...(unreached.length > 0 ? [unreachedText(report, unreached)] : []),
    ...(failed.length === 0 && unreached.length === 0 && pull_request
      ? [
          `Review the pull request, merge it, then close each issue by hand. Nothing was closed or merged.`,
        ]
      : []),
  ].join("\n\n")
}

/** The roots with their verdicts, each followed by its spawned issues. */
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
    ({ issue, because }) => `#${issue} was filed but not processed: ${filedOnlyReasons[because]}`,
  )
  return [...rootLines, ...filed].join("\n")
}

/** PASS if the whole subtree of a root is verified. */
function rootVerdict(state: ChainState, root: number): string {
  if (state.failed_roots.includes(root)) return "FAIL"
  if (state.processed[root] === undefined) {
    if (state.ended) return "NOT REACHED"
    return state.current === root ? "under way" : "waiting"
  }
  return state.ended ? "PASS" : "verified"
}

/** The roots that the run did not reach before it ended. */
export function unreachedRoots({ roots, processed, ended }: ChainState): readonly number[] {
  return ended ? roots.filter((root) => processed[root] === undefined) : []
}

function unreachedText({ base }: Report, roots: readonly number[]): string {
  const numbers = roots.map((root) => `#${root}`).join(", ")
  return `${numbers} ${roots.length === 1 ? "was" : "were"} not processed. Start another chain: git switch ${base}; ghx issue-chain ${roots.join(" ")}`
}

/** The four ways to continue after a failure. The manifest has the worker, so commands that start over need none. */
function recoveryOf(report: Report, issue: number): string {
  const { branch, base, pull_request, worked, state, titles } = report
  const pull = pull_request === null ? "the branch" : `pull request #${pull_request.number}`
  const because = worked.find((one) => one.issue === issue)?.because
  const local = `git switch ${base}; git branch -D ${branch}`
  const drop =
    pull_request === null
      ? local
      : `gh pr close ${pull_request.number}; ${local}; git push origin --delete ${branch}`
  const takesBranch = branchNames([issue], titles[issue] ?? "").includes(branch)
  return `#${issue} failed (root #${state.root_ids[issue]})${because ? `: ${inertTitle(because)}` : ""}
  1. Check the failure in ${pull}.
  2. Try it again on the branch: git switch ${branch}, then work on #${issue} there.
  3. Start over from a clean ${base}: ${takesBranch ? drop : `git switch ${base}`}; ghx issue-chain ${issue}
  4. Discard everything: ${drop}`
}

/** Maximum length of the title's part in a branch name. */
const SLUG_LENGTH = 40

/** The descriptive part of a branch name; empty if the title has no usable character. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, "")
}

/**
 * The possible names of a run's branch, in order. A single root has one name; several roots have a second one with
 * more of the hash.
 *
 * @param title Title of the lowest root.
 */
export function branchNames(roots: readonly number[], title: string): readonly string[] {
  const sorted = [...roots].sort((a, b) => a - b)
  const slug = slugOf(title) || "issue"
  if (sorted.length === 1) return [`idd/chain-${sorted[0]}-${slug}`]
  const hash = createHash("sha256").update(sorted.join("-")).digest("hex")
  return [8, 16].map((length) => `idd/chain-multi-${hash.slice(0, length)}-${slug}`)
}
