/** Statuses that mean more than their number, and answers of older servers. */
import { describe, expect, it } from "vitest"
import { errorOf, github, issue, reply, repository, run } from "./github.js"

const double = github()
const routes = ["graphql", "rest"] as const

it.each(routes)("a 451 returns NOT_FOUND with its reason, over %s", async (route) => {
  const html_url = "https://github.com/github/dmca/blob/master/2026/01/2026-01-01-example.md"
  const block = { reason: "dmca", created_at: "2026-01-01T00:00:00Z", html_url }
  double.says({ status: 451, body: { message: "Repository access blocked", block } })
  expect(await errorOf(double.ghx().issue.view(issue).run({ route }))).toMatchObject({
    code: "NOT_FOUND",
    message: `Repository access blocked (dmca, see ${html_url})`,
    details: { fix: expect.stringContaining("Support") },
  })
})

it("a bare 404 is not named after an answer of the call", async () => {
  double.says({ status: 404, body: { message: "Not Found" } })
  const { repo, security } = double.ghx()
  const person = { ...repository, login: "hubot", permission: "READ" } as const
  const alert = { ...repository, alert_number: 1, reason: "inaccurate" } as const
  for (const call of [
    repo.variable.set({ ...repository, name: "A", value: "b" }),
    repo.collaborators.add(person),
    security.dependabot.dismiss(alert),
  ])
    expect(await errorOf(call)).toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining('found nothing for owner "octocat", repo "hello-world"'),
    })
})

it.each(routes)("a 407 returns AUTH with a fix for the proxy, over %s", async (route) => {
  double.says({ status: 407, headers: { "proxy-authenticate": 'Basic realm="corp"' } })
  const failure = {
    code: "AUTH",
    message: expect.stringMatching(/proxy .*requires authentication/),
    retryable: false,
    details: { fix: expect.stringContaining("HTTPS_PROXY") },
  }
  const ghx = double.ghx()
  expect(await errorOf(ghx.issue.view(issue).run({ route }))).toMatchObject(failure)
  const write =
    route === "graphql" ? ghx.pr.thread.reply(reply) : ghx.workflow.run.rerun_failed(run)
  expect(await errorOf(write)).toMatchObject({ ...failure, details: { outcome: "not_sent" } })
})

it("a 407 names the proxy of the environment without its password", async () => {
  double.says({ status: 407 })
  const before = process.env.HTTPS_PROXY
  process.env.HTTPS_PROXY = "http://me:s3cret@proxy.example.com:3128"
  try {
    const error = await errorOf(double.ghx().issue.view(issue).run({ route: "rest" }))
    expect(error).toMatchObject({ message: expect.stringContaining("proxy.example.com:3128") })
    expect(JSON.stringify(error)).not.toContain("s3cret")
  } finally {
    if (before === undefined) delete process.env.HTTPS_PROXY
    else process.env.HTTPS_PROXY = before
  }
})

describe.each([408, 425])("HTTP %i", (status) => {
  it("returns a SERVER error that is retryable for reads only", async () => {
    double.says({ status, body: {} })
    const ghx = double.ghx()
    for (const route of routes) {
      const error = await errorOf(ghx.issue.view(issue).run({ route }))
      expect(error).toMatchObject({ code: "SERVER", retryable: true })
    }
    expect(await errorOf(ghx.workflow.run.rerun_failed(run))).toMatchObject({ retryable: false })
  })
})

describe.each([301, 307, 308])("a write that is answered with HTTP %i", (status) => {
  it("returns NOT_FOUND with the new address of the repository", async () => {
    const location = "https://api.github.com/repositories/1300192/actions/runs/1?sig=secret"
    double.says({ status, headers: { location }, body: { message: "Moved Permanently" } })
    const error = await errorOf(double.ghx().workflow.run.rerun_failed(run))
    expect(error).toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringMatching(
        /moved it to https:\/\/api\.github\.com\/repositories\/1300192\//,
      ),
      retryable: false,
      details: { outcome: "rejected", fix: expect.stringContaining("new name") },
    })
    expect(JSON.stringify(error)).not.toContain("sig=")
  })

  it("suggests checking base_url if the location is not a repository", async () => {
    double.says({ status, headers: { location: "https://example.com/login" }, body: "" })
    expect(await errorOf(double.ghx().workflow.run.rerun_failed(run))).toMatchObject({
      message: expect.stringContaining("https://example.com/login"),
      details: { fix: expect.stringContaining("base_url") },
    })
  })
})

it("an HTML page that rejects the User-Agent returns AUTH with its sentence", async () => {
  const sentence = "Request forbidden by administrative rules."
  const text = `\r\n${sentence} Please make sure your request has a User-Agent header.\r\n`
  double.says({ status: 403, headers: { "content-type": "text/html" }, body: text })
  for (const route of routes) {
    expect(await errorOf(double.ghx().issue.view(issue).run({ route }))).toMatchObject({
      code: "AUTH",
      message: expect.stringContaining(sentence),
      details: { fix: expect.stringContaining("User-Agent") },
    })
  }
})

describe("a call to a server older than the schema", () => {
  const unknownInput = [
    {
      message: "RebaseInput isn't a defined input type (on $input)",
      extensions: {
        code: "variableRequiresValidType",
        typeName: "RebaseInput",
        variableName: "input",
      },
    },
    {
      message: "Variable $input is declared but not used",
      extensions: { code: "variableNotUsed" },
    },
  ]
  const unknownField = [
    {
      message: "Variable $input of type UpdateIssueInput! was provided invalid value for agent",
      extensions: {
        value: {},
        problems: [{ path: ["agent"], explanation: "Field is not defined on UpdateIssueInput" }],
      },
    },
  ]
  const found = {
    node_id: "I_1",
    number: 1,
    title: "Bug",
    state: "open",
    state_reason: null,
    html_url: "https://github.com/octocat/hello-world/issues/1",
    body: "",
    user: null,
    assignees: [],
    labels: [],
    milestone: null,
    comments: 0,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    closed_at: null,
  }

  it.each([
    ["an input type", unknownInput],
    ["an input type, reported last", [...unknownInput].reverse()],
    ["a field in a variable", unknownField],
  ])("takes the next route if the server does not know %s", async (_, errors) => {
    double.server.answer = ({ path }) => ({ body: path === "/graphql" ? { errors } : found })
    const ghx = double.ghx()
    const result = await ghx.issue.view(issue)
    expect(result).toMatchObject({
      ok: true,
      meta: { route_used: "rest", reason: "CAPABILITY_LIMIT" },
    })
    expect(await errorOf(ghx.pr.thread.reply(reply))).toMatchObject({
      code: "ADAPTER_UNSUPPORTED",
      details: { outcome: "rejected" },
    })
  })
})
