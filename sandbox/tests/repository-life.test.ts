/**
 * Tests that each interface sees the same repositories after they are created, forked, renamed, archived or deleted.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const status = async (call: string, body?: unknown, token?: string) =>
  (await rest(sandbox, call, body, token ? { token } : {})).status

const byName = (owner: string, name: string, fields = "id") =>
  ask(sandbox, `{ repository(owner: "${owner}", name: "${name}") { ${fields} } }`)

describe("a new repository", () => {
  test("is empty in REST and GraphQL, and accepts its first issue", async () => {
    const created = await rest(sandbox, "POST /user/repos", { name: "new", private: true })
    expect(created.body).toMatchObject({ full_name: "octocat/new", private: true, size: 0 })
    const fields = "isPrivate isEmpty defaultBranchRef { name } issues { totalCount }"
    expect((await byName("octocat", "new", fields)).data?.repository).toEqual({
      isPrivate: true,
      isEmpty: true,
      defaultBranchRef: null,
      issues: { totalCount: 0 },
    })
    expect(await status("POST /repos/octocat/new/issues", { title: "First" })).toBe(201)
    expect(await status("GET /repos/octocat/new", undefined, "hubot-token")).toBe(404)
  })

  test("has GitHub's labels and, if discussions are enabled, GitHub's categories", async () => {
    await rest(sandbox, "POST /user/repos", { name: "new" })
    const labels = (await rest(sandbox, "GET /repos/octocat/new/labels")).body
    expect(labels.map((label: { name: string }) => label.name)).toEqual([
      "bug",
      "documentation",
      "duplicate",
      "enhancement",
      "good first issue",
      "help wanted",
      "invalid",
      "question",
      "wontfix",
    ])
    const categories = "hasDiscussionsEnabled discussionCategories(first: 10) { nodes { name } }"
    expect((await byName("octocat", "new", categories)).data?.repository).toEqual({
      hasDiscussionsEnabled: false,
      discussionCategories: { nodes: [] },
    })
    const changed = await rest(sandbox, "PATCH /repos/octocat/new", { has_discussions: true })
    expect(changed.body.has_discussions).toBe(true)
    const { nodes } = (await byName("octocat", "new", categories)).data.repository
      .discussionCategories
    expect(nodes.map((category: { name: string }) => category.name)).toEqual([
      "Announcements",
      "General",
      "Ideas",
      "Polls",
      "Q&A",
      "Show and tell",
    ])
  })

  test.each([
    "GET /commits",
    "GET /commits/main",
    "GET /git/ref/heads/main",
    "GET /git/matching-refs/heads",
    "GET /git/trees/main",
    "POST /git/refs",
    "POST /git/trees",
  ])("answers %s with GitHub's conflict", async (call) => {
    await rest(sandbox, "POST /user/repos", { name: "new" })
    const body = call.startsWith("POST") ? { ref: "refs/heads/x", sha: "0", tree: [] } : undefined
    const reply = await rest(sandbox, call.replace(" ", " /repos/octocat/new"), body)
    expect([reply.status, reply.body.message]).toEqual([409, "Git Repository is empty."])
  })

  test("has no content", async () => {
    await rest(sandbox, "POST /user/repos", { name: "new" })
    const reply = await rest(sandbox, "GET /repos/octocat/new/contents/README.md")
    expect([reply.status, reply.body.message]).toEqual([404, "This repository is empty."])
  })

  test("requires an unused, valid name and permission of the owner", async () => {
    const taken = await rest(sandbox, "POST /user/repos", { name: "hello-world" })
    expect(taken.status).toBe(422)
    expect(taken.body).toMatchObject({
      message: "Repository creation failed.",
      errors: [
        {
          resource: "Repository",
          code: "custom",
          field: "name",
          message: "name already exists on this account",
        },
      ],
    })
    // GitHub replaces characters that names cannot contain.
    const renamed = await rest(sandbox, "POST /user/repos", { name: "my new app" })
    expect([renamed.status, renamed.body.name]).toEqual([201, "my-new-app"])
    expect(await status("POST /user/repos", { name: "hello world" })).toBe(422)
    const again = await rest(sandbox, "PATCH /repos/octocat/my-new-app", {
      name: "their (old) app",
    })
    expect([again.status, again.body.name]).toEqual([200, "their-old-app"])
    expect(await status("PATCH /repos/octocat/their-old-app", { name: "hello world" })).toBe(422)
    expect(await status("POST /orgs/octo-org/repos", { name: "new" }, "monalisa-token")).toBe(201)
    expect(await status("POST /orgs/octo-org/repos", { name: "newer" }, "hubot-token")).toBe(403)
  })
})

test("auto_init adds a README, and PUT contents makes the first commit of an empty repository", async () => {
  const description = "Brand new."
  await rest(sandbox, "POST /user/repos", { name: "new", description, auto_init: true })
  const readme = await rest(sandbox, "GET /repos/octocat/new/readme")
  expect(Buffer.from(readme.body.content, "base64").toString()).toBe("# new\nBrand new.\n")
  expect((await rest(sandbox, "GET /repos/octocat/new/commits")).body).toMatchObject([
    { commit: { message: "Initial commit" }, parents: [] },
  ])
  await rest(sandbox, "POST /user/repos", { name: "empty" })
  const file = { message: "First", content: "eAo=" }
  expect(await status("PUT /repos/octocat/empty/contents/x", { ...file, branch: "other" })).toBe(
    404,
  )
  expect(await status("PUT /repos/octocat/empty/contents/x", file)).toBe(201)
  const commits = await rest(sandbox, "GET /repos/octocat/empty/commits")
  expect(commits.body).toMatchObject([{ commit: { message: "First" }, parents: [] }])
  expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
    "createRepository",
    "createRepository",
    "createCommitOnBranch",
  ])
})

describe("a renamed repository", () => {
  test("redirects from its former name until a new repository has that name", async () => {
    await rest(sandbox, `PATCH ${HELLO}`, { name: "greetings" })
    const { data: found } = await byName("octocat", "hello-world", "nameWithOwner")
    expect(found?.repository).toEqual({ nameWithOwner: "octocat/greetings" })
    const moved = await rest(sandbox, `GET ${HELLO}/issues/1?x=1`)
    expect(moved.status).toBe(301)
    expect(moved.headers.get("location")).toBe(`${sandbox.url}/repositories/1/issues/1?x=1`)
    const write = await rest(sandbox, `POST ${HELLO}/issues`, { title: "New" })
    expect(write.status).toBe(307)
    const followed = await rest(sandbox, `GET ${sandbox.url}/repositories/1/issues/1`)
    expect(followed.body.title).toBe("Found a bug")
    await rest(sandbox, "POST /user/repos", { name: "hello-world" })
    expect(await status(`GET ${HELLO}/issues/1`)).toBe(404)
  })
})

describe("an archived repository", () => {
  test("refuses changes until it is unarchived", async () => {
    expect(await status(`PATCH ${HELLO}`, { archived: true })).toBe(200)
    expect(await status(`POST ${HELLO}/issues`, { title: "New" })).toBe(403)
    expect(await status(`PATCH ${HELLO}`, { description: "New" })).toBe(403)
    const { data: found } = await byName("octocat", "hello-world", "id isArchived archivedAt")
    expect(found?.repository).toMatchObject({ isArchived: true, archivedAt: expect.any(String) })
    const input = `input: { repositoryId: "${found?.repository.id}" }`
    const opened = `mutation { unarchiveRepository(${input}) { repository { isArchived } } }`
    expect((await data(sandbox, opened)).unarchiveRepository.repository.isArchived).toBe(false)
    expect(await status(`POST ${HELLO}/issues`, { title: "New" })).toBe(201)
    expect((await ask(sandbox, opened)).errors).toHaveLength(1)
  })

  test("can only be archived by an admin", async () => {
    expect(await status(`PATCH ${HELLO}`, { archived: true }, "monalisa-token")).toBe(403)
  })
})

describe("a fork", () => {
  test("is created once, with the branches of its parent", async () => {
    const forked = await rest(sandbox, "POST /repos/octo-org/website/forks", {})
    expect(forked.body).toMatchObject({
      full_name: "octocat/website",
      fork: true,
      parent: { full_name: "octo-org/website" },
    })
    const again = await rest(sandbox, "POST /repos/octo-org/website/forks", {})
    expect(again.body.id).toBe(forked.body.id)
    expect((await rest(sandbox, "GET /repos/octocat/website/branches")).body).toHaveLength(6)
    expect((await rest(sandbox, "GET /repos/octo-org/website")).body.forks_count).toBe(1)
  })

  test("of one's own repository returns that repository", async () => {
    const { body } = await rest(sandbox, `POST ${HELLO}/forks`, {})
    expect(body.full_name).toBe("octocat/hello-world")
  })

  test("of an organization's own repository gets another name, and is created once", async () => {
    const fork = { organization: "octo-org", name: "website next" }
    const forked = await rest(sandbox, "POST /repos/octo-org/website/forks", fork)
    expect(forked.body).toMatchObject({
      full_name: "octo-org/website-next",
      parent: { full_name: "octo-org/website" },
    })
    const again = await rest(sandbox, "POST /repos/octo-org/website/forks", fork)
    expect(again.body.id).toBe(forked.body.id)
  })

  test("is synced without a change, by a fast-forward or by a merge", async () => {
    const FORK = "/repos/hubot/hello-world"
    const sync = async () =>
      (await rest(sandbox, `POST ${FORK}/merge-upstream`, { branch: "main" })).body.merge_type
    const tip = async (repository: string) =>
      (await rest(sandbox, `GET ${repository}/git/ref/heads/main`)).body.object.sha
    const commit = async (repository: string, path: string) => {
      const expectedHeadOid = await tip(`/repos/${repository}`)
      await data(
        sandbox,
        `mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { clientMutationId } }`,
        {
          input: {
            branch: { repositoryNameWithOwner: repository, branchName: "main" },
            expectedHeadOid,
            message: { headline: `Add ${path}` },
            fileChanges: { additions: [{ path, contents: "eA==" }] },
          },
        },
      )
    }
    expect(await sync()).toBe("none")
    await commit("octocat/hello-world", "a.txt")
    expect(await sync()).toBe("fast-forward")
    expect(await tip(FORK)).toBe(await tip(HELLO))
    await commit("octocat/hello-world", "b.txt")
    await commit("hubot/hello-world", "c.txt")
    expect(await sync()).toBe("merge")
    for (const path of ["b.txt", "c.txt"]) {
      expect(await status(`GET ${FORK}/contents/${path}`)).toBe(200)
    }
    expect(await status(`POST ${HELLO}/merge-upstream`, { branch: "main" })).toBe(422)
  })
})

describe("a deleted repository", () => {
  test("is not found any more, nor is its content, and its fork has no parent", async () => {
    const { data: found } = await byName("octocat", "hello-world", "issue(number: 1) { id }")
    const id = found?.repository.issue.id
    expect(await status(`DELETE ${HELLO}`)).toBe(204)
    for (const path of ["", "/issues/1", "/pulls/7", "/actions/runs/1", "/releases/1"]) {
      expect(await status(`GET ${HELLO}${path}`), path).toBe(404)
    }
    expect((await byName("octocat", "hello-world")).errors?.[0]?.type).toBe("NOT_FOUND")
    expect((await ask(sandbox, `{ node(id: "${id}") { id } }`)).errors?.[0]?.type).toBe("NOT_FOUND")
    const fork = await byName("hubot", "hello-world", 'isFork object(expression: "emoji") { oid }')
    expect(fork.data?.repository).toMatchObject({
      isFork: false,
      object: { oid: expect.any(String) },
    })
    const { body } = await rest(sandbox, "GET /search/issues?q=repo:octo-org/tools")
    expect(body.total_count).toBe(1)
    // No name refers to a deleted repository.
    const other = await startSandbox()
    other.state.restore(sandbox.state.snapshot())
    await other.close()
  })

  test("stays the owner's in the head of a pull request", async () => {
    const pull = { title: "Wave", head: "hubot:emoji", base: "main" }
    const { body } = await rest(sandbox, `POST ${HELLO}/pulls`, pull)
    sandbox.addToken({ token: "deleter", login: "hubot", scopes: ["repo", "delete_repo"] })
    expect(await status("DELETE /repos/hubot/hello-world", undefined, "deleter")).toBe(204)
    const { head } = (await rest(sandbox, `GET ${body.url}`)).body
    expect(head).toMatchObject({ label: "hubot:emoji", user: { login: "hubot" }, repo: null })
    const found = await byName(
      ...["octocat", "hello-world"],
      `pullRequest(number: ${body.number}) { headRepository { id } headRepositoryOwner { login } }`,
    )
    expect(found.data?.repository.pullRequest).toEqual({
      headRepository: null,
      headRepositoryOwner: { login: "hubot" },
    })
  })

  test("can only be deleted by an admin, with a token that has the scope", async () => {
    expect(await status(`DELETE ${HELLO}`, undefined, "monalisa-token")).toBe(403)
    sandbox.addToken({ token: "no-deletions", login: "octocat", scopes: ["repo"] })
    expect(await status(`DELETE ${HELLO}`, undefined, "no-deletions")).toBe(403)
  })
})

test("the default merge method is the last one of the user, if it is allowed", async () => {
  const method = async (token?: string) => {
    const query =
      '{ repository(owner: "octocat", name: "hello-world") { viewerDefaultMergeMethod } }'
    return (await data(sandbox, query, {}, token)).repository.viewerDefaultMergeMethod
  }
  expect(await method()).toBe("MERGE")
  expect(await status(`PATCH ${HELLO}`, { allow_merge_commit: false })).toBe(200)
  expect(await method()).toBe("SQUASH")
  expect(await status(`PUT ${HELLO}/pulls/7/merge`, { merge_method: "rebase" })).toBe(200)
  expect(await method()).toBe("REBASE")
  expect(await method("monalisa-token")).toBe("SQUASH")
  expect(await status(`PATCH ${HELLO}`, { allow_rebase_merge: false })).toBe(200)
  expect(await method()).toBe("SQUASH")
})

test("a private fork of a repository of an organization is in the organization", async () => {
  const inOrganization = async (owner: string) =>
    (await byName(owner, "hidden", "isInOrganization")).data?.repository.isInOrganization
  const hidden = { name: "hidden", private: true }
  await sandbox.apply({
    repositories: [
      { ...hidden, owner: "octo-org", collaborators: { octocat: "ADMIN" } },
      {
        ...hidden,
        owner: "monalisa",
        fork_of: "octo-org/hidden",
        collaborators: { octocat: "READ" },
      },
    ],
  })
  expect(await inOrganization("octo-org")).toBe(true)
  expect(await inOrganization("monalisa")).toBe(true)
  expect((await byName("octocat", "hello-world", "isInOrganization")).data?.repository).toEqual({
    isInOrganization: false,
  })
})

test("a repository must allow at least one merge method", async () => {
  const methods = {
    allow_merge_commit: false,
    allow_squash_merge: false,
    allow_rebase_merge: false,
  }
  const { allow_rebase_merge, ...others } = methods
  expect(await status(`PATCH ${HELLO}`, others)).toBe(200)
  expect(await rest(sandbox, `PATCH ${HELLO}`, { allow_rebase_merge })).toMatchObject({
    status: 422,
    body: {
      message: "Validation Failed",
      errors: [
        {
          resource: "Repository",
          field: "merge_commit_allowed",
          code: "invalid",
          message: "Sorry, you need to allow at least one merge strategy. (no_merge_method)",
        },
      ],
    },
  })
  expect((await rest(sandbox, `GET ${HELLO}`)).body.allow_rebase_merge).toBe(true)
  expect(await status("POST /user/repos", { name: "new", ...methods })).toBe(422)
})
