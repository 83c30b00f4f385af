/** Answers that are not everything say so: in `meta.warnings`, at the end of an iteration, in the exit code. */
import { chain, createGhx, GhxError, type ResultWarning } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { type } from "./ghx/type.js"
import { type Ghx, github, issue, repository } from "./github-says/github.js"

afterEach(() => vi.unstubAllEnvs())

/** What an iteration yields, and the warnings with which it ends. */
async function read(items: AsyncIterable<unknown>) {
  const all: unknown[] = []
  try {
    for await (const one of items) all.push(one)
  } catch (error) {
    if (!(error instanceof GhxError)) throw error
    const { code, details } = error.envelope.error
    return { count: all.length, code, warnings: details?.warnings ?? [] }
  }
  return { count: all.length, warnings: [] as ResultWarning[] }
}

const limitOfSearch = { code: "INCOMPLETE", message: "GitHub shows only the first 1000 of 1005" }

describe("on the sandbox", () => {
  let sandbox: Sandbox
  let ghx: Ghx
  beforeAll(async () => {
    sandbox = await startSandbox()
    await sandbox.apply({
      users: [{ login: "stranger" }],
      repositories: [{ owner: "octocat", name: "huge", generate_issues: 1005 }],
    })
    ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, retry: false })
  })
  beforeEach(() => vi.stubEnv("GHX_BASE_URL", sandbox.url))
  afterAll(() => sandbox.close())

  const query = "repo:octocat/huge is:issue"
  const text = `query ($after: String) { search(query: "${query}", type: ISSUE, first: 100, after: $after) {
    issueCount nodes { ... on Issue { number } } pageInfo { hasNextPage endCursor } } }`

  it.each<[string, () => AsyncIterable<unknown>]>([
    ["a list", () => ghx.issue.search({ query, first: 100 })],
    ["`items` of a list", () => ghx.issue.search({ query, first: 100 }).items()],
    ["a document", () => ghx.document(text)().items()],
    [
      "a document that selects no count",
      () => ghx.document(text.replace("issueCount", ""))().items(),
    ],
    ["a request", () => ghx.request("GET /search/issues", { q: query, per_page: 100 }).items()],
  ])("an iteration over %s yields 1,000 results of a search and then throws", async (_, items) => {
    const { count, warnings } = await read(items())
    expect(count).toBe(1000)
    expect(warnings).toMatchObject([{ ...limitOfSearch, pointer: "/page_info" }])
  })

  it("a search puts alternatives in parentheses, and counts only what it lists", async () => {
    const either = "repo:octocat/hello-world OR repo:octocat/huge"
    for (const query of [either, `${either} sort:created-asc`, `(${either})`]) {
      const page = await ghx.pr.search({ query }).orThrow()
      expect(page.items).toHaveLength(4)
      expect(page.total_count).toBe(4)
    }
    for (const command of [
      "issue list -R octocat/hello-world -s all -S 'label:bug OR label:question'",
      "search issues -R octocat/hello-world label:bug OR label:question",
    ]) {
      const line = `ghx ${command} --json number -q 'map(.number) | sort | .[]'`
      expect(await type(line)).toMatchObject({ stdout: "1\n3\n", stderr: "" })
    }
  })

  it("an iteration that ends at its limit does not throw", async () => {
    const items = ghx.issue.search({ query, first: 100 }).items({ limit: 1000 })
    expect(await read(items)).toEqual({ count: 1000, warnings: [] })
  })

  it("the command exits with 5 if it got less than --limit, and with 0 if it got everything", async () => {
    const short = await type(
      `ghx run issue.search query='${query}' --limit 1001 --jq '.items | length'`,
    )
    expect(short).toMatchObject({ stdout: "1000\n", exitCode: 5 })
    expect(short.stderr).toContain(
      "note: GitHub shows only the first 1000 of 1005. Narrow the query",
    )
    const enough = await type(
      `ghx run issue.search query='${query}' --limit 1000 --jq '.items | length'`,
    )
    expect(enough).toMatchObject({ stdout: "1000\n", stderr: "", exitCode: 0 })
  })

  it("a chain warns about lists that go on, by step", async () => {
    const { meta } = await chain(
      ghx.issue.list({ owner: "octocat", repo: "huge", first: 100 }),
      ghx.issue.list(repository),
      ghx.request("GET /repos/octocat/huge/issues", { per_page: 100 }),
    )
    expect(meta.warnings).toMatchObject([
      { code: "MORE_PAGES", step: 0, message: expect.stringContaining("1005 items") },
      { code: "MORE_PAGES", step: 2 },
    ])
  })

  describe("input that GitHub ignores", () => {
    const ignored = (name: string, pointer: string) => [
      { code: "IGNORED", message: expect.stringContaining(name), pointer },
    ]

    it("is a warning for each kind of call, also if `fields` omits it", async () => {
      const given = { ...repository, title: "x", assignees: ["octocat", "stranger"] }
      const expected = {
        ok: true,
        meta: { warnings: ignored("ignored stranger in", "/assignees") },
      }
      expect(await ghx.issue.create(given)).toMatchObject(expected)
      const some = await ghx.issue.create(given, { fields: ["number"] })
      expect(some).toMatchObject({ ...expected, data: { number: expect.any(Number) } })
      expect(Object.keys(some.data ?? {})).toEqual(["number"])
      const { assignees } = ghx.issue
      const one = { ...issue, assignees: ["stranger"] }
      expect(await assignees.add(one)).toMatchObject(expected)
      for (const route of ["graphql", "rest"] as const)
        expect(await assignees.update(one).run({ route })).toMatchObject(expected)
      const { meta } = await chain(assignees.add(one))
      expect(meta.warnings).toMatchObject([{ code: "IGNORED", step: 0 }])
    })

    it("is a warning for a setting that stays as it was", async () => {
      const answered = { name: "hello-world", owner: { login: "octocat" }, html_url: "u" }
      const setting = { allow_auto_merge: false, visibility: "public" }
      const rest = { description: null, default_branch: "main", ...setting }
      const fetch = async () => Response.json({ ...answered, ...rest })
      const client = createGhx({ token: "t", fetch })
      const { meta } = await client.repo.update({ ...repository, allow_auto_merge: true })
      expect(meta.warnings).toMatchObject(ignored("ignored true in", "/allow_auto_merge"))
      const renamed = { ...repository, name: "Hello-World", visibility: "PRIVATE" } as const
      expect((await client.repo.update(renamed)).meta.warnings).toMatchObject(
        ignored("ignored PRIVATE in visibility: the result has PUBLIC", "/visibility"),
      )
      const fork = { owner: "octo-org", repo: "tools", name: "mine" }
      const existing = await client.repo.fork(fork)
      expect(existing.meta.warnings).toMatchObject(
        ignored("ignored mine in name: the result has hello-world", "/name"),
      )
      for (const fields of [["url"], undefined] as const) {
        const spelled = await client.repo.update({ ...repository, name: "hello world" }, { fields })
        expect(spelled.meta.warnings).toMatchObject(ignored("hello world in name", "/name"))
      }
    })

    it("is a warning for alerts that are still open, unless that was asked for", async () => {
      const left = { dismissed_at: null, dismissed_reason: null, dismissed_comment: null }
      const open = { number: 1, state: "open", html_url: "u", resolution: null, ...left }
      const client = createGhx({ token: "t", fetch: async () => Response.json(open) })
      const { code, dependabot, secret } = client.security
      const alert = { ...repository, alert_number: 1 }
      const falsely = { ...alert, reason: "false positive" } as const
      for (const { meta } of [
        await code.dismiss(falsely),
        await dependabot.dismiss({ ...alert, reason: "inaccurate" }),
      ])
        expect(meta.warnings).toMatchObject(ignored("the alert is still open", "/reason"))
      const { meta } = await secret.resolve({ ...alert, resolution: "revoked" })
      expect(meta.warnings).toMatchObject(ignored("the alert is still open", "/resolution"))
      const asked = await code.dismiss({ ...falsely, comment: "c", create_request: true })
      expect(asked).toMatchObject({ ok: true, data: { state: "open" } })
      expect(asked.meta.warnings).toBeUndefined()
    })

    it("is a warning for the permission of an invitation", async () => {
      const invitation = { id: 1, permissions: "write", html_url: "u" }
      const fetch = async () => Response.json(invitation, { status: 201 })
      const { collaborators } = createGhx({ token: "t", fetch }).repo
      const asked = { ...repository, login: "newbie", permission: "ADMIN" } as const
      expect(await collaborators.add(asked)).toMatchObject({
        data: { permission: "WRITE" },
        meta: { warnings: ignored("ADMIN in permission: the result has WRITE", "/permission") },
      })
    })

    it("is a warning for texts, and for teams whose review GitHub does not request", async () => {
      const pulled = { number: 7, node_id: "PR_7", html_url: "u", title: "Old", body: null }
      const answered = { ...pulled, state: "open", updated_at: "2026-01-01T00:00:00Z" }
      const head = { ref: "h", sha: "a" }
      const rest = { head, base: { ref: "main", sha: "b" }, requested_reviewers: [] }
      const fetch = async () => Response.json({ ...answered, ...rest, requested_teams: [] })
      const client = createGhx({ token: "t", fetch })
      const pull = { ...repository, pull_number: 7 }
      const updated = client.pr.update({ ...pull, title: "New" }).run({ route: "rest" })
      expect((await updated).meta.warnings).toMatchObject(
        ignored("ignored New in title: the result has Old", "/title"),
      )
      const requested = await client.pr.reviewers.request({ ...pull, team_reviewers: ["core"] })
      expect(requested.meta.warnings).toMatchObject(ignored("ignored core in", "/team_reviewers"))
    })

    it("is a warning for the target of a tag that exists, unless it is there", async () => {
      const { data } = await ghx.repo.branch.view({ ...repository, branch: "main" })
      const moved = { ...repository, tag_name: "v0.1.0", target_commitish: "polite-greeting" }
      for (const update of [
        () => ghx.release.update(moved),
        () => ghx.release.tag.set({ ...moved, tag_name: "v0.2.0", new_tag_name: "v0.0.1" }),
      ]) {
        await ghx.repo.tag.create({ ...repository, tag: "v0.0.1", from: "main" })
        expect(await update()).toMatchObject({
          data: { target_commitish: data?.sha },
          meta: { warnings: ignored("the tag is at another commit", "/target_commitish") },
        })
      }
      const again = await ghx.release.update({ ...moved, target_commitish: "main" })
      const made = await ghx.release.create({ ...moved, tag_name: "v0.0.2" })
      expect([again, made].map(({ ok, meta }) => [ok, meta.warnings])).toEqual([
        [true, undefined],
        [true, undefined],
      ])
    })

    it("is a warning for make_latest of a draft, which has to be passed to release.publish", async () => {
      const draft = { ...repository, tag_name: "v0.9.0", draft: true }
      const warnings = ignored("the release is a draft", "/make_latest")
      expect(await ghx.release.create({ ...draft, make_latest: "false" })).toMatchObject({
        meta: { warnings },
      })
      const { meta } = await ghx.release.update({ ...draft, make_latest: "true" })
      expect(meta.warnings).toBeUndefined()
    })

    it("is a warning also for values of which `fields` asks nothing", async () => {
      const fields = ["url"] as const
      const draft = {
        ...repository,
        tag_name: "v0.9.1",
        draft: true,
        make_latest: "false",
      } as const
      expect(await ghx.release.create(draft, { fields })).toMatchObject({
        data: { url: expect.any(String) },
        meta: { warnings: ignored("the release is a draft", "/make_latest") },
      })
      const moved = { ...repository, tag_name: "v0.1.0", target_commitish: "polite-greeting" }
      const { meta } = await ghx.release.update(moved, { fields })
      expect(meta.warnings).toMatchObject(ignored("at another commit", "/target_commitish"))
    })

    it("makes the command fail after printing the result", async () => {
      const edited = await type("ghx issue edit 1 -R octocat/hello-world --add-assignee stranger")
      expect(edited).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("/issues/1") })
      expect(edited.stderr).toMatch(/^note: GitHub ignored stranger in assignees/)
    })

    it("is not reported for input that GitHub spells differently", async () => {
      const labels = await ghx.issue.labels.add({ ...issue, labels: ["BUG"] })
      const topics = await ghx.repo.topics.set({ ...repository, topics: ["cli"] })
      const removed = await ghx.issue.labels.remove({ ...issue, labels: ["bug"] })
      const pull = { title: "Again", head: "refs/heads/impolite-greeting", base: "refs/heads/main" }
      const created = await ghx.pr.create({ ...repository, ...pull })
      for (const one of [labels, topics, removed, created]) {
        expect(one).toMatchObject({ ok: true })
        expect(one.meta.warnings).toBeUndefined()
      }
    })
  })

  describe("values that GitHub withholds", () => {
    const pull = { owner: "octocat", repo: "hello-world", pull_number: 7 }
    const withhold = (...path: (string | number)[]) =>
      sandbox.injectFault({
        times: 1,
        partial: true,
        graphql_error: { type: "FORBIDDEN", message: "No access.", path },
      })
    const ofPull = ["repository", "pullRequest"]
    const withheld = (message: string, pointer: string) => ({
      ok: true,
      meta: { warnings: [{ code: "WITHHELD", message, pointer }] },
    })

    it("make a count or a state of the rest null, and the warning names it", async () => {
      withhold(...ofPull, "reviewThreads", "nodes", 0)
      const missing = "GitHub withholds 1 item of reviewThreads"
      expect(await ghx.pr.mergeability.view(pull)).toMatchObject({
        ...withheld(`${missing}, so unresolved_threads is null: No access.`, "/unresolved_threads"),
        data: { unresolved_threads: null, threads_count: expect.any(Number) },
      })
      withhold(...ofPull, "reviewThreads", "nodes", 0)
      const fields = ["unresolved_threads"] as const
      expect(await ghx.pr.mergeability.view(pull, { fields })).toMatchObject({
        ok: true,
        data: { unresolved_threads: null },
      })
      withhold(...ofPull, "reviewThreads", "nodes", 0)
      const context = withheld(`${missing}: No access.`, "/threads")
      expect(await ghx.pr.context(pull)).toMatchObject(context)
      const checks = [...ofPull, "statusCheckRollup", "contexts", "nodes", 0]
      withhold(...checks)
      expect(await ghx.pr.checks.summary(pull)).toMatchObject({
        ...withheld(
          "GitHub withholds 1 item of statusCheckRollup.contexts, so state and checks_count are null: No access.",
          "/state",
        ),
        data: { state: null, checks_count: null },
      })
      withhold(...checks)
      expect(await ghx.pr.context(pull)).toMatchObject({
        ...{ ok: true, data: { checks: null } },
        meta: { warnings: [{ pointer: "/checks" }] },
      })
      withhold(...ofPull, "reviews")
      expect(await ghx.pr.context(pull)).toMatchObject({
        ...withheld("GitHub withholds reviews: No access.", "/reviews_count"),
        data: { reviews_count: null, reviews: [] },
      })
    })

    it("have pointers into lists and objects", async () => {
      const list = ["repository", "issues"]
      withhold(...list, "nodes", 0)
      const one = withheld("GitHub withholds 1 item of issues: No access.", "/items")
      expect(await ghx.issue.list(repository)).toMatchObject(one)
      withhold(...list, "nodes", 1, "labels")
      const labels = withheld("GitHub withholds labels: No access.", "/items/1/labels")
      expect(await ghx.issue.list(repository)).toMatchObject(labels)
      withhold("repository", "issue", "milestone")
      const milestone = withheld("GitHub withholds milestone: No access.", "/milestone")
      expect(await ghx.issue.view(issue)).toMatchObject(milestone)
    })

    it("make each command exit with 5, and stderr names them", async () => {
      const item = ["repository", "issues", "nodes", 0] as const
      const tasks = '[{"task":"issue.list","input":{"owner":"octocat","repo":"hello-world"}}]'
      const script =
        "return (await ghx.issue.list({owner:'octocat',repo:'hello-world'})).items.length"
      const text =
        '{ repository(owner: "octocat", name: "hello-world") { issues(first: 2) { nodes { number } } } }'
      for (const line of [
        "ghx run issue.list octocat/hello-world --jq '.items|length'",
        `ghx chain --steps '${tasks}' --jq .status`,
        `ghx exec "${script}"`,
        `ghx graphql --query '${text}'`,
        "ghx issue list -R octocat/hello-world",
      ]) {
        withhold(...item)
        const { exitCode, stderr } = await type(line)
        expect([line, exitCode, stderr]).toEqual([
          line,
          5,
          expect.stringContaining("GitHub withholds 1 item of"),
        ])
      }
      withhold("repository", "issue", "milestone")
      expect(
        await type("ghx issue view 1 -R octocat/hello-world --json number,milestone"),
      ).toMatchObject({
        exitCode: 5,
        stderr: expect.stringMatching(/^note: GitHub withholds milestone: No access. Use a token/),
      })
      withhold(...item)
      expect(await type(`ghx api graphql -f query='${text}'`)).toMatchObject({ exitCode: 1 })
    })
  })

  describe("a page whose output does not show that the list goes on", () => {
    const path = "GET /repos/octocat/huge/issues"
    const list =
      'query ($after: String) { repository(owner: "octocat", name: "huge") { issues(first: 5, after: $after) { nodes { number } pageInfo { hasNextPage endCursor } } } }'

    it.each([
      ["ghx run issue.list octocat/huge -q '.items|length'", /^note: more results: after=\S+\n$/],
      ["ghx issue list -R octocat/huge -q length", "note: 30 of 1005; use -L for more\n"],
      ["ghx issue list -R octocat/huge", "note: 30 of 1005; use -L for more\n"],
      [`ghx rest ${path}`, "note: 30 items, not all; use --limit for more\n"],
      [`ghx rest ${path} -q length`, "note: 30 items, not all; use --limit for more\n"],
      [`ghx graphql --query '${list}' -q .repository`, /^note: one page, not all; use --limit/],
      [`ghx api repos/octocat/huge/issues -q length`, /use --paginate for more\n$/],
      [
        `ghx exec --documents 'return (await ghx.request("${path}",{})).length'`,
        /^note: .*GET .*has more pages. Pass page=2/,
      ],
    ])("%s notes it on stderr, and exits with 0", async (line, stderr) => {
      const expected = typeof stderr === "string" ? stderr : expect.stringMatching(stderr)
      expect(await type(line)).toMatchObject({ stderr: expected, exitCode: 0 })
    })

    it.each([
      "ghx issue list -R octocat/hello-world -q length",
      "ghx api repos/octocat/huge/issues --paginate -q length",
      `ghx api graphql --paginate -f query='${list.replaceAll("after: $after", "after: $endCursor").replace("$after", "$endCursor").replace("first: 5", "first: 100")}' -q .data`,
      "ghx search issues repo:octocat/huge -L 1000 -q length",
    ])("%s notes nothing, since no further page can be read", async (line) => {
      expect(await type(line)).toMatchObject({ stderr: "", exitCode: 0 })
    })

    it("a command of several calls names no steps", async () => {
      const { stderr } = await type("ghx release list -R octocat/hello-world -L 1")
      expect(stderr).toBe("note: 1 item, not all; use -L for more\n")
    })

    it("a search says once that GitHub shows no more", async () => {
      const { stderr, exitCode } = await type(
        "ghx issue list -R octocat/huge --search is:issue -L 1001 --json number",
      )
      expect(exitCode).toBe(5)
      expect(stderr).toBe(
        "note: GitHub shows only the first 1000 of 1005. Narrow the query, for example by dates\n",
      )
    })
  })

  describe("a document of which a part is missing", () => {
    const partial =
      '{ a: repository(owner: "octocat", name: "hello-world") { name } b: repository(owner: "octocat", name: "no") { name } }'

    it("keeps the rest, with GitHub's errors", async () => {
      const expected = {
        code: "INCOMPLETE",
        message: expect.stringContaining("Could not resolve to a Repository"),
        pointer: "/b",
        errors: [{ type: "NOT_FOUND", path: ["b"] }],
      }
      expect(await ghx.document(partial)()).toMatchObject({
        ok: true,
        data: { a: { name: "hello-world" }, b: null },
        meta: { warnings: [expected] },
      })
      const { results, meta } = await chain(ghx.document(partial)(), ghx.user.me())
      expect(results[0]).toMatchObject({ ok: true, data: { a: { name: "hello-world" } } })
      expect(meta.warnings).toMatchObject([{ ...expected, step: 0 }])
    })

    it("fails if nothing is left", async () => {
      expect(
        await ghx.document('{ repository(owner: "octocat", name: "no") { name } }')(),
      ).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } })
    })

    it("is printed by `ghx api graphql` as by gh, which fails", async () => {
      const { stdout, exitCode } = await type(`ghx api graphql -f query='${partial}'`)
      expect(exitCode).toBe(1)
      expect(JSON.parse(stdout)).toMatchObject({
        data: { a: { name: "hello-world" }, b: null },
        errors: [{ type: "NOT_FOUND", path: ["b"] }],
      })
      expect(await type(`ghx graphql --query '${partial}'`)).toMatchObject({ exitCode: 5 })
    })
  })
})

describe("from GitHub", () => {
  const double = github()
  const list = { owner: "octocat", repo: "hello-world" }

  describe("with X-GitHub-SSO: partial-results", () => {
    const headers = { "x-github-sso": "partial-results; organizations=21955855,20582480" }
    const warning = { code: "INCOMPLETE", message: expect.stringContaining("21955855, 20582480") }
    const viewer = { data: { viewer: { id: "U_1", login: "octocat", name: null, url: "u" } } }

    it("every way of reading says so", async () => {
      double.says({ body: [], headers })
      const ghx = double.ghx()
      const expected = { ok: true, meta: { warnings: [warning] } }
      expect(await ghx.notification.list({})).toMatchObject(expected)
      expect(await ghx.request("GET /user/repos")).toMatchObject(expected)
      expect(await read(ghx.notification.list({}))).toMatchObject({ count: 0, warnings: [warning] })
      expect(await read(ghx.request("GET /user/repos").items())).toMatchObject({
        warnings: [warning],
      })
      vi.stubEnv("GHX_BASE_URL", double.server.url)
      vi.stubEnv("GH_TOKEN", "t")
      expect(await type("ghx api user/repos")).toMatchObject({ stdout: "[]\n", exitCode: 5 })
      double.says({ body: viewer, headers })
      expect(await ghx.document("{ viewer { login } }")()).toMatchObject(expected)
    })

    it("such answers are not cached", async () => {
      const stored = new Map()
      const ghx = double.ghx({ response_cache: stored })
      double.says({ body: [], headers: { ...headers, etag: '"1"' } })
      await ghx.request("GET /user/repos")
      expect(stored.size).toBe(0)
      double.says({ body: [], headers: { etag: '"1"' } })
      await ghx.request("GET /user/repos")
      expect(stored.size).toBe(1)
    })
  })

  describe("with null items", () => {
    const thread = { totalCount: 2, pageInfo: { hasNextPage: false, endCursor: null } }
    const answer = (reviewThreads: object) => ({
      body: { data: { repository: { pullRequest: { reviewThreads } } } },
    })
    const pull = { ...list, pull_number: 7 }

    it.each([
      ["an item", { ...thread, nodes: [null, null] }, "2 items of"],
      ["the list itself", { ...thread, nodes: null }, "1 item of"],
    ])("%s is a warning", async (_, threads, message) => {
      double.says(answer(threads))
      const ghx = double.ghx()
      const warnings = [{ code: "INCOMPLETE", message: expect.stringContaining(message) }]
      expect(await ghx.pr.threads.list(pull)).toMatchObject({ ok: true, meta: { warnings } })
      expect(await read(ghx.pr.threads.list(pull))).toMatchObject({ count: 0, warnings })
    })
  })

  it("a null node of an edge is a warning", async () => {
    const node = { login: "monalisa", name: null, url: "u" }
    const membersWithRole = {
      ...{ totalCount: 2, pageInfo: { hasNextPage: false, endCursor: null } },
      edges: [
        { role: "ADMIN", node: null },
        { role: "MEMBER", node },
      ],
    }
    double.says({ body: { data: { organization: { membersWithRole } } } })
    expect(await double.ghx().org.members.list({ org: "octo-org" })).toMatchObject({
      data: { items: [{ login: "monalisa" }], total_count: 2 },
      meta: {
        warnings: [
          {
            code: "INCOMPLETE",
            message: expect.stringContaining("1 item of organization.membersWithRole.edges:"),
            pointer: "/items",
          },
        ],
      },
    })
  })

  it("a list that is null is a warning, unless it may be absent", async () => {
    const files = { items: [], total_count: 0 }
    const answers = async (pullRequest: object) => {
      double.says({ body: { data: { repository: { pullRequest } } } })
      const pull = { ...list, pull_number: 7 }
      return [double.ghx().pr.files.list(pull), double.ghx().pr.checks.list(pull)] as const
    }
    const [withheld] = await answers({ files: null })
    expect(await withheld).toMatchObject({
      data: files,
      meta: { warnings: [{ code: "INCOMPLETE", message: expect.stringContaining("missing") }] },
    })
    expect(await read(withheld.items())).toMatchObject({ count: 0, code: "SERVER" })
    const [, absent] = await answers({ statusCheckRollup: null })
    const checks = await absent
    expect(checks).toMatchObject({ ok: true, data: { items: [] } })
    expect(checks.meta.warnings).toBeUndefined()
    double.says({ body: { data: { repository: { issueTypes: null } } } })
    expect((await double.ghx().repo.issue_types.list(list)).meta.warnings).toBeUndefined()
  })

  describe("with pages that do not end", () => {
    const text =
      "query ($after: String) { viewer { repositories(first: 1, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } } } }"
    let pages = 0
    const page = (nodes: object[], endCursor: () => string | null) => {
      pages = 0
      double.server.answer = () => {
        pages += 1
        const pageInfo = { hasNextPage: true, endCursor: endCursor() }
        return { body: { data: { viewer: { repositories: { nodes, pageInfo } } } } }
      }
    }

    it("a page of a list without a cursor is a warning", async () => {
      const pageInfo = { hasNextPage: true, endCursor: null }
      const reviewThreads = { totalCount: 5, pageInfo, nodes: [] }
      double.says({ body: { data: { repository: { pullRequest: { reviewThreads } } } } })
      expect(await double.ghx().pr.threads.list({ ...list, pull_number: 7 })).toMatchObject({
        ok: true,
        meta: {
          pagination: { has_next_page: true, end_cursor: null },
          warnings: [{ code: "INCOMPLETE", message: expect.stringContaining("no new cursor") }],
        },
      })
    })

    it("an iteration throws for a page without a cursor", async () => {
      page([{ name: "a" }], () => null)
      expect(await read(double.ghx().document(text)().items())).toMatchObject({
        count: 1,
        warnings: [{ code: "INCOMPLETE", message: expect.stringContaining("no new cursor") }],
      })
    })

    it("an iteration stops after 51 empty pages, over GraphQL and REST", async () => {
      page([], () => `cursor ${pages}`)
      const warnings = [{ code: "INCOMPLETE", message: expect.stringContaining("51 are empty") }]
      expect(await read(double.ghx().document(text)().items())).toMatchObject({ warnings })
      expect(pages).toBe(51)
      const next = (path = "") => Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1) + 1
      double.server.answer = ({ path }) => ({
        body: [],
        headers: { link: `<${double.server.url}/repositories/1?page=${next(path)}>; rel="next"` },
      })
      double.server.requests.length = 0
      expect(await read(double.ghx().notification.list({}))).toMatchObject({ warnings })
      expect(double.server.requests).toHaveLength(51)
      expect(await read(double.ghx().request("GET /user/repos").items())).toMatchObject({
        warnings,
      })
      vi.stubEnv("GHX_BASE_URL", double.server.url)
      vi.stubEnv("GH_TOKEN", "t")
      expect(await type("ghx api user/repos --paginate")).toMatchObject({ exitCode: 5 })
      page([{ name: "a" }], () => null)
      const query = text
        .replace("$after: String", "$endCursor: String")
        .replace("$after", "$endCursor")
      const paginated = await type(`ghx api graphql --paginate -f query='${query}'`)
      expect(paginated).toMatchObject({
        exitCode: 5,
        stderr: expect.stringContaining("no new cursor"),
      })
    })

    it("an iteration goes on after a few empty pages", async () => {
      double.server.answer = ({ path }) => {
        const page = Number(/[?&]page=(\d+)/.exec(path ?? "")?.[1] ?? 1)
        const link = `<${double.server.url}/user/repos?page=${page + 1}>; rel="next"`
        return { body: page < 4 ? [] : [{ id: 1 }], headers: page < 4 ? { link } : {} }
      }
      const items = double.ghx().request("GET /user/repos").items()
      expect(await read(items)).toEqual({ count: 1, warnings: [] })
    })
  })

  it("a search whose count includes results of another kind warns", async () => {
    const page = { issueCount: 254, pageInfo: { hasNextPage: true, endCursor: "c" } }
    double.says({ body: { data: { search: { ...page, nodes: [{}, {}] } } } })
    const found = await double.ghx().pr.search({ query: "repo:a/b or repo:a/c" })
    expect(found).toMatchObject({
      data: { items: [], total_count: 254 },
      meta: {
        warnings: [
          {
            code: "INEXACT",
            message: expect.stringContaining("2 of this page are left out"),
            pointer: "/total_count",
          },
        ],
      },
    })
  })

  describe("with a payload that is null without an error", () => {
    const said = (data: object) => double.says({ body: { data } })
    const thread = { ...list, pull_number: 7, path: "a", line: 999, body: "x" }
    const text =
      'mutation { addPullRequestReviewThread(input: { pullRequestId: "PR_1", body: "x" }) { thread { id } } }'

    it("a review thread outside of the diff was refused", async () => {
      const refused = {
        ok: false,
        error: { code: "VALIDATION", retryable: false, details: { outcome: "rejected" } },
      }
      const ghx = double.ghx({ operations: "write" })
      double.server.answer = ({ query }) => ({
        body: {
          data: query.includes("mutation")
            ? { addPullRequestReviewThread: { thread: null } }
            : { repository: { pullRequest: { id: "PR_1" } } },
        },
      })
      expect(await ghx.pr.threads.create(thread)).toMatchObject(refused)
      expect(await ghx.document(text)()).toMatchObject(refused)
    })

    it("no other write is reported as applied", async () => {
      const unknown = { ok: false, error: { retryable: false, details: { outcome: "unknown" } } }
      const ghx = double.ghx()
      said({ addPullRequestReviewThreadReply: { comment: null } })
      const replied = await ghx.pr.thread.reply({ thread_id: "PRRT_1", body: "Done." })
      said({ createIssue: { issue: null } })
      const document =
        'mutation { createIssue(input: { repositoryId: "R_1", title: "x" }) { issue { id } } }'
      const created = await double.ghx({ operations: "write" }).document(document)()
      for (const one of [replied, created]) {
        expect(one).toMatchObject(unknown)
        expect(one.error?.details).not.toHaveProperty("applied")
      }
    })

    it("a document that only selects clientMutationId succeeds", async () => {
      const text = 'mutation { removeStar(input: { starrableId: "R_1" }) { clientMutationId } }'
      said({ removeStar: { clientMutationId: null } })
      expect(await double.ghx({ operations: "write" }).document(text)()).toMatchObject({ ok: true })
    })
  })

  describe("in another form than documented", () => {
    const ask = (operation: string) => double.ghx().request(operation)

    it.each([
      ["GET /repos/octocat/hello-world/issues", "null", "it is empty"],
      ["GET /repos/octocat/hello-world/issues", {}, "an object, not an array"],
      ["GET /repos/octocat/hello-world/issues", "text", ""],
      ["GET /repos/octocat/hello-world", [], "an array, not an object"],
      ["GET /repos/octocat/hello-world", {}, "it has no "],
      ["GET /search/issues?q=x", { message: "ok" }, "it has no"],
    ])("%s answered with %j is an error", async (operation, body, message) => {
      double.says({ body })
      expect(await ask(operation)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining(message) },
      })
    })

    it("an answer without some described members is none: servers are older", async () => {
      double.says({ body: { name: "main", commit: { sha: "1" }, protected: false } })
      expect(await ask("GET /repos/octocat/hello-world/branches/main")).toMatchObject({ ok: true })
    })

    it.each(["null", {}])("a list answered with %j is an error", async (body) => {
      double.says({ body })
      expect(await double.ghx().notification.list({})).toMatchObject({
        ok: false,
        error: { code: "UNKNOWN" },
      })
    })

    it("a list may be empty with 204 where GitHub documents that", async () => {
      double.says({ status: 204, body: "" })
      expect(await ask("GET /repos/octocat/hello-world/contributors")).toMatchObject({
        ok: true,
        data: [],
      })
    })
  })
})
