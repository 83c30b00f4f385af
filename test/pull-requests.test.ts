/** Pull requests whose code has changed or that are merged. */
import { createGhx, type RouteType } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { needsGhFor } from "./needs.js"

let sandbox: Sandbox
let ghx: ReturnType<typeof createGhx>
beforeAll(async () => {
  sandbox = await startSandbox()
  const gh = await sandbox.serveGh()
  const options = { base_url: sandbox.url, token: sandbox.token, retry: false } as const
  ghx = createGhx({ ...options, gh: { env: gh.env } })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const hello = { owner: "octocat", repo: "hello-world" }
const pull = { ...hello, pull_number: 7 }

test("a list has the state of the checks where it is asked for", async () => {
  const { items } = await ghx.pr.list(hello, { fields: ["number", "checks"] }).orThrow()
  expect(items).toEqual([
    { number: 8, checks: null },
    { number: 7, checks: "FAILURE" },
  ])
  const whole = await ghx.pr.list(hello).orThrow()
  expect(whole.items.map(({ checks }) => checks)).toEqual([null, null])
})

test("an outdated thread keeps the lines of the range where it began", async () => {
  const range = { path: "src/greet.js", start_line: 1, line: 2, body: "Both?" }
  const { id } = await ghx.pr.threads.create({ ...pull, ...range }).orThrow()
  await ghx.pr.review.submit({ ...pull, event: "COMMENT", body: "See inside." })
  const thread = async () => {
    const { items } = await ghx.pr.threads.list(pull).orThrow()
    return items.find((one) => one.id === id)
  }
  const began = { original_start_line: 1, original_line: 2 }
  expect(await thread()).toMatchObject({ ...began, is_outdated: false, start_line: 1, line: 2 })
  const refs = `${sandbox.url}/repos/octocat/hello-world/git`
  const headers = { authorization: `Bearer ${sandbox.token}` }
  const ref = await fetch(`${refs}/ref/heads/impolite-greeting`, { headers })
  const { sha } = ((await ref.json()) as { object: { sha: string } }).object
  const body = JSON.stringify({ sha, force: true })
  await fetch(`${refs}/refs/heads/polite-greeting`, { method: "PATCH", headers, body })
  const outdated = { ...began, is_outdated: true, start_line: null, line: null }
  expect(await thread()).toMatchObject(outdated)
  const { threads } = await ghx.pr.context(pull).orThrow()
  expect(threads).toContainEqual(expect.objectContaining({ id, ...outdated }))
  expect(await ghx.node.view({ node_id: id })).toMatchObject({ data: outdated })
})

const merged = { ...hello, pull_number: 6 }
const closedBase = "Cannot change the base branch of a closed pull request."

test.for<RouteType>(["graphql", "rest", "cli"])(
  "pr.update changes the text of a merged pull request, but not its base, over %s",
  async (route, context) => {
    needsGhFor([route], context)
    const { title } = await ghx.pr.view(merged).orThrow()
    for (const base of ["fix-typo", "no-such-branch"]) {
      const changed = await ghx.pr.update({ ...merged, title: "New", base }).run({ route })
      expect(changed).toMatchObject({
        ok: false,
        error: { code: "VALIDATION", message: expect.stringContaining(closedBase) },
      })
    }
    expect(await ghx.pr.view(merged)).toMatchObject({ data: { title, base_ref: "main" } })
    expect(await ghx.pr.update({ ...merged, title: "New", body: "" }).run({ route })).toMatchObject(
      { ok: true, data: { title: "New", body: "", base_ref: "main" } },
    )
  },
)
