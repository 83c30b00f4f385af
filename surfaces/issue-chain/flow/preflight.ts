/** Phase 0: five checks. A failed check changes nothing. */

import type { Gate, GitHubPort, GitPort, IssueOnGitHub } from "../ports/index.js"
import { ChainProblem } from "../problem/index.js"
import { diagnosisIn } from "../text/index.js"

export interface Cleared {
  readonly issues: readonly IssueOnGitHub[]
  /** Roots without a diagnosis that the user chose to process. */
  readonly bypassed: readonly number[]
}

/** The second to the fifth check, in order. The first check is that a repository exists. */
export async function preflight(
  roots: readonly number[],
  git: GitPort,
  github: GitHubPort,
  gate: Gate,
): Promise<Cleared> {
  await checkAuthentication(github)
  const issues = await Promise.all(roots.map((root) => openIssue(root, github)))
  const bypassed = await checkDiagnoses(roots, github, gate)
  const { changes } = await git.status()
  if (changes !== "") {
    throw new ChainProblem(
      "not_clean",
      `The working tree has changes. Commit or stash them first:\n${changes}`,
    )
  }
  return { issues, bypassed }
}

async function checkAuthentication(github: GitHubPort): Promise<void> {
  try {
    await github.viewer()
  } catch (error) {
    const why = error instanceof Error ? ` ${error.message}` : ""
    throw new ChainProblem(
      "not_authenticated",
      `GitHub did not accept the token; run gh auth login, or set GH_TOKEN.${why}`,
    )
  }
}

async function openIssue(number: number, github: GitHubPort): Promise<IssueOnGitHub> {
  const issue = await github.issue(number)
  if (issue === null) {
    throw new ChainProblem("issue_not_found", `${github.repository} has no issue #${number}.`)
  }
  if (issue.is_open) return issue
  throw new ChainProblem(
    "issue_not_open",
    `#${number} is closed. Reopen it, or remove it from the list.`,
  )
}

async function checkDiagnoses(
  roots: readonly number[],
  github: GitHubPort,
  gate: Gate,
): Promise<readonly number[]> {
  const { not_ready } = await readiness(roots, github)
  if (not_ready.length === 0) return []
  const choice = await gate(not_ready)
  if (choice === "proceed") return not_ready
  throw new ChainProblem(
    "not_diagnosed",
    choice === "cancel"
      ? "Cancelled before a branch or a manifest was created; there is nothing to clean up."
      : `Diagnose ${list(not_ready)} first: a comment with a line \`## Diagnosis\`. Then start again.`,
  )
}

const list = (issues: readonly number[]) => issues.map((issue) => `#${issue}`).join(", ")

export interface Readiness {
  readonly ready: readonly number[]
  readonly not_ready: readonly number[]
}

/** Finds the issues that have a diagnosis among their comments. */
export async function readiness(issues: readonly number[], github: GitHubPort): Promise<Readiness> {
  const diagnoses = await diagnosesOf(issues, github)
  return {
    ready: issues.filter((issue) => diagnoses.has(issue)),
    not_ready: issues.filter((issue) => !diagnoses.has(issue)),
  }
}

/** The URLs of diagnoses, by issue. */
export async function diagnosesOf(
  issues: readonly number[],
  github: GitHubPort,
): Promise<ReadonlyMap<number, string>> {
  const found = await Promise.all(
    issues.map(async (issue) => {
      const diagnosis = diagnosisIn(await github.comments(issue))
      return diagnosis ? [[issue, diagnosis.url] as const] : []
    }),
  )
  return new Map(found.flat())
}
