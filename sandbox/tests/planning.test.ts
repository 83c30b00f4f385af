/** Tests types, fields and branches of issues, autolinks, blame, and searches for commits. */
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

const FIELDS = `id issueType { name } issueFieldValues(first: 9) { nodes {
  ... on IssueFieldValueCommon { field { ... on IssueFieldCommon { name } } }
  ... on IssueFieldNumberValue { number: value }
  ... on IssueFieldSingleSelectValue { option: name }
  ... on IssueFieldMultiSelectValue { options { name } }
} }`

async function issue() {
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "octo-org", name: "tools") {
      issue(number: 1) { ${FIELDS} }
      issueTypes(first: 9) { nodes { id name } }
      issueFields(first: 9) { nodes { ... on IssueFieldCommon { name } ... on Node { id }
        ... on IssueFieldSingleSelect { options { id name } }
        ... on IssueFieldMultiSelect { options { id name } } } }
    } }`,
  )
  const named = (list: { nodes: { name: string; id: string; options?: never[] }[] }) =>
    Object.fromEntries(list.nodes.map((one) => [one.name, one]))
  return {
    ...repository.issue,
    types: named(repository.issueTypes),
    fields: named(repository.issueFields),
  }
}

const change = (mutation: string, input: string) =>
  ask(sandbox, `mutation { ${mutation}(input: { ${input} }) { issue { id } } }`)

test("updateIssueIssueType sets, clears and validates the type that REST and GraphQL return", async () => {
  const { id, issueType, types } = await issue()
  expect(issueType).toEqual({ name: "Task" })
  const set = (type: string) =>
    change("updateIssueIssueType", `issueId: "${id}", issueTypeId: ${type}`)
  await set(`"${types.Bug?.id}"`)
  expect((await rest(sandbox, "GET /repos/octo-org/tools/issues/1")).body.type).toMatchObject({
    name: "Bug",
    color: "red",
  })
  await set("null")
  expect((await issue()).issueType).toBeNull()
  const hello = await data(
    sandbox,
    `{ repository(owner: "octocat", name: "hello-world") { issue(number: 1) { id } } }`,
  )
  const foreign = `issueId: "${hello.repository.issue.id}", issueTypeId: "${types.Bug?.id}"`
  expect((await change("updateIssueIssueType", foreign)).errors?.[0]?.type).toBe("NOT_FOUND")
})

test("setIssueFieldValue sets, deletes and validates the values of issue fields", async () => {
  const { id, fields } = await issue()
  const option = (name: string, of: string) =>
    fields[of]?.options?.find((one: { name: string }) => one.name === name) as
      | { id: string }
      | undefined
  const set = (value: string) =>
    change("setIssueFieldValue", `issueId: "${id}", issueFields: [{ ${value} }]`)
  const ids = ["Linux", "Windows"].map((name) => `"${option(name, "Platforms")?.id}"`)
  await set(
    `fieldId: "${fields.Priority?.id}", singleSelectOptionId: "${option("High", "Priority")?.id}"`,
  )
  await set(`fieldId: "${fields.Platforms?.id}", multiSelectOptionIds: [${ids}]`)
  await set(`fieldId: "${fields.Points?.id}", delete: true`)
  expect((await issue()).issueFieldValues.nodes).toEqual([
    { field: { name: "Priority" }, option: "High" },
    { field: { name: "Platforms" }, options: [{ name: "Linux" }, { name: "Windows" }] },
  ])
  for (const value of [
    `fieldId: "${fields.Points?.id}", textValue: "many"`,
    `fieldId: "${fields["Target date"]?.id}", dateValue: "soon"`,
    `fieldId: "${fields.Priority?.id}", singleSelectOptionId: "${option("Linux", "Platforms")?.id}"`,
  ]) {
    expect((await set(value)).errors, value).toHaveLength(1)
  }
})

test("createLinkedBranch creates a branch of the repository, named after the title, once", async () => {
  const ends = `{ repository(owner: "octocat", name: "hello-world") {
    defaultBranchRef { target { oid } }
    issue(number: 1) { id linkedBranches(first: 9) { nodes { ref { name } } } } } }`
  const { repository } = await data(sandbox, ends)
  const { oid } = repository.defaultBranchRef.target
  const input = `issueId: "${repository.issue.id}", oid: "${oid}"`
  expect((await change("createLinkedBranch", input)).errors).toBeUndefined()
  const after = await data(sandbox, ends)
  expect(after.repository.issue.linkedBranches.nodes).toEqual([{ ref: { name: "1-found-a-bug" } }])
  const { body } = await rest(sandbox, `GET ${HELLO}/git/ref/heads/1-found-a-bug`)
  expect(body.object.sha).toBe(oid)
  expect((await change("createLinkedBranch", input)).errors).toHaveLength(1)
})

test("autolinks are unique, listed for admins only, and deleted once", async () => {
  const link = { key_prefix: "T-", url_template: "https://example.com/<num>" }
  const created = await rest(sandbox, `POST ${HELLO}/autolinks`, link)
  expect(created.status).toBe(201)
  expect((await rest(sandbox, `POST ${HELLO}/autolinks`, link)).status).toBe(422)
  const wrong = { ...link, key_prefix: "U-", url_template: "https://example.com/" }
  expect((await rest(sandbox, `POST ${HELLO}/autolinks`, wrong)).status).toBe(422)
  expect((await rest(sandbox, `GET ${HELLO}/autolinks`)).body).toHaveLength(2)
  const token = "monalisa-token"
  expect((await rest(sandbox, `GET ${HELLO}/autolinks`, undefined, { token })).status).toBe(403)
  const path = `${HELLO}/autolinks/${created.body.id}`
  expect((await rest(sandbox, `DELETE ${path}`)).status).toBe(204)
  expect((await rest(sandbox, `DELETE ${path}`)).status).toBe(404)
})

test("drafts of security advisories are listed for admins only", async () => {
  const list = async (token: string) =>
    (await rest(sandbox, `GET ${HELLO}/security-advisories`, undefined, { token })).body.length
  expect([await list(sandbox.token), await list("hubot-token")]).toEqual([2, 1])
})

test("blame attributes each line to the commit that changed it", async () => {
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "octocat", name: "hello-world") {
      object(expression: "polite-greeting") { ... on Commit { blame(path: "src/greet.js") {
        ranges { startingLine endingLine commit { messageHeadline } } } } } } }`,
  )
  const [first, second] = ["Greet politely", "Initial commit"]
  expect(
    repository.object.blame.ranges.map(
      (range: {
        startingLine: number
        endingLine: number
        commit: { messageHeadline: string }
      }) => [range.startingLine, range.endingLine, range.commit.messageHeadline],
    ),
  ).toEqual([
    [1, 3, first],
    [4, 8, second],
  ])
})

test.each([
  ["typo repo:octocat/hello-world", 2],
  ["author:monalisa merge:false repo:octocat/hello-world", 1],
  ["committer-date:<2024-01-01", 0],
  ["Initial org:octo-org", 2],
])("a search for commits finds the matching ones: %s", async (query, count) => {
  const { body } = await rest(sandbox, `GET /search/commits?q=${encodeURIComponent(query)}`)
  expect(body.total_count).toBe(count)
})
