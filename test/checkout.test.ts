/** The one capability that works on a local clone: the real gh, the real git, a clone of its own. */
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, expect, it } from "vitest"

const input = { owner: "octocat", repo: "hello-world", pull_number: 7 }
let folder: string
let clone: string
let sandbox: Sandbox

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ghx-checkout-"))
  clone = join(folder, "clone")
  sandbox = await startSandbox()
  // A server with the branch that the pull request comes from, as git reaches it over SSH.
  const server = join(folder, "server")
  git(folder, "init", "--quiet", "--initial-branch=main", server)
  writeFileSync(join(server, "greet.txt"), "Hello\n")
  git(server, "add", ".")
  git(server, "commit", "--quiet", "--message=Greet")
  git(server, "branch", "polite-greeting")
  mkdirSync(clone)
  git(clone, "init", "--quiet", "--initial-branch=main")
  git(clone, "remote", "add", "origin", "git@github.com:octocat/hello-world.git")
  const ssh = join(folder, "ssh")
  writeFileSync(ssh, `#!/bin/sh\nexec git-upload-pack ${server}/.git\n`)
  chmodSync(ssh, 0o755)
})
afterEach(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

function git(cwd: string, ...args: string[]): string {
  const who = ["-c", "user.name=Mona", "-c", "user.email=mona@example.com"]
  return execFileSync("git", [...who, ...args], { cwd, encoding: "utf8" }).trim()
}

async function client() {
  const { env } = await sandbox.serveGh()
  const ssh = { GIT_SSH_COMMAND: join(folder, "ssh"), GIT_SSH_VARIANT: "ssh" }
  const gh = { env: { ...env, ...ssh }, cwd: clone }
  return createGhx({ base_url: sandbox.url, token: sandbox.token, gh })
}

it("checks out the branch of a pull request in the clone that the client names", async () => {
  const ghx = await client()
  const result = await ghx.pr.checkout(input)
  const pull = await ghx.pr.view(input).orThrow()
  expect(result).toMatchObject({
    ok: true,
    data: { id: pull.id, number: 7, url: pull.url, head_ref: "polite-greeting" },
    meta: { route_used: "cli", reason: "CARD_PREFERRED" },
  })
  expect(git(clone, "branch", "--show-current")).toBe("polite-greeting")
  expect(git(clone, "log", "--format=%s")).toBe("Greet")
})

it("gives the branch another name, and does the same again without harm", async () => {
  const ghx = await client()
  await ghx.pr.checkout({ ...input, branch: "review" }).orThrow()
  await ghx.pr.checkout({ ...input, branch: "review" }).orThrow()
  expect(git(clone, "branch", "--format=%(refname:short)")).toBe("review")
})

it("takes no branch for an option of git, and says what is missing", async () => {
  const ghx = await client()
  expect(await ghx.pr.checkout({ ...input, branch: "--force" })).toMatchObject({
    ok: false,
    error: { code: "VALIDATION", details: { issues: [{ pointer: "/branch" }] } },
  })
  expect(await ghx.pr.checkout({ ...input, pull_number: 999 })).toMatchObject({
    ok: false,
    error: { code: "NOT_FOUND" },
  })
  expect(git(clone, "branch")).toBe("")
})
