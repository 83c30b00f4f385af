import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const inRepository = async (fields: string, name = "hello-world", token?: string) =>
  (
    await data(
      sandbox,
      `{ repository(owner: "octocat", name: "${name}") { ${fields} } }`,
      {},
      token,
    )
  ).repository

async function start(title: string, category = "Q&A", name = "hello-world") {
  const { id, discussionCategories } = await inRepository(
    "id discussionCategories(first: 9) { nodes { id name } }",
  )
  const found = discussionCategories.nodes.find((one: { name: string }) => one.name === category)
  const repository = name === "hello-world" ? id : (await inRepository("id", name)).id
  return ask(
    sandbox,
    `mutation ($repository: ID!, $category: ID!, $title: String!) {
      createDiscussion(input: { repositoryId: $repository, categoryId: $category, title: $title, body: "How?" }) {
        discussion { id number url isAnswered author { login } category { slug } viewerDidAuthor }
      }
    }`,
    { repository, category: found?.id, title },
  )
}

test("createDiscussion uses the next number of the repository, by which the discussion is found", async () => {
  const created = (await start("First")).data?.createDiscussion.discussion
  expect(created).toMatchObject({
    number: 10,
    url: "https://github.com/octocat/hello-world/discussions/10",
    isAnswered: false,
    author: { login: "octocat" },
    category: { slug: "q-a" },
    viewerDidAuthor: true,
  })
  expect((await rest(sandbox, `POST ${HELLO}/issues`, { title: "x" })).body.number).toBe(11)
  expect((await rest(sandbox, `GET ${HELLO}/issues/10`)).status).toBe(404)
  expect(await inRepository("discussion(number: 10) { id title }")).toEqual({
    discussion: { id: created.id, title: "First" },
  })
  expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
    "createDiscussion",
    "createIssue",
  ])
})

test("lists of discussions are sorted by the last change and filtered by category and answer", async () => {
  await start("First")
  await start("Second", "Ideas")
  const titles = async (args: string) =>
    (await inRepository(`discussions(first: 9${args}) { nodes { title } }`)).discussions.nodes.map(
      ({ title }: { title: string }) => title,
    )
  expect(await titles("")).toEqual(["Second", "First"])
  const oldest = ", orderBy: { field: CREATED_AT, direction: ASC }"
  expect(await titles(oldest)).toEqual(["First", "Second"])
  const { discussionCategory } = await inRepository('discussionCategory(slug: "ideas") { id }')
  expect(await titles(`, categoryId: "${discussionCategory.id}"`)).toEqual(["Second"])
  expect(await titles(", answered: true")).toEqual([])
  const { viewer } = await data(
    sandbox,
    "{ viewer { repositoryDiscussions(first: 9) { totalCount } } }",
  )
  expect(viewer.repositoryDiscussions.totalCount).toBe(3)
})

test("a repository without discussion categories has no discussions", async () => {
  const fields = "hasDiscussionsEnabled discussions(first: 1) { totalCount }"
  expect(await inRepository(fields, "big")).toEqual({
    hasDiscussionsEnabled: false,
    discussions: { totalCount: 0 },
  })
  expect((await rest(sandbox, HELLO.replace("/", "GET /"))).body.has_discussions).toBe(true)
  expect((await start("Elsewhere", "Q&A", "big")).errors).toMatchObject([{ type: "NOT_FOUND" }])
  expect(sandbox.applied).toEqual([])
})

test("createDiscussion refuses a blank title", async () => {
  expect((await start(" ")).errors).toMatchObject([{ type: "UNPROCESSABLE" }])
})

test("discussions of a seed are part of a snapshot", async () => {
  await sandbox.apply({
    repositories: [
      {
        owner: "octocat",
        name: "hello-world",
        discussions: [{ title: "Seeded", body: "x", author: "hubot", category: "Ideas" }],
      },
    ],
  })
  const other = await startSandbox()
  other.state.restore(JSON.parse(JSON.stringify(sandbox.state.snapshot())))
  const query = `{ repository(owner: "octocat", name: "hello-world") {
    discussion(number: 10) { title author { login } category { name } } } }`
  expect((await data(other, query)).repository.discussion).toEqual({
    title: "Seeded",
    author: { login: "hubot" },
    category: { name: "Ideas" },
  })
  await other.close()
})

const numbers = async (args: string) => {
  const { discussions } = await inWebsite(`discussions(first: 9${args}) { nodes { number } }`)
  return discussions.nodes.map(({ number }: { number: number }) => number)
}

const inWebsite = async (fields: string) =>
  (await data(sandbox, `{ repository(owner: "octo-org", name: "website") { ${fields} } }`))
    .repository

const idsOf = async (number: number) => {
  const { discussion } = await inWebsite(
    `discussion(number: ${number}) { id comments(first: 9) { nodes { id replies(first: 9) { nodes { id } } } } }`,
  )
  return { discussion: discussion.id, comments: discussion.comments.nodes }
}

const change = (mutation: string, input: string, fields: string, token?: string) =>
  ask(sandbox, `mutation { ${mutation}(input: { ${input} }) { ${fields} } }`, {}, token)

test("a closed discussion has a reason, is not among the open ones, and can be reopened", async () => {
  const { discussion } = await idsOf(11)
  const closed = await change(
    "closeDiscussion",
    `discussionId: "${discussion}", reason: DUPLICATE`,
    "discussion { closed stateReason closedAt viewerCanReopen }",
  )
  expect(closed.data.closeDiscussion.discussion).toEqual({
    closed: true,
    stateReason: "DUPLICATE",
    closedAt: expect.any(String),
    viewerCanReopen: true,
  })
  expect(await numbers(", states: [OPEN]")).toEqual([10, 9])
  expect(await numbers(", states: [CLOSED]")).toEqual([11, 12])
  const reopened = await change(
    "reopenDiscussion",
    `discussionId: "${discussion}"`,
    "discussion { closed stateReason closedAt }",
  )
  expect(reopened.data.reopenDiscussion.discussion).toEqual({
    closed: false,
    stateReason: "REOPENED",
    closedAt: null,
  })
})

test("one comment is the answer, until it is deleted", async () => {
  expect(await numbers(", answered: true")).toEqual([9])
  expect(await numbers(", answered: false")).toEqual([10])
  const { comments } = await idsOf(9)
  const fields = "discussion { isAnswered answer { body isAnswer } answerChosenBy { login } }"
  const marked = await change("markDiscussionCommentAsAnswer", `id: "${comments[1].id}"`, fields)
  expect(marked.data.markDiscussionCommentAsAnswer.discussion).toEqual({
    isAnswered: true,
    answer: { body: "We could choose one.", isAnswer: true },
    answerChosenBy: { login: "octocat" },
  })
  await change("deleteDiscussionComment", `id: "${comments[1].id}"`, "comment { id }")
  expect(await numbers(", answered: true")).toEqual([])
})

test("a comment outside a category with answers is refused as an answer", async () => {
  const { discussion } = await idsOf(11)
  const { data: added } = await change(
    "addDiscussionComment",
    `discussionId: "${discussion}", body: "Good."`,
    "comment { id }",
  )
  const { id } = added.addDiscussionComment.comment
  const refused = await change("markDiscussionCommentAsAnswer", `id: "${id}"`, "discussion { id }")
  expect(refused.errors).toMatchObject([{ type: "UNPROCESSABLE" }])
})

test("replies are listed below their comment; if it is deleted, it stays with an empty body", async () => {
  const { discussion, comments } = await idsOf(9)
  const [first] = comments
  const reply = (to: string) =>
    change(
      "addDiscussionComment",
      `discussionId: "${discussion}", body: "And?", replyToId: "${to}"`,
      "comment { replyTo { id } }",
    )
  expect((await reply(first.id)).data.addDiscussionComment.comment.replyTo.id).toBe(first.id)
  expect((await reply(first.replies.nodes[0].id)).errors).toMatchObject([{ type: "UNPROCESSABLE" }])
  expect((await reply(comments[1].id)).errors).toBeUndefined()
  const elsewhere = (await idsOf(10)).comments[0].id
  expect((await reply(elsewhere)).errors).toMatchObject([{ type: "UNPROCESSABLE" }])

  await change("deleteDiscussionComment", `id: "${first.id}"`, "comment { id }")
  const empty =
    "comments(first: 1) { nodes { body author { login } deletedAt replies(first: 9) { totalCount } } }"
  expect((await inWebsite(`discussion(number: 9) { isAnswered ${empty} }`)).discussion).toEqual({
    isAnswered: false,
    comments: {
      nodes: [
        { body: "", author: null, deletedAt: expect.any(String), replies: { totalCount: 2 } },
      ],
    },
  })
  const { comments: left } = await idsOf(9)
  for (const { id } of left[0].replies.nodes) {
    await change("deleteDiscussionComment", `id: "${id}"`, "comment { id }")
  }
  expect((await idsOf(9)).comments).toHaveLength(1)
})

test("a locked discussion accepts comments and reactions only from accounts with write access", async () => {
  const { discussion } = await idsOf(12)
  const input = `discussionId: "${discussion}", body: "x"`
  const fields = "comment { id }"
  const refused = await change("addDiscussionComment", input, fields, "hubot-token")
  expect(refused.errors).toMatchObject([{ type: "FORBIDDEN" }])
  const reaction = `subjectId: "${discussion}", content: HEART`
  const unliked = await change("addReaction", reaction, "reaction { id }", "hubot-token")
  expect(unliked.errors).toMatchObject([{ type: "FORBIDDEN" }])
  expect((await change("addDiscussionComment", input, fields, "monalisa-token")).errors).toBe(
    undefined,
  )
  const reason = await change(
    "lockLockable",
    `lockableId: "${discussion}", lockReason: SPAM`,
    "actor { login }",
  )
  expect(reason.errors).toMatchObject([{ type: "UNPROCESSABLE" }])
})

test("deleting a discussion deletes its comments, and its repository can be deleted afterwards", async () => {
  const { discussion, comments } = await idsOf(9)
  await change("deleteDiscussion", `id: "${discussion}"`, "discussion { id }")
  const gone = await ask(sandbox, `{ node(id: "${comments[0].id}") { id } }`)
  expect(gone.errors).toMatchObject([{ type: "NOT_FOUND" }])
  expect((await rest(sandbox, "DELETE /repos/octo-org/website")).status).toBe(204)
  const other = await startSandbox()
  other.state.restore(JSON.parse(JSON.stringify(sandbox.state.snapshot())))
  await other.close()
})

test("a deleted label is removed from discussions", async () => {
  const labels = "discussion(number: 11) { labels(first: 9) { nodes { name } } }"
  expect((await inWebsite(labels)).discussion.labels.nodes).toEqual([{ name: "design" }])
  await rest(sandbox, "DELETE /repos/octo-org/website/labels/design")
  expect((await inWebsite(labels)).discussion.labels.nodes).toEqual([])
})

test("discussions of a seed do not advance the clock, and mistakes in them are reported", async () => {
  const silent = await startSandbox({
    seed: {
      viewer: "ada",
      users: [{ login: "ada" }],
      repositories: [{ owner: "ada", name: "r", discussion_categories: [{ name: "Ideas" }] }],
    },
  })
  const addition = (more: object) => ({
    repositories: [
      {
        owner: "ada",
        name: "r",
        discussions: [{ title: "One", body: "x", author: "ada", category: "Ideas", ...more }],
      },
    ],
  })
  await expect(
    silent.apply(addition({ comments: [{ author: "ada", body: "x", is_answer: true }] })),
  ).rejects.toThrow("does not support answers")
  await expect(silent.apply(addition({ labels: ["none"] }))).rejects.toThrow("no label none")
  await expect(silent.apply(addition({ category: "None" }))).rejects.toThrow("no category None")
  await silent.apply(addition({ comments: [{ author: "ada", body: "x" }], state: "CLOSED" }))
  const { repository } = await data(
    silent,
    `{ repository(owner: "ada", name: "r") { updatedAt discussion(number: 1) { createdAt closedAt } } }`,
  )
  expect(repository.discussion.closedAt).toBe(repository.discussion.createdAt)
  await silent.close()
})
