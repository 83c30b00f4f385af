/** What the compiler accepts compiles: cards in whose generated code TypeScript once found mistakes. */
import { rmSync } from "node:fs"
import { afterAll, expect, it } from "vitest"
import { type Generated, generate } from "../generator/generate.js"
import { readInputs } from "../generator/read/files.js"
import { ROOT } from "./projects.js"
import { createProjectFolder, lineOf, typeCheck, writeFiles } from "./type-check.js"

const pins = readInputs(ROOT)
const folder = createProjectFolder("accepted")

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Parts {
  readonly effect?: "read" | "write"
  readonly input?: string
  readonly output: string
  readonly graphql: string
  readonly document: string
}

const REPOSITORY = "owner: { type: string, minLength: 1 }, repo: { type: string, minLength: 1 }"

/** A card with a GraphQL route, and its document. */
function card(id: string, { effect = "read", input = "", output, graphql, document }: Parts) {
  const path = id.replaceAll(".", "/")
  const name = /(?:query|mutation) (\w+)/.exec(document)?.[1] ?? ""
  const text = `capability_id: ${id}
version: 1.0.0
description: Try ${id}.
effect: ${effect}
idempotent: ${effect === "read"}
input_schema:
  type: object
  required: [owner, repo]
  properties: { ${REPOSITORY}${input === "" ? "" : `, ${input}`} }
output_schema:
  type: object
  required: [${[...output.matchAll(/(\w+): \{/g)].map(([, key]) => key).join(", ")}]
  properties: { ${output} }
routing: { preferred: graphql, fallbacks: [] }
graphql:
  operationName: ${name}
  documentPath: operations/${path}.graphql
${graphql}
`
  return { cards: [[`cards/${path}.yaml`, text]], operations: [[`operations/${path}.graphql`, document]] } as const
}

const FIND_ISSUE = `query IssueFind($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) {
    issue(number: $number) { id title state labels(first: 100) { nodes { id name } } }
  }
}
`
const found = card("issue.find", {
  input: "number: { type: integer, minimum: 1 }",
  output: "id: { type: string }, state: { type: string }",
  graphql: `  result: repository.issue
  output: { state: "state == 'OPEN' && state != 'CLOSED' ? 'open' : state == 'CLOSED' ? 'closed' : 'other'" }`,
  document: FIND_ISSUE.replace("title ", "").replace(" labels(first: 100) { nodes { id name } }", ""),
})

const accepted: Readonly<Record<string, readonly ReturnType<typeof card>[]>> = {}
it.todo("placeholder")
void accepted
void found
