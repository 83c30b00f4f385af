import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data, refusal } from "./client.js"
import { rest } from "./rest-client.js"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})

// GitHub limits searches to thirty per minute.
beforeEach(() => sandbox.reset())

afterAll(() => sandbox.close())

const SEARCH = `query ($query: String!, $type: SearchType!) {
  search(query: $query, type: $type, first: 20) {
    nodes { ... on Issue { number } ... on PullRequest { number } ... on Repository { nameWithOwner } ... on User { login } }
  }
}`

async function find(query: string, type = "ISSUE") {
  const { search } = await data(sandbox, SEARCH, { query, type })
  return search.nodes.map(
    (node: { number?: number; nameWithOwner?: string; login?: string }) =>
      node.number ?? node.nameWithOwner ?? node.login,
  )
}

const searchRest = (query: string, kind = "issues") =>
  rest(sandbox, `GET /search/${kind}?q=${encodeURIComponent(query)}`)

const repo = "repo:octocat/hello-world"

describe("a search for issues and pull requests", () => {
  test.each([
    [`${repo} is:issue is:open sort:created-asc`, [1, 2, 5]],
    [`${repo} is:pr is:open`, [8, 7]],
    [`${repo} is:pr is:merged`, [6]],
    [`${repo} is:pr is:closed -is:merged`, [9]],
    [`${repo} is:pr draft:true`, [8]],
    [`${repo} label:"good first issue"`, [2]],
    [`${repo} label:bug,question sort:created-asc`, [1, 3]],
    [`${repo} label:"good first issue","bug" sort:created-asc`, [1, 2]],
    [`${repo} is:issue no:label sort:created-asc`, [4, 5]],
    [`${repo} author:hubot -label:enhancement sort:created-asc`, [3, 4]],
    [`${repo} assignee:@me`, [1]],
    [`${repo} milestone:v1.0 sort:created-asc`, [1, 7]],
    [`${repo} reason:"not planned"`, [4]],
    [`${repo} French sort:created-asc`, [2, 5]],
    [`${repo} French in:title`, [5]],
    [`${repo} "greet people" in:body`, [2]],
    [`${repo} "people greet"`, []],
    [`${repo} comments:>=3`, [1]],
    [`${repo} comments:2..*`, [1]],
    [`${repo} review:changes_requested`, [7]],
    [`${repo} head:rewrite`, [8]],
    [`${repo} status:failure`, [7]],
    [`${repo} linked:pr`, [1]],
    [`${repo} linked:issue`, [7]],
    [`${repo} created:>2030-01-01`, []],
    [`${repo} created:*..2030-01-01T00:00:00Z is:pr is:open`, [8, 7]],
    ["https://evil.example/x", []],
  ])("finds by words and qualifiers: %s", async (query, expected) => {
    expect(await find(query)).toEqual(expected)
  })

  test("finds whole words, in phrases regardless of punctuation", async () => {
    expect(await find(`${repo} Gree`)).toEqual([])
    expect(await find(`${repo} "many people"`)).toEqual([])
    expect(await find(`${repo} install this`)).toEqual([3])
    expect(await find(`${repo} "I can reproduce"`)).toEqual([1])
    expect(await find(`${repo} "thanks i can"`)).toEqual([1])
  })

  test.each([
    [`${repo} label:bug OR ${repo} label:question`, [1, 3]],
    [`${repo} (label:bug OR label:question)`, [1, 3]],
    [`${repo} is:issue (label:bug OR (label:question is:closed))`, [1, 3]],
    [`${repo} is:issue (label:bug AND is:closed OR label:enhancement AND is:open)`, [2]],
    [`${repo} is:issue AND is:open AND label:bug`, [1]],
    [`${repo} (assignee:monalisa is:issue) OR (assignee:octocat is:issue)`, [1, 5]],
    [`${repo} is:issue NOT French`, [1, 3, 4]],
    [`${repo} is:issue NOT "greet people" NOT (label:bug OR is:closed)`, [5]],
    [`${repo} is:issue -(label:bug OR is:closed)`, [2, 5]],
    ["(repo:octo-org/tools OR repo:octocat/attic)", [1, 1]],
    [`${repo} ((((label:bug))))`, [1]],
    [`${repo} (French in:title) OR (README in:comments)`, [3, 5]],
    [`${repo} greet(name)`, []],
    [`${repo} involves:hubot`, [1, 2, 3, 4, 7]],
    ["user:octocat involves:hubot is:issue", [1, 1, 2, 3, 4]],
  ])("finds by AND, OR, NOT and brackets: %s", async (query, expected) => {
    expect((await find(`${query} sort:created-asc`)).sort()).toEqual(expected)
  })

  test.each([
    [`${repo} created:bogus`, '"bogus" is not a recognized date/time format.'],
    [`${repo} updated:>@today-1w`, '"@today-1w" is not a recognized date/time format.'],
    [`${repo} closed:2025-02-30..*`, '"2025-02-30" is not a recognized date/time format.'],
    ["a OR b OR c OR d OR e OR f OR g", "More than five AND / OR / NOT operators were used."],
    ["OR", "The search contains only logical operators (AND / OR / NOT)"],
    ["x".repeat(257), "The search is longer than 256 characters."],
    ["author:nobody-at-all", "The listed users cannot be searched either because"],
    ["repo:octocat/nothing", "The listed users and repositories cannot be searched"],
  ])("refuses with GitHub's error over REST: %s", async (query, message) => {
    const { status, body } = await searchRest(query)
    expect(status).toBe(422)
    expect(body).toMatchObject({
      message: "Validation Failed",
      errors: [
        {
          resource: "Search",
          field: "q",
          code: "invalid",
          message: expect.stringContaining(message),
        },
      ],
    })
  })

  test("refuses an invalid date over GraphQL as not modelled", async () => {
    expect(await refusal(sandbox, SEARCH, { query: "created:bogus", type: "ISSUE" })).toMatchObject(
      {
        type: "SANDBOX_NOT_MODELLED",
        path: ["search"],
        message: expect.stringContaining('"bogus" is not a recognized date/time format.'),
      },
    )
  })

  test.each([
    ["(label:bug", "a bracket is not closed"],
    ["label:bug)", "a closing bracket has no opening one"],
    ["label:bug ()", "nothing stands before `)`"],
    ['"greet people', "a quote is not closed"],
    ["(a)(b)", "the brackets of `a)(b` do not match"],
    ["label:,", "label:,"],
    ['label:""', 'label:""'],
    ["OR label:bug", "nothing stands before `OR`"],
    ["label:bug AND", "nothing stands after `AND`"],
    ["((((((label:bug))))))", "five levels"],
    ["label:bug OR in:title", "`in:title` has no word to restrict"],
    ["bug in:nowhere", "`in:nowhere`"],
    ["created:>=2025-01-01..", "created:>=2025-01-01.."],
    ["created:2025-01-01..", "created:2025-01-01.."],
    ["created:2025", "created:2025"],
    ["comments:>abc", "comments:>abc"],
    ["label:", "label:"],
    ["is:nonsense", "is:nonsense"],
    ["state:merged", "state:merged"],
    ["draft:maybe", "draft:maybe"],
    ["no:body", "no:body"],
    ["-no:label", "no:label"],
    ["label:bug NOT 404", "`404` cannot be negated"],
    ["sort:bogus", "sort:bogus"],
    ["sort:created-sideways", "sort:created-sideways"],
    ["sort:created sort:updated", "sort:updated"],
    ["language:go", "`language:`"],
    ["constructor:x", "`constructor:`"],
    ["!!!", "no word in `!!!`"],
    [`${repo} repo:octo-org/tools`, `(${repo} OR repo:octo-org/tools)`],
    ["involves:hubot involves:octocat", "(involves:hubot OR involves:octocat)"],
  ])("refuses as not modelled: %s", async (query, part) => {
    const { status, body } = await searchRest(query)
    expect(status).toBe(501)
    expect(body).toMatchObject({ type: "SANDBOX_NOT_MODELLED", message: expect.any(String) })
    expect(body.message.replace("5 levels", "five levels")).toContain(part)
    const { errors } = await ask(sandbox, SEARCH, { query, type: "ISSUE" })
    expect(errors).toMatchObject([{ type: "SANDBOX_NOT_MODELLED", message: body.message }])
  })
})

describe("a search for repositories, users or code", () => {
  test("finds by AND, OR and NOT between words", async () => {
    expect(await find("hello OR attic", "REPOSITORY")).toEqual([
      "octocat/hello-world",
      "octocat/attic",
    ])
    expect(await find("octocat NOT hello sort:name-asc", "REPOSITORY")).toEqual([
      "octocat/attic",
      "octocat/big",
      "octocat/secret",
    ])
    expect(await find("user:octocat sort:name-asc", "REPOSITORY")).toEqual([
      "octocat/attic",
      "octocat/big",
      "octocat/hello-world",
      "octocat/secret",
    ])
    expect(await find("user:octo-org user:octocat tools", "REPOSITORY")).toEqual(["octo-org/tools"])
    expect((await searchRest("farewell OR polite path:docs", "code")).body.total_count).toBe(0)
  })

  test("finds names by the beginning of their words", async () => {
    expect(await find("mona", "USER")).toEqual(["monalisa"])
    expect(await find("lisa", "USER")).toEqual(["monalisa"])
    expect(await find("ona", "USER")).toEqual([])
    expect(await find("hel", "REPOSITORY")).toEqual(["octocat/hello-world"])
  })

  test("finds repositories by their main language", async () => {
    expect(await find("user:octocat language:JavaScript", "REPOSITORY")).toEqual([
      "octocat/hello-world",
    ])
    expect(await find("user:octocat language:go", "REPOSITORY")).toEqual([])
  })

  test("refuses operators between qualifiers, like GitHub", async () => {
    const { status, body } = await searchRest("user:octocat OR user:hubot", "repositories")
    expect(status).toBe(422)
    expect(body.errors[0].message).toBe(
      "The search contains only logical operators (AND / OR / NOT) without any search terms. Logical operators only apply to text, not to qualifiers.",
    )
  })

  test.each([
    ["hello OR user:octocat", "an operator next to a qualifier"],
    ["a b OR c", "precedence of AND and OR"],
    ["(hello)", "only searches for issues can have brackets"],
    ["language:cobol", "language:cobol"],
    ["stars:many", "stars:many"],
    ["is:open", "is:open"],
    ["fork:false", "fork:false"],
  ])("refuses as not modelled: %s", async (query, part) => {
    const { status, body } = await searchRest(query, "repositories")
    expect(status).toBe(501)
    expect(body.message).toContain(part)
    expect(await refusal(sandbox, SEARCH, { query, type: "REPOSITORY" })).toMatchObject({
      type: "SANDBOX_NOT_MODELLED",
      message: body.message,
    })
  })
})
