/** Dates of seeds, the helper that makes seeds, and suggestions for mistakes in them. */
import { createGhx } from "ghx"
import { type Sandbox, type Seed, SeedError, seed, startSandbox } from "ghx/sandbox"
import { afterEach, describe, expect, it } from "vitest"

const repo = { owner: "octocat", repo: "hello-world" }
const closed_at = "2026-03-01T12:00:00Z"
const merged_at = "2026-03-02T12:00:00Z"
const created_at = "2026-02-01T12:00:00Z"

let sandbox: Sandbox | undefined
afterEach(() => sandbox?.close())

async function started(given: Seed, now?: () => Date) {
  sandbox = await startSandbox({ seed: given, ...(now && { now }) })
  return createGhx({ base_url: sandbox.url, token: sandbox.token, throws: true })
}

describe("a seed", () => {
  it.each([undefined, () => new Date("2026-04-01T00:00:00Z")])(
    "has the dates at which issues were closed, pull requests merged, releases published (clock %o)",
    async (now) => {
      const releases = [{ tag: "v1", published_at: merged_at }]
      const pulls = seed.pull({ state: "MERGED", created_at, merged_at })
      const [first] = pulls.repositories ?? []
      const issues = [
        { title: "Old", author: "octocat", state: "CLOSED", created_at, closed_at } as const,
      ]
      const whole = { ...pulls, repositories: first ? [{ ...first, issues, releases }] : [] }
      const ghx = await started(whole, now)
      const { items } = await ghx.issue.search({
        query: "repo:octocat/hello-world is:issue closed:2026-03-01",
      })
      expect(items.map(({ title }) => title)).toEqual(["Old"])
      const merged = await ghx.request<{ merged_at: string; closed_at: string }>(
        "GET /repos/{owner}/{repo}/pulls/{pull_number}",
        { ...repo, pull_number: 2 },
      )
      expect(merged).toMatchObject({ merged_at, closed_at: merged_at })
      const { items: published } = await ghx.release.list(repo)
      expect(published[0]?.published_at).toBe(merged_at)
    },
  )

  it("has the dates at which issues and pull requests were last changed", async () => {
    const pulls = seed.pull({ created_at, updated_at: closed_at })
    const [first] = pulls.repositories ?? []
    const issues = [
      { title: "Old", author: "octocat", created_at, updated_at: closed_at },
      { title: "New", author: "octocat", updated_at: "2026-03-05T00:00:00Z" },
    ]
    const ghx = await started({ ...pulls, repositories: first ? [{ ...first, issues }] : [] })
    const stale = await ghx.issue.search({ query: "is:issue updated:<2026-03-02" })
    expect(stale.items.map(({ title }) => title)).toEqual(["Old"])
    const { items } = await ghx.pr.list(repo)
    expect(items.map(({ updated_at }) => updated_at)).toEqual([closed_at])
  })

  it.each<[Seed, string]>([
    [
      seed.issue({ created_at: merged_at, updated_at: closed_at }),
      "updated_at is before created_at",
    ],
    [seed.issue({ closed_at }), "closed_at belongs to the state CLOSED; add state: CLOSED"],
    [
      seed.issue({ state: "CLOSED", created_at: merged_at, closed_at }),
      "closed_at is before created_at",
    ],
    [seed.pull({ state: "CLOSED", merged_at }), "merged_at belongs to the state MERGED"],
    [
      seed.issue({ asignees: ["ada"] } as never),
      "asignees: unknown property, did you mean assignees?",
    ],
    [
      { ...seed.issue(), repositorys: [] } as never,
      "repositorys: unknown property, did you mean repositories?",
    ],
    [
      seed.issue({ comments: [{ author: "octocat", body: "x", createdat: closed_at }] } as never),
      "did you mean created_at?",
    ],
  ])("is refused with what to change", async (given, message) => {
    const refused = startSandbox({ seed: given })
    await expect(refused).rejects.toThrow(SeedError)
    await expect(refused).rejects.toThrow(message)
  })
})

describe("the seed helper", () => {
  it("adds the labels, people and milestones that issues name", async () => {
    const comments = [{ author: "charles", body: "Indeed." }]
    const ghx = await started(
      seed.issue(
        { labels: ["bug"], assignees: ["ada"], milestone: "v1", comments },
        { title: "Second" },
      ),
    )
    const { items } = await ghx.issue.list(repo, { fields: ["title", "labels", "assignees"] })
    expect(items.reverse()).toMatchObject([
      { title: "Issue 1", labels: ["bug"], assignees: ["ada"] },
      { title: "Second" },
    ])
  })

  it("gives each pull request a branch of its own", async () => {
    const ghx = await started(seed.pull({}, { review_requests: ["ada"] }))
    const { items } = await ghx.pr.list(repo)
    expect(items.map(({ title }) => title)).toEqual(["Pull request 2", "Pull request 1"])
  })
})
