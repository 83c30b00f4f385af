/** Tests the only capability that works on a local clone, with the real gh, the real git, and a new clone. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, expect, it } from "vitest"
import { type Clone, makeClone } from "./clone.js"
import { needsGh } from "./needs.js"
import { rarely } from "./rarely.js"

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
  expect(clone.git("log", "-1", "--format=%s")).toBe("Document polite greetings")
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

/** A folder that is searched first, in which gh is ghx. */
function withGhxAsGh(make: (bin: string) => void): string {
  const folder = join(clone.cwd, "..", "bin")
  mkdirSync(folder)
  make(join(folder, "gh"))
  return `${folder}${delimiter}${process.env.PATH}`
}
const bin = fileURLToPath(new URL("../surfaces/command/bin.ts", import.meta.url))
const CALLED = "#!/bin/sh\necho called >&2; exit 1\n"
const asLink = (gh: string) => {
  const installed = join(gh, "..", "ghx")
  mkdirSync(join(installed, "dist"), { recursive: true })
  writeFileSync(join(installed, "package.json"), '{ "name": "ghx" }')
  writeFileSync(join(installed, "dist", "bin.js"), CALLED, { mode: 0o755 })
  symlinkSync(join(installed, "dist", "bin.js"), gh)
}
const asShim = (gh: string) => {
  writeFileSync(join(gh, "..", "ghx"), CALLED, { mode: 0o755 })
  symlinkSync("ghx", gh)
}

it.each([
  ["a link to its file", asLink],
  ["a link to a package manager's script", asShim],
])("pr.checkout finds the real gh behind one that is ghx: %s", async (_, make) => {
  const { env } = await sandbox.serveGh()
  const gh = { env: { ...env, ...clone.env, PATH: withGhxAsGh(make) }, cwd: clone.cwd }
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, gh })
  expect(await ghx.pr.checkout(input)).toMatchObject({ ok: true, data: { number: 7 } })
})

it("pr.checkout does not call itself if no other gh is in PATH, and sends nothing", async () => {
  const { env } = await sandbox.serveGh()
  const [folder = ""] = withGhxAsGh(asLink).split(delimiter)
  const gh = { env: { ...env, PATH: folder }, cwd: clone.cwd }
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, gh })
  expect(await ghx.pr.checkout(input)).toMatchObject({
    ok: false,
    error: {
      code: "ADAPTER_UNSUPPORTED",
      message: "gh could not be started: the only gh in PATH is ghx, which would call itself",
      details: { outcome: "not_sent", fix: expect.stringContaining("https://cli.github.com") },
    },
  })
})

rarely(
  "pr.checkout reports a script that starts ghx in place of gh, and that nothing was sent",
  async () => {
    const { env } = await sandbox.serveGh()
    const tsx = fileURLToPath(new URL("../node_modules/.bin/tsx", import.meta.url))
    const script = `#!/bin/sh\nexec '${tsx}' '${bin}' "$@"\n`
    const PATH = withGhxAsGh((gh) => writeFileSync(gh, script, { mode: 0o755 }))
    const gh = { env: { ...env, PATH }, cwd: clone.cwd }
    const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, gh })
    expect(await ghx.pr.checkout(input)).toMatchObject({
      ok: false,
      error: {
        code: "ADAPTER_UNSUPPORTED",
        message: "The gh in PATH is a script that starts ghx",
        details: { outcome: "not_sent" },
      },
    })
  },
)
