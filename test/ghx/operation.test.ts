/** `ghx rest` and `ghx graphql`: values as in gh, output and exit codes. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox
const folder = mkdtempSync(join(tmpdir(), "ghx-operation-"))
beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
afterEach(() => github.reset())
afterAll(() => {
  rmSync(folder, { recursive: true })
  return github.close()
})

const close = `ghx graphql --query 'mutation { closeIssue(input: { issueId: "I_kgDOAAAAAQ" }) { issue { state } } }'`

const bodyOf = async (words: string) => {
  const hook = "ghx rest POST /repos/{owner}/{repo}/hooks --dry-run"
  const { stdout } = await type(`${hook} ${words}`)
  return JSON.parse(stdout)[0].body
}

describe("values of ghx rest", () => {
  it.each([
    ["-F active=true", { active: true }],
    ["-f name=true", { name: "true" }],
    ["-F name=12", { name: "12" }],
    ["-F events=push -F events=issues", { events: ["push", "issues"] }],
    ["-F 'events[]=push' -F 'events[]=issues'", { events: ["push", "issues"] }],
    [`-F 'events=["push"]'`, { events: ["push"] }],
    [
      "-F 'config[url]=https://a.test' -F 'config[content_type]=json'",
      { config: { url: "https://a.test", content_type: "json" } },
    ],
    ["-F 'config[insecure_ssl]=1'", { config: { insecure_ssl: 1 } }],
    ["-f 'config[secret]=@x'", { config: { secret: "@x" } }],
  ])("%s", async (words, body) => {
    expect(await bodyOf(words)).toEqual(body)
  })

  it("come from files and options together", async () => {
    const [text, json] = ["value.txt", "values.json"].map((name) => join(folder, name))
    writeFileSync(String(text), "from a file")
    writeFileSync(String(json), '{"events":["push"],"active":false}')
    expect(await bodyOf(`--input ${json} -F active=true -F name=@${text}`)).toEqual({
      events: ["push"],
      active: true,
      name: "from a file",
    })
  })

  it("are rejected if they are malformed", async () => {
    for (const words of ["-F active", "-f =1", "-F active=maybe", "-F nope=1"]) {
      const refused = await type(`ghx rest POST /repos/{owner}/{repo}/hooks --dry-run ${words}`)
      expect(refused).toMatchObject({ stdout: "", exitCode: 2 })
    }
    expect(github.requests).toEqual([])
  })
})

it.each(["__proto__[shared]=1", "constructor[prototype][shared]=1"])(
  "-f %s is refused, and changes no other object",
  async (field) => {
    const line = "ghx rest POST /repos/{owner}/{repo}/hooks --dry-run"
    const { stderr, exitCode } = await type(`${line} -f '${field}'`)
    expect([exitCode, Object({}).shared]).toEqual([2, undefined])
    expect(stderr).toContain("unknown field")
  },
)

describe("ghx rest", () => {
  it("writes only with --allow-write, and destroys only with --yes", async () => {
    const label = "POST /repos/{owner}/{repo}/labels -f name=later -f color=ededed"
    expect(await type(`ghx rest ${label}`)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(
        /Use repo.label.create \(ghx explain repo.label.create\).*--allow-write/,
      ),
    })
    expect(github.applied).toEqual([])
    expect((await type(`ghx rest ${label} --allow-write --jq .name`)).stdout).toBe("later\n")
    const remove = "ghx rest DELETE /repos/{owner}/{repo}/labels/later --allow-write"
    expect(await type(remove)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining("--yes"),
    })
    expect(await type(`${remove} --yes`)).toMatchObject({ stdout: "{}\n", exitCode: 0 })
  })

  it.each([
    ["PUT /repos/{owner}/{repo}/contents/a.md -f message=m -f content=YQ==", "repo.files.commit"],
    [
      "PATCH /repos/{owner}/{repo}/dependabot/alerts/2 -f state=dismissed",
      "security.dependabot.dismiss or security.dependabot.reopen",
    ],
    ["POST /repos/{owner}/{repo}/keys -f key=ssh", "the capability that does it, if there is"],
  ])("names the capabilities that do what it refuses: %s", async (request, named) => {
    expect((await type(`ghx rest ${request}`)).stderr).toContain(`fix: Use ${named} `)
    expect(github.applied).toEqual([])
  })

  it("fetches as many items as -L requests", async () => {
    const list = "ghx rest /repos/octocat/big/issues"
    expect((await type(`${list} -L 150 --jq length`)).stdout).toBe("150\n")
    const runs = "ghx rest /repos/{owner}/{repo}/actions/workflows -L 5 --jq '.workflows|type'"
    expect((await type(runs)).stdout).toBe("array\n")
  })

  it("with --record writes a recording that ghx chain executes", async () => {
    const file = join(folder, "recording.json")
    await type(
      `ghx rest POST /repos/{owner}/{repo}/labels -f name=later -f color=ededed --record ${file}`,
    )
    expect(github.applied).toEqual([])
    const run = `ghx chain --steps @${file} --jq .status`
    expect(await type(run)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining("--allow-write"),
    })
    expect((await type(`${run} --allow-write`)).stdout).toBe("success\n")
    const other = join(folder, "another.json")
    await type(`${close} --record ${other}`)
    const closing = `ghx chain --allow-write --steps @${other} --jq .results[0].data.close_issue.issue.state`
    expect((await type(closing)).stdout).toBe("CLOSED\n")
  })

  it.each([
    ["GET /repos/{owner}/{repo}/lables", 2, "labels"],
    ["GET /repos/octocat/nope", 3, "NOT_FOUND"],
    ["GET", 2, "needs a path after it"],
    ["GET /repos/a/b extra", 2, "-F name=value"],
    ["TRACE /repos/a/b", 2, "is not a method and a path"],
  ])("%s exits with %s", async (words, exitCode, says) => {
    expect(await type(`ghx rest ${words}`)).toMatchObject({
      exitCode,
      stderr: expect.stringContaining(says),
    })
  })
})

describe("ghx api", () => {
  it("prints the pages of a list or of a document as one list with --slurp", async () => {
    const list = await type("ghx api repos/octocat/big/issues --paginate --slurp")
    expect(JSON.parse(list.stdout).flat()).toHaveLength(250)
    const document =
      'query($endCursor: String) { repository(owner: "octocat", name: "big") { issues(first: 100, after: $endCursor) { nodes { number } pageInfo { hasNextPage endCursor } } } }'
    const pages = await type(`ghx api graphql --paginate --slurp -f query='${document}'`)
    const nodes = JSON.parse(pages.stdout).map(
      ({ data }: { data: { repository: { issues: { nodes: object[] } } } }) =>
        data.repository.issues.nodes.length,
    )
    expect(nodes).toEqual([100, 100, 50])
    const unpaged = document.replace(/ pageInfo \{[^}]*\}/, "")
    expect(await type(`ghx api graphql --paginate -f query='${unpaged}'`)).toMatchObject({
      ...{ stdout: "", exitCode: 2 },
      stderr: expect.stringContaining("--paginate: the document does not select pageInfo"),
    })
  })

  it("prints each page of a list as GitHub answers with --slurp", async () => {
    const { stdout } = await type(
      "ghx api 'repos/octocat/big/issues?per_page=100' --paginate --slurp",
    )
    expect(JSON.parse(stdout).map((page: object[]) => page.length)).toEqual([100, 100, 50])
  })

  it("keeps the files that GitHub compares only on the first page", async () => {
    const compare = "ghx api repos/octocat/hello-world/compare/main...polite-greeting?per_page=1"
    const pages = JSON.parse((await type(`${compare} --paginate --slurp`)).stdout)
    const { commits, files } = JSON.parse((await type(`${compare} --paginate`)).stdout)
    expect(pages.length).toBeGreaterThan(1)
    expect([commits, files]).toEqual([
      pages.flatMap((one: { commits: object[] }) => one.commits),
      pages[0].files,
    ])
  })

  it("sends the token of the header Authorization in place of others, and never prints it", async () => {
    const answer = await type("ghx api --verbose -H 'Authorization: token sesame' user")
    expect(answer).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("(HTTP 401)") })
    expect(answer.stdout).toMatch(/^> GET \/user HTTP[\s\S]*\n< HTTP\/1.1 401 Unauthorized\n/)
    expect(`${answer.stdout}${answer.stderr}`).not.toContain("sesame")
    expect(
      (await type(`ghx api -H 'Authorization: bearer ${github.token}' user -q .login`)).stdout,
    ).toBe("octocat\n")
    expect(await type("ghx api -H 'Authorization: sesame' user")).toEqual({
      stdout: "",
      stderr: "ghx: --header: Authorization takes bearer TOKEN or token TOKEN\n",
      exitCode: 2,
    })
  })

  it("adds other headers", async () => {
    const version = (text: string) =>
      `ghx api -H 'Accept: application/vnd.github+json' -H 'X-GitHub-Api-Version: ${text}' /repos/octocat/hello-world/labels/bug --jq .name`
    expect((await type(version("2022-11-28"))).stdout).toBe("bug\n")
    await type("ghx api -H 'X-Trace: 41' user --silent")
    expect(github.requests.at(-1)?.headers["x-trace"]).toBe("41")
  })

  it.each(["X-HTTP-Method-Override", "x-http-method", "X-Method-Override"])(
    "refuses the header %s, by which a read may become a write",
    async (name) => {
      const { length } = github.requests
      expect(await type(`ghx api repos/octocat/hello-world -H '${name}: DELETE'`)).toEqual({
        stdout: "",
        stderr: `ghx: --header: ${name} is not supported\n  fix: Use --method\n`,
        exitCode: 2,
      })
      expect(github.requests).toHaveLength(length)
    },
  )

  it("prints status and headers with --include, before the filtered data", async () => {
    const { stdout } = await type("ghx api -i user -q .login")
    expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\n(?:[\w-]+: .*\r\n)+\r\noctocat\n$/)
    expect(stdout).toContain("Content-Type: application/json")
  })

  it("prints what GitHub says about a refused request on stdout, and exits with 1", async () => {
    const { stdout, stderr, exitCode } = await type("ghx api repos/octocat/nope -q .name")
    expect(JSON.parse(stdout)).toMatchObject({ message: "Not Found", status: "404" })
    expect(stderr).toContain(": Not Found (HTTP 404)\n")
    expect(exitCode).toBe(1)
  })

  it("writes if GHX_API_WRITES is allow, and asks nothing", async () => {
    const label = "ghx api repos/octocat/hello-world/labels"
    const refused = await type(`${label} -f name=later -f color=ededed`)
    expect(refused).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining("GHX_API_WRITES=allow"),
    })
    vi.stubEnv("GHX_API_WRITES", "allow")
    expect((await type(`${label} -f name=later -f color=ededed -q .name`)).stdout).toBe("later\n")
    expect(await type(`${label}/later -X DELETE`)).toMatchObject({ exitCode: 0 })
    vi.stubEnv("GHX_API_WRITES", "yes")
    expect((await type(`${label} -f name=x`)).stderr).toContain("allow or refuse, not yes")
    vi.stubEnv("GHX_API_WRITES", undefined)
  })

  it("sends what GitHub does not describe only with --unchecked, and only to the API", async () => {
    const edit = "ghx api -X PATCH repos/{owner}/{repo} -R octocat/hello-world -F has_wiki=true"
    const refused = await type(`${edit} -F has_wikis=true --allow-write`)
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--unchecked") })
    expect(await type(`${edit} --unchecked`)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--allow-write"),
    })
    expect((await type(`${edit} --unchecked --allow-write -q .has_wiki`)).stdout).toBe("true\n")
    const pages = await type(
      "ghx api --unchecked --paginate -X GET repos/octocat/big/issues -f per_page=100 -q length",
    )
    expect(pages.stdout).toBe("250\n")
    const runs = "ghx api --unchecked repos/octocat/hello-world/actions/runs?per_page=1"
    const { stdout } = await type(`${runs} --paginate --jq .workflow_runs[].id`)
    expect(stdout.trim().split("\n")).toHaveLength(
      Number((await type(`${runs} --jq .total_count`)).stdout),
    )
    const missing = await type("ghx api --unchecked repos/octocat/nope")
    expect([missing.exitCode, JSON.parse(missing.stdout).status]).toEqual([1, "404"])
    expect(await type("ghx api --unchecked https://evil.example/x")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("is not a path of"),
    })
  })
})

it("ghx api --unchecked keeps integers above 2^53, as strings", async () => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json")
    response.end('{"id":12345678901234567890}')
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  vi.stubEnv("GHX_BASE_URL", `http://127.0.0.1:${Object(server.address()).port}`)
  vi.stubEnv("GH_TOKEN", "t")
  const { stdout } = await type("ghx api --unchecked foo -q .id")
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_TOKEN", "")
  server.close()
  expect(stdout).toBe("12345678901234567890\n")
})

describe("ghx api, for fields that only another write documents,", () => {
  it.each([
    ["PATCH repos/octocat/hello-world -F has_discussions=true", "true\n"],
    ["POST orgs/octo-org/repos -f name=talk -F has_discussions=true", "true\n"],
  ])("takes a field that GitHub documents for another write: %s", async (request, printed) => {
    const line = `ghx api -X ${request} --allow-write -q .has_discussions`
    expect((await type(line)).stdout).toBe(printed)
  })

  it("takes no field of another write that the answer lacks or has with another type", async () => {
    for (const field of ["-F auto_init=true", "-f organization=octo-org", "-F has_discussion=true"])
      expect(
        await type(`ghx api -X PATCH repos/octocat/hello-world ${field} --allow-write`),
      ).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("unknown field") })
  })
})

describe("ghx graphql", () => {
  it("reads a document from a file and from the argument", async () => {
    const document =
      "query($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { nameWithOwner } }"
    const file = join(folder, "document.graphql")
    writeFileSync(file, document)
    const shown = "--jq .repository.name_with_owner"
    expect((await type(`ghx graphql --query ${file} ${shown}`)).stdout).toBe(
      "octocat/hello-world\n",
    )
    expect((await type(`ghx graphql --query '${document}' ${shown}`)).stdout).toBe(
      "octocat/hello-world\n",
    )
  })

  it("prints the cost of a document in a dry run", async () => {
    const dry = await type(
      "ghx graphql --dry-run --query '{ viewer { repositories(first: 9) { nodes { name } } } }'",
    )
    expect(dry.stderr).toContain("cost: 1 point, at most 100 nodes")
    expect(github.requests).toEqual([])
  })

  it("writes only with --allow-write", async () => {
    expect(await type(close)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining("--allow-write"),
    })
    expect((await type(`${close} --allow-write --jq .close_issue.issue.state`)).stdout).toBe(
      "CLOSED\n",
    )
  })
})

it("prints all of an answer of ghx api in a pipe, as gh does, and nothing for one without a body", async () => {
  const whole = await type("ghx api repos/octocat/hello-world/issues/2")
  expect(JSON.parse(whole.stdout)).toMatchObject({ closed_at: null, assignees: [] })
  const starred = await type("ghx api -X PUT user/starred/octo-org/website --allow-write --yes")
  expect(starred).toMatchObject({ stdout: "", exitCode: 0 })
})
