import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { some } from "../../test/some.js"
import { type Sandbox, startSandbox } from "../index.js"
import { routes } from "../rest/index.js"
import { HELLO, rest } from "./rest-client.js"

/** Every operation of GitHub's REST description as `GET /path`. */
const description = JSON.parse(
  await readFile(new URL("../../schema/github-rest.json", import.meta.url), "utf8"),
)
const paths: [string, object][] = Object.entries(description.paths)
const operations = paths.flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
)

const modelled = new Set(routes.map(({ method, path }) => `${method} ${path}`))

const VALUES: Record<string, string> = {
  owner: "octocat",
  repo: "hello-world",
  org: "octo-org",
  username: "octocat",
  ref: "main",
  path: "README.md",
  basehead: "main...polite-greeting",
}

/** The operation with a value in place of each parameter. */
const filled = (operation: string) =>
  operation.replace(/\{([\w-]+)\}/g, (_, name: string) => VALUES[name] ?? "1")

/** The description names the same path in two ways. */
const named = (operation: string) => operation.replace("{base}...{head}", "{basehead}")

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

describe("every operation of GitHub's REST description", () => {
  test("is counted, and includes every modelled route", () => {
    expect(operations.length).toBe(1223)
    expect([...modelled].filter((one) => !operations.includes(one))).toEqual([])
  })

  test("responds, or is refused as not modelled", async () => {
    const wrong: unknown[] = []
    for (const operation of operations) {
      const body = operation.startsWith("GET") ? undefined : {}
      const reply = await rest(sandbox, filled(operation), body)
      const refuses = reply.status === 501 && reply.body.type === "SANDBOX_NOT_MODELLED"
      const isRight = modelled.has(named(operation))
        ? reply.status < 500
        : refuses && reply.body.message.includes(`\`${named(operation)}\``)
      if (!isRight) wrong.push([operation, reply.status, reply.body.message])
      // Restores the object that the operation has deleted.
      if (operation.startsWith("DELETE")) sandbox.reset()
    }
    expect(wrong).toEqual([])
  })

  test("responds to HEAD like to GET, without a body", async () => {
    const wrong: unknown[] = []
    for (const operation of some(
      operations.filter((one) => one.startsWith("GET")),
      20,
    )) {
      const get = await rest(sandbox, filled(operation))
      const head = await rest(sandbox, filled(operation).replace("GET", "HEAD"))
      const isRight = head.status === get.status && head.body === ""
      if (!isRight) wrong.push([operation, get.status, head.status, head.body])
    }
    expect(wrong).toEqual([])
  })
})

describe("a ref with slashes", () => {
  beforeAll(async () => {
    const { body } = await rest(sandbox, `GET ${HELLO}/git/ref/heads/main`)
    const ref = { ref: "refs/heads/feature/one", sha: body.object.sha }
    expect((await rest(sandbox, `POST ${HELLO}/git/refs`, ref)).status).toBe(201)
  })

  test.each(["feature/one", "feature%2Fone", "heads/feature/one"])(
    "is read from commits/%s",
    async (name) => {
      expect((await rest(sandbox, `GET ${HELLO}/commits/${name}`)).status).toBe(200)
    },
  )

  test.each([
    ["commits/feature/one/comments", "/commits/{commit_sha}/comments"],
    ["commits/feature/one/branches-where-head", "/commits/{commit_sha}/branches-where-head"],
    [
      "branches/feature/one/protection/required_signatures",
      "/branches/{branch}/protection/required_signatures",
    ],
  ])("is not mistaken for a commit in %s", async (path, route) => {
    const reply = await rest(sandbox, `GET ${HELLO}/${path}`)
    expect(reply.status).toBe(501)
    expect(reply.body.message).toContain(`\`GET /repos/{owner}/{repo}${route}\``)
  })
})

test("an archive of a branch with a slash is at the host of archives", async () => {
  const { status, headers } = await rest(sandbox, `GET ${HELLO}/tarball/feature/one`)
  expect(status).toBe(302)
  expect(headers.get("location")).toMatch(/\/octocat\/hello-world\/legacy\.tar\.gz\/feature\/one$/)
})

test.each(["GET /organizations/1", `GET ${HELLO}/tarball`, "GET /graphql"])(
  "%s, which GitHub does not describe, is refused as not modelled",
  async (call) => {
    expect((await rest(sandbox, call)).status).toBe(501)
  },
)

describe("a REST path", () => {
  test.each([
    "GET /nowhere",
    "GET /repos/octocat",
    `GET ${HELLO}/nowhere`,
    `GET ${HELLO}/issues/1/nowhere`,
    // For a method that a path does not have, GitHub answers 404, not 405.
    `DELETE ${HELLO}/issues/1`,
    `POST ${HELLO}`,
    // A trailing slash is significant.
    `GET ${HELLO}/issues/`,
    `GET ${HELLO}//issues`,
    `GET ${HELLO}/commits/main/`,
    // Numbers only consist of digits.
    `GET ${HELLO}/issues/1.0`,
    `GET ${HELLO}/issues/1e0`,
    "GET /repos/",
  ])("that GitHub does not have is not found: %s", async (call) => {
    const reply = await rest(sandbox, call, call.startsWith("GET") ? undefined : {})
    expect(reply.status).toBe(404)
    expect(reply.body.message).toBe("Not Found")
  })

  test.each([
    "GET /",
    "GET /api/v3",
    "GET /api/v3/",
    `GET ${HELLO}/contents/`,
    `GET ${HELLO}/contents/src/`,
    `GET ${HELLO}/git/matching-refs/`,
    `GET ${HELLO}/git/matching-refs/heads/`,
  ])("may end with a slash: %s", async (call) => {
    expect((await rest(sandbox, call)).status).toBe(200)
  })
})
