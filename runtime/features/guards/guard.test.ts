import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { bindTree, type ClientOptions, chain, createClient, type Intent } from "../../index.js"
import { anywhere, data, type GithubDouble, startGithub } from "../../testing/index.js"
import { matches } from "./pattern.js"

let github: GithubDouble
const issue = { owner: "o", repo: "r", issue_number: 1 }
const comment = { owner: "o", repo: "r", comment_id: 7 }

beforeEach(async () => {
  github = await startGithub(({ method }) =>
    method === "DELETE"
      ? { status: 204, body: "" }
      : data({ repository: { issue: { number: 1, title: "Bug", milestone: null } } }),
  )
})
afterEach(() => github.close())

const bind = (options: ClientOptions) => bindTree(anywhere, github.client(options))
const refused = (guard: string) => ({
  ok: false,
  error: { code: "AUTH", retryable: false, details: { guard } },
})

describe("the read_only option", () => {
  test("allows reads and blocks every other call before it is sent", async () => {
    const ghx = bind({ read_only: true })
    expect((await ghx.issue.view(issue)).ok).toBe(true)
    expect(github.requests).toHaveLength(1)
    const write = await ghx.issue.comments.create({ ...issue, body: "x" })
    expect(write).toMatchObject(refused("read_only"))
    expect(write).toMatchObject({ error: { details: { outcome: "not_sent" } } })
    expect(await ghx.issue.comment.delete(comment)).toMatchObject(refused("read_only"))
    expect(github.requests).toHaveLength(1)
  })

  test("rejects a whole chain that contains a write", async () => {
    const ghx = bind({ read_only: true })
    const { status, results } = await chain(
      ghx.issue.view(issue),
      ghx.issue.comment.delete(comment),
    )
    expect(status).toBe("failed")
    expect(results[1]).toMatchObject(refused("read_only"))
    expect(github.requests).toHaveLength(0)
  })
})

describe("the allow and deny options", () => {
  test.each<[ClientOptions, boolean]>([
    [{ allow: ["issue.view"] }, true],
    [{ allow: ["issue.*"] }, true],
    [{ allow: ["issue"] }, true],
    [{ allow: ["*.view"] }, true],
    [{ allow: ["pr.*"] }, false],
    [{ allow: [] }, false],
    [{ deny: ["issue.comments.*"] }, true],
    [{ deny: ["issue"] }, false],
    [{ allow: ["issue.view"], deny: ["*"] }, false],
    [{ deny: [] }, true],
  ])("%j allow issue.view: %s", async (options, open) => {
    expect((await bind(options).issue.view(issue)).ok).toBe(open)
    expect(github.requests).toHaveLength(open ? 1 : 0)
  })

  test("name the one that blocked the call in details.guard", async () => {
    expect(await bind({ allow: ["pr.*"] }).issue.view(issue)).toMatchObject(refused("allow"))
    expect(await bind({ deny: ["issue.*"] }).issue.view(issue)).toMatchObject(refused("deny"))
  })

  test("reject a pattern that cannot match any id", () => {
    expect(() => createClient({ deny: ["Issue View"] })).toThrow(TypeError)
  })

  test.each(["issue.*", "issue.delete", 7, { 0: "issue.*", length: 1 }, [7]])(
    "reject %j in place of a list of ids",
    (ids) => {
      for (const name of ["allow", "deny"] as const) {
        const options = { [name]: ids } as ClientOptions
        expect(() => createClient(options)).toThrow(`${name} takes a list of ids`)
      }
    },
  )

  test("are copied when the client is created", async () => {
    const deny = ["issue.*"]
    const ghx = bind({ deny })
    deny.length = 0
    expect((await ghx.issue.view(issue)).ok).toBe(false)
  })
})

test.each([
  ["pr.*", "pr.thread.reply", true],
  ["pr.*", "pr", false],
  ["pr.*", "project.list", false],
  ["pr", "project.list", false],
  ["*.list", "issue.list", true],
  ["issue.*.list", "issue.comments.list", true],
  ["issue.*.list", "issue.list", false],
  ["*e*e*", "issue.view", true],
  ["issue.view*view", "issue.view", false],
  ["**", "x", true],
])("matches compares the pattern %s with %s: %s", (pattern, id, fits) => {
  expect(matches(pattern, id)).toBe(fits)
})

describe("the confirm option", () => {
  test("is called before a destructive call, with its id, effect and input", async () => {
    const confirm = vi.fn(async () => true)
    const ghx = bind({ confirm })
    expect((await ghx.issue.comment.delete(comment)).ok).toBe(true)
    expect(confirm).toHaveBeenCalledExactlyOnceWith({
      capability_id: "issue.comment.delete",
      effect: "destroy",
      input: comment,
    })
    await ghx.issue.view(issue)
    expect(confirm).toHaveBeenCalledTimes(1)
  })

  test.each<[string, () => unknown]>([
    ["returns false", () => false],
    ["returns a value other than true", () => "yes"],
    [
      "throws an error",
      () => {
        throw new Error("nobody there")
      },
    ],
    [
      "throws an object without a prototype",
      () => {
        throw Object.create(null)
      },
    ],
  ])("blocks the call before anything is sent if it %s", async (_, answer) => {
    const ghx = bind({ confirm: answer as () => boolean })
    expect(await ghx.issue.comment.delete(comment)).toMatchObject(refused("confirm"))
    const { results } = await chain(ghx.issue.view(issue), ghx.issue.comment.delete(comment))
    expect(results[1]).toMatchObject(refused("confirm"))
    expect(github.requests).toHaveLength(0)
  })

  test("blocks the call at its time limit or abort if it never resolves", async () => {
    const ghx = bind({ confirm: () => new Promise(() => {}) })
    const late = await ghx.issue.comment.delete(comment).run({ timeout_ms: 20 })
    expect(late).toMatchObject(refused("confirm"))
    expect(late).toMatchObject({ error: { message: expect.stringContaining("20 ms") } })
    const steps = () => chain(ghx.issue.view(issue), ghx.issue.comment.delete(comment))
    expect((await steps().run({ timeout_ms: 20 })).results[1]).toMatchObject(refused("confirm"))

    const asked = new AbortController()
    const aborting = bind({
      confirm: () => {
        asked.abort("went away")
        return new Promise(() => {})
      },
    })
    const { signal } = asked
    await expect(aborting.issue.comment.delete(comment).run({ signal })).rejects.toBe("went away")
    expect(github.requests).toHaveLength(0)
  })

  test("cannot change the input that is sent", async () => {
    const confirm = (intent: Intent) => {
      Object.assign(Object(intent.input), { comment_id: 8 })
      return true
    }
    await bind({ confirm }).issue.comment.delete(comment)
    expect(github.requests.map(({ path }) => path)).toEqual(["/repos/o/r/issues/comments/7"])
  })

  test("is not called for an invalid input", async () => {
    const confirm = vi.fn(() => true)
    const unchecked = { ...comment, comment_id: "seven" } as unknown as typeof comment
    await bind({ confirm }).issue.comment.delete(unchecked)
    expect(confirm).not.toHaveBeenCalled()
  })
})
