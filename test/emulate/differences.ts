/**
 * Where the sandbox and `emulate` answer differently over REST, and which of them does as GitHub's
 * documentation says. A difference that goes away, or a new one, fails the test.
 */

/** `capability: example` → path in the result → why. */
export const differences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "issue.assignees.update: Hand an issue over": {
    assignees: "emulate cannot say who can be assigned; GitHub documents that endpoint",
    "after.assignees": "for the same reason",
  },
  "issue.close: Close what another issue says already": {
    state_reason: "emulate does not know the reason `duplicate`, which GitHub documents",
    "after.state_reason": "for the same reason",
  },
  "issue.create: Plan work": {
    assignees: "emulate cannot say who can be assigned; GitHub documents that endpoint",
  },
  "issue.labels.remove: Take several labels off, one of which it does not have": {
    "": "emulate says `Not Found`; GitHub says `Label does not exist`",
  },
  "pr.diff.view: Read what changes": {
    "": "emulate answers JSON whatever `accept` asks for; GitHub documents the media type diff",
  },
  "pr.patches.list: Read what changes in each file": {
    items: "emulate begins with pull requests of which nobody can say what they change",
  },
  "pr.review.submit: Ask for a change on a line": {
    "": "emulate takes only `position` for a comment; GitHub documents `line` and `side` as well",
  },
  "release.publish: Release what was prepared": {
    "": "emulate begins without releases, and cannot be told of one",
  },
  "release.view: Read what a version brought": {
    "": "emulate begins without releases, and cannot be told of one",
  },
  "search.code: Find who greets": {
    items: "emulate finds parts of words, `Greets` among them; GitHub searches for whole words",
    total_count: "for the same reason",
  },
  "workflow.dispatch: Deploy the main branch": {
    "": "emulate has no workflow but those of its own runs, and no way to have one",
  },
  "workflow.job.logs.view: Read why a test failed": {
    "": "emulate has no workflow but those of its own runs, and no way to have one",
  },
  "workflow.list: Find the workflow to start": {
    items: "emulate has no workflow but those of its own runs, and no way to have one",
    total_count: "for the same reason",
  },
  "workflow.run.failure: Find what broke": {
    "": "emulate has no workflow but those of its own runs, and no way to have one",
  },
  "workflow.run.rerun_failed: Try the failed jobs again": {
    "": "emulate has no such endpoint; GitHub documents it",
  },
  "workflow.runs.list: Follow a workflow on a branch": {
    "": "emulate has no workflow but those of its own runs, and no way to have one",
  },
  "workflow.runs.list: See what failed lately": {
    items: "emulate has no workflow but those of its own runs, and no way to have one",
    total_count: "for the same reason",
  },
  "workflow.run.view: See why CI is red": {
    "": "emulate has no workflow but those of its own runs, and no way to have one",
  },
}

/** Endpoints of cards that emulate does not have, or has nothing for. */
export const lacking: readonly string[] = [
  "GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs",
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs",
  "GET /repos/{owner}/{repo}/assignees/{assignee}",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/assignees/{assignee}",
  "GET /repos/{owner}/{repo}/releases/tags/{tag}",
  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs",
  "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches",
]
