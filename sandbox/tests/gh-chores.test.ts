import { describe, expect, test } from "vitest"
import { describeRarely, rarely } from "../../test/rarely.js"
import { useGh } from "./gh-client.js"

// Less common commands of the real gh; gh.test.ts has the common ones.

const { run, gh, json, applied, sandbox } = useGh()

const R = ["-R", "octocat/hello-world"]

describeRarely("gh issue", () => {
  rarely("shows the status, and lists by state, people, milestone and search", async () => {
    expect(await gh("issue", "status", ...R)).toMatch(/Issues assigned to you\n {2}1\tOPEN\tFound/)
    const list = (...filter: string[]) =>
      gh("issue", "list", ...R, "--json", "number", "--jq", "map(.number)|@csv", ...filter)
    expect(await list("--state", "all")).toBe("5,4,3,2,1\n")
    expect(await list("--state", "closed", "--limit", "1")).toBe("4\n")
    expect(await list("--assignee", "@me")).toBe("1\n")
    expect(await list("--author", "hubot")).toBe("2\n")
    expect(await list("--milestone", "v1.0")).toBe("1\n")
    expect(await list("--search", "no:assignee")).toBe("2\n")
    expect(await list("--state", "all", "--search", "sort:created-desc", "-L", "2")).toBe("5,4\n")
  })

  rarely("locks, unlocks, pins, unpins and transfers", async () => {
    await gh("issue", "lock", "1", ...R, "--reason", "spam")
    const locked = ["api", "repos/octocat/hello-world/issues/1", "--jq", ".active_lock_reason"]
    expect(await gh(...locked)).toBe("spam\n")
    await gh("issue", "unlock", "1", ...R)
    expect(await gh(...locked)).toBe("\n")
    await gh("issue", "pin", "1", ...R)
    await gh("issue", "unpin", "1", ...R)
    const url = await gh("issue", "transfer", "3", "octocat/big", ...R)
    expect(url).toBe("https://github.com/octocat/big/issues/251\n")
    expect(applied()).toEqual([
      ...["lockLockable", "unlockLockable", "pinIssue", "unpinIssue", "transferIssue"],
    ])
  })
})

describe("gh pr", () => {
  test("checks fails and lists the failed check of the head", async () => {
    const checks = await run(["pr", "checks", "7", ...R])
    expect(checks.code).toBe(1)
    expect(checks.stdout).toMatch(/^test\tfail\t/m)
    expect(checks.stdout).toMatch(/^lint\tpass\t/m)
    const fields = "mergeStateStatus,statusCheckRollup"
    expect(await json("pr", "view", "7", ...R, "--json", fields)).toMatchObject({
      mergeStateStatus: "UNSTABLE",
      statusCheckRollup: expect.arrayContaining([
        expect.objectContaining({ name: "lint", conclusion: "SUCCESS" }),
        expect.objectContaining({ name: "test", conclusion: "FAILURE" }),
      ]),
    })
  })

  test("marks as ready, closes, reopens, comments, edits and approves", async () => {
    await gh("pr", "ready", "8", ...R)
    await gh("pr", "close", "8", ...R)
    await gh("pr", "reopen", "8", ...R)
    await gh("pr", "comment", "8", ...R, "--body", "Now?")
    await gh("pr", "edit", "8", ...R, "--add-label", "bug", "--add-reviewer", "monalisa")
    expect(await gh("pr", "status", ...R)).toContain("#8  Rewrite [rewrite]")
    await gh("pr", "review", "7", ...R, "--approve")
    const fields = "state,isDraft,labels,comments,reviewRequests"
    expect(await json("pr", "view", "8", ...R, "--json", fields)).toMatchObject({
      state: "OPEN",
      isDraft: false,
      labels: [{ name: "bug" }],
      comments: [{ body: "Now?" }],
      reviewRequests: [{ login: "monalisa" }],
    })
    expect(applied().slice(0, 4)).toEqual([
      ...["markPullRequestReadyForReview", "closePullRequest", "reopenPullRequest", "addComment"],
    ])
    // gh sends the changes of an edit concurrently.
    expect(applied().slice(4, 7).sort()).toEqual([
      ...["addLabelsToLabelable", "requestReviews", "updatePullRequest"],
    ])
    expect(applied().slice(7)).toEqual(["addPullRequestReview"])
  })

  rarely("shows text, comments, names of files, merged pull requests and drafts", async () => {
    expect(await gh("pr", "view", "7", ...R)).toContain("title:\tAdd polite greetings\n")
    expect(await gh("pr", "view", "7", ...R, "--comments")).toContain("Nice idea!")
    const names = await gh("pr", "diff", "7", ...R, "--name-only")
    expect(names).toBe("config.json\ndocs/polite.md\nsrc/greet.js\ntest/greet.test.js\n")
    const merged = await gh("pr", "list", ...R, "--state", "merged", "--json", "number")
    expect(JSON.parse(merged)).toEqual([{ number: 6 }])
    const drafts = await gh("pr", "list", ...R, "--search", "draft:true", "--json", "number")
    expect(JSON.parse(drafts)).toEqual([{ number: 8 }])
  })
})

test("gh label edits, deletes and clones labels", async () => {
  await gh("label", "edit", "bug", ...R, "--color", "00ff00", "--name", "defect")
  await gh("label", "delete", "question", ...R, "--yes")
  await gh("label", "clone", "octocat/hello-world", "-R", "octo-org/tools")
  const names = await json("label", "list", "-R", "octo-org/tools", "--json", "name")
  expect(names.map(({ name }: { name: string }) => name).sort()).toEqual(
    ["bug", "defect", "documentation", "enhancement", "good first issue"].sort(),
  )
})

test("gh workflow disables and enables, and gh run watches and views", async () => {
  expect(await gh("workflow", "view", "CI", ...R, "--yaml")).toContain('name: "CI"')
  await gh("workflow", "disable", "CI", ...R)
  expect(await gh("workflow", "list", ...R, "--all")).toContain("CI\tdisabled_manually\t1\n")
  await gh("workflow", "enable", "CI", ...R)
  expect(await gh("run", "watch", "1", ...R)).toContain("already completed with 'success'")
  expect((await run(["run", "view", "2", ...R, "--exit-status"])).code).toBe(1)
  const runs = await json("run", "list", ...R, "--workflow", "CI", "--json", "databaseId")
  expect(runs).toHaveLength(2)
})

rarely("gh lists repositories, edits a release, shows the login and prints a URL", async () => {
  const own = await json("repo", "list", "--json", "nameWithOwner,isPrivate")
  expect(own).toContainEqual({ nameWithOwner: "octocat/secret", isPrivate: true })
  expect(await gh("search", "repos", "hello", "--json", "fullName")).toContain("hello-world")
  await gh("release", "edit", "v0.1.0", ...R, "--title", "Dawn")
  expect((await json("release", "view", "v0.1.0", ...R, "--json", "name")).name).toBe("Dawn")
  const { stderr, stdout } = await run(["auth", "status"])
  expect(stdout + stderr).toContain("Logged in to github.com as octocat")
  expect(await gh("browse", ...R, "-n")).toBe("https://github.com/octocat/hello-world\n")
})

test("gh api paginates through GraphQL", async () => {
  const query = `query ($endCursor: String) {
    repository(owner: "octocat", name: "big") {
      issues(first: 100, after: $endCursor) { nodes { number } pageInfo { hasNextPage endCursor } }
    }
  }`
  const count = ".data.repository.issues.nodes|length"
  const pages = await gh("api", "graphql", "--paginate", "-f", `query=${query}`, "--jq", count)
  expect(pages).toBe("100\n100\n50\n")
})

test("gh fails without a change on data that the sandbox does not model", async () => {
  const linked = await run(["issue", "edit", "1", "--add-project", "Roadmap", ...R])
  expect(linked.code).toBe(1)
  const keys = await run(["gpg-key", "list"])
  expect(keys.stderr).toContain("HTTP 501: The sandbox does not model")
  expect(applied()).toEqual([])
})

test("gh secret set seals a secret that the sandbox can open, and gh secret delete deletes it", async () => {
  await gh("secret", "set", "DEPLOY_TOKEN", "--body", "hunter2", ...R)
  expect(await gh("secret", "list", ...R)).toContain("DEPLOY_TOKEN")
  const [first] = [sandbox().state.snapshot().repositories].flat()
  expect(Object(first).secrets.DEPLOY_TOKEN).toMatchObject({ value: "hunter2" })
  await gh("secret", "delete", "DEPLOY_TOKEN", ...R)
  expect(await gh("secret", "list", ...R)).not.toContain("DEPLOY_TOKEN")
})
