import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, test } from "vitest"
import { rarely } from "../../test/rarely.js"
import { useGh } from "./gh-client.js"

// The real gh, because its requests are the point of these tests.

const { run, gh, json, applied, ...the } = useGh()

const R = ["-R", "octocat/hello-world"]

describe("gh issue", () => {
  test("views and lists issues", async () => {
    const fields = "number,title,state,author,labels,assignees,milestone,comments"
    expect(await json("issue", "view", "1", ...R, "--json", fields)).toMatchObject({
      number: 1,
      title: "Found a bug",
      state: "OPEN",
      author: { login: "monalisa" },
      labels: [{ name: "bug" }],
      assignees: [{ login: "octocat" }],
      milestone: { title: "v1.0" },
      comments: [{ body: "Me too" }, {}, {}],
    })
    expect(await json("issue", "list", ...R, "--json", "number", "--label", "bug")).toEqual([
      { number: 1 },
    ])
    expect(applied()).toEqual([])
  })

  rarely("creates, edits, comments, closes, reopens and deletes an issue", async () => {
    const url = await gh(
      ...["issue", "create", ...R, "--title", "New", "--body", "Text"],
      ...["--label", "bug", "--assignee", "monalisa", "--milestone", "v1.0"],
    )
    expect(url.trim()).toBe("https://github.com/octocat/hello-world/issues/10")
    await gh(
      ...["issue", "edit", "10", ...R, "--title", "Newer"],
      ...["--add-label", "question", "--remove-label", "bug"],
    )
    await gh("issue", "comment", "10", ...R, "--body", "Hello")
    await gh("issue", "close", "10", ...R, "--reason", "not planned")
    const fields = "title,state,labels,assignees,comments"
    expect(await json("issue", "view", "10", ...R, "--json", fields)).toMatchObject({
      title: "Newer",
      state: "CLOSED",
      labels: [{ name: "question" }],
      assignees: [{ login: "monalisa" }],
      comments: [{ body: "Hello" }],
    })
    await gh("issue", "reopen", "10", ...R)
    await gh("issue", "delete", "10", ...R, "--yes")
    const gone = await run(["issue", "view", "10", ...R])
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining("Could not resolve") })
    expect(applied()[0]).toBe("createIssue")
    // gh sends the changes of an edit concurrently.
    expect(applied().slice(1, 4).sort()).toEqual([
      "addLabelsToLabelable",
      "removeLabelsFromLabelable",
      "updateIssue",
    ])
    expect(applied().slice(4)).toEqual(["addComment", "closeIssue", "reopenIssue", "deleteIssue"])
  })
})

describe("gh pr", () => {
  test("views, lists and diffs pull requests", async () => {
    const fields = "number,title,state,isDraft,reviews,files,mergeable,headRefName"
    expect(await json("pr", "view", "7", ...R, "--json", fields)).toMatchObject({
      number: 7,
      headRefName: "polite-greeting",
      mergeable: "MERGEABLE",
      files: [{ path: "config.json" }, {}, {}, {}],
      reviews: [{ state: "CHANGES_REQUESTED" }, {}, {}, {}],
    })
    expect(await json("pr", "list", ...R, "--json", "number")).toEqual([
      { number: 8 },
      { number: 7 },
    ])
    expect(await gh("pr", "diff", "7", ...R)).toContain("diff --git a/config.json b/config.json")
  })

  test("creates, edits, reviews, merges and closes pull requests", async () => {
    const url = await gh(
      ...["pr", "create", ...R, "--title", "Add emoji", "--body", ""],
      ...["--head", "hubot:emoji", "--base", "main"],
    )
    expect(url.trim()).toBe("https://github.com/octocat/hello-world/pull/10")
    await gh("pr", "edit", "10", ...R, "--title", "Wave")
    await gh("pr", "review", "7", ...R, "--comment", "--body", "Fine")
    await gh("pr", "merge", "7", ...R, "--squash")
    await gh("pr", "close", "10", ...R)
    const { state, title } = await json("pr", "view", "10", ...R, "--json", "state,title")
    expect([state, title]).toEqual(["CLOSED", "Wave"])
    expect((await json("pr", "view", "7", ...R, "--json", "state")).state).toBe("MERGED")
    expect(applied()).toEqual([
      "createPullRequest",
      "updatePullRequest",
      "addPullRequestReview",
      "mergePullRequest",
      "closePullRequest",
    ])
  })
})

rarely("gh label and gh repo list and create labels and show the repository", async () => {
  expect(await gh("label", "list", ...R)).toContain("good first issue\tGood for newcomers")
  await gh("label", "create", "new", ...R, "--color", "ff0000")
  const fields = "nameWithOwner,defaultBranchRef,latestRelease,stargazerCount"
  expect(await json("repo", "view", "octocat/hello-world", "--json", fields)).toEqual({
    nameWithOwner: "octocat/hello-world",
    defaultBranchRef: { name: "main" },
    latestRelease: expect.objectContaining({ tagName: "v0.1.0" }),
    stargazerCount: 2,
  })
  expect(await gh("repo", "view", "octocat/hello-world")).toContain("Greets people.")
  expect(applied()).toEqual(["createLabel"])
})

rarely("gh release creates, lists, views and deletes a release", async () => {
  const url = await gh("release", "create", "v1.0", ...R, "--title", "One", "--notes", "All of it")
  expect(url.trim()).toBe("https://github.com/octocat/hello-world/releases/tag/v1.0")
  expect(await gh("release", "list", ...R)).toMatch(/^One\tLatest\tv1.0\t/m)
  const view = await json("release", "view", "v1.0", ...R, "--json", "name,body,author,isDraft")
  expect(view).toMatchObject({ name: "One", body: "All of it", author: { login: "octocat" } })
  await gh("release", "delete", "v1.0", ...R, "--yes")
  expect(applied()).toEqual(["createRelease", "deleteRelease"])
})

rarely("gh release uploads, lists, downloads and deletes the files of a release", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ghx-gh-assets-"))
  const bytes = crypto.getRandomValues(new Uint8Array(5_000))
  await writeFile(join(folder, "my app.bin"), bytes)
  await gh("release", "upload", "v0.1.0", ...R, join(folder, "my app.bin"))
  const { assets } = await json("release", "view", "v0.1.0", ...R, "--json", "assets")
  expect(assets).toMatchObject([
    { name: "hello.txt", size: 14 },
    { name: "my.app.bin", size: 5_000 },
  ])
  await gh("release", "download", "v0.1.0", ...R, "--pattern", "my.app.bin", "--dir", folder)
  expect(Buffer.compare(await readFile(join(folder, "my.app.bin")), bytes)).toBe(0)
  await gh("release", "delete-asset", "v0.1.0", "my.app.bin", ...R, "--yes")
  expect(applied()).toEqual(["createReleaseAsset", "deleteReleaseAsset"])
  await rm(folder, { recursive: true })
})

test("gh workflow and gh run list, view, dispatch, rerun and cancel", async () => {
  expect(await gh("workflow", "list", ...R)).toBe("CI\tactive\t1\nDeploy\tactive\t2\n")
  expect(await gh("workflow", "view", "ci.yml", ...R)).toContain("Total runs 2")
  await gh("workflow", "run", "deploy.yml", ...R, "--field", "environment=test")
  const fields = "databaseId,status,conclusion,workflowName"
  expect(await json("run", "list", ...R, "--json", fields)).toEqual([
    { databaseId: 4, status: "queued", conclusion: "", workflowName: "Deploy" },
    { databaseId: 2, status: "completed", conclusion: "failure", workflowName: "CI" },
    { databaseId: 1, status: "completed", conclusion: "success", workflowName: "CI" },
  ])
  expect(await gh("run", "view", "2", ...R)).toContain("X Run the tests")
  expect((await json("run", "view", "2", ...R, "--json", "jobs")).jobs).toMatchObject([
    { name: "lint", conclusion: "success" },
    { name: "test", conclusion: "failure" },
  ])
  await gh("run", "rerun", "2", ...R, "--failed")
  await gh("run", "cancel", "4", ...R)
  expect(applied()).toEqual(["dispatchWorkflow", "rerunFailedJobs", "cancelWorkflowRun"])
})

rarely("gh search and gh api return results, pages, logs and GraphQL data", async () => {
  const issues = await json(
    ...["search", "issues", "bug", "--repo", "octocat/hello-world", "--json", "number"],
  )
  expect(issues).toEqual([{ number: 1 }])
  const pulls = await json("search", "prs", "polite", "--json", "number", "--sort", "created")
  expect(pulls).toEqual([{ number: 9 }, { number: 7 }])
  const code = "search/code?q=farewell+repo:octocat/hello-world"
  expect(await json("api", code, "--jq", "[.items[].path]")).toEqual(["src/greet.js"])
  const pages = await gh(
    ...["api", "repos/octocat/big/issues?per_page=100", "--paginate", "--jq", "length"],
  )
  expect(pages).toBe("100\n100\n50\n")
  expect(await gh("api", "repos/octocat/hello-world/actions/jobs/4/logs")).toContain("##[error]")
  expect(await json("api", "graphql", "-f", "query={ viewer { login } }")).toEqual({
    data: { viewer: { login: "octocat" } },
  })
  expect(applied()).toEqual([])
})

test("gh prints the errors and injected faults of the sandbox", async () => {
  const missing = await run(["api", "repos/octocat/hello-world/issues/99"])
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("(HTTP 404)") })
  expect(JSON.parse(missing.stdout).message).toBe("Not Found")
  const badToken = await run(["api", "user"], { GH_TOKEN: "nonsense" })
  expect(badToken).toMatchObject({ code: 1, stderr: expect.stringContaining("(HTTP 401)") })
  the.sandbox().injectFault({ times: 1, match: { path: "/user" }, status: 502 })
  expect((await run(["api", "user"])).stderr).toContain("HTTP 502")
  the.sandbox().injectFault({ times: 1, drop: "after" })
  expect((await run(["api", "user"])).stderr).toMatch(/EOF|reset/)
})

test("gh clones, checks out a pull request, and pushes and merges a branch", async () => {
  const git = (...args: string[]) =>
    promisify(execFile)("git", ["-C", "clone", ...args], {
      cwd: the.folder(),
      env: { ...process.env, ...the.env(), HOME: the.folder() },
    })
  const inClone = (...args: string[]) => the.runIn("clone", args)
  await gh("repo", "clone", "octocat/hello-world", "clone")
  expect((await inClone("pr", "checkout", "7")).code).toBe(0)
  const { stdout } = await git("branch", "--show-current")
  expect(stdout).toBe("polite-greeting\n")
  await git("checkout", "-q", "-b", "feature", "origin/main")
  const who = ["-c", "user.name=Octo", "-c", "user.email=octo@example.com"]
  await git(...who, "commit", "-q", "--allow-empty", "-m", "Try it")
  await git("push", "-q", "origin", "feature")
  const created = await inClone("pr", "create", "--fill", "--head", "feature")
  expect(created.stdout).toBe("https://github.com/octocat/hello-world/pull/10\n")
  expect((await inClone("pr", "merge", "10", "--merge", "--delete-branch")).code).toBe(0)
  expect(applied()).toEqual(["createRef", "createPullRequest", "mergePullRequest", "deleteRef"])
})

test("serveGh accepts another token and another configuration folder", async () => {
  const configDir = await mkdtemp(join(tmpdir(), "sandbox-config-"))
  const other = await the.sandbox().serveGh({ configDir, token: "hubot-token" })
  expect(other.env.GH_CONFIG_DIR).toBe(configDir)
  const { stdout } = await run(["api", "user", "--jq", ".login"], other.env)
  expect(stdout).toBe("hubot\n")
  await rm(configDir, { recursive: true })
})
