/** The token that the default client sends to this machine: the environment's, else a sandbox's own. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { createGhx, fromEnvironment } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type } from "./ghx/type.js"

let sandbox: Sandbox
const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const variables = ["GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]

beforeEach(async () => {
  sandbox = await startSandbox({
    seed: {
      users: [{ login: "octocat" }],
      repositories: [
        { owner: "octocat", name: "hello-world", issues: [{ title: "Bug", author: "octocat" }] },
      ],
      tokens: [{ token: "reads-only", login: "octocat", scopes: ["read:user"] }],
    },
  })
  for (const name of [...variables, "GH_HOST"]) vi.stubEnv(name, "")
  vi.stubEnv("GHX_BASE_URL", sandbox.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await sandbox.close()
})

const ghx = () => createGhx({ ...fromEnvironment(), retry: false })

test.each(["graphql", "rest"] as const)(
  "a token without the scope writes nothing over %s",
  async (route) => {
    vi.stubEnv("GH_TOKEN", "reads-only")
    const create = ghx().issue.create({ owner: "octocat", repo: "hello-world", title: "New" })
    expect(await create.run({ route })).toMatchObject({ ok: false })
    expect(sandbox.applied).toEqual([])
  },
)

test("an invalid token returns AUTH from the library and `ghx run`, and fails `ghx doctor`", async () => {
  vi.stubEnv("GITHUB_TOKEN", "no-token-at-all")
  expect(await ghx().user.me()).toMatchObject({ error: { code: "AUTH" } })
  const { exitCode, stderr } = await type("ghx run user.me")
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/AUTH/) })
  expect(JSON.parse((await type("ghx doctor")).stdout)).toContainEqual(
    expect.objectContaining({
      check: "token",
      ok: false,
      says: expect.stringMatching(/^GITHUB_TOKEN: AUTH/),
    }),
  )
})

test("without a token, the default client uses the sandbox's own, also under /api/v3", async () => {
  for (const base_url of [sandbox.url, `${sandbox.url}/api/v3`]) {
    vi.stubEnv("GHX_BASE_URL", base_url)
    expect(await ghx().user.me()).toMatchObject({ data: { login: "octocat" } })
  }
  expect(sandbox.requests.every(({ path }) => /graphql$/.test(path))).toBe(true)
  expect((await type("ghx doctor")).stdout).toContain("a sandbox's, of octocat")
})

/** Another server on this machine, which records the credentials of its callers. */
async function served(listener: RequestListener) {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    listener(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  vi.stubEnv("GHX_BASE_URL", `http://127.0.0.1:${port}`)
  vi.stubEnv("PATH", "")
  const close = () => server.close() && server.closeAllConnections()
  return { seen, host: `127.0.0.1:${port}`, [Symbol.dispose]: close }
}

test.each([
  ["JSON", { login: "octocat" }],
  ["HTML", "<html>"],
])(
  "the default client sends no token to another local server that responds with %s",
  async (_, body) => {
    using server = await served((_request, response) => {
      response.setHeader("content-type", "application/json")
      response.end(typeof body === "string" ? body : JSON.stringify(body))
    })
    expect(await ghx().issue.view(issue)).toMatchObject({
      error: {
        code: "AUTH",
        message: `There is no token for ${server.host}`,
        details: { fix: expect.stringContaining("set GH_TOKEN") },
      },
    })
    expect(new Set(server.seen)).toEqual(new Set([undefined]))
  },
)

/** Ends the wait for an answer. */
let late = new AbortController()

test.each<[string, RequestListener]>([
  ["never comes", () => late.abort()],
  ["is cut off", ({ socket }) => socket.destroy()],
  ["stops halfway", (_, response) => response.write('{"sandbox":', () => late.abort())],
])(
  "the default client sends no call to a local server whose identification %s",
  async (_, listener) => {
    using server = await served(listener)
    late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => late.signal)
    expect(await ghx().issue.view(issue)).toMatchObject({
      error: {
        code: "AUTH",
        message: `There is no token for ${server.host}, which does not say whether it is a sandbox`,
        details: { fix: expect.stringContaining("Set GH_TOKEN") },
      },
    })
    expect(server.seen).toEqual([undefined])
    timeout.mockRestore()
  },
)

test.each(["with\na break", "with a space", "é", ""])(
  "a sandbox's token that no header can contain (%j) returns AUTH",
  async (token) => {
    using server = await served((_, response) =>
      response.end(JSON.stringify({ sandbox: "ghx", token })),
    )
    expect(await ghx().issue.view(issue)).toMatchObject({
      error: {
        code: "AUTH",
        message: `The sandbox at ${server.host} returned a token that cannot be sent`,
        details: { fix: expect.stringContaining("Set GH_TOKEN") },
      },
    })
    expect(server.seen).toEqual([undefined])
  },
)

test("the default client returns NETWORK if no server listens", async () => {
  await sandbox.close()
  expect(await ghx().issue.view(issue)).toMatchObject({
    error: { code: "NETWORK", message: expect.stringContaining("ECONNREFUSED") },
  })
  sandbox = await startSandbox()
})
