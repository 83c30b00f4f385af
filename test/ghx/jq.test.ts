/** `--json` and `--jq`, compared with the output of gh's own `--jq`. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { raw } from "jq-wasm"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { loadJq } from "../../surfaces/command/output/index.js"
import { needsGh } from "../needs.js"
import { type } from "./type.js"

const { filterOf } = await loadJq()

let github: Sandbox
const of = "owner=octocat repo=hello-world"

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
beforeEach(() => github.reset())
afterAll(() => github.close())

describe("ghx --json", () => {
  test("prints the named fields (of each item, for a list) and notes that there are more items", async () => {
    const one = await type(`ghx run issue.view ${of} issue_number=1 --json title,number`)
    expect(one.stdout).toBe('{"title":"Found a bug","number":1}\n')
    const { stdout, stderr } = await type(`ghx run issue.list ${of} first=2 --json number`)
    expect(stdout).toBe('[{"number":5},{"number":2}]\n')
    expect(stderr).toMatch(/^note: more results: after=\S+\n$/)
  })

  test("rejects an unknown field before it sends anything", async () => {
    const { stdout, stderr, exitCode } = await type(`ghx run issue.list ${of} --json numer`)
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 })
    expect(stderr).toBe(
      'ghx: VALIDATION Invalid fields of issue.list: /fields/0: there is no field "numer", did you mean `number`?\n',
    )
    expect(github.requests).toEqual([])
  })

  test.each([
    ["--jq .[", "--jq: syntax error, unexpected end of file at <top-level>, line 1, column 2"],
    ["--jq nope", "--jq: nope/0 is not defined at <top-level>, line 1, column 1"],
    [
      "--jq '.a) | (.b'",
      "--jq: syntax error, unexpected INVALID_CHARACTER, expecting end of file at <top-level>, line 1, column 3",
    ],
  ])(
    "ghx --jq rejects an invalid expression, before a write is sent: %s",
    async (flags, message) => {
      const refused = { stdout: "", stderr: `ghx: ${message}\n`, exitCode: 2 }
      const write = await type(`ghx run issue.close ${of} issue_number=1 ${flags}`)
      expect(write).toMatchObject(refused)
      expect(github.requests).toEqual([])
      expect(await type(`ghx run issue.list ${of} ${flags}`)).toMatchObject(refused)
    },
  )
})

describe("the request of ghx with --json", () => {
  const documents = () => github.requests.map(({ body }) => Object(body).query)

  test("selects only the named fields, also in a dry run; with --jq it selects everything", async () => {
    const list = `ghx run issue.list ${of}`
    await type(`${list} --json number,title`)
    const dry = await type(`${list} --json number,title --dry-run --jq .[].document`)
    await type(`${list} --jq .items[].number`)
    const [less = "", whole = ""] = documents()
    expect(less).toContain("nodes { ... on Issue { id number title } }")
    expect(dry.stdout).toBe(`${less}\n`)
    expect(whole).toContain("...issue_summary")
    expect(documents()).toHaveLength(2)
  })

  test("returns null for a field that one of several types lacks", async () => {
    const timeline = `ghx run issue.timeline.list ${of} issue_number=1`
    const { stdout } = await type(`${timeline} --json type,label`)
    const comment = '{"type":"IssueComment","label":null}'
    expect(stdout).toBe(`[{"type":"LabeledEvent","label":"bug"}${`,${comment}`.repeat(3)}]\n`)
  })

  test("follows the `fields` of a step in a chain", async () => {
    const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
    const stdin = JSON.stringify([{ task: "issue.view", input, fields: ["title"] }])
    const { stdout } = await type("ghx chain --steps - --jq .results[].data", { stdin })
    expect(stdout).toBe('{"title":"Found a bug"}\n')
    expect(documents()[0]).not.toContain("number author")
  })
})

describe("ghx --json with names of members", () => {
  const repo = "-R octocat/hello-world"

  test("prints only these members, and requests no others of lists", async () => {
    const { stdout } = await type(
      `ghx pr list ${repo} --json number,author.login,reviews.state,labels.name,reviews.author.login`,
    )
    const [, pull] = JSON.parse(stdout)
    expect(Object.keys(pull)).toEqual(["number", "author", "reviews", "labels"])
    expect(pull).toMatchObject({
      number: 7,
      author: { login: "monalisa" },
      labels: [{ name: "enhancement" }],
    })
    expect(pull.reviews[0]).toEqual({ state: "CHANGES_REQUESTED", author: { login: "octocat" } })
    const sent = JSON.stringify(github.requests.map(({ body }) => body))
    expect(sent).toContain("reviews")
    expect(sent).not.toMatch(/submittedAt|\bbody\b.*reviews/)
    const view = await type(
      `ghx issue view 1 2 ${repo} --json milestone.title,comments.author.login`,
    )
    expect(JSON.parse(view.stdout)).toEqual([
      {
        milestone: { title: "v1.0" },
        comments: ["hubot", "octocat", "monalisa"].map((login) => ({ author: { login } })),
      },
      { milestone: { title: "v2.0" }, comments: [] },
    ])
  })

  test.each([
    [
      "pr list --json reviews.stat",
      "reviews has no stat here, did you mean `state`?\n  fix: Avail",
    ],
    ["issue view 1 --json comments.author.logn", "author has no logn here, did you mean `login`?"],
    ["run issue.view issue_number=1 --json milestone.titl", "did you mean `title`?"],
    ["run pr.threads.list pull_number=7 --json comments.bdy", "did you mean `body`?"],
    ["run issue.view issue_number=1 --json author.login", "author has no members"],
    ["issue list --json title.text", "title has no members\n  fix: Use title"],
    ["issue list --json author.login.x", "author.login has no members"],
    ["issue list --json athor.login", 'There is no field "athor"'],
  ])("rejects an unknown member before it sends anything: %s", async (line, message) => {
    const { stderr, exitCode } = await type(`ghx ${line} ${repo}`)
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining(message), exitCode: 2 })
    expect(github.requests).toEqual([])
  })

  test("ghx run prints members of a result and of the items of a list", async () => {
    const one = `ghx run issue.view ${repo} issue_number=1 --json number,milestone.title`
    expect((await type(one)).stdout).toBe('{"number":1,"milestone":{"title":"v1.0"}}\n')
    const list = `ghx run pr.threads.list ${repo} pull_number=7 --json path,comments.author`
    const [{ path, comments }] = JSON.parse((await type(list)).stdout)
    expect({ path, comments }).toEqual({
      path: "src/greet.js",
      comments: [{ author: "octocat" }, { author: "monalisa" }],
    })
    const [sent] = github.requests.map(({ body }) => JSON.stringify(body))
    expect(sent).toContain("milestone")
    expect(sent).not.toContain("assignees")
  })

  test("--jq applies to each of several numbers, and a member with a default may be absent", async () => {
    const each = "--json number,state --jq '[.number, .state]'"
    expect((await type(`ghx issue view 1 4 ${repo} ${each}`)).stdout).toBe(
      '[1,"OPEN"]\n[4,"CLOSED"]\n',
    )
    const list = "--json number --jq 'map(.number) | add'"
    expect((await type(`ghx issue view 1 4 ${repo} ${list}`)).stdout).toBe("5\n")
    const names = "--json author --jq '.[].author | .login // .name'"
    expect((await type(`ghx pr list ${repo} ${names}`)).stdout).toBe("octocat\nmonalisa\n")
    const reviewers = "--json reviewRequests --jq '.[].reviewRequests[] | .login//.name'"
    expect((await type(`ghx pr list ${repo} ${reviewers}`)).stdout).toBe("octocat\n")
  })
})

describe("ghx --jq", () => {
  test("filters data, selected fields, an envelope and the result of a chain", async () => {
    const view = `ghx run issue.view ${of} issue_number=1`
    expect((await type(`${view} --jq .labels[]`)).stdout).toBe("bug\n")
    expect((await type(`${view} --json number --jq keys`)).stdout).toBe('["number"]\n')
    expect((await type(`${view} --envelope --jq .meta.route_used`)).stdout).toBe("graphql\n")
    const steps = JSON.stringify([{ task: "user.me", input: {} }])
    const chain = await type("ghx chain --steps - --jq .results[].data.login", { stdin: steps })
    expect(chain.stdout).toBe("octocat\n")
  })

  test("that fails after a write says that the call succeeded, and exits with 1", async () => {
    const create = `ghx run issue.create ${of} title=New`
    const { stdout, stderr, exitCode } = await type(`${create} --jq '1, .title.x'`)
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 })
    const [note = "", ...error] = stderr.split("\n")
    expect(JSON.parse(note.replace("note: the whole result: ", ""))).toMatchObject({ title: "New" })
    expect(error.join("\n")).toBe(`ghx: --jq: Cannot index string with string ("x")
  fix: The call itself succeeded; do not repeat it if it is a write
`)
    expect(github.applied).toHaveLength(1)
  })

  test("that fails prints the whole result", async () => {
    const { stderr } = await type(`ghx exec 'return "long ".repeat(4000)' --jq .x`)
    const [note = ""] = stderr.split("\n")
    expect(note).toBe(`note: the whole result: "${"long ".repeat(4000)}"`)
  })
})

describe("a --jq expression of ghx", () => {
  test("processes megabytes of text", async () => {
    const { stdout } = await type(`ghx exec 'return "long ".repeat(400_000)' --jq .`)
    expect(stdout).toBe(`${"long ".repeat(400_000)}\n`)
  })

  test("fails with jq's own message, even after it has printed output", async () => {
    const words = async (jq: string) => (await type(`ghx exec 'return 1' --jq '${jq}'`)).stderr
    expect(await words("1, error({a: 1})")).toContain('ghx: --jq: {"a":1}\n')
    expect(await words('debug, error("no")')).toContain("ghx: --jq: no\n")
    expect(await words('"gone" | halt_error')).toContain("ghx: --jq: gone\n")
    expect(await words("halt_error(1) | empty")).toContain("ghx: --jq: 1\n")
    expect(await words('"" | halt_error')).toContain("ghx: --jq: the expression failed\n")
  })
})

/** Expressions as scripts have them, over GitHub's list of issues. */
const alike = [
  ".[].title",
  "length",
  ".[] | select(.pull_request | not) | .number",
  'map(select(.labels | any(.name == "bug"))) | length',
  '.[] | "\\(.number)\\t\\(.title)"',
  ".[] | [.number, .title] | @tsv",
  ".[] | [.number, .title, .user.login] | @csv",
  "[.[] | {number, title, author: .user.login}]",
  "group_by(.user.login) | map({user: .[0].user.login, count: length})",
  "sort_by(.number) | reverse | .[0].number",
  "[.[].labels[].name] | unique",
  "map(.number) | @json",
  'first(.[] | select(.state == "closed")) | .html_url | split("/") | last',
  "[.[].labels[].name] | group_by(.) | map({(.[0]): length}) | add",
  "max_by(.comments) | .number",
  "[.[].comments] | add / length",
  ".[0] | keys | .[0:5]",
  '.[] | select(.title | test("greet"; "i")) | .number',
  '.[] | .created_at | fromdateiso8601 | strftime("%Y-%m-%d")',
  "[limit(3; .[])] | map(.number)",
  ".[].closed_at",
  "any(.[]; .locked)",
  'to_entries | map("\\(.key): \\(.value.title)") | .[0]',
  "reduce .[] as $issue (0; . + $issue.comments)",
  "map({key: (.number | tostring), value: .title}) | from_entries",
  '[.[] | .assignees[]?.login] | join(",")',
  '(map(.title | length) | max) as $w | .[0].title | . + " " * ($w - length)',
  '[.[] | .milestone.title // "none"] | unique | .[]',
  'if length == 0 then "none" else "some" end',
  ".[0].nope",
  ".[0].user | {login, id}",
  ".[1].number / 3",
  '.[0].title | ascii_downcase | gsub("[^a-z]+"; "-")',
  "[.[0] | .. | .login? // empty] | unique",
  ".[0] | del(.user, .body) | length",
  ".[0] | [.created_at, .updated_at] | map(fromdate) | .[1] - .[0]",
  '@sh "echo \\(.[0].title)"',
  '.[0] | @base64 "\\(.title)" | @base64d',
  "1.0, 1e30, 0.1234567, -0, 3.999, 100000000000000000000",
  '"é😀" | length, utf8bytelength, ascii_downcase',
]

/** Differences of gh's own jq, which docs/command.md lists. */
const otherwise: readonly [expression: string, gh: string, ghx: string][] = [
  ['{a: "<&"}', '{"a":"\\u003c\\u0026"}', '{"a":"<&"}'],
  ['@uri "\\(" ")"', "+", "%20"],
  ["{b: 1, a: 2} | to_entries[0].key", "a", "b"],
  ["{b: 1, a: 2} | tojson", '{"a":2,"b":1}', '{"b":1,"a":2}'],
  ["nan", "NaN", ""],
]

test("ghx --jq prints what gh's --jq prints, apart from the documented differences", async (context) => {
  needsGh(context)
  const path = "repos/octocat/hello-world/issues?state=all"
  const { env } = await github.serveGh()
  const headers = { authorization: `Bearer ${github.token}` }
  const issues = await (await fetch(`${github.url}/${path}`, { headers })).text()
  // All expressions run in one process, because starting gh or jq takes longer.
  const end = "-- end of it --"
  const all = [...alike, ...otherwise.map(([expression]) => expression)]
  const joined = all.map((one) => `(${one}), ${JSON.stringify(end)}`).join(", ")
  const { stdout: theirs } = await promisify(execFile)("gh", ["api", path, "--jq", joined], {
    env: { ...process.env, ...env },
  })
  const { values, printed } = await filterOf(joined, raw)
  const ours = printed(await values(issues))
  const both = all.map((expression, at) => {
    const [gh, ghx] = [theirs, ours].map((text) => text.split(`${end}\n`)[at])
    return gh === ghx ? [expression] : [expression, gh, ghx]
  })
  expect(both).toEqual([
    ...alike.map((expression) => [expression]),
    ...otherwise.map(([expression, gh, ghx]) => [expression, `${gh}\n`, `${ghx}\n`]),
  ])
})
