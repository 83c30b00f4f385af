/** Tests the only capability that works on a local clone, with the real gh, the real git, and a new clone. */
import { createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, expect, it } from "vitest"
import { type Clone, makeClone } from "./clone.js"
import { needsGh } from "./needs.js"

const input = { owner: "octocat", repo: "hello-world", pull_number: 7 }
let clone: Clone
let sandbox: Sandbox

beforeEach(needsGh)
beforeEach(async () => {
  clone = makeClone()
  sandbox = await startSandbox()
})
afterEach(async () => {
  await sandbox.close()
  clone.remove()
})

async function client() {
  const { env } = await sandbox.serveGh()
  const gh = { env: { ...env, ...clone.env }, cwd: clone.cwd }
  return createGhx({ base_url: sandbox.url, token: sandbox.token, gh })
}

it("pr.checkout checks out the branch of a pull request in the client's clone", async () => {
  const ghx = await client()
  const result = await ghx.pr.checkout(input)
  const pull = await ghx.pr.view(input).orThrow()
  expect(result).toMatchObject({
    ok: true,
    data: { id: pull.id, number: 7, url: pull.url, head_ref: "polite-greeting" },
    meta: { route_used: "cli", reason: "CARD_PREFERRED" },
  })
  expect(clone.git("branch", "--show-current")).toBe("polite-greeting")
  expect(clone.git("log", "--format=%s")).toBe("Greet")
})

it("pr.checkout gives the branch the requested name and can be repeated", async () => {
  const ghx = await client()
  await ghx.pr.checkout({ ...input, branch: "review" }).orThrow()
  await ghx.pr.checkout({ ...input, branch: "review" }).orThrow()
  expect(clone.git("branch", "--format=%(refname:short)")).toBe("review")
})

it("pr.checkout rejects an option as a branch name, and an unknown pull request", async () => {
  const ghx = await client()
  expect(await ghx.pr.checkout({ ...input, branch: "--force" })).toMatchObject({
    ok: false,
    error: { code: "VALIDATION", details: { issues: [{ pointer: "/branch" }] } },
  })
  expect(await ghx.pr.checkout({ ...input, pull_number: 999 })).toMatchObject({
    ok: false,
    error: { code: "NOT_FOUND" },
  })
  expect(clone.git("branch")).toBe("")
})
