/** Addresses that callers write are sent as they are, and integers above 2^53 keep their digits. */
import { createServer } from "node:http"
import { Octokit } from "@octokit/core"
import { type ClientOptions, createExecutor, createGhx } from "ghx"
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest"
import { typeWords } from "../ghx/type.js"
import { connect } from "../mcp/connect.js"

const sent: { line: string; body: string }[] = []
let body = "{}"
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", () => {
    sent.push({
      line: `${request.method} ${request.url}`,
      body: Buffer.concat(chunks).toString(),
    })
    response.setHeader("content-type", "application/json; charset=utf-8")
    response.statusCode = request.method === "GET" ? 200 : 202
    response.end(body)
  })
})
let url: string
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  url = `http://127.0.0.1:${Object(server.address()).port}`
  vi.stubEnv("GHX_BASE_URL", url)
  vi.stubEnv("GH_TOKEN", "ghp_0123456789abcdefTEST")
})
afterAll(() => void server.close())
beforeEach(() => {
  sent.length = 0
  body = "{}"
})

const client = (options: ClientOptions = {}) =>
  createGhx({ base_url: url, token: "t", operations: "write", retry: false, ...options })
const own = () => client()
const octokit = () => {
  const { token: _, ...options } = { token: "", octokit: new Octokit({ baseUrl: url, auth: "t" }) }
  return createGhx({ base_url: url, operations: "write", retry: false, ...options })
}

const big = "3804004623172239366"
const deliveries = "/repos/o/r/hooks/1/deliveries"

describe("an address that the caller writes is sent as it is", () => {
  const addresses = [
    ["leading zeros", "/repos/o/r/issues/0007"],
    ["an integer above 2^53", `${deliveries}/${big}`],
    ["an encoded number sign", "/repos/o/r/git/ref/heads/hash%23tag"],
    ["an encoded backslash", "/repos/o/r/contents/a%5Cb"],
    ["an encoded space", "/repos/o/r/contents/a%20b.txt"],
    ["slashes", "/repos/o/r/contents/src/lib/a.ts"],
    ["slashes in the name of a branch", "/repos/o/r/git/trees/feature/one?recursive=1"],
    ["an encoded slash", "/repos/o/r/contents/src%2Flib"],
    ["an encoded percent sign", "/repos/o/r/contents/100%25"],
    ["lower-case escapes", "/repos/o/r/contents/%c3%a9"],
    ["encoded letters", "/repos/o/r/branches/m%61in"],
    ["signs that need no encoding", "/repos/o/r/contents/a!$&'()*+,;=@~b"],
    ["a query with %20 and plus", "/search/issues?q=a%20b+c&per_page=05"],
    ["a repeated parameter", "/repos/o/r/issues?labels=a&labels=b"],
    ["an encoded comma", "/repos/o/r/issues?labels=a%2Cb&state=all"],
  ] as const

  test.each(addresses)("with %s", async (_, address) => {
    // The answer is not what GitHub describes.
    for (const ghx of [own(), octokit()]) await ghx.request(`GET ${address}`)
    const { executeTask } = createExecutor({
      base_url: url,
      token: "t",
      operations: "read",
    })
    await executeTask({ task: `GET ${address}`, input: {} })
    for (const name of ["api", "rest"]) await typeWords([name, address])
    expect([...new Set(sent.map(({ line }) => line))]).toEqual([`GET ${address}`])
    expect(sent).toHaveLength(5)
  })

  test("except for characters that no address may have, which are encoded", async () => {
    await own().request('GET /repos/o/r/contents/a b"é{x}.txt?ref=a b')
    expect(sent.map(({ line }) => line)).toEqual([
      "GET /repos/o/r/contents/a%20b%22%C3%A9%7Bx%7D.txt?ref=a%20b",
    ])
  })

  test("also with a colon, which Octokit takes for a template and ghx encodes for it", async () => {
    const address = "/repos/o/r/compare/main...other:branch"
    await own().request(`GET ${address}`)
    await octokit().request(`GET ${address}`)
    expect(sent.map(({ line }) => line)).toEqual([
      `GET ${address}`,
      `GET ${address.replace(":", "%3A")}`,
    ])
  })

  test.each([
    ["/repos/o/r/issues#1", "a fragment: write # as %23"],
    ["/repos/o/r/contents/100%", "write % as %25"],
    ["/repos/o/r/contents/a/../b", "a segment . or .."],
    ["/repos/o/r/contents/a%2F%2e%2E%5cb", "a segment . or .."],
    ["/repos/o//issues", "an empty segment"],
    ["/repos/o/r/contents/\ud800", "an unpaired surrogate"],
  ])("or refused with the reason: %s", async (address, problem) => {
    const { error } = (await own().request(`GET ${address}`)) as never
    expect(error).toMatchObject({
      code: "VALIDATION",
      message: expect.stringContaining(problem),
    })
    expect(sent).toEqual([])
  })

  test("and cannot leave the repositories of a client by encoding", async () => {
    const bounded = client({ repos: ["o/r"] })
    for (const place of ["o%2Fr/x", "o/r%2F..%2Fother", "%6F/other", "o/%2e%2e"]) {
      expect((await bounded.request(`GET /repos/${place}/issues`)).ok).toBe(false)
    }
    expect(sent).toEqual([])
    await bounded.request("GET /repos/%6F/r/issues")
    expect(sent).toHaveLength(1)
  })
})

describe("an integer above 2^53", () => {
  it("arrives with its digits, as a string, in every form of result", async () => {
    body = `[{"id":${big},"guid":":${big},","least":-9007199254740993,"safe":9007199254740991}]`
    const right = [
      { id: big, guid: `:${big},`, least: "-9007199254740993", safe: 9007199254740991 },
    ]
    const list = "GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries"
    const at = { owner: "o", repo: "r", hook_id: 1 }
    for (const ghx of [own(), octokit()])
      expect(await ghx.request(list, at).orThrow()).toEqual(right)
    expect((await typeWords(["api", deliveries, "--jq", ".[].id"])).stdout).toBe(`${big}\n`)
    expect(JSON.parse((await typeWords(["api", deliveries])).stdout)).toEqual(right)
  })

  const attempts = "POST /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}/attempts"
  const at = { owner: "o", repo: "r", hook_id: 1 }
  const line = `POST ${deliveries}/${big}/attempts`

  it.each([
    ["a string", big],
    ["a bigint", BigInt(big)],
  ])("is accepted as %s", async (_, delivery_id) => {
    expect(await own().request(attempts, { ...at, delivery_id })).toMatchObject({ ok: true })
    expect(sent.map((one) => one.line)).toEqual([line])
  })

  it("is refused as a number, which has been rounded", async () => {
    const { error } = (await own().request(attempts, { ...at, delivery_id: Number(big) })) as never
    expect(error).toMatchObject({
      code: "VALIDATION",
      message: expect.stringContaining("pass a bigint, or the digits as a string"),
    })
    expect(sent).toEqual([])
  })

  it.each([
    ["-F", ["-F", `delivery_id=${big}`]],
    ["-f", ["-f", `delivery_id=${big}`]],
    ["--input", ["--input", "-"]],
  ])("is accepted by the command with %s", async (_, words) => {
    const place = ["-F", "owner=o", "-F", "repo=r", "-F", "hook_id=1"]
    const stdin = `{"delivery_id": ${big}}`
    const given = words.includes("-") ? { stdin } : {}
    const done = await typeWords(
      ["rest", ...attempts.split(" "), ...place, ...words, "--allow-write"],
      given,
    )
    expect([done.stderr, sent.map((one) => one.line)]).toEqual(["", [line]])
  })

  describe("in a JSON body is a number with its digits", () => {
    const put = "PUT /orgs/{org}/actions/secrets/{secret_name}/repositories"
    const address = "/orgs/o/actions/secrets/S/repositories"
    const right = `{"selected_repository_ids":[${big},7]}`
    const secret = { org: "o", secret_name: "S" }

    it.each([
      ["a string", big],
      ["a bigint", BigInt(big)],
    ])("given as %s", async (_, id) => {
      for (const ghx of [own(), octokit()])
        await ghx.request(put, { ...secret, selected_repository_ids: [id, 7] })
      const options = { base_url: url, token: "t", operations: "write" } as const
      const input = { ...secret, selected_repository_ids: [id, 7] }
      await createExecutor(options).executeTask({ task: put, input })
      expect(sent.map((one) => one.body)).toEqual([right, right, right])
    })

    it.each([
      ["-F", ["-F", `selected_repository_ids[]=${big}`, "-F", "selected_repository_ids[]=7"]],
      ["--input", ["--input", "-"]],
    ])("given to the command with %s", async (_, words) => {
      const given = words.includes("-") ? { stdin: right } : {}
      for (const start of [
        ["api", "-X", "PUT", address],
        ["rest", "PUT", address],
      ]) {
        const { stderr } = await typeWords([...start, ...words, "--allow-write", "--yes"], given)
        expect(stderr).toBe("")
      }
      expect(sent.map((one) => one.body)).toEqual([right, right])
    })

    it("and stays a string where a text has the same digits, or no type is described", async () => {
      const place = { owner: "o", repo: "r", event_type: "x" }
      const client_payload = { id: BigInt(big), text: big, nested: [{ 'a"b': null }] }
      await own().request("POST /repos/{owner}/{repo}/dispatches", { ...place, client_payload })
      expect(JSON.parse(sent[0]?.body ?? "")).toEqual({
        event_type: "x",
        client_payload: { ...client_payload, id: big },
      })
    })
  })

  it("is refused as a number where no type is described, too", async () => {
    const place = { owner: "o", repo: "r", event_type: "x" }
    const client_payload = { nested: [{ id: Number(big) }] }
    const dispatch = "POST /repos/{owner}/{repo}/dispatches"
    expect(await own().request(dispatch, { ...place, client_payload })).toMatchObject({
      error: {
        code: "VALIDATION",
        message: expect.stringContaining("id is an integer above 2^53"),
        details: { outcome: "not_sent" },
      },
    })
    expect(sent).toEqual([])
  })

  it("is accepted over MCP, as a string and as a number in the message", async () => {
    const { client, server, close } = await connect(
      ["--tasks", "--documents", "--allow-write"],
      "2025-11-25",
    )
    const input = { ...at, delivery_id: big }
    const call = { name: "execute", arguments: { task: attempts, input } }
    await client.callTool(call)
    const message = JSON.stringify({ jsonrpc: "2.0", id: 99, method: "tools/call", params: call })
    server.stdin.write(`${message.replace(`"${big}"`, big)}\n`)
    await expect.poll(() => sent.length, { timeout: 300_000 }).toBe(2)
    await close()
    expect(sent.map((one) => one.line)).toEqual([line, line])
  })

  it.each(["7", "9007199254740991", "03804004623172239366", "3804004623172239366.0"])(
    "is the only integer that may be a string: %s is refused",
    async (delivery_id) => {
      expect((await own().request(attempts, { ...at, delivery_id })).ok).toBe(false)
      expect(sent).toEqual([])
    },
  )
})
