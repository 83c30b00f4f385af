import { expect, test } from "vitest"
import { ROOT } from "../../test/projects.js"
import { readInputs } from "../read/index.js"
import { generate } from "./index.js"

const card = `description: List what issues of a repository have.
output: { fields: { labels: {}, assignees: {} } }
graphql:
  output:
    labels: nodes[].labels.nodes[].name
    assignees: nodes[].assignees.nodes[].login
`
const document = (size: number) => `query TeamUse($owner: String!, $repo: String!) {
  repository(owner: $owner, name: $repo) {
    issues(first: ${size}) {
      nodes { labels(first: 2) { nodes { name } } assignees(first: 3) { nodes { login } } }
    }
  }
}
`
const { contracts: _, ...inputs } = readInputs(ROOT)

// https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
test.each([
  [20, 1, 120],
  [74, 1, 444],
  [75, 2, 450],
  [100, 2, 600],
])(
  "generate computes that %i issues with two connections each cost %i points and %i nodes",
  (size, points, nodes) => {
    const { files, diagnostics } = generate({
      ...inputs,
      cards: new Map([["cards/team/use.yaml", card]]),
      operations: new Map([["operations/team/use.graphql", document(size)]]),
    })
    expect(diagnostics).toEqual([])
    expect(files.get("generated/catalog.ts")).toContain(
      `cost: { points: ${points}, nodes: ${nodes} }`,
    )
  },
)
