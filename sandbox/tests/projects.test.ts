import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"
import { useGh } from "./gh-client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const inProject = async (fields: string, variables = {}, token?: string) =>
  (
    await data(
      sandbox,
      `{ user(login: "octocat") { projectV2(number: 1) { ${fields} } } }`,
      variables,
      token,
    )
  ).user.projectV2

const issueId = async (number: number) =>
  (await rest(sandbox, `GET ${HELLO}/issues/${number}`)).body.node_id

const change = (mutation: string, input: object, payload = "clientMutationId") => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`
  const text = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${payload} } }`
  return ask(sandbox, text, { input })
}

async function add(number: number) {
  const { id } = await inProject("id")
  const input = { projectId: id, contentId: await issueId(number) }
  const { data: done } = await change("addProjectV2ItemById", input, "item { id type }")
  return { projectId: id, item: done.addProjectV2ItemById.item }
}

const FIELDS = `fields(first: 9) { nodes {
  ... on ProjectV2FieldCommon { id name dataType }
  ... on ProjectV2SingleSelectField { options { id name } }
  ... on ProjectV2IterationField { configuration { iterations { id title } completedIterations { title } } }
} }`

async function fieldNamed(name: string) {
  const { fields } = await inProject(FIELDS)
  return fields.nodes.find((one: { name: string }) => one.name === name)
}

const VALUE = (name: string) => `fieldValueByName(name: "${name}") {
  ... on ProjectV2ItemFieldTextValue { text }
  ... on ProjectV2ItemFieldNumberValue { number }
  ... on ProjectV2ItemFieldSingleSelectValue { name optionId }
  ... on ProjectV2ItemFieldIterationValue { title }
}`

test("addProjectV2ItemById adds an issue once, and project and issue both list the item", async () => {
  const { item } = await add(1)
  expect(item.type).toBe("ISSUE")
  expect((await add(1)).item).toEqual(item)
  const { items } = await inProject(
    `items(first: 9) { nodes { id content { ... on Issue { number } ... on PullRequest { number } } } }`,
  )
  expect(items.nodes.map(({ content }: { content: { number: number } }) => content.number)).toEqual(
    [2, 7, undefined, 1],
  )
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "octocat", name: "hello-world") { issue(number: 1) {
      projectItems(first: 9) { nodes { id project { title } } } } } }`,
  )
  expect(repository.issue.projectItems.nodes).toEqual([
    { id: item.id, project: { title: "Greetings" } },
  ])
})

test("updateProjectV2ItemFieldValue sets values by type, and clearProjectV2ItemFieldValue clears", async () => {
  const { projectId, item } = await add(1)
  const set = async (name: string, value: object) => {
    const field = await fieldNamed(name)
    const input = { projectId, itemId: item.id, fieldId: field.id, value }
    const reply = await change(
      "updateProjectV2ItemFieldValue",
      input,
      `projectV2Item { ${VALUE(name)} }`,
    )
    return reply.errors ?? reply.data.updateProjectV2ItemFieldValue.projectV2Item.fieldValueByName
  }
  const status = await fieldNamed("Status")
  const [todo] = status.options
  const sprint = await fieldNamed("Sprint")
  expect(sprint.configuration.completedIterations).toEqual([{ title: "Sprint 3" }])
  expect(await set("Status", { singleSelectOptionId: todo.id })).toEqual({
    name: "Todo",
    optionId: todo.id,
  })
  expect(await set("Points", { number: 3 })).toEqual({ number: 3 })
  const [iteration] = sprint.configuration.iterations
  expect(await set("Sprint", { iterationId: iteration.id })).toEqual({ title: iteration.title })
  for (const [name, value] of [
    ["Points", { text: "three" }],
    ["Status", { singleSelectOptionId: "00000000" }],
    ["Title", { text: "Other" }],
  ] as const) {
    expect(await set(name, value), name).toMatchObject([{ type: "UNPROCESSABLE" }])
  }
  const input = { projectId, itemId: item.id, fieldId: status.id }
  await change("clearProjectV2ItemFieldValue", input)
  const cleared = await data(
    sandbox,
    `query ($id: ID!) { node(id: $id) { ... on ProjectV2Item { ${VALUE("Status")} } } }`,
    { id: item.id },
  )
  expect(cleared.node.fieldValueByName).toBeNull()
})

test("items are archived, unarchived and deleted, and disappear with their issue", async () => {
  const { projectId, item } = await add(4)
  const count = async () => (await inProject("items(first: 1) { totalCount }")).items.totalCount
  await change("archiveProjectV2Item", { projectId, itemId: item.id })
  expect(await count()).toBe(3)
  await change("unarchiveProjectV2Item", { projectId, itemId: item.id })
  expect(await count()).toBe(4)
  await change("deleteProjectV2Item", { projectId, itemId: item.id })
  expect(await count()).toBe(3)
  await add(4)
  await change("deleteIssue", { issueId: await issueId(4) })
  expect(await count()).toBe(3)
})

test("projectsV2 hides private projects and filters by words and state", async () => {
  const titles = async (args: string, token = sandbox.token) =>
    (
      await data(
        sandbox,
        `{ repositoryOwner(login: "octocat") { ... on ProjectV2Owner {
          projectsV2(first: 9${args}) { nodes { title } } } } }`,
        {},
        token,
      )
    ).repositoryOwner.projectsV2.nodes.map(({ title }: { title: string }) => title)
  expect(await titles("")).toEqual(["Attic", "Greetings"])
  expect(await titles(', query: "is:open greet"')).toEqual(["Greetings"])
  sandbox.addToken({ token: "reader", login: "hubot", scopes: ["read:project"] })
  expect(await titles("", "reader")).toEqual(["Greetings"])
})

test("projectsV2 of an issue sorts and filters like that of its owner", async () => {
  const { user } = await data(sandbox, '{ user(login: "octocat") { projectV2(number: 2) { id } } }')
  await add(1)
  await change("addProjectV2ItemById", {
    projectId: user.projectV2.id,
    contentId: await issueId(1),
  })
  const fields = `last: projectsV2(first: 9) { nodes { title } }
    open: projectsV2(first: 9, query: "is:open") { nodes { title } }`
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "octocat", name: "hello-world") { issue(number: 1) { ${fields} } } }`,
  )
  expect(repository.issue).toEqual({
    last: { nodes: [{ title: "Attic" }, { title: "Greetings" }] },
    open: { nodes: [{ title: "Greetings" }] },
  })
})

test("addProjectV2ItemById refuses users other than the owner, and tokens without the scope", async () => {
  const { id } = await inProject("id")
  const input = { projectId: id, contentId: await issueId(1) }
  const text = `mutation ($input: AddProjectV2ItemByIdInput!) { addProjectV2ItemById(input: $input) { item { id } } }`
  sandbox.addToken({ token: "other", login: "hubot", scopes: ["repo", "project"] })
  sandbox.addToken({ token: "narrow", login: "octocat", scopes: ["repo"] })
  const refused = async (token: string) =>
    (await ask(sandbox, text, { input }, token)).errors?.[0]?.type
  expect(await refused("other")).toBe("FORBIDDEN")
  expect(await refused("narrow")).toBe("INSUFFICIENT_SCOPES")
  expect(sandbox.applied).toEqual([])
})

test("a project of an organization is part of a snapshot", async () => {
  await sandbox.apply({
    organizations: [
      {
        login: "octo-org",
        projects: [
          {
            title: "Roadmap",
            fields: [{ name: "Due", type: "DATE" }],
            items: [{ repository: "octo-org/website", number: 1, fields: { Due: "2025-02-01" } }],
          },
        ],
      },
    ],
  })
  const other = await startSandbox()
  other.state.restore(JSON.parse(JSON.stringify(sandbox.state.snapshot())))
  const { organization } = await data(
    other,
    `{ organization(login: "octo-org") { projectV2(number: 2) { title url
      fields(first: 9) { nodes { ... on ProjectV2FieldCommon { name } } }
      items(first: 1) { nodes { fieldValueByName(name: "Due") { ... on ProjectV2ItemFieldDateValue { date } } } } } } }`,
  )
  expect(organization.projectV2).toEqual({
    title: "Roadmap",
    url: "https://github.com/orgs/octo-org/projects/2",
    fields: { nodes: [{ name: "Title" }, { name: "Status" }, { name: "Due" }] },
    items: { nodes: [{ fieldValueByName: { date: "2025-02-01" } }] },
  })
  await other.close()
})

describe("gh issue edit", () => {
  const { gh, sandbox: served } = useGh()

  test("adds an issue to a project of the organization by title", async () => {
    await served().apply({
      organizations: [{ login: "octo-org", projects: [{ title: "Roadmap" }] }],
    })
    await gh("issue", "edit", "1", "-R", "octo-org/website", "--add-project", "Roadmap")
    expect(served().applied.map(({ mutation }) => mutation)).toContain("addProjectV2ItemById")
    const { organization } = await data(
      served(),
      `{ organization(login: "octo-org") { projectV2(number: 2) { items(first: 9) { totalCount } } } }`,
    )
    expect(organization.projectV2.items.totalCount).toBe(1)
  })
})
