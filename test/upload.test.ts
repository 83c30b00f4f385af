/** Tests files of releases: the bytes that arrive, and the outcome of an upload whose answer is lost. */
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { promisify } from "node:util"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { Octokit } from "octokit"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { createClient, createGhx, dryRunClient } from "../generated/index.js"
import { type } from "./ghx/type.js"

const repository = { owner: "octocat", repo: "hello-world" }
/** Binary data: decoding it as text would lose most bytes. */
const file = Buffer.concat(
  Array.from({ length: 80 }, () => crypto.getRandomValues(new Uint8Array(65_536))),
)
const upload = { ...repository, release_id: 1, name: "app.zip", content: file.toString("base64") }

let sandbox: Sandbox
let ghx: ReturnType<typeof createGhx>
const folder = mkdtempSync(join(tmpdir(), "ghx-upload-"))
beforeAll(async () => {
  sandbox = await startSandbox()
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  vi.stubEnv("GHX_BASE_URL", sandbox.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
beforeEach(() => sandbox.reset())
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await sandbox.close()
})

const octokit = () => new Octokit({ baseUrl: sandbox.url, auth: sandbox.token })

/** The files that the seed does not contain. */
async function uploaded() {
  const { items } = await ghx.release.assets.list({ ...repository, release_id: 1 }).orThrow()
  return items.filter(({ name }) => name !== "hello.txt")
}

async function bytesOf(asset_id: number | undefined): Promise<Buffer> {
  const url = `${sandbox.url}/repos/octocat/hello-world/releases/assets/${asset_id}`
  const headers = {
    accept: "application/octet-stream",
    authorization: `bearer ${sandbox.token}`,
    "user-agent": "test",
  }
  return Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
}

describe("release.assets.upload sends the exact bytes", () => {
  test.each([
    ["through ghx", () => ghx],
    ["through the caller's Octokit", () => createGhx({ octokit: octokit() })],
  ])("%s", async (_, client) => {
    const content_type = "application/zip"
    const asset = await client()
      .release.assets.upload({ ...upload, content_type })
      .orThrow()
    expect(asset).toMatchObject({ name: "app.zip", size: file.length, content_type })
    expect(file.equals(await bytesOf(asset.asset_id))).toBe(true)
    expect(await uploaded()).toEqual([asset])
  })

  test.each(["file", "stdin"])("through the command, from %s", async (from) => {
    const path = join(folder, "app.bin")
    writeFileSync(path, file)
    const line = "ghx run release.assets.upload release_id=1 name=app.bin"
    const { stdout, stderr, exitCode } = await type(
      `${line} content@=${from === "file" ? path : "-"}`,
      from === "file" ? {} : { stdin: file },
    )
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 })
    expect(JSON.parse(stdout)).toMatchObject({ content_type: "application/octet-stream" })
    expect(file.equals(await bytesOf(JSON.parse(stdout).asset_id))).toBe(true)
  })
})

test.each([
  ["ghx", () => ghx],
  ["the caller's Octokit", () => createGhx({ octokit: octokit() })],
])("release.assets.upload through %s does not retry after a lost response", async (_, client) => {
  sandbox.injectFault({ times: 1, match: { method: "POST" }, drop: "after" })
  expect(await client().release.assets.upload(upload)).toMatchObject({
    ok: false,
    error: { retryable: false, details: { outcome: "unknown" } },
  })
  expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1)
  expect(await uploaded()).toHaveLength(1)
})

test("release.assets.upload rejects a name that exists", async () => {
  await ghx.release.assets.upload(upload).orThrow()
  expect(await ghx.release.assets.upload(upload)).toMatchObject({
    ok: false,
    error: { code: "VALIDATION", details: { outcome: "rejected" } },
  })
  expect(await uploaded()).toHaveLength(1)
})

test("release.assets.upload rejects invalid Base64 without a request", async () => {
  for (const content of ["not base64!", "A", "AAA=A"]) {
    expect(await ghx.release.assets.upload({ ...upload, content })).toMatchObject({
      ok: false,
      error: { code: "VALIDATION", message: expect.stringContaining("Base64") },
    })
  }
  expect(sandbox.requests).toEqual([])
})

test.each([
  [undefined, "https://uploads.github.com"],
  ["https://octocorp.ghe.com", "https://uploads.octocorp.ghe.com"],
  ["https://ghes.example.com", "https://ghes.example.com/api/uploads"],
  ["https://ghes.example.com/prefix/api/v3", "https://ghes.example.com/prefix/api/uploads"],
])("release.assets.upload with base_url %s sends the file to %s", async (base_url, root) => {
  const { client, requests } = dryRunClient(
    createClient({ token: "t", ...(base_url !== undefined && { base_url }) }),
  )
  await createGhx({ client }).release.assets.upload({ ...upload, label: "For Linux" })
  expect(requests).toEqual([
    {
      route: "rest",
      method: "POST",
      url: `${root}/repos/octocat/hello-world/releases/1/assets?name=app.zip&label=For+Linux`,
      body: `<${file.length} bytes>`,
    },
  ])
})

test("ghx replaces and deletes a file by its name here, although GitHub stores another one", async () => {
  const path = join(folder, "my (first) app.zip")
  for (const content of ["old", "new"]) {
    writeFileSync(path, content)
    expect(await type(`ghx release upload v0.1.0 '${path}' --clobber --yes`)).toMatchObject({
      exitCode: 0,
    })
  }
  const [{ name, asset_id } = {}, ...others] = await uploaded()
  expect({ name, others }).toEqual({ name: "my.first.app.zip", others: [] })
  expect(String(await bytesOf(asset_id))).toBe("new")
  await type("ghx release delete-asset v0.1.0 'my (first) app.zip' --yes")
  expect(await uploaded()).toEqual([])
})

test("a file that a failed upload left behind is told from others by its state", async () => {
  const path = "/repos/octocat/hello-world/releases/1/assets"
  const [asset] = Object(await (await fetch(`${sandbox.url}${path}`)).json())
  const left = { ...asset, name: "app.zip", state: "starter", size: 0 }
  sandbox.injectFault({ match: { method: "GET", path }, status: 200, body: [asset, left] })
  const { items } = await ghx.release.assets.list({ ...repository, release_id: 1 }).orThrow()
  expect(items.map(({ name, state }) => [name, state])).toEqual([
    ["hello.txt", "UPLOADED"],
    ["app.zip", "STARTER"],
  ])
})

test("release.assets.upload follows the redirect of a renamed repository with the token", async () => {
  const received: { url: string | undefined; token: string | undefined; size: number }[] = []
  const server = createServer(async (request, response) => {
    const { url, headers } = request
    received.push({ url, token: headers.authorization, size: (await buffer(request)).length })
    if (url?.startsWith("/api/uploads/repositories/")) response.writeHead(404).end()
    else
      response.writeHead(307, { location: "/api/uploads/repositories/1/releases/1/assets" }).end()
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const base_url = `http://127.0.0.1:${port}/api/v3`
  await createGhx({ base_url, token: "t" }).release.assets.upload(upload)
  const sent = { token: "bearer t", size: file.length }
  expect(received).toEqual([
    { url: "/api/uploads/repos/octocat/hello-world/releases/1/assets?name=app.zip", ...sent },
    { url: "/api/uploads/repositories/1/releases/1/assets", ...sent },
  ])
  await promisify(server.close.bind(server))()
})

test("deleting a release deletes its files, and a restored snapshot contains them", async () => {
  const { asset_id } = await ghx.release.assets.upload(upload).orThrow()
  const snapshot = sandbox.state.snapshot()
  await ghx.release.delete({ ...repository, tag_name: "v0.1.0" }).orThrow()
  expect(await ghx.release.asset.delete({ ...repository, asset_id })).toMatchObject({
    error: { code: "NOT_FOUND" },
  })
  sandbox.state.restore(snapshot)
  expect(file.equals(await bytesOf(asset_id))).toBe(true)
})
