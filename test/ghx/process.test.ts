/** The packed command in processes of its own: pipes, signals, a terminal, and the loaded files. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { fakeTerminal } from "../fake-terminal.js"
import { createFolderWithPackage } from "../installed.js"
import { needs } from "../needs.js"
import { rarely } from "../rarely.js"
import { some } from "../some.js"

let folder: string
let github: Sandbox

beforeAll(async () => {
  folder = await createFolderWithPackage("command-test")
  github = await startSandbox()
})
beforeEach(() => github.reset())
afterAll(async () => {
  await github.close()
  rmSync(folder, { recursive: true, force: true })
})

const program = "node_modules/ghx/dist/surfaces/command/bin.js"
const issue = ["-R", "octocat/hello-world"]

interface Around {
  /** The program and arguments, in place of Node and the command. */
  readonly command?: readonly string[]
  readonly execArgv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly during?: (child: ChildProcess) => unknown
  /** The content of stdin, which then ends; undefined if `during` writes to it. */
  readonly stdin?: string | undefined
}

/** Runs the command to its end. */
async function ghx(args: readonly string[], around: Around = {}) {
  const { execArgv = [], env = {}, during, stdin } = { stdin: "", ...around }
  const [file = "", ...rest] = around.command ?? [process.execPath]
  const child = spawn(file, [...rest, ...execArgv, program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, GHX_BASE_URL: github.url, TERM: "xterm-256color", ...env },
  })
  if (stdin !== undefined) child.stdin.end(stdin)
  const output = Promise.all([text(child.stdout), text(child.stderr)]).catch(() => ["", ""])
  const ended = once(child, "exit")
  await during?.(child)
  const [exitCode] = await ended
  const [stdout, stderr] = await output
  return { stdout, stderr, exitCode }
}

test("compiled code is kept in the cache folder of the user, where Node can do that", async () => {
  const told = "require('module').enableCompileCache = (folder) => process._rawDebug(folder)"
  writeFileSync(join(folder, "cache.cjs"), told)
  const execArgv = ["--require", "./cache.cjs"]
  const own = await ghx(["--version"], { execArgv, env: { XDG_CACHE_HOME: "/caches" } })
  expect(own).toMatchObject({ exitCode: 0, stderr: `${join("/caches", "ghx")}\n` })
  const usual = await ghx(["--version"], { execArgv, env: { HOME: "/home/ada" } })
  expect(usual).toMatchObject({ exitCode: 0, stderr: `${join("/home/ada", ".cache", "ghx")}\n` })
})

describe("ghx in a pipe", () => {
  test("prints the result to stdout and errors to stderr, without colors", async () => {
    const good = await ghx(["run", "issue.view", ...issue, "1", "--json", "title"])
    expect(good).toEqual({ stdout: '{"title":"Found a bug"}\n', stderr: "", exitCode: 0 })
    const bad = await ghx(["run", "issue.delete", ...issue, "5"])
    expect(bad).toEqual({
      stdout: "",
      stderr: "ghx: AUTH issue.delete was not confirmed\n  fix: Add --yes to confirm\n",
      exitCode: 4,
    })
  })

  rarely("ends silently if the reader closes the pipe", async () => {
    const gone = await ghx(["capabilities", "list"], {
      during: (child) => child.stdout?.destroy(),
    })
    expect(gone).toMatchObject({ stderr: "", exitCode: 141 })
  })

  test.each(["SIGINT", "SIGTERM"] as const)(
    "ends an endless jq expression on %s and prints the result of the write",
    async (name) => {
      const create = ["run", "issue.create", ...issue, "title=New", "--trace"]
      const ended = await ghx([...create, "--jq", "def f: f; f"], {
        during: async (child) => {
          // The trace is printed with the result, right before jq starts.
          await once(child.stderr ?? child, "data")
          child.kill(name)
        },
      })
      expect(ended).toMatchObject({ stdout: "", exitCode: 130 })
      expect(ended.stderr).toMatch(
        /\nnote: the whole result: \{.*"title":"New".*\}\nghx: interrupted\n$/,
      )
    },
  )

  test("ends a pending write on Ctrl-C and reports its outcome as unknown", async () => {
    github.injectFault({ match: { operation_name: "IssueCreate" }, delay_ms: 60_000 })
    const interrupted = await ghx(["run", "issue.create", ...issue, "title=New", "labels=bug"], {
      during: async (child) => {
        await vi.waitUntil(() => github.requests.length === 2)
        child.kill("SIGINT")
      },
    })
    expect(interrupted).toEqual({
      stdout: "",
      stderr: "ghx: interrupted\n  outcome: unknown; the write may have been applied\n",
      exitCode: 130,
    })
  })

  test("runs ghx sandbox, which prints its address and stops on Ctrl-C", async () => {
    let status = 0
    const { stdout, exitCode } = await ghx(["sandbox", "--https", "--generic"], {
      during: async (child) => {
        const [line] = await once(child.stdout ?? child, "data")
        const { url, token } = JSON.parse(String(line))
        const headers = { authorization: `Bearer ${token}` }
        status = (await fetch(`${url.replace("https", "http")}/user/keys`, { headers })).status
        child.kill("SIGINT")
      },
    })
    expect(status).toBe(200)
    expect(JSON.parse(stdout)).toEqual({
      url: expect.stringMatching(/^https:/),
      token: "sandbox-token",
      ca_file: expect.stringMatching(/ca\.pem$/),
    })
    expect(exitCode).toBe(0)
  })
})

describe("ghx sandbox --speed", () => {
  /** The run that a served sandbox shows for a dispatch, after a second. */
  async function dispatched(...speed: readonly string[]) {
    let run: { status: string; created_at: string } | undefined
    await ghx(["sandbox", ...speed], {
      during: async (child) => {
        const [line] = await once(child.stdout ?? child, "data")
        const { url, token } = JSON.parse(String(line))
        const actions = `${url}/repos/octocat/hello-world/actions`
        const headers = { authorization: `Bearer ${token}` }
        const body = JSON.stringify({ ref: "main", inputs: { environment: "staging" } })
        const path = `${actions}/workflows/deploy.yml/dispatches`
        await fetch(path, { method: "POST", headers, body })
        await sleep(1000)
        run = JSON.parse(await (await fetch(`${actions}/runs/4`, { headers })).text())
        child.kill("SIGINT")
      },
    })
    return run
  }

  rarely("lets a dispatched run progress with the clock", async () => {
    const [usual, fast] = await Promise.all([dispatched(), dispatched("--speed", "100")])
    expect(usual?.status).toBe("queued")
    expect(Math.abs(Date.now() - Date.parse(usual?.created_at ?? ""))).toBeLessThan(60_000)
    expect(fast).toMatchObject({ status: "completed", conclusion: "success" })
  })

  test("0 stops the clock, which advances with changes from 2025 on", async () => {
    const run = await dispatched("--speed", "0")
    expect(run).toMatchObject({
      status: "queued",
      created_at: expect.stringMatching(/^2025-01-01T00/),
    })
  })

  test.each(["", "-1", "fast"])("refuses the speed %j", async (speed) => {
    const refused = await ghx(["sandbox", `--speed=${speed}`])
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("0 to 100000") })
  })
})

describe("ghx mcp", () => {
  const asked = { jsonrpc: "2.0", id: 1, method: "tools/call" }
  const line = (message: object) => `${JSON.stringify(message)}\n`
  const call = (params: object) => line({ ...asked, params })
  const view = call({
    name: "execute",
    arguments: {
      task: "issue.view",
      input: { owner: "octocat", repo: "hello-world", issue_number: 1 },
    },
  })

  test.each<[string, (child: ChildProcess) => unknown]>([
    ["stdin closes", (child) => child.stdin?.end()],
    ["SIGTERM", (child) => child.kill("SIGTERM")],
  ])("prints only responses to stdout, and ends on: %s", async (_, end) => {
    const { stdout, stderr, exitCode } = await ghx(["mcp", "--tasks"], {
      stdin: undefined,
      during: async (child) => {
        child.stdin?.write(`${view.slice(0, 20)}`)
        child.stdin?.write(`${view.slice(20)}{}\nno JSON\n`)
        await once(child.stdout ?? child, "data")
        await end(child)
      },
    })
    expect(
      stdout
        .trim()
        .split("\n")
        .map((one) => JSON.parse(one)),
    ).toMatchObject([
      { jsonrpc: "2.0", id: 1, result: { structuredContent: { data: { title: "Found a bug" } } } },
    ])
    expect(stderr).toBe("note: a line of stdin is not a JSON-RPC message\n")
    expect(exitCode).toBe(0)
  })

  rarely("responds with AUTH without a token and NETWORK without a server", async () => {
    const answers = await Promise.all(
      [
        { GHX_BASE_URL: "https://ghes.example.invalid/api/v3", PATH: "" },
        { GHX_BASE_URL: "http://127.0.0.1:9", GH_TOKEN: "x" },
      ].map(async (env) => {
        const during = async (child: ChildProcess) => {
          child.stdin?.write(view)
          await once(child.stdout ?? child, "data")
          child.stdin?.end()
        }
        const { stdout } = await ghx(["mcp", "--tasks"], { env, stdin: undefined, during })
        return JSON.parse(stdout).result.structuredContent.error
      }),
    )
    expect(answers).toMatchObject([
      { code: "AUTH", details: { fix: expect.any(String) } },
      { code: "NETWORK", retryable: true },
    ])
  })
})

describe("ghx on a terminal", () => {
  test.for<[answer: string, exitCode: number, applied: string[]]>([
    ["y", 0, ["deleteIssue"]],
    ["n", 4, []],
    // Ctrl-C and Ctrl-D.
    ["\x03", 4, []],
    ["\x04", 4, []],
  ])("asks before a destructive call: %j", async ([answer, exitCode, applied], context) => {
    needs("python3", context)
    const result = await ghx(["run", "issue.delete", ...issue, "5"], {
      command: [...fakeTerminal(folder, "[y/N]", answer), process.execPath],
    })
    expect(result.stdout).toContain(
      'issue.delete (owner: "octocat", repo: "hello-world", issue_number: 5) cannot be undone. Continue? [y/N]',
    )
    expect(result.exitCode).toBe(exitCode)
    // A process of an earlier test, ended within a write, may have its write applied only now.
    const deleted = github.applied.filter(({ mutation }) => mutation !== "createIssue")
    expect(deleted.map(({ mutation }) => mutation)).toEqual(applied)
    // Colours, which a pipe does not get.
    expect(result.stdout.includes("\x1b[31mghx:\x1b[39m")).toBe(answer !== "y")
  })
})

rarely(
  "ghx project view asks on a terminal which project is meant, as gh does",
  async (context) => {
    needs("python3", context)
    const graphql = async (query: string) => {
      const headers = {
        authorization: `Bearer ${github.token}`,
        "content-type": "application/json",
      }
      const body = JSON.stringify({ query })
      const answer = await fetch(`${github.url}/graphql`, { method: "POST", headers, body })
      return JSON.parse(await answer.text())
    }
    const { data } = await graphql("{ viewer { projectV2(number: 1) { id } } }")
    const input = `{ projectId: "${data.viewer.projectV2.id}", title: "Greetings\\u001b[2J\\n9  Other" }`
    await graphql(`mutation { updateProjectV2(input: ${input}) { projectV2 { title } } }`)
    const result = await ghx(["project", "view"], {
      command: [...fakeTerminal(folder, "Which project?", "1"), process.execPath],
    })
    expect(result.stdout).toContain("1 Greetings 9 Other")
    expect(result.stdout).not.toContain("\x1b[2J")
    expect(result.exitCode).toBe(0)
    // That of GH_REPO.
    const run = await ghx(["run", "view"], {
      command: [...fakeTerminal(folder, "Which run?", "2"), process.execPath],
      env: { GH_REPO: "octocat/hello-world" },
    })
    expect(run).toMatchObject({ stdout: expect.stringContaining("Which run?"), exitCode: 0 })
  },
)

test("ghx doctor runs as packed", async () => {
  const { stdout, stderr, exitCode } = await ghx(["doctor", "--sandbox"])
  expect(stderr).toBe("")
  expect(stdout).toContain("gh")
  expect(exitCode).toBe(0)
})

describe("the modules that ghx loads", () => {
  /** Records each loaded module. */
  const hooks = `import { appendFileSync } from "node:fs"
export async function load(url, context, next) {
  appendFileSync("loaded.txt", url + "\\n")
  return next(url, context)
}
`
  const register = `import { appendFileSync } from "node:fs"
import { createRequire, register } from "node:module"
register("./hooks.js", import.meta.url)
const { cache } = createRequire(import.meta.url)
process.on("exit", () => appendFileSync("loaded.txt", Object.keys(cache).join("\\n")))
`

  /** The modules of the package, without its folder, and of its dependencies. */
  async function loadedBy(args: readonly string[]) {
    writeFileSync(join(folder, "hooks.js"), hooks)
    writeFileSync(join(folder, "register.js"), register)
    writeFileSync(join(folder, "loaded.txt"), "")
    const env = { GH_TOKEN: github.token, GH_REPO: "octocat/hello-world" }
    const { exitCode } = await ghx(args, { execArgv: ["--import", "./register.js"], env })
    expect(exitCode).toBe(0)
    const loaded = readFileSync(join(folder, "loaded.txt"), "utf8").trim().split("\n")
    const foreign = loaded.flatMap(
      (url) => /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\/(?!.*node_modules)/.exec(url)?.[1] ?? [],
    )
    const own = loaded.flatMap((url) => /\/ghx\/dist\/(.+)/.exec(url)?.[1] ?? [])
    return { own, foreign: [...new Set(foreign)].filter((name) => name !== "ghx") }
  }

  test.each(some([[["--help"]], [["capabilities", "explain", "issue.view"]]], 2))(
    "include no validation, sandbox or jq module or dependency for %j",
    async (args) => {
      const { own, foreign } = await loadedBy(args)
      expect(foreign).toEqual([])
      expect(own.filter((file) => /with-process|validation|sandbox|jq|\/gh/.test(file))).toEqual([])
      if (args[0] === "--help") expect(own.filter((file) => file.includes("runtime"))).toEqual([])
    },
  )

  const alike: [line: string, id: string, more: string[]][] = [
    ["issue list --state all", "run issue.list", ["issues-and-pulls.js", "issue.search.js"]],
    ["issue list", "run issue.list", ["issues-and-pulls.js"]],
    ["label list", "run repo.labels.list", ["settings.js"]],
    ["issue view 1", "run issue.view 1", ["issues-and-pulls.js"]],
    ["pr view 7", "run pr.view 7", ["issues-and-pulls.js"]],
  ]
  test.each(some(alike, 2))(
    "ghx %s loads what ghx %s loads, its own table and the contracts that its options may need",
    async (line, id, more) => {
      const [ofGh, ofRun] = await [await loadedBy(line.split(" ")), await loadedBy(id.split(" "))]
      const added = ofGh.own.filter((file) => !ofRun.own.includes(file))
      expect(added.map((file) => file.split("/").at(-1)).sort()).toEqual(
        ["gh-commands.js", "iteration.js", "names.js", ...more].sort(),
      )
      const sources = readFileSync(join(folder, "node_modules/ghx/sources.json"), "utf8")
      const parts = JSON.parse(sources)["chunks/gh-commands.js"].map(
        (file: string) => /\/command\/gh\/table\/([\w-]+)/.exec(file)?.[1],
      )
      expect(parts).toContain("step")
      for (const other of ["issues", "pulls", "runs", "settings", "absent", "help"]) {
        expect(parts).not.toContain(other)
      }
    },
  )

  test.each([
    ["run issue.list --json number", 0],
    ["run workflow.run.view run_id=999999", 3],
  ])("exclude the platform's fetch, web streams and performance for ghx %s", async (line, code) => {
    const list = `process.on("exit", () => process.stderr.write(process.moduleLoadList.join("\\n")))`
    const env = { GH_TOKEN: github.token, GH_REPO: "octocat/hello-world" }
    const execArgv = ["--import", `data:text/javascript,${encodeURIComponent(list)}`]
    const { exitCode, stderr } = await ghx(line.split(" "), { execArgv, env })
    expect(exitCode).toBe(code)
    const loaded = stderr.split("\n").flatMap((one) => /^NativeModule (.*)/.exec(one)?.[1] ?? [])
    expect(loaded).toContain("http")
    expect(
      loaded.filter((name) => /undici|webstreams\/readablestream|^perf_hooks/.test(name)),
    ).toEqual([])
  })
})
