/** Side effects of GitHub that clients rely on. */
import { request as httpRequest } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Sandbox, type SandboxOptions, startSandbox } from "../index.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const repository = "/repos/octocat/hello-world"

function ask(path: string, init: RequestInit = {}, token = sandbox.token): Promise<Response> {
  const headers = { authorization: `bearer ${token}`, ...init.headers }
  return fetch(sandbox.url + path, { ...init, headers })
}

it.each([
  ["application/vnd.github.v3.raw", "/contents/README.md"],
  ["application/vnd.github.raw+json", "/contents/README.md"],
  ["application/vnd.github.raw", "/contents/README.md"],
  ["application/vnd.github.v3.diff", "/pulls/7"],
  ["application/vnd.github.v3.patch", "/pulls/7"],
])("REST honours the media type %s", async (accept, path) => {
  const answer = await ask(repository + path, { headers: { accept } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get("content-type")).toBe(`${accept}; charset=utf-8`)
  expect(await answer.text()).not.toMatch(/^\{/)
})

it("REST dates a release by its commit", async () => {
  const body = JSON.stringify({ tag_name: "v9.0.0" })
  const made = await ask(`${repository}/releases`, { method: "POST", body })
  const release: { created_at: string; published_at: string } = Object(await made.json())
  const commits = await ask(`${repository}/commits?per_page=1&sha=v9.0.0`)
  const [{ commit }] = (await commits.json()) as [{ commit: { committer: { date: string } } }]
  expect(release.created_at).toBe(commit.committer.date)
  expect(release.published_at > release.created_at).toBe(true)
  sandbox.reset()
})

it.each([
  `GET ${repository}/tarball`,
  `GET ${repository}/zipball`,
  `GET ${repository}/watchers`,
  "GET /login/oauth/authorize?client_id=1",
])("REST refuses %s as not modelled, rather than not found", async (line) => {
  const [method = "", path = ""] = line.split(" ")
  const answer = await ask(path, { method })
  expect(answer.status).toBe(501)
  expect(await answer.text()).toContain("does not model")
})

it("REST sorts review comments equally by created_at and by created", async () => {
  const ids = async (sort: string) => {
    const answer = await ask(`${repository}/pulls/comments?sort=${sort}`)
    return ((await answer.json()) as { id: number }[]).map(({ id }) => id)
  }
  expect(await ids("created_at")).toEqual(await ids("created"))
  expect((await ids("created_at")).length).toBeGreaterThan(1)
})

it("REST computes a different ETag for each caller", async () => {
  const mine = await ask(repository)
  const tag = mine.headers.get("etag") ?? ""
  expect((await ask(repository, { headers: { "if-none-match": tag } })).status).toBe(304)
  const theirs = await ask(repository, { headers: { "if-none-match": tag } }, "monalisa-token")
  expect(theirs.status).toBe(200)
  expect(theirs.headers.get("etag")).not.toBe(tag)
})

it("REST refuses a request without User-Agent", async () => {
  const status = await new Promise((resolve) => {
    httpRequest(`${sandbox.url}/user`, (answer) => {
      resolve(answer.resume().statusCode)
    }).end()
  })
  expect(status).toBe(403)
})

describe("the sandbox API", () => {
  it.each<[object, string]>([
    [{ nonsense: 1 }, "startSandbox has no option `nonsense`; it has seed, port,"],
    [{ port: "80" }, "startSandbox takes `port` as number, not string"],
    [{ port: 65_536 }, "a whole number from 0 to 65535, not 65536"],
    [{ port: 1.5 }, "a whole number from 0 to 65535, not 1.5"],
    [{ seed: 5 }, "startSandbox takes `seed` as object or string, not number"],
  ])("rejects the options %j in startSandbox", async (options, message) => {
    await expect(startSandbox(options as SandboxOptions)).rejects.toThrow(message)
  })

  it("rejects a time that is not a number in advance", () => {
    expect(() => sandbox.advance("1" as never)).toThrow("milliseconds as a number, not string")
  })
})
