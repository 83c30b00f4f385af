/** Tests that a file which cannot be loaded, for example during a deployment, only fails its own call. */
import { execFile } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createFolderWithPackage } from "./installed.js"
import { some } from "./some.js"

const run = promisify(execFile)

let folder: string
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
  folder = await createFolderWithPackage("loading-test")
  writeFileSync(
    join(folder, "without.js"),
    `import { renameSync } from "node:fs"
import { chain, createGhx, sequence } from "ghx"

const [, , file, call, base_url, token] = process.argv
const path = \`node_modules/ghx/dist/\${file}\`
const of = { owner: "octocat", repo: "hello-world" }
const through = (options) => createGhx({ base_url, token, ...options })
const ghx = through({ cache: true })
const calls = {
  watched: () => through({ interceptors: [(next) => next] }).user.me(),
  bounded: () => through({ limits: { "*": 9 } }).user.me(),
  view: () => ghx.issue.view({ ...of, issue_number: 1 }),
  rest: () => ghx.issue.view({ ...of, issue_number: 1 }).run({ route: "rest" }),
  pull: () => ghx.issue.view({ ...of, issue_number: 7 }),
  chain: async () => (await chain(ghx.issue.view({ ...of, issue_number: 1 }))).results[0],
  sequence: async () =>
    (await sequence(ghx.issue.view({ ...of, issue_number: 1 }), () => ghx.user.me())).results[0],
  gh: () => ghx.issue.delete({ ...of, issue_number: 1 }).run({ route: "cli" }),
}
const summary = ({ ok, error }) => (ok ? "ok" : \`\${error.code}: \${error.message}\`)
renameSync(path, \`\${path}.away\`)
const first = summary(await calls[call]())
renameSync(\`\${path}.away\`, path)
console.log(JSON.stringify([first, summary(await calls[call]())]))
`,
  )
})
beforeEach(() => sandbox.reset())
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const guarded: [string, Call, string][] = [
  ["intercept-layer.js", "watched", "NETWORK: The code of user.me could not be loaded: "],
  ["bounds.js", "bounded", "NETWORK: The code of user.me could not be loaded: "],
]

test.each(some(guarded, 2))(
  "a call fails without bypassing its guard when chunks/%s is missing: %s",
  async (file, call, why) => {
    expect(await without(`chunks/${file}`, call)).toEqual([
      expect.stringMatching(new RegExp(`^${why}`)),
      "ok",
    ])
  },
)

type Call = "watched" | "bounded" | "view" | "rest" | "chain" | "sequence" | "pull" | "gh"

/** The error of a call while a file is missing, and the result of the next one when it is back. */
async function without(file: string, call: Call): Promise<unknown> {
  const args = ["without.js", file, call, sandbox.url, sandbox.token]
  const { stdout, stderr } = await run(process.execPath, args, { cwd: folder })
  expect(stderr).toBe("")
  return JSON.parse(stdout)
}

test.each([
  ["chunks/issue.js", "the loaders of a domain"],
  ["generated/issue/view.js", "a capability"],
])("a call fails while %s (%s) is missing, and the next one succeeds", async (file) => {
  expect(await without(file, "view")).toEqual([
    expect.stringMatching(/^NETWORK: The code of issue\.view could not be loaded: /),
    "ok",
  ])
})

test("a call over REST fails while the code of that route is missing, and the next one succeeds", async () => {
  expect(await without("chunks/rest.js", "rest")).toEqual([
    expect.stringMatching(/^NETWORK: The code of the REST route could not be loaded: /),
    "ok",
  ])
})

test.each(["chain", "sequence"] as const)(
  "a %s fails while its code is missing, and the next call succeeds",
  async (call) => {
    expect(await without("chunks/chains.js", call)).toEqual([
      expect.stringMatching(/^NETWORK: The code of chains could not be loaded: /),
      "ok",
    ])
  },
)

/** The modules in a file of the package. */
function sourcesOf(file: string): string[] {
  const all = JSON.parse(readFileSync(join(folder, "node_modules/ghx/sources.json"), "utf8"))
  return all[file] ?? []
}

/** The files of the package that an import of one of them loads. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const code = readFileSync(join(folder, "node_modules/ghx/dist", file), "utf8")
  for (const [, from = ""] of code.matchAll(
    /(?:^|;)(?:import|export)\b[^"]*?from ?"(\.[^"]+)"/gm,
  )) {
    loadedBy(join(dirname(file), from), loaded)
  }
  return loaded
}

test("importing generated/lazy.js loads no code that only chains use", () => {
  expect([...loadedBy("generated/lazy.js")].sort()).toEqual([
    "chunks/client.js",
    "chunks/runtime.js",
    "chunks/text.js",
    "chunks/tree.js",
    "generated/lazy.js",
  ])
  const parts = sourcesOf("chunks/runtime.js").map((file) => /\/runtime\/(\w+)\//.exec(file)?.[1])
  expect(parts).toContain("features")
  expect(parts).not.toContain("batch")
})

test("importing surfaces/tools/index.js loads nothing of the command", () => {
  const files = [...loadedBy("surfaces/tools/index.js")]
  expect(files).toContain("chunks/tools.js")
  expect(files.flatMap(sourcesOf).join("\n")).not.toMatch(/\/surfaces\/(?!tools\/)/)
})

test("a call over gh fails with ADAPTER_UNSUPPORTED while with-process.js is missing", async () => {
  expect(await without("with-process.js", "gh")).toEqual([
    expect.stringMatching(/^ADAPTER_UNSUPPORTED: The code of the cli route could not be loaded: /),
    expect.stringMatching(/^ADAPTER_UNSUPPORTED: gh supports only HTTPS/),
  ])
})

test("a missing issue is NOT_FOUND, without naming its kind while wrong-kind.js is missing", async () => {
  const missing = expect.stringMatching(/^NOT_FOUND: (?!7 is a pull request)/)
  const worded = expect.stringMatching(/^NOT_FOUND: 7 is a pull request/)
  expect(await without("chunks/wrong-kind.js", "pull")).toEqual([missing, worded])
})
