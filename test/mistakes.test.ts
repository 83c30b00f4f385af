/**
 * Tests mistakes of people who have read CONTRIBUTING.md and docs/cards.md: each gives one error, at its location,
 * with a fix. The cards are compiled with those of the catalog.
 */
import { beforeAll, expect, it } from "vitest"
import { generate, type RememberedCard } from "../generator/compile/index.js"
import { readInputs } from "../generator/read/index.js"
import { partOfCatalogue } from "./part-of-catalogue.js"
import { ROOT } from "./projects.js"
import { all } from "./some.js"

interface Mistake {
  readonly mistake: string
  /** File and line. */
  readonly at: string
  /** Strings that the error contains. */
  readonly cure: string
  readonly files: Readonly<Record<string, string>>
}

const project = readInputs(ROOT)
const shared = (path: string) => project.cards.get(path) ?? ""
const appended = (path: string, line: string) => `${shared(path)}${line}`
const replaced = (path: string, text: string, by: string) => shared(path).replace(text, by)
const placeOf = (path: string, text: string) =>
  `${path}:${shared(path).split(text, 1)[0]?.split("\n").length}`
const endOf = (path: string) => `${path}:${shared(path).split("\n").length}`

const VIEW = `query TeamView($owner: String!, $repo: String!, $issue_number: Int!) {
  repository(owner: $owner, name: $repo) {
    issue(number: $issue_number) { ...issue_summary }
  }
}
`
const UPDATE = `mutation TeamUpdate($issue_id: ID!, $title: String, $body: String) {
  updateIssue(input: { id: $issue_id, title: $title, body: $body }) { issue { id } }
}
`

const mistakes: readonly Mistake[] = [
  {
    mistake: "a misspelt shape",
    at: "cards/team/view.yaml:2",
    cure: "did you mean `issue_summary`?",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: isue_summary
graphql: {}
`,
      "operations/team/view.graphql": VIEW,
    },
  },
  {
    mistake: "a misspelt shape of a field",
    at: "cards/team/view.yaml:5",
    cure: "did you mean `milestone`",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output:
  fields:
    id: {}
    milestone: { shape: milestone_ref }
graphql: {}
`,
      "operations/team/view.graphql": VIEW,
    },
  },
  {
    mistake: "a comma in braces",
    at: "cards/team/view.yaml:5",
    cure: "contains a comma inside `{ }`",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: { fields: [id, name] }
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
  output: { id: node_id, name: not_null(title, body) }
`,
    },
  },
  {
    mistake: "a path in place of a description",
    at: "cards/team/view.yaml:5",
    cure: "use the section of its route",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output:
  fields:
    id: Its node id.
    author: user.login
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
  output: { id: node_id }
`,
    },
  },
  {
    mistake: "a missing effect",
    at: "cards/team/lock.yaml:3",
    cure: "write `effect: write`",
    files: {
      "cards/team/lock.yaml": `description: Lock an issue.
output: { fields: [id] }
graphql: { lookups: [issue_id] }
`,
      "operations/team/lock.graphql": `mutation TeamLock($issue_id: ID!) {
  lockLockable(input: { lockableId: $issue_id }) {
    lockedRecord { ... on Issue { id } }
  }
}
`,
    },
  },
  {
    mistake: "an unknown picked field",
    at: "cards/team/view.yaml:2",
    cure: "did you mean `title`?",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: { shape: issue, pick: [id, titel] }
graphql: {}
`,
      "operations/team/view.graphql": VIEW.replace("issue_summary", "issue"),
    },
  },
  {
    mistake: "a lookup of another route",
    at: "cards/team/lock.yaml:6",
    cure: "this route has `issue`",
    files: {
      "cards/team/lock.yaml": `description: Lock an issue.
effect: write
idempotent: true
output: { fields: [issue_number] }
rest:
  lookups: [issue_id]
  request: PUT /repos/{owner}/{repo}/issues/{issue_number}/lock
  output: { issue_number: $input.issue_number }
`,
    },
  },
  {
    mistake: "a key that YAML 1.1 parses as a boolean",
    at: "cards/team/view.yaml:5",
    cure: '`"on": \u2026`',
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output:
  fields:
    id: {}
    on: When it was opened.
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
  output: { id: node_id }
`,
    },
  },
  {
    mistake: "a tab",
    at: "cards/team/view.yaml:4",
    cure: "write two spaces",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: issue_summary
rest:
\trequest: GET /repos/{owner}/{repo}/issues/{issue_number}
`,
    },
  },
  {
    mistake: "an input in camelCase",
    at: "cards/team/view.yaml:2",
    cure: "did you mean `issue_number`?",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
input: { issueNumber: The number of the issue. }
output: issue_summary
graphql: {}
`,
      "operations/team/view.graphql": VIEW,
    },
  },
  {
    mistake: "a misspelt input",
    at: "cards/team/view.yaml:2",
    cure: "did you mean `issue_number`?",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
input: { isue_number: The number of the issue. }
output: issue_summary
graphql: {}
`,
      "operations/team/view.graphql": VIEW,
    },
  },
  {
    mistake: "an unused input",
    at: "cards/team/view.yaml:2",
    cure: "remove it, or map it",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
input: [labels]
output: issue_summary
graphql: {}
`,
      "operations/team/view.graphql": VIEW,
    },
  },
  {
    mistake: "a name under `with` that the lookup does not use",
    at: "cards/team/duplicate.yaml:8",
    cure: "did you mean `issue_number`?",
    files: {
      "cards/team/duplicate.yaml": `description: Close an issue as a duplicate.
effect: write
idempotent: true
output: { fields: [id] }
graphql:
  lookups:
    issue_id: {}
    duplicate_id: { uses: issue_id, with: { number: duplicate_of } }
`,
      "operations/team/duplicate.graphql": `mutation TeamDuplicate($issue_id: ID!, $duplicate_id: ID!) {
  closeIssue(input: { issueId: $issue_id, stateReason: DUPLICATE, duplicateIssueId: $duplicate_id }) {
    issue { id }
  }
}
`,
    },
  },
  {
    mistake: "circular shapes",
    at: "cards/shapes/part.yaml:2",
    cure: "remove one of them",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: thing
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
`,
      "cards/shapes/thing.yaml": `description: A thing.
shape: part
fields: [id]
rest: { schema: issue }
`,
      "cards/shapes/part.yaml": `description: A part of a thing.
shape: thing
fields: [title]
`,
    },
  },
  {
    mistake: "a default in card and document",
    at: "cards/team/list.yaml:2",
    cure: "keep one of them",
    files: {
      "cards/team/list.yaml": `description: List issues.
input: { states: { default: [CLOSED] } }
list: issue_summary
graphql: {}
`,
      "operations/team/list.graphql": `query TeamList($owner: String!, $repo: String!, $states: [IssueState!] = [OPEN]) {
  repository(owner: $owner, name: $repo) {
    issues(states: $states) { nodes { ...issue_summary } }
  }
}
`,
    },
  },
  {
    mistake: "an example that breaks `require`",
    at: "cards/team/update.yaml:8",
    cure: "at least one of `title`, `body`",
    files: {
      "cards/team/update.yaml": `description: Change an issue.
effect: write
idempotent: true
require: [{ at_least_one: [title, body] }]
output: { fields: [id] }
graphql: { lookups: [issue_id] }
examples:
  - { title: Change nothing, input: { owner: octocat, repo: hello-world, issue_number: 1 } }
`,
      "operations/team/update.graphql": UPDATE,
    },
  },
  {
    mistake: "a misspelt name in `require`",
    at: "cards/team/update.yaml:4",
    cure: "did you mean `title`?",
    files: {
      "cards/team/update.yaml": `description: Change an issue.
effect: write
idempotent: true
require: [{ at_least_one: [titel, body] }]
output: { fields: [id] }
graphql: { lookups: [issue_id] }
`,
      "operations/team/update.graphql": UPDATE,
    },
  },
  {
    mistake: "a shape inside `properties`",
    at: "cards/team/view.yaml:9",
    cure: "at a field or its `items`",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output:
  fields:
    id: {}
    blockers:
      type: array
      items:
        type: object
        properties: { milestone: { shape: milestone_reference } }
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
  output: { id: node_id, blockers: "[{ milestone: milestone }]" }
`,
    },
  },
  {
    mistake: "an input that only an expression of a body uses",
    at: "cards/team/open.yaml:9",
    cure: "`input: { headline: { optional: false } }`",
    files: {
      "cards/team/open.yaml": `description: Open an issue.
effect: write
idempotent: false
reconcile: { none: Nothing tells. }
input: { headline: { type: string } }
output: { fields: [id] }
rest:
  request: POST /repos/{owner}/{repo}/issues
  body: { title: trim(headline) }
  output: { id: node_id }
`,
    },
  },
  {
    mistake: "fields without `fields`",
    at: "cards/team/view.yaml:2",
    cure: "`output: { fields: [id, title] }`",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: [id, title]
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
  output: { id: node_id }
`,
    },
  },
  {
    mistake: "mappings beside `request`",
    at: "cards/team/view.yaml:5",
    cure: "`rest: { output: { id: node_id } }`",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: { fields: [id, author] }
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
  id: node_id
`,
    },
  },
  {
    mistake: "one lookup under `lookup`",
    at: "cards/team/lock.yaml:6",
    cure: "did you mean `lookups`?",
    files: {
      "cards/team/lock.yaml": `description: Lock an issue.
effect: write
idempotent: true
output: { fields: [issue_number] }
rest:
  lookup: issue
  request: PUT /repos/{owner}/{repo}/issues/{issue_number}/lock
  output: { issue_number: $input.issue_number }
`,
    },
  },
  {
    mistake: "a request without its method",
    at: "cards/team/view.yaml:4",
    cure: "such as `GET /user`; found `/repos/{owner}",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: issue_summary
rest:
  request: /repos/{owner}/{repo}/issues/{issue_number}
`,
    },
  },
  {
    mistake: "a document with another operation name",
    at: "cards/team/view.yaml:3",
    cure: "rename it to `TeamView`",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: issue_summary
graphql: {}
`,
      "operations/team/view.graphql": VIEW.replace("TeamView", "ViewIssue"),
    },
  },
  {
    mistake: "a function call after a dot",
    at: "cards/team/view.yaml:5",
    cure: "`login(user)`",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: { fields: [id, author] }
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
  output: { id: node_id, author: user.login(@) }
`,
    },
  },
  {
    mistake: "a shape with a misspelt schema",
    at: "cards/shapes/thing.yaml:3",
    cure: "did you mean `issue`?",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: thing
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
`,
      "cards/shapes/thing.yaml": `description: A thing.
fields: [title]
rest: { schema: isue }
`,
    },
  },
  {
    mistake: "a shape without a source",
    at: "cards/shapes/thing.yaml:1",
    cure: "write the fragment operations/shapes/thing.graphql",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: thing
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
`,
      "cards/shapes/thing.yaml": `description: A thing.
fields: [title]
`,
    },
  },
  {
    mistake: "a field without a source in its shape",
    at: "cards/shapes/thing.yaml:2",
    cure: "map it under `output`",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: thing
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
`,
      "cards/shapes/thing.yaml": `description: A thing.
fields: [title, author]
rest: { schema: issue }
`,
    },
  },
  {
    mistake: "a table with a list",
    at: endOf("cards/shared/expressions.yaml"),
    cure: '`{ open: OPEN, "*": CLOSED }`',
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: { fields: [id, state] }
rest:
  request: GET /repos/{owner}/{repo}/issues/{issue_number}
  output: { id: node_id, state: as_state(state) }
`,
      "cards/shared/expressions.yaml": appended(
        "cards/shared/expressions.yaml",
        `as_state($state): [open, closed]
`,
      ),
    },
  },
  {
    mistake: "a required entry of the vocabulary",
    at: endOf("cards/shared/inputs.yaml"),
    cure: "`optional: false`",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: issue_summary
graphql: {}
`,
      "operations/team/view.graphql": VIEW,
      "cards/shared/inputs.yaml": appended(
        "cards/shared/inputs.yaml",
        `assignee: { type: string, required: true }
`,
      ),
    },
  },
  {
    mistake: "a list of a document without a list",
    at: "cards/team/list.yaml:2",
    cure: "write `output`",
    files: {
      "cards/team/list.yaml": `description: List issues.
list: issue_summary
graphql: {}
`,
      "operations/team/list.graphql": VIEW.replace("TeamView", "TeamList"),
    },
  },
  {
    mistake: "a lookup in the library without `request`",
    at: placeOf("cards/shared/lookups.yaml", "  milestone: {"),
    cure: "quote the string",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
output: issue_summary
graphql: {}
`,
      "operations/team/view.graphql": VIEW,
      "cards/shared/lookups.yaml": replaced(
        "cards/shared/lookups.yaml",
        `  milestone: {`,
        `  discussion: { path: GET /repos/{owner}/{repo}/discussions/{number} }
  milestone: {`,
      ),
    },
  },
  {
    mistake: "an invalid effect",
    at: "cards/team/lock.yaml:2",
    cure: "one of read, write, destroy",
    files: {
      "cards/team/lock.yaml": `description: Lock an issue.
effect: create
idempotent: true
output: { fields: [issue_number] }
rest:
  request: PUT /repos/{owner}/{repo}/issues/{issue_number}/lock
  output: { issue_number: $input.issue_number }
`,
    },
  },
  {
    mistake: "a version of two numbers",
    at: "cards/team/view.yaml:2",
    cure: "such as 1.0.0",
    files: {
      "cards/team/view.yaml": `description: Show one issue.
version: 1.0
output: issue_summary
graphql: {}
`,
      "operations/team/view.graphql": VIEW,
    },
  },
]

/** A few cards, with the definitions that they and the mistakes share, represent the catalog. */
const inputs = all
  ? project
  : partOfCatalogue(
      project,
      (path) => /\/issue\/(?:view|list|create)\./.test(path),
      mistakes.flatMap(({ files, cure }) => [...Object.values(files), cure]),
    )
const compiled = new Map<string, RememberedCard>()
beforeAll(() => {
  generate(inputs, { cache: compiled })
})

it.each(mistakes)("gen reports one error with a fix for $mistake", ({ at, cure, files }) => {
  const { cards, operations } = inputs
  const below = (folder: string) =>
    Object.entries(files).filter(([path]) => path.startsWith(folder))
  const { diagnostics } = generate(
    {
      ...inputs,
      cards: new Map([...cards, ...below("cards/")]),
      operations: new Map([...operations, ...below("operations/")]),
    },
    // A copy, because the mistake may be in shared definitions and the next test needs the cache unchanged.
    { cache: new Map(compiled) },
  )
  expect(diagnostics.map(({ file, line }) => `${file}:${line}`)).toEqual([at])
  expect(diagnostics.map(({ message, help = "" }) => `${message}; ${help}`)).toEqual([
    expect.stringContaining(cure),
  ])
})
