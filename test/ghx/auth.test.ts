/** `ghx auth`: ghx's own logins, beside those of gh. */
import { execFile } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { promisify } from "node:util"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { main } from "../../surfaces/command/main.js"
import { type } from "./type.js"

let sandbox: Sandbox
let folder: string
const logins = () => join(folder, "ghx-logins.json")

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ghx-auth-"))
  vi.stubEnv("GHX_BASE_URL", sandbox.url)
  vi.stubEnv("GH_CONFIG_DIR", folder)
  vi.stubEnv("GIT_CONFIG_GLOBAL", join(folder, "gitconfig"))
  // The keychain of the machine is not for tests.
  withKeychain("exit 1")
  for (const name of ["GH_TOKEN", "GITHUB_TOKEN", "GH_HOST"]) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Makes `script` the system's program for secrets. */
function withKeychain(script: string): void {
  const programs = join(folder, "programs")
  mkdirSync(programs, { recursive: true })
  for (const name of ["secret-tool", "security"])
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  vi.stubEnv("PATH", `${programs}:${process.env.PATH?.replace(`${programs}:`, "")}`)
}

const logIn = (token = sandbox.token) =>
  type("ghx auth login --with-token", { stdin: `${token}\n` })

test("a login stores the token for its owner only, and later commands use it", async () => {
  expect(await logIn()).toEqual({ exitCode: 0, stdout: "", stderr: "✓ Logged in as octocat\n" })
  expect(statSync(logins()).mode & 0o777).toBe(0o600)
  expect((await type("ghx auth token")).stdout).toBe(`${sandbox.token}\n`)
  const status = await type("ghx auth status")
  expect(status.stdout).toMatch(
    /^github\.com\n {2}✓ Logged in to github\.com account octocat \(ghx\)/,
  )
  expect(status.stdout).not.toContain(sandbox.token)
  expect((await type("ghx auth status --show-token")).stdout).toContain(sandbox.token)
  expect((await type("ghx auth logout")).exitCode).toBe(0)
  expect(JSON.parse(readFileSync(logins(), "utf8"))).toEqual({})
})

test("ghx login stores a token that is pasted at a terminal, which does not show it", async () => {
  const token = Object.assign(new PassThrough(), { isTTY: true })
  token.write(`${sandbox.token}\n`)
  let shown = ""
  const output = { isTTY: true, columns: 80, write: (text: unknown) => (shown += String(text)) }
  const { signal: interrupted } = new AbortController()
  const terminal = { stdin: token, stdout: output, stderr: output, interrupted }
  expect(await main(["login"], terminal)).toBe(0)
  expect(shown).toBe(
    "Make a token at https://github.com/settings/tokens\nPaste it here: \n✓ Logged in as octocat\n",
  )
  expect((await type("ghx whoami")).stdout).toBe("octocat\n")
  expect((await type("ghx logout")).stderr).toBe("✓ Logged out of github.com account octocat\n")
})

test("ghx login --client-id waits until the user allows the App on the web", async () => {
  const { exitCode, stderr } = await type("ghx login --client-id Iv1.0123456789abcdef")
  expect(stderr).toBe(
    `Open ${sandbox.url}/login/device and enter the code WDJB-MJHT\n✓ Logged in as octocat\n`,
  )
  expect(exitCode).toBe(0)
  expect((await type("ghx auth token")).stdout).toBe(`${sandbox.token}\n`)
  const polls = sandbox.requests.filter(({ path }) => path === "/login/oauth/access_token")
  expect(polls.map(({ response }) => Object(response).error)).toEqual([
    "authorization_pending",
    undefined,
  ])
})

test.each([
  ["access_denied", "The user has denied your application access.", "Run it again"],
  ["expired_token", "The device_code has expired.", "Run it again"],
  ["device_flow_disabled", "Device Flow must be enabled.", "Enable the device flow"],
])(
  "a login on the web that ends with %s stores nothing and says what to do",
  async (error, error_description, fix) => {
    const lift = sandbox.injectFault({
      match: { path: "/login/oauth/access_token" },
      status: 200,
      body: { error, error_description },
    })
    const { exitCode, stderr } = await type("ghx login --client-id 178c6fc778ccc68e1d6a")
    lift()
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`the login was refused: ${error_description}`)
    expect(stderr).toContain(fix)
    expect(existsSync(logins())).toBe(false)
  },
)

test("a login asks for the scopes that gh asks for, or those that are given; an App has none", async () => {
  await type("ghx login --client-id 178c6fc778ccc68e1d6a")
  await type("ghx login --client-id 178c6fc778ccc68e1d6a --scopes repo,workflow")
  const asked = sandbox.requests.filter(({ path }) => path === "/login/device/code")
  expect(asked.slice(-2).map(({ body }) => Object(body).scope)).toEqual([
    "repo read:org gist",
    "repo workflow",
  ])
  for (const wrong of [
    "--client-id Iv1.0 --scopes repo",
    "--scopes repo",
    "--client-id a --with-token",
  ])
    expect(await type(`ghx login ${wrong}`)).toMatchObject({ exitCode: 2 })
})

test.runIf(process.platform === "linux")(
  "a login is in the system's keychain, if there is one",
  async () => {
    // As libsecret's program: `store` reads the secret from stdin, `lookup` prints it, `clear` removes it.
    const file = join(folder, "secret")
    withKeychain(
      `case "$1" in store) cat > ${file} ;; lookup) cat ${file} ;; clear) rm ${file} ;; esac; echo "$@" >> ${file}.log`,
    )
    await logIn()
    expect(readFileSync(file, "utf8")).toBe(sandbox.token)
    expect(readFileSync(`${file}.log`, "utf8")).toMatch(
      /^store --label=ghx:github.com service ghx:github.com username octocat\n/,
    )
    expect(readFileSync(logins(), "utf8")).not.toContain(sandbox.token)
    expect((await type("ghx auth token")).stdout).toBe(`${sandbox.token}\n`)
    expect((await type("ghx whoami")).stdout).toBe("octocat\n")
    expect((await type("ghx auth status")).stdout).toContain("octocat (keychain)")
    // A keychain that is locked is no reason to use another login.
    withKeychain("exit 1")
    const locked = await type("ghx auth token")
    expect(locked.stderr).toContain(
      "The keychain does not return the token of octocat for github.com",
    )
    withKeychain(`[ "$1" = clear ] && rm ${file}`)
    expect((await type("ghx logout")).stderr).toBe("✓ Logged out of github.com account octocat\n")
    expect(existsSync(file)).toBe(false)
  },
)

test("a token that GitHub refuses is not stored, and no token is an error", async () => {
  expect(await logIn("ghp_wrong")).toMatchObject({ exitCode: 1, stdout: "" })
  expect(await logIn("")).toMatchObject({ exitCode: 2 })
  expect(existsSync(logins())).toBe(false)
})

test("a token of the environment is used before a login, and refuses one", async () => {
  await logIn()
  vi.stubEnv("GH_TOKEN", "ghp_of_the_job")
  expect((await type("ghx auth token")).stdout).toBe("ghp_of_the_job\n")
  expect((await logIn()).stderr).toContain("fix: Run: unset GH_TOKEN")
  const { stderr, exitCode } = await type("ghx auth status")
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/X Failed to log in to github\.com \(GH_TOKEN\)/)
  expect((await type("ghx auth status --json hosts --jq '.hosts[][] | .state'")).stdout).toBe(
    "error\nsuccess\n",
  )
})

test("one of several logins is used, until another one is chosen", async () => {
  const first = { user: "octocat", tokens: { octocat: sandbox.token, hubot: "ghp_hubot" } }
  writeFileSync(logins(), JSON.stringify({ "github.com": first }))
  expect((await type("ghx auth switch")).stderr).toBe("✓ Switched to hubot on github.com\n")
  expect((await type("ghx auth token")).stdout).toBe("ghp_hubot\n")
  expect((await type("ghx auth token --user octocat")).stdout).toBe(`${sandbox.token}\n`)
  expect((await type("ghx auth switch --user nobody")).exitCode).toBe(1)
  expect((await type("ghx auth logout --user hubot")).stderr).toContain("Switched to octocat")
})

test("gh's file is read, and never written", async () => {
  const hosts = join(folder, "hosts.yml")
  const text = "ghe.example.com:\n    users:\n        monalisa:\n    user: monalisa\n"
  writeFileSync(hosts, text)
  const status = await type(
    "ghx auth status --hostname ghe.example.com --json hosts --jq '.hosts[][].login'",
  )
  expect(status.stdout).toBe("monalisa\n")
  await logIn()
  const { stderr, exitCode } = await type("ghx auth logout --hostname ghe.example.com")
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("use gh auth")])
  expect(readFileSync(hosts, "utf8")).toBe(text)
})

test("a damaged file of logins is an error that names it", async () => {
  writeFileSync(logins(), "{")
  const { stderr, exitCode } = await type("ghx auth token")
  expect(exitCode).toBe(2)
  expect(stderr).toContain(`${logins()} is damaged`)
})

test("git asks ghx for the token of a server, and of no other", async () => {
  await logIn()
  expect((await type("ghx auth setup-git")).exitCode).toBe(0)
  const config = async (key: string) =>
    (await promisify(execFile)("git", ["config", "--global", "--get-all", key])).stdout
  expect(await config("credential.https://github.com.helper")).toMatch(
    /^\n!.* auth git-credential\n$/,
  )
  const ask = (stdin: string) => type("ghx auth git-credential get", { stdin })
  expect(await ask("protocol=https\nhost=github.com\n\n")).toMatchObject({
    stdout: `protocol=https\nhost=github.com\nusername=octocat\npassword=${sandbox.token}\n`,
    exitCode: 0,
  })
  for (const other of ["protocol=https\nhost=evil.example", "protocol=http\nhost=github.com"]) {
    expect(await ask(`${other}\n`)).toMatchObject({ stdout: "", exitCode: 1 })
  }
})

test("setup-git without a login says how to log in", async () => {
  vi.stubEnv("GHX_BASE_URL", "")
  const { stderr, exitCode } = await type("ghx auth setup-git --hostname ghe.example.com")
  expect(exitCode).toBe(1)
  expect(stderr).toContain("You are not logged into ghe.example.com")
})

test("a login is not looked for at another server than that of GHX_BASE_URL", async () => {
  vi.stubEnv("GHX_BASE_URL", "https://ghes.test/api/v3")
  for (const command of ["ghx auth status", "ghx auth token", "ghx login --with-token"]) {
    expect(await type(command, { stdin: "token\n" })).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "ghx: GHX_BASE_URL is ghes.test, not github.com\n",
    })
  }
  vi.stubEnv("GH_HOST", "ghes.test")
  vi.stubEnv("GH_ENTERPRISE_TOKEN", "token")
  expect((await type("ghx auth token")).stdout).toBe("token\n")
})
