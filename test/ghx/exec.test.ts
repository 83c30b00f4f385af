/** `ghx exec`: programs as models write them, and programs that try to escape. */
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
afterEach(() => github.reset())
afterAll(() => github.close())

const program = (code: string, options = "") =>
  type(`ghx exec - ${options}`, {
    stdin: `const place = { owner: "octocat", repo: "hello-world" };\n${code}`,
  })
const of = (number: number) => `{ ...place, issue_number: ${number} }`

test("ghx exec prints the returned value and merges concurrent calls into one request", async () => {
  const result = await program(
    `const views = [1, 2, 3].map((issue_number) => ghx.issue.view({ ...place, issue_number }, { fields: ["title"] }))
     const others = [ghx.issue.viw({}), ghx.user.me({ a: 1 }), ghx.issue.view({ ...place, issue_number: { $from: 0 } })]
     const all = await Promise.allSettled([...views, ...others])
     return all.map(({ value, reason }) => value?.title ?? reason.message)`,
    "--jq .[]",
  )
  const { stdout, ...others } = result
  expect(stdout.split("\n")).toEqual([
    "Found a bug",
    "Support more languages",
    "How do I install this?",
    expect.stringMatching(/^There is no capability "issue\.viw", did you mean `issue\.view`/),
    "Invalid input of user.me: /a: unknown field, known: none; fix: Call user.me()",
    "Invalid input of issue.view: /issue_number: expected integer, found object; fix: Call issue.view(owner, repo, issue_number)",
    "",
  ])
  expect(others).toEqual({ stderr: "", exitCode: 0 })
  expect(github.requests).toHaveLength(1)
})

const withheld = {
  match: { operation_name: "IssueView" },
  graphql_error: {
    type: "FORBIDDEN",
    message: "Not for you",
    path: ["repository", "issue", "milestone"],
  },
  partial: true,
}

test("ghx exec and ghx chain print warnings to stderr", async () => {
  github.injectFault(withheld)
  const result = await program(`return (await ghx.issue.view(${of(1)})).number`)
  expect(result).toEqual({
    stdout: "1\n",
    stderr: expect.stringMatching(
      /^note: #0 issue\.view: GitHub withholds milestone: Not for you\b.*\n$/,
    ),
    exitCode: 5,
  })
  github.reset()
  github.injectFault({ ...withheld, match: { body_includes: "milestone" } })
  const steps = JSON.stringify([
    { task: "user.me", input: {} },
    { task: "issue.view", input: { issue_number: 1 } },
  ])
  const chained = await type(`ghx chain -R octocat/hello-world --steps '${steps}' --jq .status`)
  expect(chained.stderr).toMatch(
    /^note: #1 issue\.view: GitHub withholds milestone: Not for you\b/m,
  )
  expect(chained).toMatchObject({ stdout: "success\n", exitCode: 5 })
})

test.each([
  ["for (;;);", "it used more than 0.5 s of CPU time"],
  [`/(a+)+$/.test("a".repeat(40) + "!")`, "it used more than 0.5 s of CPU time"],
  ["return new ArrayBuffer(1e9)", "InternalError: out of memory"],
  [
    "const a = []; while (a.length < 400) a.push(new Uint8Array(2 ** 20).fill(7))",
    "64 MB of memory",
  ],
  [
    "const a = []; while (a.length < 400) a.push(String(a.length).padEnd(2 ** 20))",
    "64 MB of memory",
  ],
  ["const a = []; while (a.length < 4e6) a.push({ a: [a.length] })", "64 MB of memory"],
  [
    "for (const a = []; ; ) try { for (;;) a.push(new Uint8Array(999)) } catch {}",
    "64 MB of memory",
  ],
  ["const f = () => f() + 1; f()", "InternalError: stack overflow"],
  ["for (;;) ghx.user.me()", "it made more than 1000 calls"],
  ["return { then() {} }", "awaits a promise that never settles"],
  ["ghx.user.me()\nPromise.prototype.then = 1", "changed a built-in object"],
  ["ghx.user.me()\nthrow new TypeError('no')", "in line 3: TypeError: no; its pending calls were"],
  [
    "return fetch('http://127.0.0.1')",
    "'fetch' is not defined\n  fix: Only JavaScript itself, gh`…` and ghx",
  ],
  ["await import('fs')", "could not load module 'fs'"],
])("ghx exec stops the script and sends nothing: %s", async (code, message) => {
  const timeout = message.includes("0.5 s") ? "--timeout 0.5" : ""
  const { stdout, stderr, exitCode } = await program(code, timeout)
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 })
  expect(stderr).toContain(message)
  expect(github.requests).toEqual([])
})

test("ghx exec lets a script hold 56 MB", async () => {
  const held = "Array.from({ length: 56 }, () => new Uint8Array(2 ** 20).fill(7))"
  expect(await program(`return ${held}.length`)).toMatchObject({ stdout: "56\n", exitCode: 0 })
})

test("ghx exec runs a script with JavaScript only, and its changes to built-ins stay inside", async () => {
  const { stdout } = await program(`
    const outside = "fetch process require module console setTimeout std os Worker WebAssembly".split(" ")
    const found = outside.filter((name) => (0).constructor.constructor("return typeof " + name)() !== "undefined")
    Object.prototype.toJSON = () => ({ gave: "another" })
    Object.prototype.polluted = true
    JSON.parse = Map.prototype.set = () => ghx
    Array.prototype.map = String.prototype.split = undefined
    return found`)
  expect(JSON.parse(stdout)).toEqual({ gave: "another" })
  expect("polluted" in {}).toBe(false)
  expect(
    await program("return await ghx.user.me({ __proto__: null, ['__proto__']: 1 })"),
  ).toMatchObject({
    stderr: expect.stringContaining("/__proto__: unknown field"),
    exitCode: 2,
  })
})

test.each([
  ["--read-only", `await ghx.issue.close(${of(1)})`, "Remove --read-only"],
  ["--repos me/*", `await ghx.issue.close(${of(1)})`, "Add the repository to --repos"],
  ["", `await ghx.issue.delete(${of(1)})`, "Add --yes"],
])("ghx exec enforces guards: %s", async (options, code, advice) => {
  const { stderr, exitCode } = await program(`${code}\nreturn 1`, options)
  expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining(advice), exitCode: 4 })
  expect(github.applied).toEqual([])
})

test("ghx exec lists the completed writes of a script that fails", async () => {
  const { stderr, exitCode } = await program(
    `await ghx.issue.close(${of(1)})
     await Promise.all([ghx.issue.close(${of(2)}), ghx.issue.view(${of(99)})])`,
    "--limits *=9",
  )
  expect(stderr).toBe(
    [
      'note: done: issue.close {"owner":"octocat","repo":"hello-world","issue_number":1}',
      'note: done: issue.close {"owner":"octocat","repo":"hello-world","issue_number":2}',
      "ghx: NOT_FOUND Could not resolve to an Issue with the number of 99.",
      "",
    ].join("\n"),
  )
  expect(exitCode).toBe(3)
})

test("ghx exec executes calls that the script does not await", async () => {
  const result = await program(`[1, 2].forEach(async (issue_number) => {
    const { state } = await ghx.issue.view({ ...place, issue_number })
    if (state === "OPEN") await ghx.issue.close({ ...place, issue_number })
  })`)
  expect(result).toEqual({ stdout: "null\n", stderr: "note: done: 2 writes\n", exitCode: 0 })
  expect(github.applied.map(({ mutation }) => mutation)).toEqual(["closeIssue", "closeIssue"])
})

test("ghx exec ends an endless script if it is interrupted", async () => {
  const interruption = new AbortController()
  setImmediate(() => interruption.abort(new Error("interrupted")))
  const line = 'ghx exec "for (;;);"'
  expect(await type(line, { interrupted: interruption.signal })).toEqual({
    stdout: "",
    stderr: "ghx: interrupted before anything was written\n",
    exitCode: 130,
  })
})

test("ghx exec rejects a script that cannot be parsed", async () => {
  const { stderr, exitCode } = await type('ghx exec "return 1 +"')
  expect(stderr).toMatch(/^ghx: VALIDATION The script cannot be parsed: SyntaxError/)
  expect(exitCode).toBe(2)
})

test("ghx exec uses -R as the default repository, and --trace prints the route of each call", async () => {
  const code = `await ghx.issue.view({ issue_number: 1 }); return (await ghx.user.me()).login`
  const { stdout, stderr } = await program(code, "-R octocat/hello-world --trace")
  expect(stdout).toBe('"octocat"\n')
  expect(stderr.replaceAll(/\d+ ms/g, "… ms")).toBe(
    "trace: issue.view graphql success … ms\ntrace: user.me graphql success … ms\n",
  )
})

test("ghx exec --dry-run reads, and prints what would be written", async () => {
  const code = `const { login } = await ghx.user.me()
    const { items } = await ghx.issue.list({ ...place })
    await Promise.all(items.map(({ number }) => ghx.issue.close({ ...place, issue_number: number })))
    const { number } = await ghx.issue.create({ ...place, title: login })
    await ghx.issue.close({ ...place, issue_number: number })
    return number + 1`
  expect(await program(code, "--dry-run")).toEqual({
    stdout:
      '["issue.close 5","issue.close 2","issue.close 1","issue.create octocat","issue.close"]\n',
    stderr: expect.stringContaining("number of issue_create is unknown until the recording runs"),
    exitCode: 1,
  })
  expect(github.applied).toEqual([])
})

test("a script decodes and encodes base64 as a browser does", async () => {
  const texts = ["", "a", "ab", "abc", "\u00ff\u0000\u0080", "x".repeat(1000)]
  const code = `return ${JSON.stringify(texts)}.map((one) => [btoa(one), atob(btoa(one)) === one, atob(btoa(one) + "\\n")])`
  const { stdout } = await type(`ghx exec --sandbox '${code.replaceAll("'", "\u0027")}'`)
  expect(JSON.parse(stdout)).toEqual(texts.map((one) => [btoa(one), true, one]))
  for (const bad of ['atob("a*")', 'btoa("\u2713")'])
    expect((await type(`ghx exec --sandbox 'return ${bad}'`)).stderr).toContain("TypeError")
})
