/** Tests that data which is not modelled is refused until the seed declares it empty. */
import { expect, test } from "vitest"
import { type Seed, startSandbox } from "../index.js"
import { data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

const seedWith = (job: object): Seed => ({
  users: [{ login: "octocat" }],
  repositories: [
    {
      owner: "octocat",
      name: "hello-world",
      workflows: [{ name: "CI", runs: [{ jobs: [{ name: "test", ...job }] }] }],
    },
  ],
})

const ANNOTATIONS = `GET ${HELLO}/check-runs/1/annotations`

test("annotations are not modelled unless the seed declares them", async () => {
  const sandbox = await startSandbox({ seed: seedWith({}) })
  const { status, body } = await rest(sandbox, ANNOTATIONS)
  expect(status).toBe(501)
  expect(body.message).toContain("of which the seed does not say `annotations: []`")
  // A new attempt has no annotations until one of its jobs has run.
  await rest(sandbox, `POST ${HELLO}/actions/runs/1/rerun`)
  expect((await rest(sandbox, `GET ${HELLO}/check-runs/2/annotations`)).body).toEqual([])
  await sandbox.close()
})

test("annotations that the seed declares empty are an empty list", async () => {
  const sandbox = await startSandbox({ seed: seedWith({ annotations: [] }) })
  expect((await rest(sandbox, ANNOTATIONS)).body).toEqual([])
  await sandbox.close()
})

test("a seed with an annotation is rejected", async () => {
  const seed = seedWith({ annotations: ["oops"] })
  await expect(startSandbox({ seed })).rejects.toThrow("annotations")
})

test("GET /meta is not modelled", async () => {
  const sandbox = await startSandbox()
  expect((await rest(sandbox, "GET /meta")).status).toBe(501)
  await sandbox.close()
})

test("keys that the seed declares empty are an empty list in REST", async () => {
  const repository = { owner: "octocat", name: "hello-world" }
  const sandbox = await startSandbox({
    seed: { users: [{ login: "octocat", public_keys: [] }], repositories: [repository] },
  })
  expect((await rest(sandbox, "GET /users/octocat/keys")).body).toEqual([])
  const comments = await rest(sandbox, `GET ${HELLO}/comments`)
  expect(comments.status).toBe(501)
  expect(comments.body.message).toContain("`commit_comments: []`")
  await sandbox.close()
})

test("topics of the seed appear in REST, in GraphQL and in a search", async () => {
  const repository = { owner: "octocat", name: "hello-world", topics: ["greeting", "demo"] }
  const sandbox = await startSandbox({
    seed: { users: [{ login: "octocat" }], repositories: [repository] },
  })
  expect((await rest(sandbox, `GET ${HELLO}/topics`)).body).toEqual({ names: ["greeting", "demo"] })
  expect((await rest(sandbox, `GET ${HELLO}`)).body.topics).toEqual(["greeting", "demo"])
  const found = await data(
    sandbox,
    `{ search(query: "topic:demo topics:>1 greeting in:topics", type: REPOSITORY, first: 1) {
      nodes { ... on Repository { repositoryTopics(first: 5) { nodes { topic { name } } } } }
    } }`,
  )
  expect(found.search.nodes[0].repositoryTopics.nodes).toEqual([
    { topic: { name: "greeting" } },
    { topic: { name: "demo" } },
  ])
  await sandbox.close()
})

test("GET /branches/{branch} says whether a branch is protected", async () => {
  const known = await startSandbox()
  const { body } = await rest(known, `GET ${HELLO}/branches/polite-greeting`)
  expect(body).toMatchObject({ name: "polite-greeting", protection: { enabled: false } })
  expect(body.commit.sha).toBe((await rest(known, `GET ${HELLO}/commits/polite-greeting`)).body.sha)
  // By a ruleset.
  expect((await rest(known, `GET ${HELLO}/branches?protected=true`)).body).toMatchObject([
    { name: "main", protected: true },
  ])
  expect((await rest(known, `GET ${HELLO}/branches?protected=false`)).body).toHaveLength(4)
  expect((await rest(known, `GET ${HELLO}/branches/main`)).body).toMatchObject({
    protected: true,
    protection: { enabled: false },
  })
  const missing = await rest(known, `GET ${HELLO}/branches/nothing`)
  expect([missing.status, missing.body.message]).toEqual([404, "Branch not found"])
  await known.close()
  const other = await startSandbox({ seed: seedWith({}) })
  const path = `${HELLO}/branches/main`
  const protection = {
    required_status_checks: { strict: false, contexts: ["ci"] },
    enforce_admins: null,
    required_pull_request_reviews: null,
    restrictions: null,
  }
  expect((await rest(other, `PUT ${path}/protection`, protection)).status).toBe(200)
  expect((await rest(other, `GET ${path}`)).body).toMatchObject({
    protected: true,
    protection: { enabled: true, required_status_checks: { contexts: ["ci"] } },
  })
  await other.close()
})

test("PUT topics replaces all topics, in lower case, and refuses invalid names and more than 20", async () => {
  const sandbox = await startSandbox()
  const put = (names: readonly string[]) => rest(sandbox, `PUT ${HELLO}/topics`, { names })
  expect(await put(["Greeting", "demo"])).toMatchObject({
    status: 200,
    body: { names: ["greeting", "demo"] },
  })
  for (const [names, message] of [
    [["two words"], "Topics must start with a lowercase letter or number"],
    [Array.from({ length: 21 }, (_, at) => `t${at}`), "more than 20 topics"],
  ] as const) {
    const { status, body } = await put(names)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain(message)
  }
  expect((await rest(sandbox, `GET ${HELLO}/topics`)).body).toEqual({ names: ["greeting", "demo"] })
  await sandbox.close()
})
