import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { partOfCatalogue } from "../../test/part-of-catalogue.js"
import { rarely } from "../../test/rarely.js"
import { generate, type RememberedCard } from "../compile/index.js"
import { type Inputs, readInputs } from "../read/index.js"
import { type ProposeOptions, proposedFiles } from "./index.js"

/** One memory for all proposals, so that the cards that stay are compiled once. */
const cache = new Map<string, RememberedCard>()
const propose = (inputs: Inputs, id: string, options: ProposeOptions) =>
  proposedFiles(inputs, id, options, { cache })

const pin = (name: string) => readFileSync(join(import.meta.dirname, "../../schema", name), "utf8")
const nothing = {
  cards: new Map<string, string>(),
  operations: new Map<string, string>(),
  schema: pin("github-schema.graphql"),
  rest: pin("github-rest.json"),
  gh: pin("gh.json"),
}
/** A few cards with what they share: a proposal is made of shapes and lookups, and of no other card. */
const own = /\/(?:issue\/(?:view|list|close|lock)|issue\/comment\/update|pr\/view|release\/view)\./
const project = partOfCatalogue(readInputs(join(import.meta.dirname, "../..")), (path) =>
  own.test(path),
)

/** Compiles a proposal in a project, with all other cards. */
function compiled(inputs: Inputs, files: ReadonlyMap<string, string>) {
  const [cards, operations] = [new Map(inputs.cards), new Map(inputs.operations)]
  for (const [path, text] of files) (path.startsWith("cards/") ? cards : operations).set(path, text)
  return generate({ ...inputs, cards, operations }, { cache })
}

function cardOf(inputs: Inputs, id: string, options: ProposeOptions): string {
  return propose(inputs, id, options).files.get(`cards/${id.replaceAll(".", "/")}.yaml`) ?? ""
}

describe("a scaffolded card", () => {
  it("selects at most eight fields of an object without a shape, the usual ones first", () => {
    const card = cardOf(nothing, "user.followers.list", { query: "user.followers" })
    const fields = [...card.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name)
    expect(fields).toHaveLength(8)
    expect(fields).toEqual(expect.arrayContaining(["id", "login", "name", "url", "created_at"]))
    expect(fields.filter((name) => name?.startsWith("is_"))).toEqual([])
  })

  it.each([
    ["a mutation", "pr.thread.reply", { mutation: "addPullRequestReviewThreadReply" }],
    [
      "a mutation with lists of input objects",
      "pr.review.add",
      { mutation: "addPullRequestReview" },
    ],
    [
      "a mutation with nested input objects",
      "repo.files.commit",
      { mutation: "createCommitOnBranch" },
    ],
    ["a mutation without an object in its payload", "issue.delete", { mutation: "deleteIssue" }],
    ["an object", "issue.view", { query: "repository.issue" }],
    ["an interface", "node.view", { query: "node" }],
    ["a connection", "repo.milestones.list", { query: "repository.milestones" }],
    ["a union", "issue.timeline.list", { query: "repository.issue.timelineItems" }],
    ["a request that reads", "gist.view", { rest: "GET /gists/{gist_id}" }],
    ["a request that lists", "repo.hooks.list", { rest: "GET /repos/{owner}/{repo}/hooks" }],
    [
      "a request that lists with a total count",
      "artifact.list",
      { rest: "GET /repos/{owner}/{repo}/actions/artifacts" },
    ],
    ["a request that changes", "repo.fork", { rest: "POST /repos/{owner}/{repo}/forks" }],
    [
      "a request with an empty response",
      "notification.done",
      { rest: "DELETE /notifications/threads/{thread_id}" },
    ],
    ["a command that prints JSON", "pr.view", { gh: "pr view" }],
    ["a command that prints a text", "pr.diff.view", { gh: "pr diff" }],
    ["a command that changes", "issue.update", { gh: "issue edit" }],
  ])("for %s compiles without an error", (_, id, options) => {
    const { files, open } = propose(nothing, id, options)
    const { diagnostics, files: generated } = compiled(nothing, files)
    expect(open.length).toBeGreaterThan(1)
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
    expect([...generated.keys()]).toContain(`generated/${id.split(".").join("/")}.ts`)
  })

  it.each([
    ["GET /repos/{owner}/{repo}/tarball/{ref}", "bytes: true"],
    ["GET /zen", "accept: text/plain"],
    ["POST /markdown", "accept: text/html"],
  ])("for %s has `%s`, since the response is not JSON", (rest, key) => {
    const { files } = propose(nothing, "team.file.read", { rest })
    expect(files.get("cards/team/file/read.yaml")).toContain(key)
    const { diagnostics } = compiled(nothing, files)
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
  })

  it("uses the input names of GitHub's REST API", () => {
    const { files } = propose(nothing, "pr.view", { query: "repository.pullRequest" })
    expect(files.get("operations/pr/view.graphql")).toContain("$pull_number: Int!")
  })

  rarely("uses the project's shapes and lookups", () => {
    const closing = cardOf(project, "issue.shut", { mutation: "closeIssue" })
    expect(closing).toContain("output: issue")
    expect(closing).toContain("lookups: [issue_id]")
    expect(cardOf(project, "issue.newest.list", { query: "repository.issues" })).toContain(
      "list: issue_summary",
    )
    expect(
      cardOf(project, "release.find", { rest: "GET /repos/{owner}/{repo}/releases/latest" }),
    ).toContain("output: release")
    expect(cardOf(project, "pr.look", { gh: "pr view" })).toContain("output: pull_request")
  })

  it("has the format of hand-written cards and documents", () => {
    const { files } = propose(project, "issue.look", { query: "repository.issue" })
    expect([...files.values()]).toEqual([
      `# yaml-language-server: $schema=../../generated/editor/card.schema.json
description: Look an issue.
output: issue
graphql: {}
examples:
  - { title: Look an issue, input: { owner: octocat, repo: hello-world, issue_number: 1 } }
`,
      project.operations.get("operations/issue/view.graphql")?.replace("IssueView", "IssueLook"),
    ])
    const update = { mutation: "updateIssueComment" }
    const { files: more } = propose(project, "issue.remark.update", update)
    expect(more.get("operations/issue/remark/update.graphql")).toBe(
      `mutation IssueRemarkUpdate($body: String!, $id: ID!) {
  updateIssueComment(input: { body: $body, id: $id }) {
    issueComment { ...issue_comment }
  }
}
`,
    )
  })

  it.each<ProposeOptions>([
    { rest: "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock" },
    { gh: "issue close" },
  ])("for %o has a lookup that rejects a pull request's number", (options) => {
    expect(cardOf(project, "issue.bolt", options)).toContain("lookups: [issue]")
  })

  it.each<ProposeOptions>([
    { rest: "GET /repos/{owner}/{repo}/issues/{issue_number}" },
    { gh: "issue view" },
  ])("for %o has a result that rejects a pull request's number", (options) => {
    expect(cardOf(project, "issue.look", options)).toContain("result: ")
  })

  it("has an example with inputs for the sandbox", () => {
    const card = cardOf(project, "issue.look", { query: "repository.issue" })
    expect(card).toContain("input: { owner: octocat, repo: hello-world, issue_number: 1 }")
  })

  it("like another card is its copy, except for names derived from the path", () => {
    const { files } = propose(project, "issue.look.at", { like: "issue.view" })
    const like = files.get("cards/issue/look/at.yaml")
    const [modeline, ...lines] = like?.split("\n") ?? []
    expect(modeline).toContain("$schema=../../../generated/editor/card.schema.json")
    expect(lines.join("\n")).toBe(project.cards.get("cards/issue/view.yaml")?.replace(/^#.*\n/, ""))
    expect(files.get("operations/issue/look/at.graphql")).toContain("query IssueLookAt(")
    const without = compiled(project, new Map()).diagnostics
    expect(compiled(project, files).diagnostics).toEqual(without)
  })

  it("from a document keeps its text except for names, and maps its result", () => {
    const document = `# Open ones
query ($owner: String!, $repoName: String!, $labelCount: Int) {
  repository(owner: $owner, name: $repoName) {
    pullRequests(states: OPEN, first: 10) {
      nodes { ...Pr author { login } labels(first: $labelCount) { totalCount nodes { name color } } }
    }
  }
}
fragment Pr on PullRequest { number headRefName milestone { dueOn } }`
    const { files } = propose(nothing, "team.open.list", { document })
    expect(files.get("operations/team/open/list.graphql")).toBe(
      `${document
        .replace("query (", "query TeamOpenList (")
        .replaceAll("$repoName", "$repo")
        .replaceAll("$labelCount", "$label_count")}\n`,
    )
    expect(
      files.get("cards/team/open/list.yaml"),
    ).toContain(`input: { label_count: { minimum: 1, maximum: 100, default: 30 } }
list:
  fields:
    number: Identifies the pull request number.
    head_ref_name: {}
    milestone_due_on: {}
    author: {}
    labels: {}
    labels_total_count: {}
graphql:
  output:
    milestone_due_on: milestone.dueOn
    author: author.login
    labels: "labels.nodes[] | [].{name: name, color: color}"
    labels_total_count: labels.totalCount
`)
    const { diagnostics } = compiled(nothing, files)
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
  })

  it.each([
    [
      "a list in a mutation",
      `mutation($id: ID!, $ids: [ID!]!) { addAssigneesToAssignable(input: { assignableId: $id, assigneeIds: $ids }) { assignable { assignees(first: 100) { nodes { login } } } } }`,
      ["effect: write", "result: addAssigneesToAssignable.assignable", "assignees.nodes[].login"],
    ],
    [
      "a search with its own count",
      `query($q: String!) { search(query: $q, type: ISSUE, first: 10) { issueCount nodes { ... on Issue { number } } } }`,
      ["total_count: issueCount"],
    ],
    [
      "several root fields",
      `{ viewer { login } rateLimit { remaining } }`,
      ["viewer: viewer.login", "rate_limit_remaining: rateLimit.remaining"],
    ],
    [
      "an object that two fragments select",
      `query($o: String!, $r: String!) { repository(owner: $o, name: $r) { name ...A ...B } } fragment A on Repository { owner { login } issues(first: 5) { nodes { title } } } fragment B on Repository { owner { id } issues(first: 5) { totalCount nodes { author { login } } } }`,
      [
        "owner.{login: login, id: id}",
        "issues.nodes[] | [].{title: title, author: author.login}",
        "issues_total_count: issues.totalCount",
      ],
    ],
    [
      "a root field that is selected twice",
      `query($o: String!, $r: String!) { repository(owner: $o, name: $r) { ...A } repository(owner: $o, name: $r) { id } } fragment A on Repository { name }`,
      ["result: repository", "name: The name", "id: {}"],
    ],
    [
      "a list that is selected twice",
      `query($o: String!, $r: String!) { repository(owner: $o, name: $r) { ...A } repository(owner: $o, name: $r) { ...B } } fragment A on Repository { issues(first: 5) { nodes { title } } } fragment B on Repository { issues(first: 5) { nodes { number } } }`,
      ["title: Identifies", "number: Identifies", "connection: repository.issues"],
    ],
    [
      "a field of several members of a union",
      `query($id: ID!) { node(id: $id) { ... on PullRequest { timelineItems(first: 9) { nodes { __typename ... on LabeledEvent { label { name } actor { login } } ... on ClosedEvent { actor { login url } stateReason } } } title } } }`,
      ["label: label.name", "actor: actor.{login: login, url: url}", "state_reason: stateReason"],
    ],
    [
      "objects of different types under one name",
      `query($id: ID!) { node(id: $id) { ... on Issue { id subject: repository { name } } ... on Discussion { subject: category { emoji } } } }`,
      ["subject.{name: name, emoji: emoji}"],
    ],
    [
      "fields of edges",
      `query($o: String!, $r: String!) { repository(owner: $o, name: $r) { stargazers(first: 10) { edges { cursor starredAt node { login } } } } }`,
      ['items: "edges[]"', "login: node.login", "starred_at: Identifies when"],
    ],
    [
      "fields of edges within an object",
      `query($o: String!, $r: String!) { repository(owner: $o, name: $r) { name collaborators(first: 5) { edges { permission node { login } } } languages(first: 5) { edges { size } nodes { name } } } }`,
      [
        "collaborators.edges[] | [].{login: node.login, permission: permission}",
        "languages.nodes[].name",
        "languages.edges[].size",
      ],
    ],
  ])("from a document supports %s", (_, document, parts) => {
    const { files } = propose(nothing, "team.thing.do", { document })
    const card = files.get("cards/team/thing/do.yaml")?.replaceAll(/\n {6,}/g, " ")
    for (const part of parts) expect(card).toContain(part)
    const { diagnostics } = compiled(nothing, files)
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
  })

  it("from a document with searches keeps what GitHub never returns as null, and asks only for what it uses", () => {
    const document = `query ($q: String!) {
  viewer { login }
  issues: search(query: $q, type: ISSUE, first: 10) {
    issueCount
    pageInfo { hasNextPage endCursor }
    nodes { ... on Issue { title number milestone { title } } }
  }
  both: search(query: $q, type: ISSUE, first: 10) {
    nodes { __typename ... on Issue { title number } ... on PullRequest { number title isDraft } }
    pageInfo { hasNextPage }
  }
}`
    const { files } = propose(nothing, "team.week", { document })
    expect(files.get("operations/team/week.graphql")).not.toContain("pageInfo")
    const { diagnostics, files: made } = compiled(nothing, files)
    expect(diagnostics).toEqual([])
    const output = /interface TeamWeekOutput \{[\s\S]*?\n\}/.exec(
      made.get("generated/team/week.ts") ?? "",
    )
    expect(output?.[0].replaceAll(/\s+/g, " ")).toBe(
      'interface TeamWeekOutput { viewer: string issues: { title: string; number: number; milestone_title: string | null }[] issues_issue_count: number both: { type: "Issue" | "PullRequest"; title: string; number: number; is_draft: boolean | null }[] }',
    )
  })

  it("from a document of a node has no item for null, and accepts only ids of the types in it", () => {
    const document = `query ($id: ID!) {
  node(id: $id) {
    __typename
    ... on ProjectV2 { title items(first: 50) { nodes { id fieldValues(first: 9) { nodes { __typename ... on ProjectV2ItemFieldLabelValue { labels(first: 5) { nodes { name color } } } } } } } }
  }
}`
    const { files } = propose(nothing, "team.project.view", { document })
    expect(files.get("cards/team/project/view.yaml")).toContain(
      "input: { id: { x-ghx-node: [ProjectV2] } }",
    )
    const { diagnostics, files: made } = compiled(nothing, files)
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
    const output = made.get("generated/team/project/view.ts")?.replaceAll(/\s+/g, " ")
    expect(output).toContain("labels: { name: string; color: string }[]")
  })

  it("from a document with a list keeps the pages of that list", () => {
    const document = `query($q: String!) { search(query: $q, type: ISSUE, first: 10) { pageInfo { hasNextPage endCursor } nodes { ... on Issue { number } } } }`
    const { files } = propose(nothing, "team.week", { document })
    expect(files.get("operations/team/week.graphql")).toContain("pageInfo")
  })

  it.each(["edges { starredAt } nodes { name }", "nodes { name } edges { node { id } }"])(
    "from a document with a list of %s is refused, since neither may be lost",
    (list) => {
      const document = `{ viewer { starredRepositories(first: 5) { ${list} } } }`
      expect(() => propose(nothing, "team.thing.list", { document })).toThrow(
        "select all under `edges`",
      )
    },
  )

  it("does not replace an existing card", () => {
    const cards = new Map([["cards/issue/view.yaml", "capability_id: issue.view"]])
    const again = () => propose({ ...nothing, cards }, "issue.view", { query: "repository.issue" })
    expect(again).toThrow("cards/issue/view.yaml already exists")
  })

  it.each([
    [
      { mutation: "addPullRequestReviewThreadReplay" },
      "did you mean `addPullRequestReviewThreadReply`?",
    ],
    [{ query: "repository.ishue" }, "did you mean `issue`?"],
    [{ query: "repository.issue.title" }, "end the path at its object"],
    [{ rest: "POST /repos/{owner}/{repo}/isues" }, "POST /repos/{owner}/{repo}/issues"],
    [{ gh: "isue edit" }, "did you mean `issue edit`?"],
    [{ document: "{ viewer { logi } }" }, "1:12 Cannot query field"],
    [{ document: "{ viewer {" }, "Line 1: the document ends too early"],
    [{ document: "query A { viewer { id } } query B { viewer { id } }" }, "several operations"],
    [{ like: "issue.vew" }, "There is no card for `issue.vew`"],
    [{}, "--mutation"],
    [{ query: "repository.issue", like: "issue.view" }, "State the source of"],
  ])("for %o is rejected with a fix", (options, message) => {
    expect(() => propose(nothing, "pr.thread.reply", options)).toThrow(message)
  })

  it("with an invalid id is rejected with the diagnostic", () => {
    const again = () => propose(nothing, "Issue.View", { query: "repository.issue" })
    expect(again).toThrow("GHX1006")
  })
})
