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
  expect(viewer.repositoryDiscussions.totalCount).toBe(2)
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
