/** Runs the operations that tooling/coverage/operations.yaml names for tasks without a capability. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createGhx, type Ghx, type JsonSchema } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { compiler } from "../../surfaces/ad-hoc/index.js"
import { operationsIn } from "../../tooling/coverage/peers.js"

const yaml = readFileSync(
  join(import.meta.dirname, "../../tooling/coverage/operations.yaml"),
  "utf8",
)
const operations = Object.entries(operationsIn(yaml)).flatMap(([id, one]) =>
  typeof one === "string" ? [[id, one] as const] : [],
)

let sandbox: Sandbox
let whole: ReturnType<Sandbox["state"]["snapshot"]>
let ghx: Ghx
beforeAll(async () => {
  const discussion = { title: "How?", body: "Please.", author: "hubot", category: "Q&A" }
  sandbox = await startSandbox({ synthesize: true })
  await sandbox.apply({
    // The input has ten of each.
    organizations: [
      { login: "octo-org", projects: Array.from({ length: 10 }, () => ({ title: "Plan" })) },
    ],
    repositories: [{ owner: "octocat", name: "hello-world", discussions: [discussion] }],
  })
  whole = sandbox.state.snapshot()
  const place = { base_url: sandbox.url, token: sandbox.token }
  ghx = createGhx({ ...place, operations: "write", confirm: () => true })
})
// One call deletes what the next one reads.
beforeEach(() => sandbox.state.restore(whole))
afterAll(() => sandbox.close())

const known: Readonly<Record<string, unknown>> = {
  owner: "octocat",
  repo: "hello-world",
  org: "octo-org",
  username: "octocat",
  login: "octocat",
  issue_number: 1,
  pull_number: 6,
  number: 10,
  // The first gist of the default data.
  gist_id: "3f397ccabda1ffefccd28d0cbd01c471",
  query: "hello",
}

function sample(schema: JsonSchema, name = ""): unknown {
  if (Object.hasOwn(known, name)) return known[name]
  const { type, enum: values, properties = {}, items, anyOf = [], allOf = [] } = schema
  if (values) return values[0]
  const [choice]: JsonSchema[] = [...anyOf, ...allOf.flatMap((one) => one.anyOf ?? [])]
  if (choice?.type) return sample(choice, name)
  const kind = [type ?? "string"].flat()[0]
  const names = [...(schema.required ?? []), ...(choice?.required ?? [])]
  if (kind === "object")
    return Object.fromEntries(names.map((one) => [one, sample(properties[one] ?? {}, one)]))
  if (kind === "array") return items ? [sample(items, name)] : []
  if (kind === "integer" || kind === "number") return 1
  return kind === "boolean" ? true : "x"
}

it.each(operations)("the operation for %s without a capability runs: %s", async (_, operation) => {
  const isRequest = /^[A-Z]+ \//.test(operation)
  const { input } = isRequest
    ? await compiler.request(operation, {})
    : await compiler.document(operation)
  const given = Object(sample(input))
  if (operation.includes("organization(login: $owner)")) given.owner = "octo-org"
  const done = isRequest
    ? await ghx.request(operation, given)
    : await ghx.document(operation)(given)
  // For documents about types that the sandbox models, it has no node with the id x.
  const isKnown = done.ok || done.error.message.includes("global id of 'x'")
  expect([isKnown, done.ok || done.error.message]).toMatchObject([true, expect.anything()])
  expect(sandbox.requests.length).toBeGreaterThan(0)
})

it("ghx.request names the inputs of which at least one is required", async () => {
  const dismiss = "PATCH /repos/{owner}/{repo}/dependabot/alerts/{alert_number}"
  const place = { owner: "octocat", repo: "hello-world" }
  expect(await ghx.request(dismiss, { ...place, alert_number: 1 })).toMatchObject({
    error: { message: expect.stringContaining("at least one of state, assignees is required") },
  })
})

it("ghx.request refuses a head without its owner, which GitHub would ignore", async () => {
  const pulls = "GET /repos/octocat/hello-world/pulls"
  const issues = [{ pointer: "/head", message: expect.stringContaining("OWNER:BRANCH") }]
  const refused = { error: { code: "VALIDATION", details: { issues } } }
  expect(await ghx.request(pulls, { head: "greeting" })).toMatchObject(refused)
  expect(await ghx.request(`${pulls}?head=greeting`, {})).toMatchObject(refused)
  expect(await ghx.request(pulls, { head: "octocat:greeting" })).toMatchObject({ data: [] })
})

it("items of an operation without pages are those of its list, or the object", async () => {
  const at = { owner: "octocat", repo: "hello-world" }
  const refs: string[] = []
  const address = "GET /repos/{owner}/{repo}/git/matching-refs/{ref}"
  const read = ghx.request<{ ref: string }[]>(address, { ...at, ref: "heads/p" })
  for await (const { ref } of read.items()) refs.push(ref)
  expect(refs).toEqual(["refs/heads/polite-greeting"])
  const objects: unknown[] = []
  for await (const one of ghx.request("GET /repos/{owner}/{repo}", at).items()) objects.push(one)
  expect(objects).toMatchObject([{ name: "hello-world" }])
})
