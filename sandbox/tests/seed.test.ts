import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { silentSeed } from "../default-seed.js"
import { defaultSeed, type Seed, SeedError, startSandbox } from "../index.js"
import { data } from "./client.js"
import { rest } from "./rest-client.js"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-seed-"))
})
afterAll(() => rm(folder, { recursive: true }))

const snapshotOf = async (seed: Seed | string) => {
  const sandbox = await startSandbox({ seed })
  const state = sandbox.state.snapshot()
  await sandbox.close()
  return state
}

const seedError = async (seed: unknown): Promise<SeedError> => {
  const error = await startSandbox({ seed: seed as Seed }).catch((reason: unknown) => reason)
  if (error instanceof SeedError) return error
  throw new Error("the seed was accepted")
}

const problems = async (seed: unknown): Promise<string> => (await seedError(seed)).message

describe("the seed of startSandbox", () => {
  test("creates equal state each time, from TypeScript, JSON or YAML", async () => {
    const expected = await snapshotOf(defaultSeed)
    expect(await snapshotOf(defaultSeed)).toEqual(expected)
    const json = join(folder, "seed.json")
    await writeFile(json, JSON.stringify(defaultSeed))
    expect(await snapshotOf(json)).toEqual(expected)
    // JSON is valid YAML.
    const yaml = join(folder, "seed.yaml")
    await writeFile(yaml, JSON.stringify(defaultSeed, null, 2))
    expect(await snapshotOf(yaml)).toEqual(expected)
  })

  test.each([
    ["the sandbox itself", defaultSeed],
    ["a sandbox that synthesizes", silentSeed],
  ])("may be the default seed of %s, which skips validation", async (_, own) => {
    // Other than every seed so far, whose stores are kept.
    const tokens = [{ token: "other", login: "hubot" }]
    await using sandbox = await startSandbox({ seed: { ...own, tokens } })
    expect(await data(sandbox, "{ viewer { login } }")).toEqual({ viewer: { login: "octocat" } })
  })

  test("requires only users and repositories", async () => {
    const path = join(folder, "small.yml")
    await writeFile(
      path,
      [
        "users: [{ login: ada }]",
        "repositories:",
        "  - owner: ada",
        "    name: engine",
        "    issues:",
        "      - { title: Steam, author: ada }",
      ].join("\n"),
    )
    const sandbox = await startSandbox({ seed: path })
    const reply = await data(
      sandbox,
      `{ viewer { login } repository(owner: "ada", name: "engine") { issue(number: 1) { title } } }`,
    )
    expect(reply).toEqual({ viewer: { login: "ada" }, repository: { issue: { title: "Steam" } } })
    await sandbox.close()
  })

  test("may have a repository without commits", async () => {
    const repositories = [{ owner: "ada", name: "engine", files: null, issues: [] }]
    await using sandbox = await startSandbox({ seed: { users: [{ login: "ada" }], repositories } })
    const asked = `repository(owner: "ada", name: "engine") { isEmpty defaultBranchRef { name } }`
    expect(await data(sandbox, `{ ${asked} }`)).toEqual({
      repository: { isEmpty: true, defaultBranchRef: null },
    })
    const { status, body } = await rest(sandbox, "GET /repos/ada/engine/commits")
    expect([status, body.message]).toEqual([409, "Git Repository is empty."])
  })

  test("is rejected with every problem of its shape, and where it is", async () => {
    const message = await problems({
      users: [{ login: "ada", nmae: "Ada" }],
      repositories: [{ owner: "ada", issues: [{ title: "x", author: "ada", state: "open" }] }],
      bots: [{ login: "", created_at: "2026-11-24" }],
      rate_limit: { limit: 0.5 },
    })
    expect(message).toContain("users[0].nmae: unknown property")
    expect(message).toContain("repositories[0]: must have required properties name")
    expect(message).toContain("repositories[0].issues[0].state: must be equal to one of")
    expect(message).toContain("OPEN, CLOSED")
    expect(message).toContain("bots[0].login: must not have fewer than 1 characters")
    expect(message).toContain("bots[0].created_at: must be a time such as 2026-11-24T03:00:00Z")
    expect(message).toContain("rate_limit.limit: must be integer")
  })

  test("prints the first twenty problems once, and has all of them", async () => {
    const users = Array.from({ length: 25 }, (_, index) => ({ login: `u${index}`, nmae: "Ada" }))
    const error = await seedError({ users })
    const printed = inspect(error)
    expect(printed.match(/nmae/g)).toHaveLength(20)
    expect(printed).toContain("  … and 5 more\n")
    expect(error.problems).toHaveLength(25)
  })

  const repository = { owner: "ada", name: "engine" }
  test.each([
    [{ ...repository, owner: "bob" }, "there is no account bob"],
    [
      { ...repository, issues: [{ title: "x", author: "ada", labels: ["y"] }] },
      "there is no label y",
    ],
    [
      { ...repository, issues: [{ title: "x", author: "ada", milestone: "m" }] },
      "there is no milestone m",
    ],
    [
      { ...repository, pull_requests: [{ title: "x", author: "ada", head: "main" }] },
      "No commits between main and main",
    ],
    [
      {
        ...repository,
        issues: [
          { number: 1, title: "x", author: "ada" },
          { number: 1, title: "y", author: "ada" },
        ],
      },
      "the number 1 is given twice",
    ],
  ])("is rejected with the name that does not exist or is used twice: %o", async (one, message) => {
    expect(await problems({ users: [{ login: "ada" }], repositories: [one] })).toContain(message)
  })

  test("names the account that lacks a role, and the role", async () => {
    const fix = { name: "fix", commits: [{ message: "Fix", files: { "a.txt": "b" } }] }
    const pull = { title: "Fix", author: "bob", head: "fix" }
    const one = { ...repository, files: { "a.txt": "a" }, branches: [fix], pull_requests: [pull] }
    const seed = { users: [{ login: "ada" }, { login: "bob" }], repositories: [one] }
    expect(await problems(seed)).toContain(
      'pull request "Fix" of ada/engine: bob is not allowed to do this; give the account a role: `collaborators: { "bob": WRITE }`',
    )
    const collaborators = { bob: "WRITE" }
    await snapshotOf({ ...seed, repositories: [{ ...one, collaborators }] } as Seed)
  })

  test("has texts of deleted accounts: of ghost in REST, of nobody in reviews and in GraphQL", async () => {
    const author = "ghost"
    const comments = [{ author, body: "Gone" }]
    const thread = { path: "a.txt", line: 1, body: "Why?", replies: comments }
    await using sandbox = await startSandbox({
      seed: {
        users: [{ login: "ada" }],
        repositories: [
          {
            ...{ ...repository, private: true, files: { "a.txt": "a" } },
            branches: [
              { name: "old" },
              { name: "fix", commits: [{ message: "Fix", files: { "a.txt": "b" } }] },
            ],
            issues: [{ title: "x", author, comments }],
            pull_requests: [
              {
                ...{ title: "y", author, head: "fix" },
                reviews: [{ author: "ada", state: "APPROVED", threads: [thread] }],
              },
              {
                ...{ title: "z", author: "ada", head: "fix", base: "old" },
                reviews: [{ author, state: "APPROVED", threads: [thread] }],
              },
            ],
          },
        ],
      },
    })
    const at = "/repos/ada/engine"
    const get = async (path: string) => (await rest(sandbox, `GET ${at}/${path}`)).body
    const ghost = { user: { login: "ghost", type: "User" }, author_association: "NONE" }
    expect(await get("issues/1")).toMatchObject(ghost)
    expect(await get("issues/1/comments")).toMatchObject([ghost])
    expect(await get("pulls/2")).toMatchObject(ghost)
    // A reply has a review of its own.
    const none = { user: null, author_association: "NONE" }
    expect(await get("pulls/3/reviews")).toMatchObject([none, none])
    const { repository: found } = await data(
      sandbox,
      `{ repository(owner: "ada", name: "engine") {
        issue(number: 1) { author { login } comments(first: 1) { nodes { author { login } } } }
        pullRequest(number: 3) { author { login } reviewDecision
          reviews(first: 1) { nodes { author { login } authorCanPushToRepository } } } } }`,
    )
    expect(found).toEqual({
      issue: { author: null, comments: { nodes: [{ author: null }] } },
      pullRequest: {
        author: { login: "ada" },
        reviewDecision: null,
        reviews: { nodes: [{ author: null, authorCanPushToRepository: false }] },
      },
    })
  })

  test("is rejected if its file is missing or not YAML", async () => {
    await expect(startSandbox({ seed: join(folder, "nowhere.yml") })).rejects.toThrow("nowhere.yml")
    const broken = join(folder, "broken.yml")
    await writeFile(broken, "users: [")
    await expect(startSandbox({ seed: broken })).rejects.toThrow("cannot be read")
  })
})

test("equal changes of two sandboxes lead to equal snapshots", async () => {
  const run = async () => {
    const sandbox = await startSandbox()
    await data(
      sandbox,
      `mutation {
        addComment(input: { subjectId: "I_kgDOAAAAAQ", body: "x" }) { clientMutationId }
        mergePullRequest(input: { pullRequestId: "PR_kgDOAAAAAg" }) { clientMutationId }
      }`,
    )
    const result = { state: sandbox.state.snapshot(), applied: [...sandbox.applied] }
    await sandbox.close()
    return result
  }
  expect(await run()).toEqual(await run())
})

test("the option `now` of startSandbox sets the time of changes", async () => {
  const sandbox = await startSandbox({ now: () => new Date("2030-05-06T07:08:09.123Z") })
  await data(
    sandbox,
    'mutation { addComment(input: { subjectId: "I_kgDOAAAAAQ", body: "x" }) { commentEdge { node { createdAt } } } }',
  )
  expect(sandbox.applied[0]?.at).toBe("2030-05-06T07:08:09Z")
  await sandbox.close()
})
