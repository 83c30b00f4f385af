/** Everyday use of octokit.js through its own methods, without handwritten requests. */
import { describe, expect, test } from "vitest"
import { hello, issue, pull, useOctokit } from "./octokit-client.js"

const { octokit, octokitWith, sandbox, applied } = useOctokit()

describe("octokit.rest.issues", () => {
  test("creates, edits, labels, assigns, comments, locks and closes an issue", async () => {
    const { rest } = octokit()
    const created = await rest.issues.create({
      ...hello,
      title: "The greeting is late",
      body: "By an hour.",
      labels: ["bug"],
      assignees: ["monalisa"],
      milestone: 1,
    })
    expect(created.status).toBe(201)
    expect(created.data).toMatchObject({ number: 10, state: "open", user: { login: "octocat" } })
    const it = { ...hello, issue_number: created.data.number }

    await rest.issues.update({ ...it, title: "The greeting is an hour late" })
    await rest.issues.addLabels({ ...it, labels: ["question"] })
    await rest.issues.removeLabel({ ...it, name: "bug" })
    await rest.issues.setLabels({ ...it, labels: ["documentation", "question"] })
    await rest.issues.addAssignees({ ...it, assignees: ["octocat"] })
    await rest.issues.removeAssignees({ ...it, assignees: ["monalisa"] })
    const { data: comment } = await rest.issues.createComment({ ...it, body: "Looking" })
    await rest.issues.updateComment({ ...hello, comment_id: comment.id, body: "Looking into it" })
    await rest.issues.lock({ ...it, lock_reason: "resolved" })
    await rest.issues.unlock(it)
    await rest.issues.update({ ...it, state: "closed", state_reason: "not_planned" })

    const { data } = await rest.issues.get(it)
    expect(data).toMatchObject({
      title: "The greeting is an hour late",
      state: "closed",
      state_reason: "not_planned",
      labels: [{ name: "question" }, { name: "documentation" }],
      assignees: [{ login: "octocat" }],
      milestone: { title: "v1.0" },
      comments: 1,
      locked: false,
    })
    const { data: comments } = await rest.issues.listComments(it)
    expect(comments.map(({ body }) => body)).toEqual(["Looking into it"])
    await rest.issues.deleteComment({ ...hello, comment_id: comment.id })
    expect((await rest.issues.listComments(it)).data).toEqual([])
    expect((await rest.issues.listLabelsOnIssue(it)).data).toHaveLength(2)
    await rest.issues.removeAllLabels(it)
    expect((await rest.issues.listLabelsOnIssue(it)).data).toEqual([])
    expect(
      (await rest.issues.checkUserCanBeAssigned({ ...hello, assignee: "monalisa" })).status,
    ).toBe(204)
  })

  test("rejects with a RequestError of status 404 for a missing issue", async () => {
    const asked = octokit().rest.issues.get({ ...hello, issue_number: 99 })
    await expect(asked).rejects.toMatchObject({
      name: "HttpError",
      status: 404,
      response: { data: { message: "Not Found" } },
    })
  })

  test("rejects an invalid field by name, without a change", async () => {
    const asked = octokit().rest.issues.create({ ...hello, title: "x", assignees: ["nobody"] })
    await expect(asked).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(/^Validation Failed: .*"field":"assignees"/),
    })
    expect(applied()).toEqual([])
  })
})

describe("octokit.rest.issues on a repository", () => {
  test("creates, updates and deletes labels and milestones", async () => {
    const { rest } = octokit()
    await rest.issues.createLabel({ ...hello, name: "urgent", color: "ff0000" })
    await rest.issues.updateLabel({ ...hello, name: "urgent", new_name: "very urgent" })
    const { data: label } = await rest.issues.getLabel({ ...hello, name: "very urgent" })
    expect(label).toMatchObject({ name: "very urgent", color: "ff0000", default: false })
    await rest.issues.deleteLabel({ ...hello, name: "very urgent" })
    const { data: labels } = await rest.issues.listLabelsForRepo(hello)
    expect(labels.map(({ name }) => name)).not.toContain("very urgent")

    const { data: made } = await rest.issues.createMilestone({ ...hello, title: "v3.0" })
    const milestone = { ...hello, milestone_number: made.number }
    await rest.issues.updateMilestone({ ...milestone, state: "closed" })
    expect((await rest.issues.getMilestone(milestone)).data).toMatchObject({ state: "closed" })
    expect(
      (await rest.issues.listLabelsForMilestone({ ...hello, milestone_number: 1 })).data,
    ).not.toEqual([])
    await rest.issues.deleteMilestone(milestone)
    expect((await rest.issues.listMilestones({ ...hello, state: "all" })).data).toHaveLength(2)
  })
})

describe("octokit.rest.pulls", () => {
  test("creates a pull request from a fork, reviews and merges it", async () => {
    const { rest } = octokit()
    const { data: opened } = await rest.pulls.create({
      ...hello,
      title: "Wave",
      head: "hubot:emoji",
      base: "main",
    })
    const it = { ...hello, pull_number: opened.number }
    await rest.pulls.update({ ...it, body: "With a hand." })
    await rest.pulls.requestReviewers({ ...it, reviewers: ["monalisa"] })
    expect((await rest.pulls.listRequestedReviewers(it)).data.users).toMatchObject([
      { login: "monalisa" },
    ])
    await rest.pulls.removeRequestedReviewers({ ...it, reviewers: ["monalisa"] })

    const { rest: hers } = octokitWith({ auth: "monalisa-token" })
    const { data: review } = await hers.pulls.createReview({
      ...it,
      event: "COMMENT",
      body: "One remark",
      comments: [{ path: "src/emoji.js", line: 1, body: "Which hand?" }],
    })
    const [remark] = (await rest.pulls.listCommentsForReview({ ...it, review_id: review.id })).data
    expect(remark).toMatchObject({ path: "src/emoji.js", body: "Which hand?" })
    await rest.pulls.createReplyForReviewComment({
      ...it,
      comment_id: remark?.id ?? 0,
      body: "The right one",
    })
    expect((await rest.pulls.listReviewComments(it)).data).toHaveLength(2)
    await hers.pulls.createReview({ ...it, event: "APPROVE" })
    expect((await rest.pulls.listReviews(it)).data.map(({ state }) => state)).toContain("APPROVED")

    expect((await rest.pulls.listFiles(it)).data).toMatchObject([
      { filename: "src/emoji.js", status: "added", additions: 1 },
    ])
    expect((await rest.pulls.listCommits(it)).data).toMatchObject([
      { commit: { message: "Add emoji" } },
    ])
    await expect(rest.pulls.checkIfMerged(it)).rejects.toMatchObject({ status: 404 })
    const { data: merged } = await rest.pulls.merge({ ...it, merge_method: "squash" })
    expect(merged).toMatchObject({ merged: true, sha: expect.stringMatching(/^[0-9a-f]{40}$/) })
    expect((await rest.pulls.checkIfMerged(it)).status).toBe(204)
    expect((await rest.pulls.get(it)).data).toMatchObject({ merged: true, state: "closed" })
    expect((await rest.repos.getCommit({ ...hello, ref: merged.sha })).data.files).toMatchObject([
      { filename: "src/emoji.js" },
    ])
  })

  test("gets a pull request as a diff and as a patch", async () => {
    const diff = await octokit().rest.pulls.get({ ...pull, mediaType: { format: "diff" } })
    expect(diff.data).toContain("diff --git a/config.json b/config.json")
    const patch = await octokit().rest.pulls.get({ ...pull, mediaType: { format: "patch" } })
    expect(patch.data).toMatch(/^From [0-9a-f]{40} /)
  })

  test("gets the checks of the head: a failed check and a successful status", async () => {
    const { rest } = octokit()
    const { data } = await rest.pulls.get(pull)
    expect(data.mergeable_state).toBe("unstable")
    const head = { ...hello, ref: data.head.sha }
    const checks = (await rest.checks.listForRef(head)).data.check_runs
    expect(checks.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ["lint", "success"],
      ["test", "failure"],
    ])
    expect((await rest.checks.listSuitesForRef(head)).data.total_count).toBe(1)
    expect((await rest.repos.getCombinedStatusForRef(head)).data).toMatchObject({
      state: "pending",
      total_count: 0,
    })
    await rest.repos.createCommitStatus({
      ...hello,
      sha: data.head.sha,
      state: "success",
      context: "lint",
    })
    expect((await rest.repos.getCombinedStatusForRef(head)).data.state).toBe("success")
  })
})

describe("octokit.rest for a repository", () => {
  test("reads branches, commits and files, and changes a ref", async () => {
    const { rest } = octokit()
    expect((await rest.repos.get(hello)).data).toMatchObject({
      full_name: "octocat/hello-world",
      default_branch: "main",
      permissions: { admin: true },
    })
    expect((await rest.repos.listBranches(hello)).data.map(({ name }) => name)).toContain("main")
    const { data: commits } = await rest.repos.listCommits({ ...hello, sha: "polite-greeting" })
    expect(commits[0]).toMatchObject({ commit: { message: expect.stringContaining("polite") } })
    const { data: readme } = await rest.repos.getReadme(hello)
    expect(Buffer.from(readme.content, "base64").toString()).toContain("# Hello, World!")
    const { data: file } = await rest.repos.getContent({ ...hello, path: "src/greet.js" })
    expect(file).toMatchObject({ type: "file", encoding: "base64" })
    const raw = await rest.repos.getContent({
      ...hello,
      path: "src/greet.js",
      mediaType: { format: "raw" },
    })
    expect(raw.data).toContain("export function greet")
    expect((await rest.repos.getContent({ ...hello, path: "src" })).data).toMatchObject([
      { name: "greet.js" },
    ])
    const { data: main } = await rest.git.getRef({ ...hello, ref: "heads/main" })
    await rest.git.createRef({ ...hello, ref: "refs/heads/next", sha: main.object.sha })
    const [commit] = commits
    const next = { ...hello, ref: "heads/next" }
    await rest.git.updateRef({ ...next, sha: commit?.sha ?? "", force: true })
    expect((await rest.git.getRef(next)).data.object.sha).toBe(commit?.sha)
    expect((await rest.git.listMatchingRefs(next)).data).toHaveLength(1)
    await rest.git.deleteRef(next)
    await expect(rest.git.getRef(next)).rejects.toMatchObject({ status: 404 })
  })

  test("creates, updates, lists and deletes a release", async () => {
    const { rest } = octokit()
    const notes = await rest.repos.generateReleaseNotes({ ...hello, tag_name: "v1.0" })
    const { data: release } = await rest.repos.createRelease({
      ...hello,
      tag_name: "v1.0",
      body: notes.data.body,
      draft: true,
    })
    const it = { ...hello, release_id: release.id }
    await rest.repos.updateRelease({ ...it, draft: false, name: "One" })
    expect((await rest.repos.getLatestRelease(hello)).data.name).toBe("One")
    expect((await rest.repos.getReleaseByTag({ ...hello, tag: "v1.0" })).data.id).toBe(release.id)
    expect((await rest.repos.getRelease(it)).data.draft).toBe(false)
    await rest.repos.deleteRelease(it)
    await expect(rest.repos.getRelease(it)).rejects.toMatchObject({ status: 404 })
    expect((await rest.repos.listReleases(hello)).data).toHaveLength(2)
  })

  test("dispatches, reruns, cancels, disables and enables workflows", async () => {
    const { rest } = octokit()
    const { data: workflows } = await rest.actions.listRepoWorkflows(hello)
    expect(workflows.workflows.map(({ name }) => name)).toEqual(["CI", "Deploy"])
    const deploy = { ...hello, workflow_id: "deploy.yml" }
    await rest.actions.createWorkflowDispatch({
      ...deploy,
      ref: "main",
      inputs: { environment: "test" },
    })
    const { data: started } = await rest.actions.listWorkflowRuns(deploy)
    expect(started.workflow_runs).toMatchObject([{ status: "queued", event: "workflow_dispatch" }])
    const failed = { ...hello, run_id: 2 }
    expect((await rest.actions.getWorkflowRun(failed)).data.conclusion).toBe("failure")
    const { data: jobs } = await rest.actions.listJobsForWorkflowRun(failed)
    const job = jobs.jobs.find(({ conclusion }) => conclusion === "failure")
    const log = await rest.actions.downloadJobLogsForWorkflowRun({ ...hello, job_id: job?.id ?? 0 })
    expect(log.data).toContain("##[error]Process completed with exit code 1.")
    await rest.actions.reRunWorkflowFailedJobs(failed)
    expect((await rest.actions.getWorkflowRun(failed)).data).toMatchObject({
      status: "queued",
      run_attempt: 2,
    })
    await rest.actions.cancelWorkflowRun(failed)
    await rest.actions.disableWorkflow(deploy)
    expect((await rest.actions.getWorkflow(deploy)).data.state).toBe("disabled_manually")
    await rest.actions.enableWorkflow(deploy)
  })
})

test("octokit.rest.users, orgs and rateLimit return users, members and limits", async () => {
  const { rest } = octokit()
  expect((await rest.users.getAuthenticated()).data).toMatchObject({ login: "octocat", id: 1 })
  expect((await rest.users.getByUsername({ username: "hubot" })).data).toMatchObject({
    type: "User",
  })
  expect((await rest.repos.listForOrg({ org: "octo-org" })).data).toMatchObject([
    { name: "website" },
    { name: "tools" },
  ])
  expect((await rest.orgs.listMembers({ org: "octo-org" })).data).toHaveLength(2)
  expect((await rest.rateLimit.get()).data.resources.core.limit).toBe(5000)
  await expect(
    octokitWith({ auth: "nonsense" }).rest.users.getAuthenticated(),
  ).rejects.toMatchObject({
    status: 401,
    message: expect.stringContaining("Bad credentials"),
  })
})

describe("octokit without a token", () => {
  test("reads public data only", async () => {
    const { rest } = octokitWith({})
    const { data, headers } = await rest.issues.get(issue)
    expect(data.title).toBe("Found a bug")
    expect(headers["x-ratelimit-limit"]).toBe("60")
    await expect(rest.repos.get({ owner: "octocat", repo: "secret" })).rejects.toMatchObject({
      status: 404,
    })
    await expect(rest.issues.create({ ...hello, title: "x" })).rejects.toMatchObject({
      status: 401,
    })
    await expect(rest.users.getAuthenticated()).rejects.toMatchObject({ status: 401 })
    expect(applied()).toEqual([])
  })
})

describe("a conditional request of octokit", () => {
  test("receives a 304 that costs nothing until the issue changes", async () => {
    const { headers } = await octokit().rest.issues.get(issue)
    const used = () => Number(sandbox().requests.at(-1)?.status)
    const again = () =>
      octokit().rest.issues.get({ ...issue, headers: { "if-none-match": headers.etag } })
    await expect(again()).rejects.toMatchObject({ status: 304 })
    expect(used()).toBe(304)
    const { data: before } = await octokit().rest.rateLimit.get()
    await expect(again()).rejects.toMatchObject({ status: 304 })
    const { data: after } = await octokit().rest.rateLimit.get()
    expect(after.resources.core.used).toBe(before.resources.core.used)
    await octokit().rest.issues.update({ ...issue, title: "Another title" })
    expect((await again()).data.title).toBe("Another title")
  })
})

describe("octokit", () => {
  test("retries a 502 and succeeds", async () => {
    sandbox().injectFault({ times: 1, status: 502 })
    const retrying = octokitWith({
      auth: sandbox().token,
      retry: { retryAfterBaseValue: 1 },
    })
    expect((await retrying.rest.issues.get(issue)).data.number).toBe(1)
    expect(sandbox().requests.map(({ status }) => status)).toEqual([502, 200])
  })

  test("reports a secondary limit through its throttling plugin", async () => {
    sandbox().injectFault({
      times: 1,
      status: 403,
      headers: { "retry-after": "1" },
      body: { message: "You have exceeded a secondary rate limit." },
    })
    const heard: number[] = []
    const throttled = octokitWith({
      auth: sandbox().token,
      retry: { enabled: false },
      throttle: {
        onRateLimit: () => false,
        onSecondaryRateLimit: (retryAfter: number) => {
          heard.push(retryAfter)
          return false
        },
      },
    })
    await expect(throttled.rest.issues.get(issue)).rejects.toMatchObject({ status: 403 })
    expect(heard).toEqual([1])
  })
})
