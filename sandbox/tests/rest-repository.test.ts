import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const applied = () => sandbox.applied.map((change) => change.mutation)

describe("GET /contents", () => {
  test("returns a file, its bytes, or a folder", async () => {
    const { body: file } = await rest(sandbox, `GET ${HELLO}/contents/src%2Fgreet.js`)
    expect(file).toMatchObject({ type: "file", path: "src/greet.js", encoding: "base64" })
    const text = Buffer.from(file.content, "base64").toString()
    expect(text).toContain("export function greet")
    const raw = await rest(sandbox, `GET ${HELLO}/contents/src/greet.js`, undefined, {
      headers: { accept: "application/vnd.github.raw+json" },
    })
    expect(raw.body).toBe(text)
    const { body: folder } = await rest(sandbox, `GET ${HELLO}/contents`)
    expect(folder.map(({ name, type }: Record<string, string>) => [name, type])).toEqual([
      [".github", "dir"],
      ["README.md", "file"],
      ["config.json", "file"],
      ["src", "dir"],
    ])
  })

  test("returns a thousand entries of a folder, and no content of a file above one megabyte", async () => {
    const notes = Array.from({ length: 1001 }, (_, index) => [`d/${index}`, "1\n"])
    const large = "x".repeat(1024 * 1024 + 1)
    const files = { ...Object.fromEntries(notes), large, fits: large.slice(1) }
    await using own = await startSandbox({
      seed: { users: [{ login: "ada" }], repositories: [{ owner: "ada", name: "r", files }] },
    })
    const read = async (path: string, accept = "application/json") =>
      (await rest(own, `GET /repos/ada/r/contents/${path}`, undefined, { headers: { accept } }))
        .body
    expect(await read("d")).toHaveLength(1000)
    expect((await read("d", "application/vnd.github.object+json")).entries).toHaveLength(1000)
    expect(await read("fits")).toMatchObject({ encoding: "base64" })
    expect(await read("large")).toMatchObject({
      ...{ size: large.length, content: "", encoding: "none" },
    })
    expect(await read("large", "application/vnd.github.raw+json")).toBe(large)
  })

  test("reads from the given ref", async () => {
    const at = (ref: string) => rest(sandbox, `GET ${HELLO}/contents/docs/polite.md?ref=${ref}`)
    expect((await at("polite-greeting")).status).toBe(200)
    expect((await at("main")).status).toBe(404)
    expect((await at("nowhere")).body.message).toBe("No commit found for the ref nowhere")
  })
})

test("GET /tags lists tags with their commits, in reverse order of names", async () => {
  const { sha } = (await rest(sandbox, `GET ${HELLO}/git/ref/heads/main`)).body.object
  for (const name of ["v9.0.0", "v10.0.0"]) {
    await rest(sandbox, `POST ${HELLO}/git/refs`, { ref: `refs/tags/${name}`, sha })
  }
  const { body } = await rest(sandbox, `GET ${HELLO}/tags`)
  const names = body.map(({ name }: { name: string }) => name)
  expect(names).toEqual(["v9.0.0", "v10.0.0", "v0.1.0"])
  const { commit, node_id } = body[0]
  expect(commit.sha).toBe(sha)
  const { body: ref } = await rest(sandbox, `GET ${HELLO}/git/ref/tags/v9.0.0`)
  expect(node_id).toBe(ref.node_id)
})

test("POST, PATCH and DELETE /git/refs create, move and delete a branch", async () => {
  const sha = async (branch: string) =>
    (await rest(sandbox, `GET ${HELLO}/git/ref/heads/${branch}`)).body.object.sha
  const made = await rest(sandbox, `POST ${HELLO}/git/refs`, {
    ref: "refs/heads/topic/one",
    sha: await sha("main"),
  })
  expect(made.status).toBe(201)
  const twice = await rest(sandbox, `POST ${HELLO}/git/refs`, {
    ref: "refs/heads/topic/one",
    sha: await sha("main"),
  })
  expect(twice.status).toBe(422)
  const at = `${HELLO}/git/refs/heads/topic/one`
  const sideways = { sha: await sha("rewrite") }
  expect((await rest(sandbox, `PATCH ${at}`, sideways)).status).toBe(422)
  await rest(sandbox, `PATCH ${at}`, { ...sideways, force: true })
  expect(await sha("topic/one")).toBe(await sha("rewrite"))
  expect((await rest(sandbox, `DELETE ${at}`)).status).toBe(204)
  expect((await rest(sandbox, `DELETE ${at}`)).status).toBe(422)
  expect(applied()).toEqual(["createRef", "updateRef", "deleteRef"])
})

describe("GET /search", () => {
  const total = async (path: string) =>
    (await rest(sandbox, `GET /search/${path}`)).body.total_count

  test("finds issues, repositories, users and code", async () => {
    expect(await total("issues?q=is:issue+repo:octocat/hello-world+state:open")).toBe(3)
    expect(await total("repositories?q=hello")).toBe(1)
    expect(await total("users?q=octo")).toBe(2)
    const { body } = await rest(
      sandbox,
      "GET /search/code?q=greet+language:javascript",
      undefined,
      {
        headers: { accept: "application/vnd.github.text-match+json" },
      },
    )
    expect(body).toMatchObject({
      total_count: 1,
      incomplete_results: false,
      items: [
        {
          path: "src/greet.js",
          repository: { full_name: "octocat/hello-world" },
          text_matches: [{ matches: [{ text: "greet" }] }],
        },
      ],
    })
    expect((await rest(sandbox, `GET ${body.items[0].url}`)).body.sha).toBe(body.items[0].sha)
    expect(await total("code?q=greet+language:shell")).toBe(0)
  })

  test("sorts, and refuses a repository that is missing or a qualifier that is not modelled", async () => {
    const { body } = await rest(
      sandbox,
      "GET /search/issues?q=repo:octocat/hello-world&sort=comments&order=desc&per_page=1",
    )
    expect(body.items[0].number).toBe(1)
    expect((await rest(sandbox, "GET /search/issues?q=repo:octocat/nothing")).status).toBe(422)
    const unknown = await rest(sandbox, "GET /search/issues?q=language:go")
    expect(unknown.status).toBe(501)
  })

  test("returns at most a thousand results", async () => {
    const notes = Array.from({ length: 1010 }, (_, index) => [`${index}.txt`, "needle"])
    const many = await startSandbox({
      seed: {
        users: [{ login: "ada" }],
        repositories: [
          { owner: "ada", name: "notes", files: Object.fromEntries(notes), generate_issues: 1040 },
        ],
      },
    })
    const page = async (path: string) => {
      const { status, body, headers } = await rest(many, `GET /search/${path}`)
      return { status, count: body.items?.length, more: headers.get("link")?.includes("next") }
    }
    const refused = { status: 422, count: undefined, more: undefined }
    // For issues, the last page contains the thousandth result; for code, it is the page before.
    const issues = "issues?q=is:issue+repo:ada/notes&per_page=30&page="
    expect(await page(`${issues}34`)).toEqual({ status: 200, count: 30, more: false })
    expect(await page(`${issues}35`)).toEqual(refused)
    const code = "code?q=needle&per_page=30&page="
    expect(await page(`${code}32`)).toEqual({ status: 200, count: 30, more: true })
    expect(await page(`${code}33`)).toEqual({ status: 200, count: 30, more: false })
    expect(await page(`${code}34`)).toEqual(refused)
    await many.close()
  })

  test("hides private results from others", async () => {
    const reply = await rest(sandbox, "GET /search/issues?q=secret", undefined, {
      token: "hubot-token",
    })
    expect(reply.body.total_count).toBe(0)
    expect(await total("issues?q=secret")).toBe(1)
  })
})

describe("REST releases", () => {
  const at = `${HELLO}/releases`

  test("are created with their tag, updated and deleted", async () => {
    const made = await rest(sandbox, `POST ${at}`, {
      tag_name: "v1.0",
      generate_release_notes: true,
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      tag_name: "v1.0",
      draft: false,
      author: { login: "octocat" },
    })
    expect(made.body.body).toContain("compare/v0.1.0...v1.0")
    expect((await rest(sandbox, `GET ${HELLO}/git/ref/tags/v1.0`)).status).toBe(200)
    expect((await rest(sandbox, `GET ${at}/latest`)).body.id).toBe(made.body.id)
    expect((await rest(sandbox, `PATCH ${made.body.url}`, { name: "One" })).body.name).toBe("One")
    const twice = await rest(sandbox, `POST ${at}`, { tag_name: "v1.0" })
    expect(twice.body.errors).toMatchObject([{ field: "tag_name", code: "already_exists" }])
    expect((await rest(sandbox, `DELETE ${made.body.url}`)).status).toBe(204)
    expect((await rest(sandbox, `GET ${at}/latest`)).body.tag_name).toBe("v0.1.0")
    expect(applied()).toEqual(["createRelease", "updateRelease", "deleteRelease"])
  })

  test("without a text have none, and notes are only generated for writers", async () => {
    const made = await rest(sandbox, `POST ${at}`, { tag_name: "v1.0" })
    expect(made.body.body).toBeNull()
    const notes = { tag_name: "v2.0" }
    const options = { token: "hubot-token" }
    expect((await rest(sandbox, `POST ${at}/generate-notes`, notes, options)).status).toBe(403)
  })

  test("take no reference for a tag, and become drafts when their tag is deleted", async () => {
    const refused = await rest(sandbox, `POST ${at}`, { tag_name: "refs/tags/v0.1.0" })
    expect(refused.body.errors).toMatchObject([{ field: "tag_name" }])
    const sha = (await rest(sandbox, `GET ${HELLO}/git/ref/heads/main`)).body.object.sha
    for (const ref of ["refs/heads/refs/heads/x", "refs/tags/refs/tags/x"]) {
      expect(await rest(sandbox, `POST ${HELLO}/git/refs`, { ref, sha })).toMatchObject({
        status: 422,
        body: { message: "Sorry, branch or tag names starting with 'refs/' are not allowed." },
      })
    }
    expect((await rest(sandbox, `DELETE ${HELLO}/git/refs/tags/v0.1.0`)).status).toBe(204)
    expect((await rest(sandbox, `GET ${at}/1`)).body).toMatchObject({ draft: true })
    expect((await rest(sandbox, `GET ${at}/latest`)).status).toBe(404)
  })

  test("have notes since a tag that exists", async () => {
    const sha = (await rest(sandbox, `GET ${HELLO}/git/ref/heads/main`)).body.object.sha
    const notes = { tag_name: "v2", previous_tag_name: "v1" }
    const generate = () => rest(sandbox, `POST ${at}/generate-notes`, notes)
    expect(await generate()).toMatchObject({
      status: 400,
      body: { message: "Invalid previous_tag parameter" },
    })
    await rest(sandbox, `POST ${HELLO}/git/refs`, { ref: "refs/tags/v1", sha })
    expect((await generate()).body.body).toContain("/compare/v1...v2")
  })

  test("become the latest as make_latest says", async () => {
    const latest = async () => (await rest(sandbox, `GET ${at}/latest`)).body.tag_name
    const create = async (tag_name: string, more: object) =>
      (await rest(sandbox, `POST ${at}`, { tag_name, ...more })).body
    const tenth = await create("v1.10.0", { make_latest: "true" })
    await create("v1.9.0", { make_latest: "false" })
    expect(await latest()).toBe("v1.10.0")
    await create("v1.9.1", {})
    expect(await latest()).toBe("v1.9.1")
    // Both tag the same commit, so the version decides.
    await create("v1.9.2", { make_latest: "legacy" })
    expect(await latest()).toBe("v1.10.0")
    const draft = await create("v3", { make_latest: "true", draft: true })
    const change = { make_latest: "true", draft: true }
    expect((await rest(sandbox, `PATCH ${draft.url}`, change)).body.draft).toBe(true)
    for (const { body } of [
      await rest(sandbox, `POST ${at}`, { tag_name: "v3", make_latest: "true", prerelease: true }),
      await rest(sandbox, `PATCH ${draft.url}`, { make_latest: "true" }),
    ]) {
      expect(body.errors).toEqual([
        {
          resource: "Release",
          code: "custom",
          message: "Latest release cannot be draft or prerelease.",
        },
      ])
    }
    expect(await latest()).toBe("v1.10.0")
    await rest(sandbox, `PATCH ${tenth.url}`, { prerelease: true })
    expect(await latest()).toBe("v1.9.2")
  })

  test("are listed for writers only as drafts, and get a tag when they are published", async () => {
    const tags = async (token: string) =>
      (await rest(sandbox, `GET ${at}`, undefined, { token })).body.map(
        (release: { tag_name: string }) => release.tag_name,
      )
    expect(await tags(sandbox.token)).toEqual(["v0.2.0", "v0.1.0"])
    expect(await tags("hubot-token")).toEqual(["v0.1.0"])
    expect((await rest(sandbox, `GET ${at}/tags/v0.2.0`)).status).toBe(404)
    await rest(sandbox, `PATCH ${at}/2`, { draft: false })
    expect((await rest(sandbox, `GET ${at}/tags/v0.2.0`)).body.published_at).not.toBeNull()
  })
})

describe("GitHub Actions over REST", () => {
  const at = `${HELLO}/actions`

  test("finds workflows by id and by file name, with their runs", async () => {
    const { body } = await rest(sandbox, `GET ${at}/workflows`)
    expect(body).toMatchObject({ total_count: 2, workflows: [{ name: "CI" }, { name: "Deploy" }] })
    expect((await rest(sandbox, `GET ${at}/workflows/ci.yml`)).body.id).toBe(body.workflows[0].id)
    const { body: failed } = await rest(sandbox, `GET ${at}/workflows/ci.yml/runs?status=failure`)
    expect(failed).toMatchObject({
      total_count: 1,
      workflow_runs: [{ display_title: "Add polite greetings", pull_requests: [{ number: 7 }] }],
    })
  })

  test("dispatches with the declared inputs, cancels and disables a workflow", async () => {
    const start = (body: object, file = "deploy.yml") =>
      rest(sandbox, `POST ${at}/workflows/${file}/dispatches`, body)
    const inputs = { environment: "test" }
    expect((await start({ ref: "main", inputs })).status).toBe(204)
    expect((await start({ ref: "nowhere", inputs })).body.message).toBe("No ref found for: nowhere")
    expect((await start({ ref: "main" })).body.message).toContain("'environment' not provided")
    expect((await start({ ref: "main", inputs: { x: "y" } })).body.message).toContain('["x"]')
    expect((await start({ ref: "main" }, "ci.yml")).body.message).toContain("workflow_dispatch")
    const { body } = await rest(sandbox, `GET ${at}/runs?event=workflow_dispatch`)
    expect(body.workflow_runs).toMatchObject([{ status: "queued", conclusion: null }])
    const run = body.workflow_runs[0].id
    expect((await rest(sandbox, `POST ${at}/runs/${run}/cancel`)).status).toBe(202)
    expect((await rest(sandbox, `POST ${at}/runs/${run}/cancel`)).status).toBe(409)
    await rest(sandbox, `PUT ${at}/workflows/deploy.yml/disable`)
    expect(await start({ ref: "main", inputs })).toMatchObject({
      status: 422,
      body: { message: "Cannot trigger a 'workflow_dispatch' on a disabled workflow" },
    })
    expect(applied()).toEqual(["dispatchWorkflow", "cancelWorkflowRun", "disableWorkflow"])
  })

  test("reruns failed jobs in a new attempt and keeps the results of others", async () => {
    const jobs = async (query = "") =>
      (await rest(sandbox, `GET ${at}/runs/2/jobs${query}`)).body.jobs.map(
        (job: Record<string, string>) => [job.name, job.run_attempt, job.conclusion],
      )
    expect((await rest(sandbox, `POST ${at}/runs/2/rerun-failed-jobs`)).status).toBe(201)
    expect(await jobs()).toEqual([
      ["lint", 2, "success"],
      ["test", 2, null],
    ])
    expect(await jobs("?filter=all")).toHaveLength(4)
    expect((await rest(sandbox, `POST ${at}/runs/2/rerun`)).status).toBe(403)
    expect((await rest(sandbox, `POST ${at}/runs/1/rerun-failed-jobs`)).status).toBe(403)
    expect(applied()).toEqual(["rerunFailedJobs"])
  })

  test("redirects the log of a job to another origin, which rejects tokens", async () => {
    const { body } = await rest(sandbox, `GET ${at}/runs/2/jobs`)
    const [, failed] = body.jobs
    const redirect = await rest(sandbox, `GET ${at}/jobs/${failed.id}/logs`)
    expect(redirect.status).toBe(302)
    const location = redirect.headers.get("location") ?? ""
    expect(new URL(location).origin).not.toBe(sandbox.url)
    const log = await rest(sandbox, `GET ${location}`, undefined, { token: null })
    expect(log.body).toContain("##[error]Process completed with exit code 1.")
    expect((await rest(sandbox, `GET ${location}`)).status).toBe(400)
    const forged = location.replace(/sig=.*/, "sig=x")
    expect((await rest(sandbox, `GET ${forged}`, undefined, { token: null })).status).toBe(403)
    // `fetch` drops the token on a redirect to another origin.
    const followed = await fetch(`${sandbox.url}${at}/jobs/${failed.id}/logs`, {
      headers: { authorization: `Bearer ${sandbox.token}` },
    })
    expect(await followed.text()).toBe(log.body)
  })
})

describe("GitHub Pages over REST", () => {
  const pages = `${HELLO}/pages`

  test("are enabled, changed and disabled, with their address", async () => {
    const said = async (call: string, body?: object) => {
      const { status, body: answered } = await rest(sandbox, call, body)
      return [status, answered.html_url ?? answered.message]
    }
    const source = { branch: "main" }
    expect(await said(`GET ${pages}`)).toEqual([404, "Not Found"])
    expect(await said(`GET ${pages}/builds/latest`)).toEqual([404, "Not Found"])
    expect(await said(`POST ${pages}`, { source: { branch: "none" } })).toEqual([
      422,
      "The none branch must exist before GitHub Pages can be built.",
    ])
    const site = "https://octocat.github.io/hello-world/"
    expect(await said(`POST ${pages}`, { source })).toEqual([201, site])
    expect(await said(`POST ${pages}`, { source })).toEqual([
      409,
      "GitHub Pages is already enabled.",
    ])
    expect((await rest(sandbox, `GET ${HELLO}`)).body.has_pages).toBe(true)
    const newFile = { message: "Add it", content: "eA==", branch: "main" }
    expect((await rest(sandbox, `GET ${pages}`)).body.custom_404).toBe(false)
    await rest(sandbox, `PUT ${HELLO}/contents/404.html`, newFile)
    expect((await rest(sandbox, `GET ${pages}`)).body.custom_404).toBe(true)
    const changes = { cname: "hello.example", https_enforced: false, source: "master /docs" }
    expect(await said(`PUT ${pages}`, changes)).toEqual([
      422,
      "The master branch must exist before GitHub Pages can be built.",
    ])
    const own = { ...changes, source: { branch: "rewrite", path: "/docs" } }
    expect((await rest(sandbox, `PUT ${pages}`, own)).status).toBe(204)
    expect((await rest(sandbox, `GET ${pages}`)).body).toMatchObject({
      ...{ status: null, html_url: "http://hello.example/", cname: "hello.example" },
      ...{ build_type: "legacy", source: { branch: "rewrite", path: "/docs" } },
    })
    expect((await rest(sandbox, `DELETE ${pages}`)).status).toBe(204)
    expect(await said(`GET ${pages}`)).toEqual([404, "Not Found"])
    expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
      ...["createPages", "createCommitOnBranch", "updatePages", "deletePages"],
    ])
  })

  test("have builds, newest first", async () => {
    const at = "/repos/octo-org/website"
    expect((await rest(sandbox, `GET ${at}/pages`)).body.status).toBe("built")
    const { body } = await rest(sandbox, `GET ${at}/pages/builds`)
    expect(body.map((one: { status: string }) => one.status)).toEqual(["built", "errored", "built"])
    expect(body[1].error).toEqual({ message: "The page build failed." })
    const latest = await rest(sandbox, `GET ${at}/pages/builds/latest`)
    expect(latest.body).toEqual(body[0])
    expect((await rest(sandbox, `GET ${body[1].url}`)).body).toEqual(body[1])
  })
})

describe("packages over REST", () => {
  const names = async (path: string, token?: string) => {
    const options = token === undefined ? {} : { token }
    const { status, body } = await rest(sandbox, `GET ${path}`, undefined, options)
    return status === 200 ? body.map((one: { name: string }) => one.name) : [status, body.message]
  }

  test("are listed by type and visibility, private ones only for their owner", async () => {
    sandbox.addToken({ token: "reads", login: "hubot", scopes: ["read:packages"] })
    expect(await names("/user/packages?package_type=npm")).toEqual(["hello", "secret"])
    const list = "/users/octocat/packages?package_type=npm"
    expect(await names(`${list}&visibility=private`)).toEqual(["secret"])
    expect(await names(list, "reads")).toEqual(["hello"])
    expect(await names("/users/octocat/packages?package_type=docker")).toEqual([])
    const path = "/users/octocat/packages/npm/secret"
    expect(await names(path, "reads")).toEqual([404, "Package not found."])
  })

  test("need their scope, and an account", async () => {
    const at = "/orgs/octo-org/packages"
    expect(await names(`${at}?package_type=container`, "hubot-token")).toEqual([
      403,
      "You need at least read:packages scope to list packages.",
    ])
    expect(await names(`${at}/container/website/versions`, "hubot-token")).toEqual([
      403,
      "You need at least read:packages scope to get a package's versions.",
    ])
    const { status } = await rest(sandbox, `GET ${at}/container/website`, undefined, {
      token: null,
    })
    expect(status).toBe(401)
  })

  test("outlive the repository that they are linked to", async () => {
    const at = "/orgs/octo-org/packages/container/website"
    const { body } = await rest(sandbox, `GET ${at}`)
    expect([body.repository.name, body.version_count]).toEqual(["website", 2])
    await rest(sandbox, "DELETE /repos/octo-org/website")
    const left = await rest(sandbox, `GET ${at}`)
    expect([left.status, left.body.repository]).toEqual([200, undefined])
    const versions = await rest(sandbox, `GET ${at}/versions`)
    expect(versions.body[0].metadata.container.tags).toEqual(["1.1", "latest"])
  })
})
