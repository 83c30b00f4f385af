import { execFile } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { type IncomingMessage, request } from "node:http"
import { get } from "node:https"
import { text } from "node:stream/consumers"
import { promisify } from "node:util"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { needsGh } from "../../test/needs.js"
import { type Sandbox, startSandbox } from "../index.js"

const run = promisify(execFile)
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ https: true })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

describe("a web page", () => {
  const statusFor = async (headers: Record<string, string>, path = "/.well-known/ghx-sandbox") => {
    const address = sandbox.url.replace("https:", "http:")
    const sent = request(address + path, { headers: { "user-agent": "x", ...headers } }).end()
    const [answer] = (await once(sent, "response")) as [IncomingMessage]
    return [answer.statusCode, await text(answer)] as const
  }

  test.each([
    ["https://evil.example"],
    ["http://192.168.0.7:3000"],
    ["https://localhost.evil.example"],
    ["null"],
  ])("of another machine, or without an origin of its own, is refused: %s", async (origin) => {
    for (const path of ["/.well-known/ghx-sandbox", "/repos/octocat/secret"])
      expect(await statusFor({ origin }, path)).toEqual([
        403,
        `The sandbox serves no web page of the origin ${origin}: serve the page on http://localhost\n`,
      ])
    expect(sandbox.requests).toEqual([])
  })

  test.each(["evil.example", "evil.example:8080", "127.0.0.1.evil.example"])(
    "that gives its own name to this machine is refused: %s",
    async (host) => {
      const [status, body] = await statusFor({ host })
      expect(status).toBe(403)
      expect(body).toMatch(/^The sandbox is not \S*evil.example: use 127.0.0.1, or a name /)
    },
  )

  test.each([
    { origin: "http://localhost:5173" },
    { origin: "http://127.0.0.1:5173" },
    { origin: "https://app.test" },
    { origin: "chrome-extension://abcdef" },
    { host: "host.docker.internal:4000", origin: "http://host.docker.internal:3000" },
    { host: "sandbox:4000" },
    { host: "172.17.0.1:4000" },
    { host: "[::1]:4000" },
    { host: "api.github.com" },
  ])("of this machine is served, and so are its other names: %o", async (headers) => {
    expect(await statusFor(headers)).toEqual([200, expect.stringContaining("sandbox-token")])
  })
})

/** Starts a program in the environment of a tool. */
async function program(
  tool: Parameters<Sandbox["env"]>[0],
  file: string,
  args: readonly string[],
  more: Record<string, string> = {},
) {
  const env = { PATH: process.env.PATH, HOME: "/nowhere", ...sandbox.env(tool), ...more }
  const { stdout } = await run(file, args, { env })
  return stdout
}

const HOSTS = new URL("../server/hosts.ts", import.meta.url)

const CLIENTS = `
import { get } from "node:https"
import * as https from "node:https"
import tls from "node:tls"
import { Octokit } from "octokit"
const text = (url, options) => new Promise((resolve, reject) => {
  get(url, options, async (response) => resolve((await response.toArray()).join(""))).on("error", reject)
})
const octokit = new Octokit({ auth: process.env.GITHUB_TOKEN })
const repo = { owner: "octocat", repo: "hello-world" }
const { data: release } = await octokit.rest.repos.createRelease({ ...repo, tag_name: "v3" })
const { data: asset } = await octokit.rest.repos.uploadReleaseAsset({
  ...repo, release_id: release.id, name: "a.bin", data: "bytes",
})
const { data: file } = await octokit.rest.repos.getContent({ ...repo, path: "README.md" })
const agent = new https.Agent({ keepAlive: true })
const socket = tls.connect(443, "api.github.com", { servername: "api.github.com" })
await new Promise((resolve) => socket.once("secureConnect", resolve))
socket.destroy()
console.log(JSON.stringify({
  fetch: (await (await fetch("https://api.github.com/users/hubot")).json()).url,
  octokit: (await octokit.graphql("{ viewer { login } }")).viewer.login,
  https: JSON.parse(await text("https://api.github.com/users/hubot", { headers: { "user-agent": "x" } })).login,
  agent: (await text(file.download_url, { agent })).slice(0, 15),
  asset: await text(asset.browser_download_url, {}),
  archive: (await fetch("https://github.com/octocat/hello-world/archive/v0.1.0.zip")).headers.get("content-disposition"),
  pages: await Promise.all(["hello-world", "secret"].map(async (name) => (await fetch("https://github.com/octocat/" + name, { method: "HEAD" })).status)),
  login: (await octokit.request("POST https://github.com/login/device/code", { client_id: "1" })).data.verification_uri,
  urls: [file.download_url, asset.browser_download_url],
}))
agent.destroy()
`

describe("ghx/sandbox/hosts", () => {
  test("sends the requests of all clients of a process for GitHub's hosts to the sandbox", async () => {
    const args = ["--import", "tsx", "--import", HOSTS.href, "--input-type=module", "-e", CLIENTS]
    const printed = await program("node", process.execPath, args, { NODE_OPTIONS: "" })
    expect(JSON.parse(printed)).toEqual({
      fetch: "https://api.github.com/users/hubot",
      octokit: "octocat",
      https: "hubot",
      agent: "# Hello, World!",
      asset: "bytes",
      archive: "attachment; filename=hello-world-0.1.0.zip",
      pages: [200, 404],
      login: "https://github.com/login/device",
      urls: [
        "https://raw.githubusercontent.com/octocat/hello-world/main/README.md",
        "https://github.com/octocat/hello-world/releases/download/v3/a.bin",
      ],
    })
    expect(sandbox.requests.map(({ headers }) => headers.host)).toEqual(
      expect.arrayContaining(["uploads.github.com", "raw.githubusercontent.com", "github.com"]),
    )
  })

  test("says what it needs if there is no sandbox with TLS", async () => {
    const args = ["--import", "tsx", "--import", HOSTS.href, "-e", "0"]
    const env = { PATH: process.env.PATH, GHX_BASE_URL: "http://127.0.0.1:1" }
    await expect(run(process.execPath, args, { env })).rejects.toThrow(
      /take both from `ghx sandbox/,
    )
  })
})

describe("a sandbox with https", () => {
  test("answers over TLS and plain HTTP on one port, with links of the same scheme", async () => {
    const [secure, plain] = await Promise.all([
      program("octokit", process.execPath, ["-e", PRINT_URL]),
      fetch(`${sandbox.url.replace("https", "http")}/users/hubot`).then((one) => one.json()),
    ])
    expect(secure).toBe(`${sandbox.url}/users/hubot\n`)
    expect(plain).toMatchObject({ url: `${sandbox.url.replace("https", "http")}/users/hubot` })
  })

  test("is refused by clients that do not trust its certificate", async () => {
    const refused = new Promise((_, reject) => get(sandbox.url).on("error", reject))
    await expect(refused).rejects.toThrow(/self-signed certificate/)
  })

  test("serves gh and git as their proxy", async (context) => {
    needsGh(context)
    const issue = [
      "issue",
      "view",
      "1",
      "-R",
      "octocat/hello-world",
      "--json",
      "title",
      "-q",
      ".title",
    ]
    const refs = ["ls-remote", "https://github.com/octocat/hello-world", "main"]
    expect(await program("gh", "gh", issue)).toBe("Found a bug\n")
    const withToken = refs.map((one) => one.replace("//", `//x-access-token:${sandbox.token}@`))
    for (const args of [refs, withToken]) {
      expect(await program("git", "git", args)).toMatch(/^[0-9a-f]{40}\trefs\/heads\/main\n$/)
    }
    expect(await program("proxy", "git", refs)).toMatch(/^[0-9a-f]{40}\trefs\/heads\/main\n$/)
  })

  test("refuses to be the proxy of other hosts, so that nothing leaves the machine", async () => {
    const { port } = new URL(sandbox.url)
    for (const path of [
      "registry.npmjs.org:443",
      "github.com.example.org:443",
      "evilgithub.com:443",
    ]) {
      const asked = request({ port, method: "CONNECT", path })
      const status = new Promise((resolve, reject) => {
        asked.on("connect", ({ statusCode }) => resolve(statusCode)).on("error", reject)
      })
      asked.end()
      expect(await status, path).toBe(403)
    }
    const through = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request({ port, path, headers: { "user-agent": "test" } }, ({ statusCode }) =>
          resolve(statusCode),
        )
          .on("error", reject)
          .end()
      })
    expect(await through("http://example.org/rate_limit")).toBe(403)
    expect(await through("http://evilgithub.com/rate_limit")).toBe(403)
    expect(await through("http://api.github.com/rate_limit")).toBe(200)
    expect(await through(`http://localhost:${port}/rate_limit`)).toBe(200)
  })

  test("removes its certificate when it is closed, and a fork has its own", async () => {
    const fork = await sandbox.fork()
    expect(fork.url).toMatch(/^https:/)
    expect(fork.ca_file).not.toBe(sandbox.ca_file)
    expect(existsSync(fork.ca_file ?? "")).toBe(true)
    await fork.close()
    expect(existsSync(fork.ca_file ?? "")).toBe(false)
  })

  test("has an environment for each tool, and says when it cannot", async () => {
    await using plain = await startSandbox()
    expect(plain.env("octokit", { token: "hubot-token" })).toEqual({
      GITHUB_API_URL: plain.url,
      GITHUB_GRAPHQL_URL: `${plain.url}/graphql`,
      GITHUB_SERVER_URL: plain.url,
      GITHUB_TOKEN: "hubot-token",
    })
    expect(() => plain.env("node")).toThrow("`startSandbox({ https: true })`")
    expect(() => plain.env("gh")).toThrow("or use `sandbox.serveGh()`")
    // @ts-expect-error not a tool
    expect(() => plain.env("glab")).toThrow("it knows gh, git, node, octokit, proxy")
  })
})

const PRINT_URL = `fetch(process.env.GITHUB_API_URL + "/users/hubot")
  .then((answer) => answer.json()).then(({ url }) => console.log(url))`
