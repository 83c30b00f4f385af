/** Tests that formats, versions, parameters and fields of a request are honoured or refused. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const withAccept = (accept: string, call: string, body?: unknown) =>
  rest(sandbox, call, body, { headers: { accept } })

describe("the Accept header", () => {
  test.each([
    "*/*",
    "application/json",
    "application/vnd.github+json",
    "application/vnd.github.v3+json",
    "application/vnd.github.v3+json, application/vnd.github.speedy-preview+json",
    "application/vnd.github.nebula-preview",
    "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8",
  ])("%s selects JSON", async (accept) => {
    const { status, body, headers } = await withAccept(accept, `GET ${HELLO}/issues/1`)
    expect(status).toBe(200)
    expect(body.number).toBe(1)
    expect(headers.get("x-github-media-type")).toBe("github.v3; format=json")
  })

  test("raw adds the Markdown body to JSON, and returns the bytes of a file", async () => {
    const raw = "application/vnd.github.raw+json"
    const issue = await withAccept(raw, `GET ${HELLO}/issues/1`)
    expect(issue.body.body).toBeTypeOf("string")
    expect(issue.headers.get("x-github-media-type")).toBe("github.v3; param=raw; format=json")
    const file = await withAccept(raw, `GET ${HELLO}/contents/README.md`)
    expect(file.body).toMatch(/^# /)
    expect(file.headers.get("x-github-media-type")).toBe("github.v3; param=raw")
  })

  test("sha, diff and patch return a commit in that format", async () => {
    const at = `GET ${HELLO}/commits/polite-greeting`
    const { body } = await rest(sandbox, at)
    expect((await withAccept("application/vnd.github.sha", at)).body).toBe(body.sha)
    const diff = (await withAccept("application/vnd.github.v3.diff", at)).body
    for (const { filename } of body.files) expect(diff).toContain(`+++ b/${filename}`)
    const patch = (await withAccept("application/vnd.github.patch", at)).body
    expect(patch).toContain(`From ${body.sha}`)
    expect(patch).toContain(diff.trim())
  })

  test("object returns a folder as an object with its entries", async () => {
    const object = "application/vnd.github.object+json"
    const { body } = await withAccept(object, `GET ${HELLO}/contents/src`)
    expect(body).toMatchObject({ type: "dir", name: "src", path: "src", size: 0 })
    expect(body.entries).toEqual((await rest(sandbox, `GET ${HELLO}/contents/src`)).body)
    const file = await withAccept(object, `GET ${HELLO}/contents/README.md`)
    expect(file.body).toMatchObject({ type: "file", encoding: "base64" })
  })

  test.each([
    ["html+json", `GET ${HELLO}/issues/1`],
    ["text+json", `GET ${HELLO}/issues/1/comments`],
    ["full+json", `GET ${HELLO}/pulls/7`],
    ["html", `GET ${HELLO}/contents/README.md`],
    ["text-match+json", "GET /search/issues?q=bug"],
    ["sha", `GET ${HELLO}/pulls/7`],
    ["diff", `GET ${HELLO}/issues`],
  ])("%s is not modelled for %s", async (format, call) => {
    const { status, body } = await withAccept(`application/vnd.github.${format}`, call)
    expect(status).toBe(501)
    expect(body.type).toBe("SANDBOX_NOT_MODELLED")
    expect(body.message).toContain(`\`${format.replace("+json", "")}\``)
  })

  test("with a format that is not modelled prevents the write", async () => {
    const { status } = await withAccept(
      "application/vnd.github.full+json",
      `POST ${HELLO}/issues`,
      {
        title: "x",
      },
    )
    expect(status).toBe(501)
    expect(sandbox.applied).toEqual([])
  })

  test.each(["text/html", "application/xml", "image/png, text/*;q=0.5"])(
    "%s is refused with 415",
    async (accept) => {
      const { status, body } = await withAccept(accept, `GET ${HELLO}`)
      expect(status).toBe(415)
      expect(body.message).toBe(
        `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`,
      )
    },
  )
})

describe("the X-GitHub-Api-Version header", () => {
  const version = (value: string) =>
    rest(sandbox, `GET ${HELLO}`, undefined, { headers: { "x-github-api-version": value } })

  test("selects the version of the sandbox", async () => {
    const { status, headers } = await version("2022-11-28")
    expect(status).toBe(200)
    expect(headers.get("x-github-api-version-selected")).toBe("2022-11-28")
    const { headers: without } = await rest(sandbox, `GET ${HELLO}`)
    expect(without.get("x-github-api-version-selected")).toBe("2022-11-28")
  })

  test("is refused if GitHub does not have the version", async () => {
    const unknown = await version("v3")
    expect(unknown.status).toBe(400)
    expect(unknown.body.errors).toContain('"v3", is not a supported version')
    expect(unknown.headers.get("x-github-api-version-selected")).toBe("2022-11-28")
  })

  test("of 2026 removes what that version removed, and nothing else", async () => {
    const headers = { "x-github-api-version": "2026-03-10" }
    const latest = (call: string, body?: unknown) => rest(sandbox, call, body, { headers })
    const gone = async (call: string) => {
      const [before, after] = await Promise.all([rest(sandbox, call), latest(call)])
      expect(after.headers.get("x-github-api-version-selected")).toBe("2026-03-10")
      expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"))
      return Object.keys(before.body).filter((name) => !(name in after.body))
    }
    expect(await gone(`GET ${HELLO}`)).toEqual(["has_downloads", "use_squash_pr_title_as_default"])
    expect(await gone(`GET ${HELLO}/pulls/7`)).toEqual(["merge_commit_sha", "assignee"])
    expect(await gone(`GET ${HELLO}/issues/1`)).toEqual(["assignee"])
    expect(await gone("GET /rate_limit")).toEqual(["rate"])
    expect((await latest(`GET ${HELLO}/pulls/7`)).body.head.repo).not.toHaveProperty(
      "has_downloads",
    )
    const dispatch = `POST ${HELLO}/actions/workflows/deploy.yml/dispatches`
    const started = await latest(dispatch, { ref: "main", inputs: { environment: "staging" } })
    expect(started).toMatchObject({ status: 200, body: { workflow_run_id: 4 } })
    const assigned = await latest(`PATCH ${HELLO}/issues/1`, { assignee: "hubot" })
    expect(assigned.body.message).toContain("the field `assignee`")
  })
})

describe("an unknown parameter or field of a REST request", () => {
  const cases: [call: string, body: unknown, says: string][] = [
    [`GET ${HELLO}/issues?type=Bug`, undefined, "parameter `type`"],
    [`GET ${HELLO}/issues?stat=all`, undefined, "parameter `stat`"],
    [`POST ${HELLO}/issues?title=x`, { title: "x" }, "parameter `title`"],
    [`POST ${HELLO}/issues`, { title: "x", type: "Bug" }, "field `type`"],
    [`POST ${HELLO}/issues`, { title: "x", lables: ["bug"] }, "field `lables`"],
    [`PATCH ${HELLO}/issues/1`, { labels: [{ name: "bug", colour: "f00" }] }, "`labels[].colour`"],
    [`POST ${HELLO}/pulls/7/reviews`, { comments: [{ path: "a", body: "b", lin: 1 }] }, "[].lin`"],
    [`POST ${HELLO}/issues/2/labels`, { labels: ["bug"], replace: true }, "field `replace`"],
    [`PUT ${HELLO}/issues/2/lock`, { reason: "spam" }, "field `reason`"],
    [`POST ${HELLO}/actions/runs/2/rerun`, { enable_debugger: true }, "enable_debugger"],
    [`DELETE ${HELLO}/labels/bug`, { sure: true }, "field `sure`"],
    // Names that every object inherits.
    [`POST ${HELLO}/issues`, { title: "x", constructor: 1 }, "field `constructor`"],
    [`POST ${HELLO}/issues`, '{ "title": "x", "__proto__": { "y": 1 } }', "field `__proto__`"],
    [`GET ${HELLO}/issues?__proto__=1&toString=2`, undefined, "parameter `__proto__`"],
  ]

  test.each(cases)("is refused: %s with %j", async (call, body, says) => {
    const reply = await rest(sandbox, call, body)
    expect(reply.status).toBe(501)
    expect(reply.body.type).toBe("SANDBOX_NOT_MODELLED")
    expect(reply.body.message).toContain(says)
    expect(sandbox.applied).toEqual([])
  })

  test("is refused with a suggestion", async () => {
    const query = await rest(sandbox, `GET ${HELLO}/issues?stat=all`)
    expect(query.body.message).toContain("did you mean `state`?")
    const body = await rest(sandbox, `POST ${HELLO}/issues`, { title: "x", lables: [] })
    expect(body.body.message).toContain("did you mean `labels`?")
  })

  test("is ignored by a lenient sandbox, which lists it", async () => {
    await using lenient = await startSandbox({ lenient: true })
    const list = await rest(lenient, `GET ${HELLO}/issues?stat=all&state=open`)
    expect(list.status).toBe(200)
    const created = await rest(lenient, `POST ${HELLO}/issues?x=1`, { title: "x", type: "Bug" })
    expect(created.status).toBe(201)
    expect(lenient.requests.map(({ ignored }) => ignored)).toEqual([["stat"], ["type", "x"]])
    const accepting = (format: string) => ({
      headers: { accept: `application/vnd.github.${format}` },
    })
    const files = (format: string) =>
      rest(lenient, `GET ${HELLO}/pulls/7/files`, undefined, accepting(format))
    expect((await files("diff")).body).toHaveLength(4)
    expect(lenient.requests.at(-1)?.ignored).toEqual(["Accept: diff"])
    expect((await files("html")).status).toBe(501)
  })

  test('is ignored with one warning by `lenient: "list"`', async () => {
    const warned = vi.spyOn(process, "emitWarning").mockReturnValue()
    await using listing = await startSandbox({ lenient: "list" })
    for (const name of ["stat", "typ"]) await rest(listing, `GET ${HELLO}/issues?${name}=all`)
    expect(warned.mock.calls).toEqual([
      [expect.stringContaining("ignores the parameter `stat` of"), "SandboxWarning"],
    ])
    warned.mockRestore()
    expect(listing.requests.map(({ ignored }) => ignored)).toEqual([["stat"], ["typ"]])
    await expect(startSandbox({ lenient: "lst" as "list" })).rejects.toThrow('boolean or "list"')
  })
})

describe("a page of a commit", () => {
  test("contains a page of its files", async () => {
    const at = `${HELLO}/commits/polite-greeting`
    const whole = await rest(sandbox, `GET ${at}`)
    expect((await rest(sandbox, `GET ${at}?page=1`)).body).toEqual(whole.body)
    const all = whole.body.files.map((file: { filename: string }) => file.filename)
    const { body, headers } = await rest(sandbox, `GET ${at}?per_page=1&page=1`)
    expect(body.files).toHaveLength(1)
    expect(body.stats).toEqual(whole.body.stats)
    expect(headers.get("link")?.includes('rel="next"') ?? false).toBe(all.length > 1)
    expect(whole.headers.get("link")).toBeNull()
  })
})

describe("the If-Modified-Since header", () => {
  test("returns a 304 until the issue changes, unless If-None-Match differs", async () => {
    const at = `GET ${HELLO}/issues/1`
    const { headers, body } = await rest(sandbox, at)
    const modified = headers.get("last-modified") ?? ""
    expect(Date.parse(modified)).toBe(Date.parse(body.updated_at))
    const since = (date: string, tag?: string) =>
      rest(sandbox, at, undefined, {
        headers: { "if-modified-since": date, ...(tag && { "if-none-match": tag }) },
      })
    const used = () => sandbox.requests.length
    expect((await since(modified)).status).toBe(304)
    expect((await since(modified, '"other"')).status).toBe(200)
    expect(used()).toBe(3)
    await rest(sandbox, `PATCH ${HELLO}/issues/1`, { title: "Changed" })
    expect((await since(modified)).status).toBe(200)
  })

  test("returns a 304 until the label changes", async () => {
    const at = `GET ${HELLO}/labels/bug`
    const { headers } = await rest(sandbox, at)
    const since = { "if-modified-since": headers.get("last-modified") ?? "" }
    expect((await rest(sandbox, at, undefined, { headers: since })).status).toBe(304)
    await rest(sandbox, `PATCH ${HELLO}/labels/bug`, { color: "000000" })
    expect((await rest(sandbox, at, undefined, { headers: since })).status).toBe(200)
  })

  test("is not supported by lists, which send no Last-Modified", async () => {
    expect((await rest(sandbox, `GET ${HELLO}/issues`)).headers.get("last-modified")).toBeNull()
  })
})

describe("a REST parameter", () => {
  test("exclude_pull_requests removes the pull requests of runs", async () => {
    for (const path of [`${HELLO}/actions/runs/2`, `${HELLO}/actions/runs`]) {
      const pulls = async (query: string) => {
        const { body } = await rest(sandbox, `GET ${path}${query}`)
        return (body.workflow_runs?.[0] ?? body).pull_requests
      }
      expect(await pulls("")).toHaveLength(1)
      expect(await pulls("?exclude_pull_requests=true")).toEqual([])
    }
  })

  test("since with an invalid time is refused instead of returning an empty list", async () => {
    const { status, body } = await rest(sandbox, `GET ${HELLO}/commits?since=yesterday`)
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ field: "since", code: "invalid" }])
  })

  test("sort orders forks, the newest first by default", async () => {
    const forks = await startSandbox({
      seed: {
        users: [{ login: "ada" }, { login: "ben" }, { login: "cay" }],
        repositories: [
          { owner: "ada", name: "it" },
          { owner: "ben", name: "it", fork_of: "ada/it", stargazers: ["ada"] },
          { owner: "cay", name: "it", fork_of: "ada/it" },
          { owner: "cay", name: "hidden", fork_of: "ada/it", private: true },
        ],
      },
    })
    const names = async (query: string) => {
      const { body } = await rest(forks, `GET /repos/ada/it/forks${query}`)
      return body.map((one: { full_name: string }) => one.full_name)
    }
    expect(await names("")).toEqual(["cay/it", "ben/it"])
    expect(await names("?sort=oldest")).toEqual(["ben/it", "cay/it"])
    expect(await names("?sort=stargazers")).toEqual(["ben/it", "cay/it"])
    await forks.close()
  })

  test("author and committer filter commits", async () => {
    const count = async (query: string) =>
      (await rest(sandbox, `GET ${HELLO}/commits?sha=polite-greeting&${query}`)).body.length
    expect(await count("author=monalisa")).toBe(await count("committer=monalisa"))
    expect(await count("committer=nobody")).toBe(0)
  })

  test("check_suite_id filters runs", async () => {
    const { body } = await rest(sandbox, `GET ${HELLO}/actions/runs?check_suite_id=2`)
    expect(body.workflow_runs.map((run: { id: number }) => run.id)).toEqual([2])
  })

  test.each([
    "status=succeeded",
    "created=yesterday",
    "created=>=soon",
    "created=2025-01-01..then",
  ])("%s of a list of runs is refused", async (query) => {
    const { status, body } = await rest(sandbox, `GET ${HELLO}/actions/runs?${query}`)
    expect(status).toBe(422)
    const [field] = query.split("=")
    expect(body.errors).toEqual([{ resource: "WorkflowRun", field, code: "invalid" }])
  })

  test("target_commitish of another branch is not modelled for release notes", async () => {
    const notes = (target_commitish: string) =>
      rest(sandbox, `POST ${HELLO}/releases/generate-notes`, { tag_name: "v1", target_commitish })
    expect((await notes("main")).status).toBe(200)
    expect((await notes("rewrite")).status).toBe(501)
  })
})
