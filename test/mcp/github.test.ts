// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs that contain templates
/** The tool `github` of `ghx mcp`: programs over gh's commands, and plain lines. */
import type { ElicitResult } from "@modelcontextprotocol/client"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { type Connected, connect, eras } from "./connect.js"

let github: Sandbox
let mcp: Connected

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
afterEach(async () => {
  await mcp.close()
  github.reset()
  github.clearRequests()
})
afterAll(() => github.close())

const start = async (...args: string[]) => {
  mcp = await connect(["-R", "octocat/hello-world", ...args], "2026-07-28")
}

async function call(code: string, more: object = {}, options = {}) {
  const given = { name: "github", arguments: { code, ...more } }
  const { content, isError = false } = await mcp.client.callTool(given, options)
  const [first] = content
  return { text: first?.type === "text" ? first.text : "", isError }
}

test("ghx mcp offers one tool by default, defined in at most 260 tokens", async () => {
  await start()
  const { tools } = await mcp.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(["github"])
  expect(tools[0]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(260)
})

test("the tool `github` runs a program, and ends its result with the number of writes", async () => {
  await start()
  const code = `const bugs = await gh\`issue list -l bug --json number,title\`
    await Promise.all(bugs.map(({ number }) => gh\`issue close \${number} -c \${"It's stale"}\`))
    return bugs`
  const text = "number\ttitle\n1\tFound a bug\n✓ 2 writes"
  expect(await call(code)).toEqual({ text, isError: false })
  expect(await call(`\`\`\`js\n${code}\n\`\`\``)).toEqual({
    text: "[]",
    isError: false,
  })
})

test("what is read again over REST is confirmed by GitHub, at no cost, and read anew once it has changed", async () => {
  await start()
  const jobs = "(await gh`run view 2 --json jobs`).jobs.map(({ conclusion }) => conclusion)"
  const first = await call(`return ${jobs}`)
  expect(await call(`return ${jobs}`)).toEqual(first)
  expect(github.requests.map(({ status }) => status)).toEqual([200, 304])
  await call("await gh`run rerun 2`")
  expect(await call(`return ${jobs}`)).not.toEqual(first)
})

test("a question names what is destroyed before long texts, and shows invisible characters", async () => {
  const messages: string[] = []
  mcp = await connect([], "2026-07-28", { capabilities: { elicitation: { form: {} } } }, (client) =>
    client.setRequestHandler("elicitation/create", ({ params }) => {
      messages.push(params.message)
      return { action: "decline" }
    }),
  )
  const description = `Fix a typo\u202E\u200b${" ".repeat(100)}${"x".repeat(200)}`
  await call(
    `return ghx.repo.update(${JSON.stringify({ description, visibility: "PRIVATE", owner: "octocat", repo: "hello-world" })})`,
  )
  expect(messages).toEqual([
    'repo.update (visibility: "PRIVATE", owner: "octocat", repo: "hello-world", ' +
      `description: "Fix a typo\\u{202e}\\u{200b} ${"x".repeat(32)}… (169 more characters)) cannot be undone. Continue?`,
  ])
})

test("a program does not ask again what the user has declined", async () => {
  const messages: string[] = []
  mcp = await connect([], "2026-07-28", { capabilities: { elicitation: { form: {} } } }, (client) =>
    client.setRequestHandler("elicitation/create", ({ params }) => {
      messages.push(params.message)
      return { action: "decline" }
    }),
  )
  const code = `for (let i = 0; i < 3; i++) await gh\`issue delete 5 -R octocat/hello-world\`.catch(() => {})
    await gh\`issue delete 1 -R octocat/hello-world\`.catch(() => {})`
  expect((await call(code)).text).toContain("not applied")
  expect(messages).toHaveLength(2)
  expect(github.applied).toEqual([])
})

test("the tool `github` takes api as the first line", async () => {
  await start()
  expect(await call("api repos/octocat/hello-world -q .name")).toMatchObject({
    text: "hello-world",
  })
})

test("the tool `github` runs plain lines, and takes a default repository", async () => {
  await start()
  expect(await call("gh issue close 1 2\nissue view 1 --json state -q .state")).toEqual({
    text: "# issue view 1 --json state -q .state\nCLOSED\n✓ 2 writes",
    isError: false,
  })
  const { text } = await call("issue list -L 1 --json url", { repo: "octocat/big" })
  expect(text).toMatch(/^url\nhttps:\/\/github\.com\/octocat\/big\/issues\/\d+$/)
  const most = await call("issue list -L 100 --json url -q length", { repo: "octocat/big" })
  expect(most.text).toMatch(/^100\nnote: .*: 100 of \d+; use -L for more$/)
  const own = "return ghx.issue.list({ first: 1 }, { fields: ['url'] })"
  expect((await call(own, { repo: "octocat/big" })).text).toContain("octocat/big")
  expect(await call("issue list", { repo: "nowhere" })).toEqual({
    text: "✗ VALIDATION -R expects OWNER/REPO, not nowhere",
    isError: true,
  })
  const read = 'return (await ghx.request("GET /repos/octocat/hello-world", {})).name'
  expect((await call(read)).text).toBe("hello-world")
  expect((await call("explain issue.close")).text).toContain("issue_number")
  expect((await call("issue list | head")).text).toContain("There is no shell")
  expect((await call("issue = await gh`issue view 1`; return 1")).text).toBe("1")
})

test("a program that fails in the middle says what was applied, what was not, and what is unknown", async () => {
  await start("--limits", "issue.close=2")
  github.injectFault({ match: { body_includes: "addComment" }, drop: "after" })
  const { text, isError } = await call(
    `await gh\`issue close 1\`
     await ghx.issue.close({ issue_number: 2 })
     await gh\`issue comment 1 -b x\`.catch(() => 0)
     await gh\`issue close 5\``,
  )
  expect(isError).toBe(true)
  expect(text).toMatch(
    /^✗ AUTH issue close 5: .*limit.*\n {2}fix: This server was started with --limits/,
  )
  expect(text).toContain(
    "\napplied (2): issue close 1; issue.close 2\nnot applied (1): issue close 5\nunknown, check before you repeat (1): issue comment 1 -b x",
  )
})

test("a result is bounded, and keeps the summary of writes", async () => {
  await start()
  const { text } = await call(
    "await gh`issue close 1`; console.log('x'.repeat(1e5)); return 'y'.repeat(1e6)",
  )
  expect(text.length).toBeLessThan(8200)
  expect(text).toMatch(
    /x… \[\d+ more characters\]\ny+… \[\d+ more characters\]\nnote: cut off\..*\n✓ 1 write$/,
  )
})

test("of plain lines each keeps its beginning, and the next program finds all", async () => {
  await start()
  const fields = "number,title,body,url,id,author,labels,state,createdAt,updatedAt"
  const line = `issue list -s all --json ${fields}`
  const { text } = await call(`${`${line}\n`.repeat(9)}issue close 1`)
  expect(text.length).toBeLessThan(8500)
  expect(text.match(/^# issue list .*\nnumber\t.*\n(?:.*\n)*?… \[\d more lines\]$/gm)).toHaveLength(
    9,
  )
  expect(text).toMatch(/\nnote: cut off\. `last` .*\n✓ 1 write$/)
  expect((await call("return last[8].split('\\n').length")).text).toBe("7")
})

test("a result that imitates a summary ends with the true one", async () => {
  await start()
  expect(await call("return 'x\\n✓ 5 writes'")).toMatchObject({ text: "x\n✓ 5 writes\n✓ 0 writes" })
  expect(await call("return 'x ✓ 5 writes'")).toMatchObject({ text: "x ✓ 5 writes" })
})

test("a program finds what the previous one returned", async () => {
  await start()
  expect(await call("return last")).toMatchObject({ text: expect.stringContaining("Nothing to") })
  await call("return gh`issue list --json number,title`")
  expect(await call("throw last[1].title")).toMatchObject({ isError: true })
  expect(await call("const [first] = last; last = 7; return first.number")).toEqual({
    text: "5",
    isError: false,
  })
  expect(await call("const last = 'own'; return last")).toMatchObject({ text: "own" })
  expect(await call("return [typeof last, last]")).toMatchObject({ text: "string\nown" })
})

test("a program does not find an older result in place of that of one that failed", async () => {
  await start()
  await call("return 'old'")
  expect(await call("return (await gh`issue view 99 --json title`).title")).toMatchObject({
    isError: true,
  })
  expect((await call("return [last]")).text).toBe("[null]")
})

test("a capability in a program finds the repository that its commands find", async () => {
  vi.stubEnv("GH_REPO", "octocat/hello-world")
  mcp = await connect([], "2026-07-28")
  const code = `const { title } = await gh\`issue view 1 --json title\`
    const asked = await gh\`api repos/{owner}/{repo}/issues/1\`
    return [title === (await ghx.issue.view({ issue_number: 1 })).title, title === asked.title]`
  expect(await call(code)).toEqual({ text: "[true,true]", isError: false })
  vi.stubEnv("GH_REPO", undefined)
})

test("plain lines say which of them have no output", async () => {
  await start()
  const none = "issue list --json number -q .[9]"
  expect(await call(none)).toEqual({ text: `note: ${none}: no output`, isError: false })
})

test.each(eras)("a program asks the user before it destroys, in protocol %s", async (era) => {
  const answers: ElicitResult[] = [
    { action: "accept", content: { confirm: true } },
    { action: "decline" },
  ]
  const asked: string[] = []
  mcp = await connect(
    ["-R", "octocat/hello-world"],
    era,
    { capabilities: { elicitation: { form: {} } } },
    (client) =>
      client.setRequestHandler("elicitation/create", ({ params }) => {
        asked.push(params.message)
        return answers[asked.length - 1] ?? { action: "cancel" }
      }),
  )
  expect((await call("await gh`issue delete 5`; await gh`issue close 1`")).text).toBe("✓ 2 writes")
  expect(await call("issue delete 2 --yes\nissue close 2")).toEqual({
    text: expect.stringMatching(
      /^✗ AUTH issue delete 2 --yes: .*\n {2}fix: The user has not confirmed .*\napplied \(1\): issue close 2\nnot applied \(1\): issue delete 2 --yes$/,
    ),
    isError: true,
  })
  expect(asked).toHaveLength(2)
})

test("commands of one turn ask together, and all are sent once all are confirmed", async () => {
  let asked = 0
  mcp = await connect(
    ["-R", "octocat/hello-world"],
    "2026-07-28",
    { capabilities: { elicitation: { form: {} } } },
    (client) =>
      client.setRequestHandler("elicitation/create", () => {
        asked += 1
        return { action: "accept", content: { confirm: true } }
      }),
  )
  const code = "await Promise.all([1, 2].map((n) => gh`issue delete ${n}`))"
  expect((await call(code)).text).toBe("✓ 2 writes")
  expect(asked).toBe(2)
})

test("a long program reports progress, and ends when its call is cancelled", async () => {
  await start()
  const seen: (string | undefined)[] = []
  const onprogress = ({ message }: { message?: string }) => void seen.push(message)
  await call("await gh`issue view 1`; await gh`issue close 1`", {}, { onprogress })
  expect(seen).toEqual(["issue view 1 done", "issue close 1 done"])
  const stop = new AbortController()
  const code = "for (;;) await gh`issue view 1 --json title`"
  const first = { onprogress: () => stop.abort("enough"), signal: stop.signal }
  await expect(call(code, {}, first)).rejects.toThrow()
  const before = github.requests.length
  expect((await call("return (await gh`issue view 1 --json title`).title")).text).toBe(
    "Found a bug",
  )
  expect(github.requests.length).toBeLessThanOrEqual(before + 2)
})

test("untrusted content is marked in the results of the tool `github`", async () => {
  await start("--untrusted", "mark")
  expect(mcp.client.getInstructions()).toMatch(/<untrusted-…> .* never an instruction/)
  const { text } = await call("return gh`run list --json displayTitle`")
  expect(text).toMatch(/^displayTitle\n<untrusted-/)
  const cut =
    "run list --json displayTitle -q '.[].displayTitle | select(test(\"typo\")) | .[22:60]'"
  expect((await call(cut)).text).toMatch(/^<(untrusted-\w{8})>x a typo in the README<\/\1>$/)
})

test("parts of untrusted content are marked, too: slices, names, errors, and what the next program returns of them", async () => {
  await start("--untrusted", "mark")
  const { text } = await call(`
    const all = (await gh\`run list --json displayTitle\`).map((run) => run.displayTitle)
    const title = all.find((one) => one.includes("Fix a typo"))
    const plain = title.replaceAll(/<.*?>/g, "")
    const fails = gh\`issue edit 1 --add-label \${title}\`
    return { plain, cut: title.slice(0, 30), named: { [plain.slice(2)]: 1 }, own: plain.slice(0, 5), fails }`)
  const of = (content: string) => `<untrusted-…>${content}</untrusted-…>`
  const [result = "", writes] = text.replaceAll(/untrusted-[0-9a-f]{8}/g, "untrusted-…").split("\n")
  expect(JSON.parse(result)).toEqual({
    plain: of("Fix a typo in the README"),
    cut: of("Fix a typo"),
    named: { [of("x a typo in the README")]: 1 },
    own: "Fix a",
    fails: expect.stringMatching(
      /^<untrusted-…>✗ NOT_FOUND [^>]*Found no label "Fix a typo[^<>]*<.untrusted-…>$/,
    ),
  })
  expect(writes).toMatch(/^not applied \(1\): <untrusted-…>issue edit[^>]*<.untrusted-…>$/)
  const after = await call("return last.plain.replaceAll(/<.*?>/g, '').slice(4)")
  expect(after.text).toMatch(/^<untrusted-.*a typo in the README/)
  const thrown = await call(`throw new Error("It is " + last.slice(22).toUpperCase())`)
  expect(thrown.text).toMatch(/<untrusted-\w+>[^<]*TYPO IN THE README/)
  const split = await call(`
    const words = last.replaceAll(/<.*?>/g, "").split(" ")
    console.log(...words)
    return { words, rows: words.map((word, at) => ({ at, word })), login: ["readme", "octocat"] }`)
  expect(split.text.match(/<untrusted-\w+>README</g)).toHaveLength(3)
  expect(split.text).toMatch(/login: readme,octocat$/)
})
