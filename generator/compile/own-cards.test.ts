/**
 * Cards of a project with ghx installed use the package's shared definitions; the project's own names win.
 */
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Inputs, PACKAGE_FOLDER, type PackageFiles, readInputs } from "../read/index.js"
import { expansionOf, generate } from "./index.js"

const { cards, operations, ...pins } = readInputs(join(import.meta.dirname, "../.."))
const installed = (files: ReadonlyMap<string, string>) =>
  new Map([...files].map(([path, text]) => [`${PACKAGE_FOLDER}${path}`, text]))
const ofPackage: PackageFiles = { cards: installed(cards), operations: installed(operations) }

/** A project of these files only, with the pins of the package. */
function project(files: Readonly<Record<string, string>>): Inputs {
  const below = (folder: string) =>
    new Map(Object.entries(files).filter(([path]) => path.startsWith(folder)))
  const { contracts: _, ...pinned } = pins
  return { ...pinned, cards: below("cards/"), operations: below("operations/"), package: ofPackage }
}

const view = {
  "cards/team/view.yaml": `description: Show one issue.
output: issue_summary
graphql: {}
rest:
  lookups: [issue]
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
`,
  "operations/team/view.graphql": `query TeamView($owner: String!, $repo: String!, $issue_number: Int!) {
  repository(owner: $owner, name: $repo) { issue(number: $issue_number) { ...issue_summary } }
}
`,
}
const file = {
  "cards/team/file.yaml": `description: File an issue.
effect: write
idempotent: false
reconcile: { none: Nothing tells. }
output: { fields: [id, author] }
graphql: { lookups: [repository_id], output: { author: author.login } }
rest: { request: "POST /repos/{owner}/{repo}/issues", output: { id: node_id, author: login(user) } }
`,
  "operations/team/file.graphql": `mutation TeamFile($repository_id: ID!, $title: String!) {
  createIssue(input: { repositoryId: $repository_id, title: $title }) { issue { id author { login } } }
}
`,
}

function compiled(files: Readonly<Record<string, string>>) {
  const { files: written, diagnostics } = generate(project(files))
  expect(diagnostics).toEqual([])
  return written
}

describe("a definition of the installed package", () => {
  const written = compiled({ ...view, ...file })

  it("is imported from the package and not generated", () => {
    expect(written.get("generated/team/view.ts")).toContain(`} from "ghx/shapes"`)
    expect(written.get("generated/team/file.ts")).toContain(`from "ghx/operations/lookup"`)
    const own = [...written.keys()].filter((path) => /shapes|lookup\b|issue/.test(path))
    expect(own).toEqual([])
    const text = [...written.values()].join("")
    expect(text).not.toMatch(/from "[./]*(runtime|node_modules)\//)
  })

  it("is used in the project's contracts", () => {
    const { input, output } = JSON.parse(written.get("generated/contracts/team.view.json") ?? "")
    expect(input.properties.owner).toEqual({ type: "string", minLength: 1 })
    expect(output.title).toBe("IssueSummary")
  })

  it("is offered by the editor's schema and suggested for a misspelt name", () => {
    expect(written.get("generated/editor/card.schema.json")).toContain('"issue_summary"')
    const card = (view["cards/team/view.yaml"] ?? "").replace("issue_summary", "isue_summary")
    const { diagnostics } = generate(project({ ...view, "cards/team/view.yaml": card }))
    expect(diagnostics).toMatchObject([{ code: "GHX1751", help: "did you mean `issue_summary`?" }])
  })

  it("is the note of a diagnostic that it causes, with its file", () => {
    const { diagnostics } = generate(
      project({
        "cards/team/view.yaml":
          "description: Show one issue.\noutput: { shape: issue_summary, pick: [id, author] }\ngraphql: {}\n",
        "operations/team/view.graphql": `query TeamView($owner: String!, $repo: String!, $issue_number: Int!) {
  repository(owner: $owner, name: $repo) { issue(number: $issue_number) { id author { url } } }
}
`,
      }),
    )
    const note = { file: `${PACKAGE_FOLDER}cards/shapes/issue_summary.yaml` }
    expect(diagnostics).toMatchObject([{ code: "GHX1303", file: "cards/team/view.yaml", note }])
  })
})

describe("a card's id in the namespaces of the installed package", () => {
  const card = view["cards/team/view.yaml"]
  const document = view["operations/team/view.graphql"] ?? ""

  it.each([
    ["issue/view", "GHX1007", "`issue.view` is a capability of ghx itself"],
    ["issue/view/all", "GHX1008", "ghx itself has `issue.view`"],
    ["pr/thread", "GHX1008", "ghx itself has `pr.thread."],
  ])("is rejected with a suggested id: %s", (name, code, message) => {
    const operation = name.replaceAll(/(?:^|\/)(\w)/g, (_, letter: string) => letter.toUpperCase())
    const { diagnostics } = generate(
      project({
        [`cards/${name}.yaml`]: card ?? "",
        [`operations/${name}.graphql`]: document.replace("TeamView", operation),
      }),
    )
    const help = expect.stringContaining(`team.${name.replaceAll("/", ".")}`)
    expect(diagnostics).toMatchObject([{ code, message: expect.stringContaining(message), help }])
  })

  it("is accepted beside the package's own", () => {
    const files = compiled({
      "cards/issue/mine.yaml": card ?? "",
      "operations/issue/mine.graphql": document.replace("TeamView", "IssueMine"),
    })
    expect(files.get("generated/capability-map.ts")).toContain("extends OfPackage")
  })
})

describe("a definition of the project with a name of the installed package", () => {
  const own = {
    ...view,
    "cards/shapes/milestone_reference.yaml":
      "description: A milestone of ours.\nfields: [title]\nrest: { schema: milestone }\n",
    "cards/team/milestone.yaml":
      "description: Show a milestone.\noutput: milestone_reference\nrest: { request: 'GET /repos/{owner}/{repo}/milestones/{milestone_number}' }\n",
    "cards/shared/expressions.yaml": "same_issue($issue, $number): $issue && $number && `null`\n",
    "cards/shared/inputs.yaml": "owner: { minLength: 3 }\n",
    "cards/team/state.yaml": `description: Show the state of an issue.
output: { fields: { state: { nullable: true } } }
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
  output: { state: "same_issue(state, number)" }
`,
  }
  const written = compiled(own)

  it("is used by the project's cards", () => {
    const { input, output } = JSON.parse(
      written.get("generated/contracts/team.milestone.json") ?? "",
    )
    expect(Object.keys(output.properties)).toEqual(["title"])
    expect(input.properties.owner).toEqual({ type: "string", minLength: 3 })
    expect(written.has("generated/shapes/milestone_reference.ts")).toBe(true)
    expect(written.get("generated/team/milestone.ts")).toContain("../shapes/milestone_reference.js")
  })

  it("is not used by the package's definitions", () => {
    const { output } = JSON.parse(written.get("generated/contracts/team.view.json") ?? "")
    expect(Object.keys(output.properties.milestone.properties)).toEqual(["number", "title"])
    expect(output.properties.milestone.title).toBeUndefined()
    const { value } = expansionOf(project(own), "team.view") ?? {}
    expect(JSON.stringify(value)).toContain("pull_request ||")
    const { value: ofOwn } = expansionOf(project(own), "team.state") ?? {}
    expect(JSON.stringify(ofOwn)).toContain("state && number &&")
  })

  it("is used if it is the document of a look-up", () => {
    const document = "operations/lookup/repository_id.graphql"
    const text = `query RepositoryId($owner: String!, $repo: String!) {
  repository(owner: $owner, name: $repo, followRenames: false) { id }
}
`
    const files = compiled({ ...file, [document]: text })
    expect(files.get("generated/operations/lookup/repository_id.ts")).toContain("followRenames")
    expect(files.get("generated/team/file.ts")).not.toContain("ghx/operations/lookup")
  })

  it("is rejected as a second fragment in one document", () => {
    const { diagnostics } = generate(
      project({
        "operations/shapes/milestone_reference.graphql":
          "fragment milestone_reference on Milestone { title }\n",
        "cards/team/view.yaml":
          "description: Show one issue.\noutput: { fields: [id, milestone] }\ngraphql: { output: { milestone: milestone.title } }\n",
        "operations/team/view.graphql": `query TeamView($owner: String!, $repo: String!, $issue_number: Int!) {
  repository(owner: $owner, name: $repo) {
    issue(number: $issue_number) { ...issue_summary milestone { ...milestone_reference } }
  }
}
`,
      }),
    )
    expect(diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
      { code: "GHX1705", file: "operations/team/view.graphql" },
    ])
  })
})

it("generate reports nothing about unused definitions of the installed package", () => {
  expect(compiled(file).size).toBeGreaterThan(0)
})

it("ids and numbers begin at 1 unless the card has another minimum", () => {
  const card = (input: string) => `description: Show the page of a run.
${input}output: { fields: { html_url: {} } }
rest: { request: "GET /repos/{owner}/{repo}/actions/runs/{run_id}" }
`
  const files = compiled({
    "cards/team/look.yaml": card(""),
    "cards/team/see.yaml": card("input: { run_id: { minimum: 0 } }\n"),
  })
  const runId = (id: string) =>
    JSON.parse(files.get(`generated/contracts/${id}.json`) ?? "").input.properties.run_id
  expect(runId("team.look")).toMatchObject({ type: "integer", minimum: 1 })
  expect(runId("team.see")).toMatchObject({ type: "integer", minimum: 0 })
})

it("a page size without limits in the card has those of GitHub", () => {
  const files = compiled({
    "cards/team/look.yaml": `description: Show the newest comments of an issue.
input: { newest: { default: 10 }, labels_first: { type: integer, maximum: 20 } }
output: { fields: { comments: { items: {} }, labels: { items: {} } } }
graphql: { output: { comments: "comments.nodes[].body", labels: "labels.nodes[].name" } }
`,
    "operations/team/look.graphql": `query TeamLook(
  $owner: String!, $repo: String!, $issue_number: Int!, $newest: Int!, $labels_first: Int!
) {
  repository(owner: $owner, name: $repo) {
    issue(number: $issue_number) {
      comments(last: $newest) { nodes { body } }
      labels(first: $labels_first) { nodes { name } }
    }
  }
}
`,
  })
  const { input } = JSON.parse(files.get("generated/contracts/team.look.json") ?? "")
  expect(input.properties.newest).toEqual({
    type: "integer",
    minimum: 1,
    maximum: 100,
    default: 10,
  })
  expect(input.properties.labels_first).toEqual({ type: "integer", minimum: 1, maximum: 20 })
})

it("generated modules are marked for linters and formatters", () => {
  const marks =
    /^\/\/ Generated by `npx ghx gen`[^\n]*Do not edit\.\n\/\/ @generated\n\/\* eslint no-restricted-syntax: [^\n]* \*\/\n\/\* eslint-disable \*\/\n\/\/ biome-ignore-all lint/
  const modules = [...compiled(view)].filter(([path]) => path.endsWith(".ts"))
  expect(modules.filter(([, text]) => !marks.test(text)).map(([path]) => path)).toEqual([])
})
