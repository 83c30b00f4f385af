/**
 * The tool that compares operations of public repositories: the operations that it finds, and the values
 * that it gives them.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { operationsOf } from "../../tooling/documents/extract.js"
import { filled, variablesOf } from "../../tooling/documents/values.js"

it("operationsOf finds GraphQL operations in files and strings, with their fragments", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ghx-documents-"))
  const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args])
  writeFileSync(join(folder, "a.graphql"), "fragment Who on User { login }")
  writeFileSync(
    join(folder, "b.py"),
    'Q = """query Me { viewer { ...Who } }"""\nR = "query { a: %s }"\nS = "query No { ...Absent }"\n',
  )
  git("init", "-q")
  git("add", ".")
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "Add")
  const found = await operationsOf(folder)
  expect(found.map(({ path, name }) => [path, name])).toEqual([["b.py", "Me"]])
  expect(found[0]?.text).toContain("fragment Who on User")
})

const ids = new Map([
  ["Issue", ["I_1", "I_2"]],
  ["Label", ["LA_1"]],
])

it("variablesOf picks ids of the type that a variable needs, another one per attempt", () => {
  const text = `mutation($id: ID!, $input: AddLabelsToLabelableInput!) {
    closeIssue(input: { issueId: $id }) { clientMutationId }
    addLabelsToLabelable(input: $input) { clientMutationId }
  }`
  expect([0, 1].map((attempt) => variablesOf(text, ids, attempt))).toEqual([
    { id: "I_1", input: { labelableId: "I_1" } },
    { id: "I_2", input: { labelableId: "I_2" } },
  ])
})

it("filled() replaces placeholders in strings and keeps other strings", () => {
  const text = `{ repository(owner: "$owner", name: "cli") { label(name: "bug") { id } } node(id: "%s") { ... on Issue { id } } }`
  expect(filled(text, ids)).toBe(text.replace("$owner", "octocat").replace("%s", "I_1"))
})
