import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask } from "./client.js"
import { rest } from "./rest-client.js"

const PEOPLE = ["reader", "writer", "admin"] as const
const ADVISORY = "GHSA-2345-6789-cfgh"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({
    seed: {
      users: ["owner", "stranger", ...PEOPLE].map((login) => ({ login })),
      tokens: [
        ...["owner", "stranger", ...PEOPLE].map((login) => ({ token: login, login })),
        { token: "events", login: "owner", scopes: ["security_events"] },
        { token: "narrow", login: "owner", scopes: ["read:org"] },
      ],
      global_advisories: [
        {
          ghsa_id: ADVISORY,
          severity: "high",
          summary: "Overflow",
          cwes: [{ id: "CWE-190", name: "Overflow" }],
          vulnerabilities: [
            { ecosystem: "npm", package: "add", vulnerable_version_range: "< 2" },
            { ecosystem: "pip", package: "add-py", vulnerable_version_range: "< 3" },
          ],
          published_at: "2024-05-06T00:00:00Z",
        },
      ],
      repositories: [
        {
          owner: "owner",
          name: "open",
          collaborators: { reader: "READ", writer: "WRITE", admin: "ADMIN" },
          files: { "a.js": "let a\n" },
          dependabot_alerts: [
            { advisory: ADVISORY },
            { advisory: ADVISORY, package: "add-py", manifest: "requirements.txt" },
            { advisory: ADVISORY, state: "fixed" },
          ],
          code_scanning_alerts: [
            { rule: { id: "x", description: "X" }, message: "X", path: "a.js", line: 1 },
            {
              rule: { id: "y", description: "Y" },
              message: "Y",
              path: "a.js",
              line: 1,
              state: "fixed",
              tool: "Lint",
            },
          ],
          secret_scanning_alerts: [
            { secret_type: "key", secret: "hunter2", path: "a.js", validity: "active" },
            { secret_type: "password", secret: "hunter3", path: "a.js", validity: "active" },
          ],
        },
        {
          owner: "owner",
          name: "closed",
          private: true,
          dependabot_alerts: [{ advisory: ADVISORY }],
        },
        { owner: "owner", name: "old", archived: true },
      ],
    },
  })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const call = async (line: string, token: string, body?: object) => {
  const { status, body: answered } = await rest(sandbox, line, body, { token })
  return { status, body: answered }
}

const OPEN = "/repos/owner/open"
const numbers = (alerts: { number: number }[]) => alerts.map(({ number }) => number)

describe("alerts", () => {
  test.each([
    ["dependabot", "reader", 403, "You are not authorized to perform this operation."],
    ["dependabot", "writer", 200, undefined],
    ["code-scanning", "reader", 403, "You are not authorized to read code scanning alerts."],
    ["code-scanning", "writer", 200, undefined],
    ["secret-scanning", "writer", 404, "Not Found"],
    ["secret-scanning", "admin", 200, undefined],
    ["dependabot", "narrow", 403, "You are not authorized to perform this operation."],
    ["dependabot", "events", 200, undefined],
  ])("of %s are answered to %s with %i", async (product, token, status, message) => {
    const answered = await call(`GET ${OPEN}/${product}/alerts`, token)
    expect(answered.status).toBe(status)
    expect(answered.body.message).toBe(message)
  })

  test("of private repositories are readable with security_events alone", async () => {
    const alerts = "GET /repos/owner/closed/dependabot/alerts"
    expect((await call(alerts, "events")).status).toBe(200)
    expect((await call("GET /repos/owner/closed", "events")).status).toBe(404)
    expect((await call(alerts, "writer")).status).toBe(404)
  })

  test("of Dependabot are refused in archived repositories", async () => {
    expect(await call("GET /repos/owner/old/dependabot/alerts", "owner")).toMatchObject({
      status: 403,
      body: { message: "Dependabot alerts are not available for archived repositories." },
    })
  })

  test.each([
    ["dependabot/alerts?state=open", [2, 1]],
    ["dependabot/alerts?state=open,fixed&direction=asc", [1, 2, 3]],
    ["dependabot/alerts?ecosystem=pip", [2]],
    ["dependabot/alerts?package=add&manifest=package.json", [3, 1]],
    ["dependabot/alerts?severity=low,medium", []],
    ["code-scanning/alerts?state=open", [1]],
    ["code-scanning/alerts?state=closed", [2]],
    ["code-scanning/alerts?state=dismissed", []],
    ["code-scanning/alerts?tool_name=Lint", [2]],
    ["code-scanning/alerts?ref=refs/heads/main", [2, 1]],
    ["code-scanning/alerts?ref=next", []],
    ["secret-scanning/alerts?validity=active", [1]],
    ["secret-scanning/alerts?secret_type=password", [2]],
    ["secret-scanning/alerts?state=resolved", []],
    ["secret-scanning/alerts?exclude_secret_types=key", []],
  ])("can be filtered: %s", async (path, expected) => {
    expect(numbers((await call(`GET ${OPEN}/${path}`, "admin")).body)).toEqual(expected)
  })

  test("of a repository that was never analyzed are not found", async () => {
    expect(await call("GET /repos/owner/closed/code-scanning/alerts", "owner")).toMatchObject({
      status: 404,
      body: { message: "no analysis found" },
    })
    expect(await call(`GET ${OPEN}/code-scanning/alerts/9`, "owner")).toMatchObject({
      status: 404,
      body: { message: "No alert found for alert number 9" },
    })
  })

  test("omit the secret only if hide_secret is set", async () => {
    const { body } = await call(`GET ${OPEN}/secret-scanning/alerts/1`, "admin")
    expect(body).toMatchObject({ secret: "hunter2", first_location_detected: { path: "a.js" } })
    const hidden = await call(`GET ${OPEN}/secret-scanning/alerts?hide_secret=true`, "admin")
    expect(hidden.body[0]).not.toHaveProperty("secret")
  })

  test("are deleted with their repository", async () => {
    await call("DELETE /repos/owner/open", "owner")
    expect(sandbox.state.snapshot()).toMatchObject({
      dependabot_alerts: [{ id: 4 }],
      code_alerts: [],
      secret_alerts: [],
    })
  })

  test("of Dependabot are the same over GraphQL, and hidden from others", async () => {
    const query = `{ repository(owner: "owner", name: "open") {
      vulnerabilityAlerts(first: 9, states: [OPEN]) { nodes {
        number state vulnerableManifestPath dependencyScope dismisser { login }
        securityAdvisory { ghsaId severity }
        securityVulnerability { package { ecosystem name } vulnerableVersionRange }
      } }
      vulnerabilityAlert(number: 3) { state }
    } }`
    expect((await ask(sandbox, query, {}, "writer")).data.repository).toEqual({
      vulnerabilityAlerts: {
        nodes: [
          ["package.json", "NPM", "add", "< 2"],
          ["requirements.txt", "PIP", "add-py", "< 3"],
        ].map(([path, ecosystem, name, range], at) => ({
          number: at + 1,
          state: "OPEN",
          vulnerableManifestPath: path,
          dependencyScope: "RUNTIME",
          dismisser: null,
          securityAdvisory: { ghsaId: ADVISORY, severity: "HIGH" },
          securityVulnerability: { package: { ecosystem, name }, vulnerableVersionRange: range },
        })),
      },
      vulnerabilityAlert: { state: "FIXED" },
    })
    expect((await ask(sandbox, query, {}, "reader")).data.repository).toEqual({
      vulnerabilityAlerts: { nodes: [] },
      vulnerabilityAlert: null,
    })
  })
})

describe("a dismissal", () => {
  const dismissed = { state: "dismissed", dismissed_reason: "not_used", dismissed_comment: "No." }

  test("is undone by reopening the alert", async () => {
    const alert = `PATCH ${OPEN}/dependabot/alerts/1`
    expect((await call(alert, "writer", dismissed)).body).toMatchObject({
      ...dismissed,
      dismissed_by: { login: "writer" },
      dismissed_at: expect.any(String),
    })
    expect((await call(alert, "writer", { state: "open" })).body).toMatchObject({
      state: "open",
      dismissed_by: null,
      dismissed_at: null,
      dismissed_reason: null,
      dismissed_comment: null,
    })
    expect(sandbox.applied).toMatchObject([
      { mutation: "dismissAlert", actor: "writer" },
      { mutation: "reopenAlert", actor: "writer" },
    ])
  })

  test.each([
    ["code-scanning/alerts/1", "won't fix", 400, "Alert is already dismissed."],
    ["dependabot/alerts/1", "not_used", 409, "Alert 1 is already dismissed"],
  ])("is refused the second time: %s", async (path, reason, status, message) => {
    const alert = `PATCH ${OPEN}/${path}`
    const body = { state: "dismissed", dismissed_reason: reason }
    expect((await call(alert, "writer", body)).status).toBe(200)
    expect(await call(alert, "writer", body)).toMatchObject({ status, body: { message } })
    expect(sandbox.applied).toHaveLength(1)
  })

  test("of a secret is a resolution", async () => {
    const alert = `PATCH ${OPEN}/secret-scanning/alerts/1`
    const resolved = { state: "resolved", resolution: "revoked", resolution_comment: "Gone." }
    expect((await call(alert, "writer", resolved)).status).toBe(404)
    expect((await call(alert, "admin", { state: "resolved" })).status).toBe(422)
    const first = await call(alert, "admin", resolved)
    expect(first.body).toMatchObject({ ...resolved, resolved_by: { login: "admin" } })
    expect((await call(alert, "admin", resolved)).body).toEqual(first.body)
    expect((await call(alert, "admin", { state: "open" })).body).toMatchObject({
      state: "open",
      resolution: null,
      resolved_at: null,
      resolved_by: null,
    })
    expect(sandbox.applied).toMatchObject([
      { mutation: "resolveAlert", actor: "admin" },
      { mutation: "reopenAlert", actor: "admin" },
    ])
  })

  test("needs `state: dismissed`, not only a reason", async () => {
    const body = { state: "open", dismissed_reason: "not_used" }
    const { body: alert } = await call(`PATCH ${OPEN}/dependabot/alerts/1`, "writer", body)
    expect(alert.state).toBe("open")
  })

  test.each([
    [{ state: "dismissed" }, 422],
    [{ state: "dismissed", dismissed_reason: "bored" }, 422],
    [{ ...dismissed, dismissed_comment: "x".repeat(281) }, 422],
    [{ state: "fixed" }, 422],
  ])("is refused: %j", async (body, status) => {
    const answered = await call(`PATCH ${OPEN}/dependabot/alerts/1`, "writer", body)
    expect(answered.status).toBe(status)
    expect(sandbox.applied).toEqual([])
  })

  test("of a fixed alert is not modelled", async () => {
    const alert = `PATCH ${OPEN}/dependabot/alerts/3`
    expect((await call(alert, "writer", dismissed)).status).toBe(501)
  })

  test("needs write access", async () => {
    const alert = `PATCH ${OPEN}/dependabot/alerts/1`
    expect((await call(alert, "reader", dismissed)).status).toBe(403)
  })
})

describe("GET /advisories", () => {
  test.each([
    ["", 1],
    ["?type=malware", 0],
    ["?ecosystem=pip", 1],
    ["?ecosystem=go", 0],
    ["?affects=add-py,other", 1],
    ["?affects=other", 0],
    ["?cwes=190", 1],
    ["?cwes=CWE-79", 0],
    ["?is_withdrawn=true", 0],
    ["?published=2024-05-06", 1],
    ["?published=<2024-05-06", 0],
    ["?published=2024-05-01..2024-05-31", 1],
    ["?published=*..2024-05-06", 1],
    ["?updated=2030-01-01..*", 0],
  ])("with %j finds %i", async (query, count) => {
    expect((await call(`GET /advisories${query}`, "stranger")).body).toHaveLength(count)
  })

  test("refuses an invalid date, and packages with versions", async () => {
    expect((await call("GET /advisories?published=may", "stranger")).status).toBe(422)
    expect((await call("GET /advisories?affects=add@1.0.0", "stranger")).status).toBe(501)
  })
})

test("only owners can list the advisories of an organization", async () => {
  const organization = "GET /orgs/octo-org/security-advisories"
  const usual = await startSandbox()
  const as = (token: string) => rest(usual, organization, undefined, { token })
  expect((await as(usual.token)).body).toMatchObject([{ summary: "The saw is too sharp" }])
  expect((await as("monalisa-token")).status).toBe(404)
  await usual.close()
})

test.each([
  [{ dependabot_alerts: [{ advisory: ADVISORY }] }, `\`global_advisories\` has no ${ADVISORY}`],
  [
    { secret_scanning_alerts: [{ secret_type: "key", secret: "x", path: "nope" }] },
    "there is no file nope",
  ],
  [
    {
      code_scanning_alerts: [
        {
          rule: { id: "x", description: "X" },
          message: "X",
          path: "a",
          line: 1,
          branch: "nope",
        },
      ],
    },
    "there is no branch nope",
  ],
])("a seed with the repository %j is refused", async (alerts, message) => {
  const seed = { users: [{ login: "a" }], repositories: [{ owner: "a", name: "r", ...alerts }] }
  await expect(startSandbox({ seed })).rejects.toThrow(message)
})
