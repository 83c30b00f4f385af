import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { SYNTHESIZE } from "../http/index.js"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"

let silent: Sandbox
let empty: Sandbox

beforeAll(async () => {
  const people = { users: [{ login: "ada" }], organizations: [{ login: "engines" }] }
  silent = await startSandbox({
    seed: {
      ...people,
      repositories: [
        {
          owner: "ada",
          name: "r",
          files: { LICENSE: "MIT\n" },
          issues: [{ title: "x", author: "ada" }],
        },
      ],
    },
  })
  empty = await startSandbox()
})

afterAll(() => Promise.all([silent.close(), empty.close()]))

const inRepository = (fields: string, owner = "ada", name = "r") =>
  `{ repository(owner: "${owner}", name: "${name}") { ${fields} } }`

describe("data that the seed does not declare", () => {
  test.each([
    ["Repository.deployKeys", "deploy_keys", inRepository("deployKeys(first: 1) { totalCount }")],
    ["Repository.packages", "packages", inRepository("packages(first: 1) { totalCount }")],
    [
      "Commit.comments",
      "commit_comments",
      inRepository(
        'object(expression: "main") { ... on Commit { comments(first: 1) { totalCount } } }',
      ),
    ],
    ["User.lists", "lists", "{ viewer { lists(first: 1) { totalCount } } }"],
    ["User.sponsors", "sponsors", "{ viewer { sponsors(first: 1) { totalCount } } }"],
  ])("is refused: %s", async (field, key, query) => {
    const { errors } = await ask(silent, query)
    expect(errors).toMatchObject([
      {
        type: "SANDBOX_NOT_MODELLED",
        message: `The sandbox does not model \`${field}\`, unless the seed declares it empty: \`${key}: []\`. ${SYNTHESIZE}`,
      },
    ])
  })

  test("is refused if a file of the repository may define it", async () => {
    expect(
      (await ask(silent, inRepository("codeOfConduct { name } licenseInfo { key }"))).errors,
    ).toMatchObject([{ type: "SANDBOX_NOT_MODELLED", path: ["repository", "licenseInfo"] }])
  })
})

test.each(["contactLinks { name }", "isBlankIssuesEnabled"])(
  "%s is refused if the page for new issues is configured",
  async (field) => {
    const files = { ".github/ISSUE_TEMPLATE/config.yml": "blank_issues_enabled: false\n" }
    const configured = await startSandbox({
      seed: { users: [{ login: "ada" }], repositories: [{ owner: "ada", name: "r", files }] },
    })
    expect((await ask(configured, inRepository(field))).errors).toMatchObject([
      { type: "SANDBOX_NOT_MODELLED" },
    ])
    await configured.close()
  },
)

test.each([
  '{ viewer { repository(name: "nothing") { id } } }',
  '{ organization(login: "octo-org") { repository(name: "nothing") { id } } }',
  '{ viewer { organization(login: "nothing") { id } } }',
])("the sandbox refuses a lookup whose not-found error is not known: %s", async (query) => {
  expect((await ask(empty, query)).errors).toMatchObject([{ type: "SANDBOX_NOT_MODELLED" }])
})

test("tracked issues are empty until a task list mentions an issue, then not modelled", async () => {
  const fields = "trackedIssues(first: 1) { totalCount } trackedInIssues(first: 1) { totalCount }"
  const none = { trackedIssues: { totalCount: 0 }, trackedInIssues: { totalCount: 0 } }
  const seeded = await startSandbox({
    seed: {
      users: [{ login: "ada" }],
      repositories: [
        {
          owner: "ada",
          name: "r",
          issues: [
            { number: 1, title: "x", author: "ada" },
            { number: 2, title: "y", author: "ada", body: "- [ ] do it\n" },
          ],
        },
      ],
    },
  })
  const first = inRepository(`issue(number: 1) { ${fields} }`)
  expect((await data(seeded, first)).repository.issue).toEqual(none)
  const { repository } = await data(seeded, inRepository("issue(number: 2) { id }"))
  const change =
    'mutation ($id: ID!) { updateIssue(input: { id: $id, body: "- [x] #1" }) { issue { id } } }'
  await data(seeded, change, { id: repository.issue.id })
  expect((await ask(seeded, first)).errors).toMatchObject([
    { type: "SANDBOX_NOT_MODELLED", path: ["repository", "issue", "trackedInIssues"] },
  ])
  await seeded.close()
})

describe("data that the seed declares empty", () => {
  test("is returned as empty", async () => {
    const fields =
      "deployKeys(first: 1) { totalCount } packages(first: 1) { totalCount } licenseInfo { key }"
    expect((await data(empty, inRepository(fields, "octocat", "hello-world"))).repository).toEqual({
      deployKeys: { totalCount: 0 },
      packages: { totalCount: 0 },
      licenseInfo: null,
    })
  })

  test.each([
    ["projectV2(number: 2) { id }", "Could not resolve to a ProjectV2 with the number 2."],
    ["discussion(number: 1) { id }", "Could not resolve to a Discussion with the number of 1."],
    ['environment(name: "e") { id }', "Could not resolve to an Environment with the name e."],
    [
      "issue(number: 1) { projectV2(number: 1) { id } }",
      "Could not resolve to a ProjectV2 with the number 1.",
    ],
  ])("is not found by number or name: %s", async (field, message) => {
    const { errors } = await ask(empty, inRepository(field, "octocat", "hello-world"))
    expect(errors).toMatchObject([{ type: "NOT_FOUND", message }])
  })

  test("cannot be declared with items in the seed", async () => {
    const packages: never[] = JSON.parse('["engines"]')
    const seed = {
      users: [{ login: "ada" }],
      repositories: [{ owner: "ada", name: "r", packages }],
    }
    await expect(startSandbox({ seed })).rejects.toThrow("repositories[0].packages")
  })
})
