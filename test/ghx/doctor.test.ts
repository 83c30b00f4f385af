/** `ghx doctor`: what works here, what to do, and an exit code that scripts can ask. */
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox

beforeAll(async () => {
  github = await startSandbox()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => github.close())

async function diagnosed(env: Readonly<Record<string, string>>) {
  const clean = { GH_TOKEN: "", GITHUB_TOKEN: "", GH_HOST: "", GH_CONFIG_DIR: "/nowhere", ...env }
  for (const [name, value] of Object.entries(clean)) vi.stubEnv(name, value)
  const { stdout, stderr, exitCode } = await type("ghx doctor")
  const findings: { check: string; ok: boolean; says: string; fix?: string }[] = JSON.parse(stdout)
  const of = (check: string) => findings.find((one) => one.check === check)
  return { of, stderr, exitCode }
}

test("tells of the token, what it may do and how often", async () => {
  const { of, stderr, exitCode } = await diagnosed({ GHX_BASE_URL: github.url })
  expect(of("token")).toEqual({ check: "token", ok: true, says: "a sandbox's, of octocat" })
  expect(of("scopes")?.says).toContain("repo, read:org")
  expect(of("REST rate limit")?.says).toMatch(/^\d+ of 5000 left until 20\d\d-/)
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 })
})

test("exits as calls would, and says what to do, where there is no token", async () => {
  const { of, exitCode } = await diagnosed({ GH_HOST: "ghes.test", GHX_BASE_URL: "" })
  expect(of("token")).toMatchObject({
    ok: false,
    says: expect.stringMatching(/^gh's own login: AUTH /),
    fix: expect.stringContaining("GH_ENTERPRISE_TOKEN"),
  })
  expect(of("REST rate limit")).toBeUndefined()
  expect(exitCode).toBe(4)
})

test("names a proxy that this Node sends past", async () => {
  const { of } = await diagnosed({ GHX_BASE_URL: github.url, HTTPS_PROXY: "http://proxy.test:1" })
  expect(of("proxy")).toMatchObject({
    ok: false,
    fix: expect.stringContaining("NODE_USE_ENV_PROXY"),
  })
})
