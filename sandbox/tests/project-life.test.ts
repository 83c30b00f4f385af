/** Projects as a whole, their drafts, views and status updates. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { defaultSeed, type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

async function inProject(fields: string, number = 1, login = "octocat") {
  const { repositoryOwner } = await data(
    sandbox,
    `{ repositoryOwner(login: "${login}") { ... on ProjectV2Owner {
      projectV2(number: ${number}) { id ${fields} } } } }`,
  )
  return repositoryOwner.projectV2
}

const change = (mutation: string, input: object, payload = "clientMutationId", token?: string) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`
  const text = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${payload} } }`
  return ask(sandbox, text, { input }, token)
}

async function changed(mutation: string, input: object, payload: string) {
  const { data: done, errors } = await change(mutation, input, payload)
  expect(errors).toBeUndefined()
  return done[mutation]
}

const idOf = async (login: string) =>
  (await data(sandbox, `{ repositoryOwner(login: "${login}") { id } }`)).repositoryOwner.id

const namesOf = (nodes: { name: string }[]) => nodes.map(({ name }) => name)

test("createProjectV2 numbers projects by owner, with GitHub's fields and view, linked to a repository", async () => {
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "octocat", name: "hello-world") { id } }`,
  )
  const input = { ownerId: await idOf("octocat"), title: "Next", repositoryId: repository.id }
  const { projectV2 } = await changed(
    "createProjectV2",
    input,
    `projectV2 { number public closed template readme creator { login }
      fields(first: 9) { nodes { ... on ProjectV2FieldCommon { name } } }
      views(first: 9) { nodes { name layout number } }
      repositories(first: 9) { nodes { name } } }`,
  )
  expect(projectV2).toEqual({
    number: 3,
    public: false,
    closed: false,
    template: false,
    readme: null,
    creator: { login: "octocat" },
    fields: { nodes: [{ name: "Title" }, { name: "Status" }] },
    views: { nodes: [{ name: "View 1", layout: "TABLE_LAYOUT", number: 1 }] },
    repositories: { nodes: [{ name: "hello-world" }] },
  })
})

test("createProjectV2 refuses a blank title, and owners that the viewer does not belong to", async () => {
  const blank = await change("createProjectV2", { ownerId: await idOf("octocat"), title: " " })
  expect(blank.errors).toMatchObject([{ type: "UNPROCESSABLE" }])
  const foreign = await change("createProjectV2", { ownerId: await idOf("hubot"), title: "X" })
  expect(foreign.errors).toMatchObject([{ type: "FORBIDDEN" }])
})

test("updateProjectV2 changes only what is given, and leaves the times of an unchanged project", async () => {
  const before = await inProject("updatedAt")
  const input = { projectId: before.id, title: "Greetings" }
  const same = await changed("updateProjectV2", input, "projectV2 { updatedAt }")
  expect(same.projectV2.updatedAt).toBe(before.updatedAt)
  const closing = { projectId: before.id, closed: true, readme: "Over." }
  const { projectV2 } = await changed(
    "updateProjectV2",
    closing,
    "projectV2 { title shortDescription readme closed closedAt public }",
  )
  expect(projectV2).toEqual({
    title: "Greetings",
    shortDescription: "What comes next",
    readme: "Over.",
    closed: true,
    closedAt: expect.any(String),
    public: true,
  })
  const again = { projectId: before.id, closed: false }
  const reopened = await changed("updateProjectV2", again, "projectV2 { closedAt }")
  expect(reopened.projectV2.closedAt).toBeNull()
})

test("deleteProjectV2 removes items, drafts, views and status updates, but no issue", async () => {
  const { id, items } = await inProject(
    "items(first: 9) { nodes { id content { ... on DraftIssue { id } } } }",
  )
  const draft = items.nodes.find(({ content }: { content: object }) => "id" in content).content.id
  await changed("deleteProjectV2", { projectId: id }, "projectV2 { title }")
  const missing = await ask(sandbox, `{ node(id: "${draft}") { id } }`)
  expect(missing.errors).toMatchObject([{ type: "NOT_FOUND" }])
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "octocat", name: "hello-world") { issue(number: 2) {
      title projectItems(first: 9) { totalCount } } } }`,
  )
  expect(repository.issue).toEqual({
    title: "Support more languages",
    projectItems: { totalCount: 0 },
  })
})

test("copyProjectV2 copies fields, views and README, and drafts only if requested", async () => {
  const { id } = await inProject("")
  const copy = (title: string, includeDraftIssues?: boolean) =>
    idOf("octo-org").then((ownerId) =>
      changed(
        "copyProjectV2",
        { projectId: id, ownerId, title, includeDraftIssues },
        `projectV2 { title public readme items(first: 9) { nodes { type } }
          fields(first: 9) { nodes { ... on ProjectV2FieldCommon { name } } }
          views(first: 9) { nodes { name fields(first: 9) { nodes { ... on ProjectV2FieldCommon { name } } } } } }`,
      ),
    )
  const bare = (await copy("Bare")).projectV2
  expect(bare).toMatchObject({
    title: "Bare",
    public: false,
    readme: "# Greetings\n\nOne column per step.\n",
    items: { nodes: [] },
  })
  expect(namesOf(bare.fields.nodes)).toEqual([
    "Title",
    "Status",
    "Points",
    "Sprint",
    "Notes",
    "Due",
  ])
  expect(namesOf(bare.views.nodes[1].fields.nodes)).toEqual(["Title", "Status", "Points"])
  const whole = (await copy("Whole", true)).projectV2
  expect(whole.items.nodes).toEqual([{ type: "DRAFT_ISSUE" }, { type: "DRAFT_ISSUE" }])
})

test("only projects of organizations become templates", async () => {
  const own = await inProject("")
  const refused = await change("markProjectV2AsTemplate", { projectId: own.id })
  expect(refused.errors).toMatchObject([{ type: "UNPROCESSABLE" }])
  const { id: projectId } = await inProject("", 1, "octo-org")
  const marked = await changed("markProjectV2AsTemplate", { projectId }, "projectV2 { template }")
  expect(marked.projectV2.template).toBe(true)
  const back = await changed("unmarkProjectV2AsTemplate", { projectId }, "projectV2 { template }")
  expect(back.projectV2.template).toBe(false)
})

test("links end with their repository, and lead only to repositories of the owner", async () => {
  const linked = async () =>
    (
      await data(
        sandbox,
        `{ repository(owner: "octocat", name: "hello-world") { id projectsV2(first: 9) { nodes { title } } } }`,
      )
    ).repository
  const { id: repositoryId, projectsV2 } = await linked()
  expect(projectsV2.nodes).toEqual([{ title: "Greetings" }])
  const { id: projectId } = await inProject("")
  await changed("unlinkProjectV2FromRepository", { projectId, repositoryId }, "repository { id }")
  expect((await linked()).projectsV2.nodes).toEqual([])
  for (const _ of [1, 2]) {
    await changed("linkProjectV2ToRepository", { projectId, repositoryId }, "repository { id }")
  }
  expect((await linked()).projectsV2.nodes).toEqual([{ title: "Greetings" }])
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "octo-org", name: "website") { id } }`,
  )
  const foreign = { projectId, repositoryId: repository.id }
  expect((await change("linkProjectV2ToRepository", foreign)).errors).toMatchObject([
    { type: "UNPROCESSABLE" },
  ])
  await fetch(`${sandbox.url}/api/v3/repos/octocat/hello-world`, {
    method: "DELETE",
    headers: { authorization: `bearer ${sandbox.token}` },
  })
  const { repositories, items } = await inProject(
    "repositories(first: 9) { totalCount } items(first: 9) { nodes { type } }",
  )
  expect(repositories.totalCount).toBe(0)
  expect(items.nodes).toEqual([{ type: "DRAFT_ISSUE" }])
})

test("drafts have a body and assignees, and disappear with their item", async () => {
  const { id: projectId } = await inProject("")
  const { projectItem } = await changed(
    "addProjectV2DraftIssue",
    { projectId, title: "Wave", assigneeIds: [await idOf("monalisa")] },
    `projectItem { id type content { ... on DraftIssue { id title body creator { login }
      assignees(first: 9) { nodes { login } } projectsV2(first: 9) { nodes { title } } } } }`,
  )
  const { content } = projectItem
  expect(projectItem).toMatchObject({
    type: "DRAFT_ISSUE",
    content: {
      title: "Wave",
      body: "",
      creator: { login: "octocat" },
      assignees: { nodes: [{ login: "monalisa" }] },
      projectsV2: { nodes: [{ title: "Greetings" }] },
    },
  })
  const edit = { draftIssueId: content.id, body: "With both hands." }
  const { draftIssue } = await changed(
    "updateProjectV2DraftIssue",
    edit,
    "draftIssue { title body assignees(first: 9) { totalCount } }",
  )
  expect(draftIssue).toEqual({
    title: "Wave",
    body: "With both hands.",
    assignees: { totalCount: 1 },
  })
  await changed("deleteProjectV2Item", { projectId, itemId: projectItem.id }, "deletedItemId")
  const missing = await ask(sandbox, `{ node(id: "${content.id}") { id } }`)
  expect(missing.errors).toMatchObject([{ type: "NOT_FOUND" }])
})

test.each([
  ["", [2, 7, "Greet in Esperanto"]],
  ["is:issue", [2]],
  ["is:pr is:open", [7]],
  ["is:draft", ["Greet in Esperanto"]],
  ["-is:draft", [2, 7]],
  ['status:"In progress"', [7]],
  ['status:Todo,"In progress"', [2, 7, "Greet in Esperanto"]],
  ["-status:todo", [7]],
  ["no:points", [7, "Greet in Esperanto"]],
  ["has:sprint", [2]],
  ["points:2", [2]],
  ["due:2025-02-01", ["Greet in Esperanto"]],
  ['label:"good first issue"', [2]],
  ["assignee:hubot", ["Greet in Esperanto"]],
  ["milestone:v1.0", [7]],
  ["repo:octocat/hello-world polite", [7]],
  ["nothing", []],
] as const)("items(query: %j) lists %j", async (query, expected) => {
  const { items } = await data(
    sandbox,
    `query ($query: String) { user(login: "octocat") { projectV2(number: 1) { items(first: 9, query: $query) {
      nodes { content { ... on Issue { number } ... on PullRequest { number } ... on DraftIssue { title } } } } } } }`,
    { query },
  ).then(({ user }) => user.projectV2)
  const shown = items.nodes.map(
    ({ content }: { content: { number?: number; title?: string } }) =>
      content.number ?? content.title,
  )
  expect(shown).toEqual(expected)
})

test.each(["updated:>2025-01-01", "assignee:@me", "points:>1", "nope:1", "sprint:@current"])(
  "items(query: %j) is refused, because it is not modelled",
  async (query) => {
    const { errors } = await ask(
      sandbox,
      `query ($query: String) { user(login: "octocat") { projectV2(number: 1) { items(first: 9, query: $query) { totalCount } } } }`,
      { query },
    )
    expect(errors?.[0]?.message).toContain("does not model")
  },
)

test("items are listed by archived state and in both directions", async () => {
  const titles = async (args: string) =>
    (
      await inProject(
        `items(first: 9, ${args}) { nodes { fieldValueByName(name: "Title") { ... on ProjectV2ItemFieldTextValue { text } } } }`,
      )
    ).items.nodes.map((one: { fieldValueByName: { text: string } }) => one.fieldValueByName.text)
  expect(await titles("archivedStates: [ARCHIVED]")).toEqual(["Greet in Latin"])
  expect(
    await titles(
      "archivedStates: [ARCHIVED, NOT_ARCHIVED], orderBy: { field: POSITION, direction: DESC }",
    ),
  ).toEqual([
    "Greet in Latin",
    "Greet in Esperanto",
    "Add polite greetings",
    "Support more languages",
  ])
})

test("an item of a repository that the viewer cannot see is redacted", async () => {
  await sandbox.apply({
    repositories: [
      {
        owner: "octocat",
        name: "secret",
        private: true,
        issues: [{ title: "Surprise", author: "octocat" }],
      },
    ],
    tokens: [{ token: "reader", login: "hubot", scopes: ["read:project"] }],
  })
  const { id: projectId } = await inProject("")
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "octocat", name: "secret") { issue(number: 1) { id } } }`,
  )
  const input = { projectId, contentId: repository.issue.id }
  const { item } = await changed("addProjectV2ItemById", input, "item { id }")
  const seen = await data(
    sandbox,
    `query ($id: ID!) { node(id: $id) { ... on ProjectV2Item { type content { __typename }
      fieldValues(first: 9) { nodes { ... on ProjectV2ItemFieldTextValue { text } } } } } }`,
    { id: item.id },
    "reader",
  )
  expect(seen.node).toEqual({
    type: "REDACTED",
    content: null,
    fieldValues: { nodes: [{ text: "" }] },
  })
})

test("deleteProjectV2Field removes the field from values and views; the title stays", async () => {
  const { id: projectId, fields } = await inProject(
    "fields(first: 9) { nodes { ... on ProjectV2FieldCommon { id name } } }",
  )
  const [title, status] = fields.nodes
  await changed("deleteProjectV2Field", { fieldId: status.id }, "clientMutationId")
  const after = await inProject(
    `items(first: 1) { nodes { fieldValueByName(name: "Status") { __typename } } }
     view(number: 2) { fields(first: 9) { nodes { ... on ProjectV2FieldCommon { name } } } }`,
  )
  expect(after.items.nodes).toEqual([{ fieldValueByName: null }])
  expect(namesOf(after.view.fields.nodes)).toEqual(["Title", "Points"])
  const refused = await change("deleteProjectV2Field", { fieldId: title.id })
  expect(refused.errors).toMatchObject([{ type: "UNPROCESSABLE" }])
  const options = [{ name: "S", color: "GRAY", description: "" }]
  const choice = { projectId, name: "Size", dataType: "TEXT", singleSelectOptions: options }
  expect((await change("createProjectV2Field", choice)).errors).toMatchObject([
    { type: "UNPROCESSABLE" },
  ])
  const twice = { projectId, name: "points", dataType: "NUMBER" }
  expect((await change("createProjectV2Field", twice)).errors).toMatchObject([
    { type: "UNPROCESSABLE", message: "Name has already been taken" },
  ])
})

test("views are created, changed and deleted, but not the last one", async () => {
  const { id: projectId, fields } = await inProject(
    "fields(first: 9) { nodes { ... on ProjectV2FieldCommon { id name } } }",
  )
  const input = {
    projectId,
    name: "Plan",
    layout: "ROADMAP_LAYOUT",
    configuration: { visibleFieldIds: [fields.nodes[0].id] },
  }
  const { projectV2View } = await changed(
    "createProjectV2View",
    input,
    "projectV2View { id number filter fields(first: 9) { nodes { ... on ProjectV2FieldCommon { name } } } }",
  )
  expect(projectV2View).toMatchObject({
    number: 3,
    filter: null,
    fields: { nodes: [{ name: "Title" }] },
  })
  const edit = { viewId: projectV2View.id, filter: "is:open" }
  const after = await changed("updateProjectV2View", edit, "projectV2View { name filter layout }")
  expect(after.projectV2View).toEqual({ name: "Plan", filter: "is:open", layout: "ROADMAP_LAYOUT" })
  await changed("deleteProjectV2View", { viewId: projectV2View.id }, "clientMutationId")
  const other = await inProject("views(first: 9) { nodes { id name } }", 2)
  expect(namesOf(other.views.nodes)).toEqual(["View 1"])
  const last = await change("deleteProjectV2View", { viewId: other.views.nodes[0].id })
  expect(last.errors).toMatchObject([{ type: "UNPROCESSABLE" }])
})

test("rows of a project cannot be read by id without the scope", async () => {
  sandbox.addToken({ token: "narrow", login: "octocat", scopes: ["repo"] })
  const { id, items } = await inProject("items(first: 1) { nodes { id } }")
  for (const one of [id, items.nodes[0].id]) {
    const { errors } = await ask(sandbox, `{ node(id: "${one}") { id } }`, {}, "narrow")
    expect(errors).toMatchObject([{ type: "INSUFFICIENT_SCOPES" }])
  }
})

test("status updates are listed newest first", async () => {
  const { id: projectId } = await inProject("")
  const input = { projectId, status: "COMPLETE", body: "Done.", targetDate: "2025-03-01" }
  await changed("createProjectV2StatusUpdate", input, "statusUpdate { id }")
  const { statusUpdates } = await inProject(
    "statusUpdates(first: 9) { totalCount nodes { status creator { login } } }",
  )
  expect(statusUpdates.totalCount).toBe(3)
  expect(statusUpdates.nodes[0]).toEqual({ status: "COMPLETE", creator: { login: "octocat" } })
})

test.each([
  ["updateProjectV2", { title: "X" }],
  ["deleteProjectV2", {}],
  ["addProjectV2DraftIssue", { title: "X" }],
  ["createProjectV2Field", { name: "X", dataType: "TEXT" }],
  ["createProjectV2View", { name: "X", layout: "TABLE_LAYOUT" }],
  ["createProjectV2StatusUpdate", { body: "X" }],
])("%s is refused for others, and for tokens without the scope", async (mutation, rest) => {
  sandbox.addToken({ token: "other", login: "hubot", scopes: ["repo", "project"] })
  sandbox.addToken({ token: "narrow", login: "octocat", scopes: ["repo", "read:project"] })
  const input = { projectId: (await inProject("")).id, ...rest }
  const refused = async (token: string) =>
    (await change(mutation, input, "clientMutationId", token)).errors?.[0]?.type
  expect(await refused("other")).toBe("FORBIDDEN")
  expect(await refused("narrow")).toBe("INSUFFICIENT_SCOPES")
  expect(sandbox.applied).toEqual([])
})

test.each([
  ["drafts", { drafts: [{ title: "X", assignees: ["nobody"] }] }, "nobody"],
  ["drafts", { drafts: [{ title: "X", fields: { Nope: "1" } }] }, "there is no field Nope"],
  ["views", { views: [{ name: "X", fields: ["Nope"] }] }, "there is no field Nope"],
  ["repositories", { repositories: ["nope"] }, "octocat has no repository nope"],
] as const)("a seed of %s with an unknown name is refused", async (_, rest, message) => {
  const users = defaultSeed.users.map((one) =>
    one.login === "octocat" ? { ...one, projects: [{ title: "X", ...rest }] } : one,
  )
  await expect(startSandbox({ seed: { ...defaultSeed, users } })).rejects.toThrow(message)
})

test("a snapshot keeps drafts, views, status updates and links", async () => {
  const query = `id title readme repositories(first: 9) { nodes { name } }
    items(first: 9, archivedStates: [ARCHIVED]) { nodes { content { ... on DraftIssue { title } } } }
    views(first: 9) { nodes { name filter } } statusUpdates(first: 9) { nodes { body } }`
  const before = await inProject(query)
  const kept = JSON.parse(JSON.stringify(sandbox.state.snapshot()))
  await changed("deleteProjectV2", { projectId: before.id }, "clientMutationId")
  sandbox.state.restore(kept)
  expect(await inProject(query)).toEqual(before)
})
