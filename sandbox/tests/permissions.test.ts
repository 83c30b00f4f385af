import { afterAll, beforeAll, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"
import { rest } from "./rest-client.js"

const PEOPLE = ["nobody", "reader", "triager", "writer", "maintainer", "admin"]

let sandbox: Sandbox
let ids: Record<string, string>

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: {
      users: [
        { login: "owner", projects: [{ title: "Open", public: true }] },
        { login: "author" },
        ...PEOPLE.map((login) => ({ login })),
      ],
      tokens: ["author", ...PEOPLE].map((login) => ({ token: login, login })),
      organizations: [
        {
          login: "club",
          members: {
            ...{ reader: "MEMBER", triager: "MEMBER", writer: "MEMBER", maintainer: "MEMBER" },
            admin: "ADMIN",
          },
          teams: [
            { name: "Crew", members: { maintainer: "MAINTAINER", writer: "MEMBER" } },
            { name: "Spies", privacy: "SECRET", members: {} },
          ],
          packages: [
            { name: "open", type: "npm", versions: [{ name: "1.0.0" }] },
            { name: "closed", type: "npm", private: true },
          ],
        },
      ],
      repositories: [
        {
          owner: "owner",
          name: "r",
          collaborators: {
            reader: "READ",
            triager: "TRIAGE",
            writer: "WRITE",
            maintainer: "MAINTAIN",
            admin: "ADMIN",
          },
          labels: [{ name: "bug" }],
          workflows: [{ name: "CI", path: ".github/workflows/ci.yml", dispatch: {}, runs: [{}] }],
          deployments: [{ environment: "production", ref: "main", state: "SUCCESS" }],
          releases: [{ tag: "v1", name: "One", author: "owner" }],
          pages: { builds: [{}] },
          environments: ["staging"],
          webhooks: [{ url: "https://example.com/seed" }],
          discussion_categories: [{ name: "Ideas" }, { name: "Q&A", answerable: true }],
          discussions: [
            {
              title: "d",
              body: "d",
              author: "author",
              category: "Q&A",
              comments: [{ author: "author", body: "c" }],
            },
          ],
          branches: [{ name: "b", commits: [{ message: "b", files: { b: "b" } }] }],
          issues: [{ title: "x", author: "author", comments: [{ author: "author", body: "c" }] }],
          pull_requests: [
            {
              title: "y",
              author: "owner",
              head: "b",
              reviews: [
                {
                  author: "author",
                  state: "COMMENTED",
                  threads: [{ path: "b", line: 1, body: "t" }],
                },
              ],
            },
          ],
        },
      ],
    },
  })
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "owner", name: "r") {
      id label(name: "bug") { id }
      discussionCategories(first: 1) { nodes { id } }
      discussion(number: 3) { id comments(first: 1) { nodes { id } } }
      owner { ... on User { projectV2(number: 1) { id } } }
      issue(number: 1) { id comments(first: 1) { nodes { id } } }
      pullRequest(number: 2) { id headRefOid reviewThreads(first: 1) { nodes { id } } }
    } }`,
  )
  ids = {
    repo: repository.id,
    label: repository.label.id,
    category: repository.discussionCategories.nodes[0].id,
    discussion: repository.discussion.id,
    remark: repository.discussion.comments.nodes[0].id,
    project: repository.owner.projectV2.id,
    issue: repository.issue.id,
    comment: repository.issue.comments.nodes[0].id,
    pull: repository.pullRequest.id,
    head: repository.pullRequest.headRefOid,
    thread: repository.pullRequest.reviewThreads.nodes[0].id,
  }
})
afterAll(() => sandbox.close())

const REPO = "/repos/owner/r"
const PROTECTION = {
  ...{ required_status_checks: null, enforce_admins: false },
  ...{ required_pull_request_reviews: null, restrictions: null },
}
const HOOK = { config: { url: "https://example.com/hook" } }

/** A request, below a repository unless below an organization, its body, and the lowest role that may send it. */
const REST_RULES: [call: string, body: object | undefined, least: string][] = [
  ["POST /statuses/$head", { state: "success" }, "writer"],
  ["POST /deployments", { ref: "main", required_contexts: [] }, "writer"],
  ["POST /deployments/1/statuses", { state: "in_progress" }, "writer"],
  ["PUT /environments/staging", undefined, "admin"],
  ["DELETE /environments/staging", undefined, "admin"],
  ["POST /hooks", HOOK, "admin"],
  ["GET /hooks", undefined, "admin"],
  ["PATCH /hooks/1", { active: false }, "admin"],
  ["GET /collaborators", undefined, "writer"],
  ["PUT /collaborators/reader", { permission: "pull" }, "admin"],
  ["GET /invitations", undefined, "admin"],
  ["POST /dispatches", { event_type: "go" }, "writer"],
  ["POST /actions/workflows/1/dispatches", { ref: "main" }, "writer"],
  ["POST /actions/variables", { name: "$who", value: "x" }, "writer"],
  ["GET /actions/secrets", undefined, "writer"],
  ["POST /git/refs", { ref: "refs/heads/$who", sha: "$head" }, "writer"],
  ["PATCH /git/refs/heads/b", { sha: "$head" }, "writer"],
  ["POST /git/blobs", { content: "x" }, "writer"],
  ["PUT /contents/$who.md", { message: "x", content: "eA==" }, "writer"],
  ["POST /merges", { base: "main", head: "main" }, "writer"],
  ["POST /releases", { tag_name: "$who" }, "writer"],
  ["PATCH /releases/1", { name: "x" }, "writer"],
  ["PUT /topics", { names: ["x"] }, "maintainer"],
  ["POST /autolinks", { key_prefix: "$who-", url_template: "https://x.org/<num>" }, "admin"],
  ["POST /milestones", { title: "$who" }, "writer"],
  ["GET /pages/builds/latest", undefined, "nobody"],
  ["PUT /pages", { https_enforced: true }, "maintainer"],
  ["DELETE /pages", undefined, "maintainer"],
  ["PUT /branches/main/protection", PROTECTION, "admin"],
  ["GET /orgs/club/teams/crew", undefined, "reader"],
  ["GET /orgs/club/teams/crew/members", undefined, "reader"],
  ["GET /orgs/club/teams/spies", undefined, "admin"],
  ["PUT /orgs/club/teams/crew/memberships/reader", { role: "maintainer" }, "maintainer"],
  ["DELETE /orgs/club/teams/crew/memberships/writer", undefined, "maintainer"],
  ["PUT /orgs/club/teams/spies/memberships/reader", undefined, "admin"],
  ["GET /orgs/club/packages/npm/open/versions", undefined, "nobody"],
  ["GET /orgs/club/packages/npm/closed", undefined, "admin"],
  ["GET /orgs/club/hooks", undefined, "admin"],
  ["POST /orgs/club/actions/variables", { name: "A", value: "x", visibility: "all" }, "admin"],
  // Only Apps write checks.
  ["POST /check-runs", { name: "x", head_sha: "$head" }, "none"],
  ["POST /check-suites", { head_sha: "$head" }, "none"],
]

test.each(REST_RULES)(
  "%s is refused below its lowest role, and allowed from that role on",
  async (call, body, least) => {
    const allowed: string[] = []
    for (const who of PEOPLE) {
      const filled = JSON.stringify([call, body]).replace(/\$(who|head)/g, (_, name: string) =>
        name === "who" ? who : (ids.head ?? ""),
      )
      const [[method, path], sent] = [JSON.parse(filled)[0].split(" "), JSON.parse(filled)[1]]
      sandbox.reset()
      const at = path.startsWith("/orgs/") ? path : REPO + path
      const { status } = await rest(sandbox, `${method} ${at}`, sent ?? undefined, {
        token: who,
      })
      if (status !== 403 && status !== 404) allowed.push(`${who} ${status}`)
    }
    const lowest = PEOPLE.includes(least) ? PEOPLE.indexOf(least) : PEOPLE.length
    expect(allowed.map((one) => one.split(" ")[0])).toEqual(PEOPLE.slice(lowest))
    // None of them is refused for another reason.
    expect(allowed.filter((one) => !/ 20\d$/.test(one))).toEqual([])
  },
)

/** The input of a mutation, and the lowest role that may send it; some also allow the author. */
const RULES: [mutation: string, input: string, least: string, author: boolean][] = [
  ["addComment", 'subjectId: "$issue", body: "x"', "nobody", true],
  ["addReaction", 'subjectId: "$issue", content: HEART', "nobody", true],
  ["createIssue", 'repositoryId: "$repo", title: "x"', "nobody", true],
  [
    "createDiscussion",
    'repositoryId: "$repo", categoryId: "$category", title: "x", body: "x"',
    "nobody",
    true,
  ],
  ["addDiscussionComment", 'discussionId: "$discussion", body: "x"', "nobody", true],
  ["addUpvote", 'subjectId: "$discussion"', "nobody", true],
  ["updateDiscussion", 'discussionId: "$discussion", title: "z"', "writer", true],
  ["updateDiscussion", 'discussionId: "$discussion", categoryId: "$category"', "writer", false],
  ["updateDiscussionComment", 'commentId: "$remark", body: "x"', "writer", true],
  ["markDiscussionCommentAsAnswer", 'id: "$remark"', "triager", true],
  ["unmarkDiscussionCommentAsAnswer", 'id: "$remark"', "triager", true],
  ["closeDiscussion", 'discussionId: "$discussion"', "triager", true],
  ["reopenDiscussion", 'discussionId: "$discussion"', "triager", true],
  ["deleteDiscussion", 'id: "$discussion"', "triager", false],
  ["addPullRequestReview", 'pullRequestId: "$pull", event: COMMENT, body: "x"', "nobody", true],
  ["closeIssue", 'issueId: "$issue"', "triager", true],
  ["addLabelsToLabelable", 'labelableId: "$issue", labelIds: ["$label"]', "triager", false],
  ["addAssigneesToAssignable", 'assignableId: "$issue", assigneeIds: []', "triager", false],
  ["updateIssue", 'id: "$issue", title: "z"', "writer", true],
  ["updateIssue", 'id: "$issue", body: ""', "writer", true],
  ["updatePullRequest", 'pullRequestId: "$pull", body: ""', "writer", false],
  ["updateIssueComment", 'id: "$comment", body: "x"', "writer", true],
  ["lockLockable", 'lockableId: "$issue"', "writer", false],
  ["createLabel", 'repositoryId: "$repo", name: "$unique", color: "ff0000"', "writer", false],
  ["resolveReviewThread", 'threadId: "$thread"', "writer", false],
  ["closePullRequest", 'pullRequestId: "$pull"', "triager", false],
  ["mergePullRequest", 'pullRequestId: "$pull", expectedHeadOid: "x"', "writer", false],
  ["enablePullRequestAutoMerge", 'pullRequestId: "$pull"', "writer", false],
  ["disablePullRequestAutoMerge", 'pullRequestId: "$pull"', "writer", false],
  ["enqueuePullRequest", 'pullRequestId: "$pull"', "writer", false],
  ["dequeuePullRequest", 'id: "$pull"', "writer", false],
  ["revertPullRequest", 'pullRequestId: "$pull"', "writer", false],
  ["updateIssueIssueType", 'issueId: "$issue", issueTypeId: null', "triager", false],
  ["setIssueFieldValue", 'issueId: "$issue", issueFields: []', "triager", false],
  ["createLinkedBranch", 'issueId: "$issue", oid: "x", name: "$unique"', "writer", false],
  ["updateRepository", 'repositoryId: "$repo"', "admin", false],
  ["updateRepository", 'repositoryId: "$repo", description: "x"', "maintainer", false],
  ["updateRepository", 'repositoryId: "$repo", hasWikiEnabled: true', "maintainer", false],
  ["updateRepository", 'repositoryId: "$repo", name: "r"', "admin", false],
  [
    "updateRepository",
    'repositoryId: "$repo", description: "x", hasIssuesEnabled: true',
    "admin",
    false,
  ],
  ["deleteIssue", 'issueId: "$issue"', "admin", false],
  ["unarchiveRepository", 'repositoryId: "$repo"', "admin", false],
  // Last: nothing else is allowed afterwards.
  ["archiveRepository", 'repositoryId: "$repo"', "admin", false],
]

test.each(RULES)(
  "%s is forbidden below its lowest role, and allowed from that role on",
  async (mutation, input, least, author) => {
    const allowed: string[] = []
    for (const who of ["author", ...PEOPLE]) {
      const filled = input.replace(/\$(\w+)/g, (_, name: string) => ids[name] ?? who)
      const reply = await ask(
        sandbox,
        `mutation { ${mutation}(input: { ${filled} }) { clientMutationId } }`,
        {},
        who,
      )
      const [error] = reply.errors ?? []
      if (error?.type !== "FORBIDDEN") allowed.push(who)
      else {
        const name = mutation.charAt(0).toUpperCase() + mutation.slice(1)
        expect(error.message).toBe(
          `${who} does not have the correct permissions to execute \`${name}\``,
        )
      }
    }
    expect(allowed).toEqual([...(author ? ["author"] : []), ...PEOPLE.slice(PEOPLE.indexOf(least))])
  },
)

test("addProjectV2ItemById refuses everyone but the owner of the project", async () => {
  for (const who of PEOPLE) {
    const input = `projectId: "${ids.project}", contentId: "${ids.pull}"`
    const text = `mutation { addProjectV2ItemById(input: { ${input} }) { item { id } } }`
    expect((await ask(sandbox, text, {}, who)).errors?.[0]?.type, who).toBe("FORBIDDEN")
  }
})

test("only who may push sees the collaborators", async () => {
  const text = `{ repository(owner: "owner", name: "r") { collaborators(first: 1) { totalCount } } }`
  const { data, errors } = await ask(sandbox, text, {}, "reader")
  expect(data).toEqual({ repository: { collaborators: null } })
  expect(errors).toMatchObject([{ type: "FORBIDDEN", path: ["repository", "collaborators"] }])
  expect((await ask(sandbox, text, {}, "writer")).errors).toBeUndefined()
})
