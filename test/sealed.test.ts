/** Tests that secrets are encrypted for GitHub before they are sent, by a library that only these calls load. */
import { execFile } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { createClient, createGhx, dryRunClient } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createFolderWithPackage } from "./installed.js"

const run = promisify(execFile)
const repo = { owner: "octocat", repo: "hello-world" }

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

/** The value of a secret, as a workflow of the repository would read it. */
function secretNamed(name: string): unknown {
  const [first] = [sandbox.state.snapshot().repositories].flat()
  return Object(first).secrets[name]?.value
}

const sealedValues = () =>
  sandbox.requests.flatMap(({ method, body }) =>
    method === "PUT" ? [String(Object(body).encrypted_value)] : [],
  )

test.each(["hunter2", "", "pa🔑wörd\n\u0000", "x".repeat(48_000)])(
  "repo.secret.set seals a value that GitHub decrypts to the original (case %#)",
  async (value) => {
    const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
    const result = await ghx.repo.secret.set({ ...repo, name: "deploy_token", value })
    expect(result).toMatchObject({ ok: true, data: { name: "DEPLOY_TOKEN" } })
    expect(secretNamed("DEPLOY_TOKEN")).toBe(value)
    const [sealed = ""] = sealedValues()
    // A sealed box is 48 bytes longer than the text.
    expect(Buffer.from(sealed, "base64")).toHaveLength(48 + Buffer.byteLength(value))
    if (value !== "") expect(JSON.stringify(sandbox.requests)).not.toContain(value)
  },
)

test("repo.secret.set seals the same value differently each time", async () => {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  for (const _ of [1, 2])
    await ghx.repo.secret.set({ ...repo, name: "TOKEN", value: "same" }).orThrow()
  const [one, other] = sealedValues()
  expect(one).not.toBe(other)
})

test("a secret that is sealed for another repository is rejected", async () => {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  await ghx.repo.secret.set({ ...repo, name: "TOKEN", value: "v" }).orThrow()
  const { body } = sandbox.requests.find(({ method }) => method === "PUT") ?? {}
  const url = `${sandbox.url}/repos/octo-org/website/actions/secrets/TOKEN`
  const headers = { authorization: `bearer ${sandbox.token}`, "user-agent": "test" }
  const answered = await fetch(url, { method: "PUT", headers, body: JSON.stringify(body) })
  expect(answered.status).toBe(422)
})

test("a dry run of repo.secret.set does not contain the value", async () => {
  const dry = dryRunClient(createClient({ base_url: sandbox.url, token: sandbox.token }))
  const ghx = createGhx({ client: dry.client })
  await ghx.repo.secret.set({ ...repo, name: "TOKEN", value: "hunter2" })
  expect(dry.requests).toHaveLength(2)
  expect(JSON.stringify(dry.requests)).not.toContain("hunter2")
})

test("repo.variable.set creates and then updates one variable despite a lost response", async () => {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  const set = (value: string) => ghx.repo.variable.set({ ...repo, name: "STAGE", value }).orThrow()
  sandbox.injectFault({ drop: "after", match: { method: "POST" }, times: 1 })
  await set("one")
  expect(await set("two")).toEqual({ name: "STAGE", created: false })
  const { items } = await ghx.repo.variables.list(repo).orThrow()
  expect(items.filter(({ name }) => name === "STAGE")).toMatchObject([{ value: "two" }])
})

test("only repo.secret.set loads libsodium", async () => {
  const folder = await createFolderWithPackage("sealed-test")
  const library = join(folder, "node_modules/libsodium-wrappers")
  mkdirSync(library)
  writeFileSync(join(library, "package.json"), '{ "type": "module", "main": "index.js" }')
  writeFileSync(join(library, "index.js"), 'throw new Error("libsodium is loaded")')
  writeFileSync(
    join(folder, "calls.js"),
    `import { createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"
const sandbox = await startSandbox()
const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, retry: false })
const repo = { owner: "octocat", repo: "hello-world" }
const summary = ({ ok, error }) => (ok ? "ok" : \`\${error.code}: \${error.message}\`)
console.log(summary(await ghx.repo.variable.set({ ...repo, name: "A", value: "b" })))
console.log(summary(await ghx.repo.secrets.list(repo)))
console.log(summary(await ghx.repo.secret.set({ ...repo, name: "A", value: "b" })))
console.log(sandbox.requests.filter(({ path }) => path.endsWith("/public-key")).length)
await sandbox.close()
`,
  )
  try {
    const { stdout } = await run(process.execPath, ["calls.js"], { cwd: folder })
    expect(stdout.trim().split("\n")).toEqual([
      "ok",
      "ok",
      "NETWORK: The code of repo.secret.set could not be loaded: libsodium is loaded",
      "0",
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
