/**
 * `gh project`, which the gh of the other tests does not have: the expected output is that of gh 2.59, read from its
 * source.
 */
import { createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox
beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
beforeEach(() => github.reset())
afterAll(() => github.close())

/** The first project's first item, and the id of its field Status. */
const ITEM = "--id PVTI_kgDOAAAAAQ --project-id PVT_kgDOAAAAAQ"
const STATUS = "PVTSSF_kgDOAAAAAg"

test.each([
  ["project list", "1\tGreetings\topen\tPVT_kgDOAAAAAQ\n"],
  [
    "project list --owner octocat --closed",
    "2\tAttic\tclosed\tPVT_kgDOAAAAAg\n1\tGreetings\topen\tPVT_kgDOAAAAAQ\n",
  ],
  [
    "project item-list Greetings --owner @me",
    "Issue\tSupport more languages\t2\toctocat/hello-world\tPVTI_kgDOAAAAAQ\n" +
      "PullRequest\tAdd polite greetings\t7\toctocat/hello-world\tPVTI_kgDOAAAAAg\n" +
      "DraftIssue\tGreet in Esperanto\t\t\tPVTI_kgDOAAAAAw\n",
  ],
  [
    "project field-list 1 --owner octocat -L 2",
    "Title\tProjectV2Field\tPVTF_kgDOAAAAAQ\nStatus\tProjectV2SingleSelectField\tPVTSSF_kgDOAAAAAg\n",
  ],
  [
    "project view 1 --owner octocat",
    /^# Title\nGreetings\n## Description\nWhat comes next\n## Visibility\nPublic\n## URL\nhttps.*\n## Item count\n3\n## Readme\n# Greetings\n[\s\S]*Status \(ProjectV2SingleSelectField\)\n/,
  ],
  ["project view 2", /\n## Description\n -- \n## Visibility\nPrivate\n[\s\S]*\n## Readme\n -- \n/],
])("ghx %s prints gh's lines", async (line, lines) => {
  const { stdout, exitCode } = await type(`ghx ${line}`)
  expect(stdout).toEqual(typeof lines === "string" ? lines : expect.stringMatching(lines))
  expect(exitCode).toBe(0)
})

const PROJECT = {
  id: "PVT_kgDOAAAAAQ",
  number: 1,
  title: "Greetings",
  shortDescription: "What comes next",
  readme: "# Greetings\n\nOne column per step.\n",
  url: "https://github.com/users/octocat/projects/1",
  public: true,
  closed: false,
  owner: { login: "octocat", type: "User" },
  items: { totalCount: 3 },
  fields: { totalCount: 6 },
}

test.each([
  ["project view 1 --owner octocat --format json", PROJECT],
  ["project list --format json", { projects: [PROJECT], totalCount: 1 }],
  ["project list --owner octocat -L 1 --format json", { projects: [PROJECT], totalCount: 1 }],
  [
    "project field-list 1 --owner octocat --format json -q '{a: .fields[1], n: .totalCount}'",
    {
      a: {
        id: STATUS,
        name: "Status",
        type: "ProjectV2SingleSelectField",
        options: [
          { id: "00000001", name: "Todo" },
          { id: "00000002", name: "In progress" },
          { id: "00000003", name: "Done" },
        ],
      },
      n: 6,
    },
  ],
  [
    "project item-list 1 --owner octocat --format json",
    {
      items: [
        {
          id: "PVTI_kgDOAAAAAQ",
          title: "Support more languages",
          status: "Todo",
          points: 2,
          sprint: "Sprint 4",
          repository: "https://github.com/octocat/hello-world",
          labels: ["enhancement", "good first issue"],
          milestone: { title: "v2.0" },
          content: {
            type: "Issue",
            title: "Support more languages",
            body: "It would be nice to greet people in French.",
            number: 2,
            state: "OPEN",
            repository: "octocat/hello-world",
            url: "https://github.com/octocat/hello-world/issues/2",
          },
        },
        expect.objectContaining({ id: "PVTI_kgDOAAAAAg", status: "In progress" }),
        {
          id: "PVTI_kgDOAAAAAw",
          title: "Greet in Esperanto",
          status: "Todo",
          due: "2025-02-01",
          assignees: ["hubot"],
          content: {
            id: "DI_kgDOAAAAAQ",
            type: "DraftIssue",
            title: "Greet in Esperanto",
            body: "Saluton!",
          },
        },
      ],
      totalCount: 3,
    },
  ],
  [
    "project create --owner octo-org --title Next --format json -q '[.number, .readme, .owner]'",
    [2, "", { login: "octo-org", type: "Organization" }],
  ],
  [
    "project edit 1 --title Hi -d D --readme R --visibility PRIVATE --format json -q '[.title, .shortDescription, .readme, .public]'",
    ["Hi", "D", "R", false],
  ],
  ["project close 1 --format json -q .closed", true],
  ["project close 2 --undo --format json -q .closed", false],
  [
    "project copy 1 --source-owner @me --target-owner octo-org --title C --drafts --format json -q '[.title, .items.totalCount]'",
    ["C", 2],
  ],
  ["project mark-template 1 --owner octo-org --format json -q .title", "Quarter"],
  [
    "project field-create 1 --name Size --data-type SINGLE_SELECT --single-select-options S,M --format json -q '[.name, .options[].name]'",
    ["Size", "S", "M"],
  ],
  [
    "project item-add 1 --url https://github.com/octocat/hello-world/pull/8 --format json -q '[.type, .url]'",
    ["PullRequest", "https://github.com/octocat/hello-world/pull/8"],
  ],
  [
    "project item-create 1 --title Draft --body Text --format json -q '[.title, .body, .type]'",
    ["Draft", "Text", "DraftIssue"],
  ],
  [
    `project item-edit ${ITEM} --field-id ${STATUS} --single-select-option-id 00000003 --format json -q '[.id, .type]'`,
    ["PVTI_kgDOAAAAAQ", "Issue"],
  ],
  [
    "project item-edit --id DI_kgDOAAAAAQ --title T --body B --format json -q '[.title, .body]'",
    ["T", "B"],
  ],
  ["project item-archive 1 --id PVTI_kgDOAAAAAQ --format json -q .id", "PVTI_kgDOAAAAAQ"],
])("ghx %s prints gh's document", async (line, document) => {
  const { stdout, stderr, exitCode } = await type(`ghx ${line}`)
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 })
  const text = stdout.trimEnd()
  expect(typeof document === "string" ? text : JSON.parse(text)).toEqual(document)
})

test("ghx --format json with --dry-run prints the requests", async () => {
  const { stdout } = await type("ghx project create --title New --format json --dry-run")
  expect(stdout).toContain("mutation ProjectCreate")
  expect(github.applied).toEqual([])
})

const valuesOf = async (item: string) => {
  const { stdout } = await type(`ghx project item view ${item} --json values,is_archived`)
  return JSON.parse(stdout)
}

test.each([
  [`${ITEM} --field-id ${STATUS} --single-select-option-id 00000003`, { Status: "Done" }],
  [`${ITEM} --field-id Status --single-select-option-id Done`, { Status: "Done" }],
  [`${ITEM} --field-id PVTF_kgDOAAAAAw --number 5`, { Points: 5 }],
  [`${ITEM} --field-id PVTIF_kgDOAAAABA --iteration-id 00000006`, { Sprint: "Sprint 5" }],
  [`${ITEM} --field-id Notes --text Soon`, { Notes: "Soon" }],
  [`${ITEM} --field-id Due --date 2025-05-01`, { Due: "2025-05-01" }],
])("ghx project item-edit %s sets a field", async (options, values) => {
  expect(await type(`ghx project item-edit ${options}`)).toEqual({
    stdout: "",
    stderr: "✓ project item-edit\n",
    exitCode: 0,
  })
  expect(await valuesOf("PVTI_kgDOAAAAAQ")).toMatchObject({ values })
})

test("ghx project item-edit --clear and item-archive change an item, and item-delete removes it without asking", async () => {
  await type(`ghx project item-edit ${ITEM} --field-id Points --clear`)
  await type("ghx project item-archive 1 --owner octocat --id PVTI_kgDOAAAAAQ")
  expect(await valuesOf("PVTI_kgDOAAAAAQ")).toEqual({
    values: { Status: "Todo", Sprint: "Sprint 4" },
    is_archived: true,
  })
  await type("ghx project item-archive 1 --owner octocat --undo --id PVTI_kgDOAAAAAQ")
  expect(await valuesOf("PVTI_kgDOAAAAAQ")).toMatchObject({ is_archived: false })
  const line = "ghx project item-delete 1 --owner octocat --id PVTI_kgDOAAAAAQ"
  expect(await type(line)).toMatchObject({ exitCode: 0 })
  const { stdout } = await type("ghx project item-list 1 --format json -q .totalCount")
  expect(stdout).toBe("2\n")
})

test.each([
  ["project unlink 1 --owner octocat --repo hello-world", []],
  ["project link 1 --owner octocat --repo hello-world", ["octocat/hello-world"]],
  ["project link 1 -R octocat/big", ["octocat/big", "octocat/hello-world"]],
  ["project link 1", ["octocat/hello-world"]],
  ["project link 1 --repo big", ["octocat/big", "octocat/hello-world"]],
])("ghx %s", async (line, repositories) => {
  expect(await type(`ghx ${line}`)).toMatchObject({ stdout: "", exitCode: 0 })
  const { stdout } = await type("ghx project view 1 --json repositories")
  expect(JSON.parse(stdout).repositories.sort()).toEqual(repositories)
})

test("a project is linked to a team of its organization, and unlinked", async () => {
  const teams = async () => {
    const query =
      '{organization(login:"octo-org"){projectV2(number:1){teams(first:9){nodes{slug}}}}}'
    const { stdout } = await type(`ghx api graphql -f query='${query}' -q '.. | .slug? // empty'`)
    return stdout
  }
  await type("ghx project link 1 --team octo-org/maintainers")
  await type("ghx project link 1 --owner octo-org -T maintainers")
  expect(await teams()).toBe("maintainers\n")
  await type("ghx project unlink 1 --team octo-org/maintainers")
  expect(await teams()).toBe("")
})

test.each([
  ["project delete 1 --yes", "deleteProjectV2"],
  ["project field-delete --id PVTF_kgDOAAAAAw --yes", "deleteProjectV2Field"],
  ["project field-delete 1 --owner octocat --field Points --yes", "deleteProjectV2Field"],
  ["project field-create 1 --name Effort --data-type NUMBER", "createProjectV2Field"],
  ["project mark-template 1 --owner octo-org --undo", "unmarkProjectV2AsTemplate"],
  ["project create --title New", "createProjectV2"],
  ["project status create 1 --status on-track", "createProjectV2StatusUpdate"],
  ["project views update 1 --view-number 2 --filter is:open", "updateProjectV2View"],
])("ghx %s", async (line, mutation) => {
  expect(await type(`ghx ${line}`)).toMatchObject({ exitCode: 0 })
  expect(github.applied.map((one) => one.mutation)).toEqual([mutation])
})

test.each([
  ["project close Nope", 'octocat has no project "Nope"\n  fix: There are: #'],
  ["project items list Nope", 'octocat has no project "Nope"\n  fix: There are: #'],
  ["project view 9", "Could not resolve to a ProjectV2 with the number 9"],
  [
    "project item update PVTI_kgDOAAAAAQ --project 1 --field Statuz --option Done",
    'The project 1 of octocat has no field "Statuz". It has Title, Status, Points,',
  ],
  [
    `project item-edit ${ITEM} --field-id Status --single-select-option-id Doing`,
    'The field Status has no option "Doing". It has Todo, In progress, Done',
  ],
  [
    "project item update PVTI_kgDOAAAAAQ --project 1 --field Status --option Doing",
    'The field Status has no option "Doing". It has Todo, In progress, Done',
  ],
  [
    "project item update PVTI_kgDOAAAAAQ --project 1 --field Sprint --iteration X",
    'The field Sprint has no iteration "X". It has Sprint 4, Sprint 5',
  ],
  [
    "project views create 1 --name X --layout board-layout --field Nope",
    'The project 1 of octocat has no field "Nope". It has Title,',
  ],
  ["project field-create 1 --name Status --data-type TEXT", "Name has already been taken"],
  ["project item-edit --id PVTI_kgDOAAAAAQ --title X", "expected an id of DraftIssue"],
  ["project view 1 2", "Pass one project at a time"],
  ["project item-archive 1 7", "--id ID"],
  ["project item-delete 1 7", "--id ID"],
  ["project list --format yaml", "--format takes json"],
  ["project view 1 --format json --envelope", "cannot be used with option"],
  ["project edit 1", "at least one option is required"],
  ["project close", "which project number?"],
  ["project link 1 --owner octocat --repo octo-org/website", "does not belong to octocat"],
  ["project link 1 --owner octocat --team octo-org/maintainers", "does not belong to octocat"],
  ["issue edit 1 --remove-project Greetings", "Found no item of issue"],
])("ghx %s fails and changes nothing", async (line, message) => {
  const { stdout, stderr, exitCode } = await type(`ghx ${line}`)
  expect(stderr).toContain(message)
  expect(stdout).toBe("")
  expect(exitCode).toBeGreaterThan(1)
  expect(github.applied).toEqual([])
})

test("items have the values of the organization's fields", async () => {
  const ghx = createGhx({ base_url: github.url, token: github.token, operations: "write" })
  const tools = { owner: "octo-org", repo: "tools" }
  const issue = { ...tools, issue_number: 1 }
  const project = { owner: "octo-org", project_number: 1 }
  const add = ghx.document(`mutation ($project: ID!, $field: ID!) {
    createProjectV2IssueField(input: { projectId: $project, issueFieldId: $field }) {
      projectV2Field { ... on ProjectV2Field { isIssueField issueField { __typename } } } } }`)
  const { id } = await ghx.project.view(project).orThrow()
  const { items: fields } = await ghx.repo.issue_fields.list(tools).orThrow()
  const values = { Priority: "High", Points: 3, "Target date": "2026-06-30" }
  for (const name of Object.keys(values)) {
    const field = fields.find((one) => one.name === name)?.id
    await add({ project: id, field }).orThrow()
  }
  await ghx.issue.fields.set({ ...issue, field: "Priority", option: values.Priority }).orThrow()
  await ghx.issue.fields.set({ ...issue, field: "Points", number: values.Points }).orThrow()
  await ghx.issue.fields.set({ ...issue, field: "Target date", date: "2026-06-30" }).orThrow()
  await type("ghx project item-add 1 1 --owner octo-org -R octo-org/tools")
  const listed = await ghx.project.items.list(project).orThrow()
  expect(listed.items.map((one) => one.values)).toMatchObject([values])
  const own = await ghx.issue.projects.list(issue).orThrow()
  expect(own.items.map((one) => one.values)).toMatchObject([values])
})

const items = "project item-list 1 --owner octocat --format json"

test("ghx project item-add and item-edit take several numbers and a status", async () => {
  const add = await type(
    'ghx project item-add 1 1 8 --owner octocat --status "In progress" -R octocat/hello-world',
  )
  expect(add).toEqual({ stdout: "", stderr: "✓ project item-add 1 1 8\n", exitCode: 0 })
  const edit = await type(
    "ghx project item-edit Greetings octocat/hello-world#2 https://github.com/octocat/hello-world/pull/7 --owner octocat --status Done",
  )
  expect(edit.exitCode).toBe(0)
  const ids = "project item-edit 1 PVTI_kgDOAAAAAw 2 --owner octocat --status Done"
  expect(await type(`ghx ${ids}`)).toMatchObject({ exitCode: 0 })
  expect(github.applied.at(-1)).toMatchObject({ mutation: "updateProjectV2ItemFieldValue" })
  const points = "project item-edit 1 2 --owner octocat --field-id Points --number 5"
  expect((await type(`ghx ${points}`)).exitCode).toBe(0)
  const jq = "'.items[] | [.content.number, .content.state, .status, .points]'"
  expect((await type(`ghx ${items} --jq ${jq}`)).stdout).toBe(
    [
      '[2,"OPEN","Done",5]',
      '[7,"OPEN","Done",null]',
      '[null,null,"Done",null]',
      '[1,"OPEN","In progress",null]',
      '[8,"OPEN","In progress",null]',
      "",
    ].join("\n"),
  )
})

test.each([
  [
    "project item-edit 1 2 5 --owner octocat --status Done",
    '5 is not in the project "Greetings"\n  fix: Add it with: ghx project item-add 1 5',
  ],
  ["project item-add 1 1 99 --owner octocat --status Done", "NOT_FOUND"],
  ["project item-edit 1 2 --owner octocat", "no field to change\n  fix: Use --status"],
  ["project item-edit 1 --owner octocat --status Done", "needs a project, and numbers"],
  ["project item-edit 1 2 --owner octocat --status Done --number 5", "Use --status or --field-id"],
  ["project item-edit 1 2 --owner octocat --status Done --clear", "--clear does not apply"],
  ["project item-edit 1 2 --owner octocat --field-id Points --number ''", "/number: expected"],
  ["project item-edit --id PVTI_x --project-id P --status Done", "Use ids or numbers"],
  ["project item-add 1 main --owner octocat", "neither a number nor a target"],
  ["project item-add Roadmap 1 --owner octocat", "#1 Greetings"],
  ["project item-add 1 1 8 --owner octocat --format json", "--format does not apply"],
])("ghx refuses items by their numbers, and writes nothing: %s", async (line, message) => {
  const { stdout, stderr, exitCode } = await type(`ghx ${line}`)
  expect(stdout).toBe("")
  expect(stderr).toContain(message)
  expect(exitCode).not.toBe(0)
  expect(github.applied).toEqual([])
})

test("issues have gh's fields of relations and types, in lists as well", async () => {
  const view =
    "ghx issue view 5 -R octo-org/website --json blockedBy,blocking,parent,subIssuesSummary"
  expect(JSON.parse((await type(view)).stdout)).toMatchObject({
    blockedBy: {
      nodes: [{ number: 4, repository: { nameWithOwner: "octo-org/website" } }],
      totalCount: 1,
    },
    blocking: { nodes: [], totalCount: 0 },
    parent: { number: 3 },
    subIssuesSummary: { total: 0, completed: 0, percentCompleted: 0 },
  })
  const list =
    "ghx issue list --json number,subIssues,subIssuesSummary -q '.[] | select(.number == 2)'"
  expect(JSON.parse((await type(list)).stdout)).toMatchObject({
    subIssues: { nodes: [{ number: 5, state: "OPEN" }], totalCount: 1 },
    subIssuesSummary: { total: 1, completed: 0, percentCompleted: 0 },
  })
  expect(
    (await type("ghx issue view 1 -R octo-org/tools --json issueType -q .issueType.name")).stdout,
  ).toBe("Task\n")
  expect((await type("ghx secret list --json name,visibility -q '.[0].visibility'")).stdout).toBe(
    "\n",
  )
})

test("issues and pull requests have projectItems with their status", async () => {
  const { stdout } = await type("ghx issue list --json number,projectItems")
  expect(JSON.parse(stdout)).toEqual([
    { number: 5, projectItems: [] },
    {
      number: 2,
      projectItems: [
        { id: "PVTI_kgDOAAAAAQ", number: 1, title: "Greetings", status: { name: "Todo" } },
      ],
    },
    { number: 1, projectItems: [] },
  ])
  const nested = await type("ghx pr view 7 --json projectItems.status.name")
  expect(nested.stdout).toBe('{"projectItems":[{"status":{"name":"In progress"}}]}\n')
})
