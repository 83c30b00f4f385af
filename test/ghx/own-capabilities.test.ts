/** Capabilities of a package in a workspace, on every surface, with the package installed from its tarball. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { launch } from "puppeteer-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { installedLayout } from "../../generator/read/index.js"
import { generateHere } from "../command.js"
import { builtPackage, createFolderWithTarball, typeBare } from "../installed.js"
import { chromium, needs } from "../needs.js"
import { ROOT } from "../projects.js"
import { rarely } from "../rarely.js"

let workspace: string
let folder: string
const bin = () => join(workspace, "node_modules/ghx/dist/surfaces/command/bin.js")
const ghx = (...args: string[]) =>
  typeBare(process.execPath, [bin(), ...args], folder, { GH_REPO: "octocat/hello-world" })
const printed = async (...args: string[]) => JSON.parse((await ghx(...args)).stdout)

beforeAll(async () => {
  workspace = await createFolderWithTarball("own-capabilities")
  writeFileSync(join(workspace, "package.json"), JSON.stringify({ workspaces: ["packages/*"] }))
  folder = join(workspace, "packages/bot")
  mkdirSync(folder, { recursive: true })
  const manifest = { name: "bot", type: "module", ghx: { output: "lib/github" } }
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest))
  const { stdout } = await ghx("init")
  // What other tools must know about generated code.
  expect(stdout).toMatch(
    /\.prettierignore +lib\/github\/\n +\.gitattributes +lib\/github\/\*\* linguist-generated/,
  )
  const mine = join(folder, "cards/issue/mine.yaml")
  writeFileSync(
    mine,
    `${readFileSync(mine, "utf8")}deprecated: Use team.issues.\nrouting: { notes: [Only open ones.] }\n`,
  )
  // Runs in this process, because test/package.test.ts tests the command as a process.
  const scaffold = async (...args: string[]) =>
    expect(await generateHere(folder, ["new", ...args], installedLayout)).toMatchObject({
      exitCode: 0,
    })
  await scaffold("team.issue.file", "--mutation", "createIssue")
  await scaffold("team.label.make", "--rest", "POST /repos/{owner}/{repo}/labels")
  writeFileSync(
    join(folder, "open.graphql"),
    "query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { pullRequests(states: OPEN) { nodes { number author { login } } } } }",
  )
  await ghx("gen", "new", "team.pulls.list", "--document", "open.graphql")
  await scaffold("team.thread.done", "--mutation", "resolveReviewThread")
  await ghx("gen")
})
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

describe("a project's own list, mutation and REST card", () => {
  it("run as capabilities and as commands", async () => {
    const titles = ["--sandbox", "--jq", ".items[].title"]
    expect((await ghx("run", "issue.mine", ...titles)).stdout).toBe("Found a bug\n")
    expect(await printed("issue", "mine", "--sandbox", "--json", "title")).toEqual([
      { title: "Found a bug" },
    ])
    expect(
      await printed("run", "team.label.make", "name=later", "color=ededed", "--sandbox"),
    ).toMatchObject({ name: "later" })
    const filed = await printed("run", "team.issue.file", "title=Flaky", "--dry-run", "--sandbox")
    expect(filed.at(-1)).toMatchObject({ document: expect.stringContaining("createIssue") })
  })

  it("return what the scaffolded document selects", async () => {
    const pulls = await printed("run", "team.pulls.list", "--sandbox", "--limit", "1")
    expect(pulls.items).toEqual([{ number: 7, author: "monalisa" }])
  })

  rarely("are listed, found by search and explained", async () => {
    expect(await printed("capabilities", "list", "team", "--json")).toMatchObject([
      { id: "team.issue.file", effect: "write" },
      { id: "team.label.make", effect: "write" },
      { id: "team.pulls.list", effect: "read" },
      { id: "team.thread.done", effect: "write" },
    ])
    const found: { id: string }[] = await printed("capabilities", "search", "team label", "--json")
    expect(found.map(({ id }) => id)).toContain("team.label.make")
    const more = { deprecated: "Use team.issues.", notes: "Only open ones." }
    expect(await printed("explain", "issue.mine", "--json")).toMatchObject({
      id: "issue.mine",
      ...more,
    })
    const { stdout } = await ghx("explain", "issue.mine")
    expect(stdout).toContain(`\nDeprecated: ${more.deprecated}\n`)
    expect(stdout).toContain(`\n${more.notes}\n`)
  })

  it("run as steps of chains and in scripts", async () => {
    const steps = JSON.stringify([
      { task: "team.label.make", as: "new", input: { name: "later", color: "ededed" } },
      {
        task: "issue.labels.add",
        input: { issue_number: 1, labels: [{ $from: "new", path: "name" }] },
      },
      { task: "issue.mine", input: {} },
    ])
    expect(await printed("chain", "--sandbox", "--steps", steps)).toMatchObject({
      status: "success",
    })
    const code =
      'return (await ghx.issue.mine({ owner: "octocat", repo: "hello-world" })).total_count'
    expect(await printed("exec", "--sandbox", code)).toBe(1)
  })

  rarely("are tasks and tools of an MCP server", async () => {
    const client = new Client({ name: "test", version: "1.0.0" })
    const args = [bin(), "mcp", "--sandbox", "--tasks", "--expose", "issue.mine"]
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd: folder })
    await client.connect(transport)
    try {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain("issue-mine")
      const input = { owner: "octocat", repo: "hello-world" }
      const answer = await client.callTool({
        name: "execute",
        arguments: { task: "issue.mine", input },
      })
      expect(JSON.stringify(answer)).toContain("Found a bug")
    } finally {
      await client.close()
    }
  })

  rarely("appear in the explorer and run there", async (context) => {
    needs("chromium", context)
    const explorer = spawn(process.execPath, [bin(), "explore"], { cwd: folder })
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []
    const browser = await launch({ executablePath: chromium() ?? "", args })
    try {
      const url = await addressSaidBy(explorer)
      const page = await browser.newPage()
      const run = async (task: string, input: object) => {
        await page.goto("about:blank")
        await page.goto(`${url}#${task}`)
        await page.waitForSelector(`main h1 ::-p-text(${task})`)
        const json = JSON.stringify({ task, input })
        await page.$eval("textarea", (box, value) => Object.assign(box, { value }), json)
        await page.click(".run")
        await page.waitForSelector(".status ::-p-text(success)")
        const envelope = await page.waitForSelector("pre[aria-label=Envelope]")
        return envelope?.evaluate(({ textContent }) => textContent)
      }
      const at = { owner: "octocat", repo: "hello-world" }
      expect(await run("issue.mine", at)).toContain("Found a bug")
      expect(await run("team.label.make", { ...at, name: "later", color: "ededed" })).toContain(
        '"later"',
      )
      expect(await run("team.issue.file", { ...at, title: "Flaky" })).toContain('"ok": true')
      await page.focus("#search")
      await page.keyboard.type("team label")
      await page.waitForSelector("nav a ::-p-text(team.label.make)")
    } finally {
      await browser.close()
      explorer.kill()
    }
  })

  it("are planned together with the package's, whose plans stay the same", async () => {
    const known = ["octocat/hello-world", "pull_number=7", "path=config.json", "--sandbox"]
    expect(await printed("plan", "team.thread.done", ...known)).toMatchObject([
      { task: "pr.threads.list" },
      { task: "team.thread.done", input: { thread_id: { match: { path: "config.json" } } } },
    ])
    const resolved = await printed("plan", "team.thread.done", ...known, "--run")
    expect(resolved).toMatchObject({ is_resolved: true })
    expect(await printed("plan", "pr.thread.resolve", ...known)).toMatchObject([
      { task: "pr.threads.list" },
      { task: "pr.thread.resolve" },
    ])
    expect(await printed("plan", "issue.mine", "octocat/hello-world")).toMatchObject([
      { task: "issue.mine" },
    ])
  })

  rarely("are tools of an SDK", async () => {
    const script = `
      import { addCapabilities, callTool, toolDefinitions } from "ghx/tools"
      import { createClient } from "ghx"
      import { startSandbox } from "ghx/sandbox"
      import { readdirSync } from "node:fs"
      const cache = new URL("node_modules/.cache/ghx/", import.meta.url)
      const folder = readdirSync(cache).find((name) => !name.includes("."))
      const { own } = await import(new URL(folder + "/registry.js", cache))
      addCapabilities(own)
      const tools = await toolDefinitions({ allow: ["issue.mine"], format: "openai" })
      const sandbox = await startSandbox()
      const client = createClient({ base_url: sandbox.url, token: sandbox.token })
      const { data } = await callTool("issue-mine", { owner: "octocat", repo: "hello-world" }, { client })
      console.log(JSON.stringify([tools.map(({ name }) => name), data.total_count]))
      await sandbox.close()`
    writeFileSync(join(folder, "tools.js"), script)
    const { stdout } = await typeBare(process.execPath, ["tools.js"], folder)
    expect(JSON.parse(stdout)).toEqual([["issue-mine"], 1])
  })

  rarely("are read from the files that the last `ghx gen` wrote", async () => {
    const card = join(folder, "cards/issue/mine.yaml")
    const text = readFileSync(card, "utf8")
    writeFileSync(card, text.replace(/^description: .*$/m, "description: List what is mine."))
    await ghx("gen")
    const lines: { id: string; description: string }[] = await printed(
      "capabilities",
      "list",
      "issue",
      "--json",
    )
    expect(lines.find(({ id }) => id === "issue.mine")?.description).toBe("List what is mine.")
  })

  it.each([
    ["isolatedDeclarations", ["lib/github"]],
    ["composite", ["lib/github", "lib/github/**/*.json"]],
  ])("compile with `%s`", async (option, include) => {
    const compilerOptions = {
      ...{ module: "nodenext", target: "es2022", strict: true, skipLibCheck: true },
      ...{ declaration: true, resolveJsonModule: true, rootDir: ".", outDir: "out" },
      [option]: true,
    }
    const config = join(folder, "tsconfig.check.json")
    writeFileSync(config, JSON.stringify({ compilerOptions, include }))
    const { stdout } = await typeBare(join(ROOT, "node_modules/.bin/tsc"), ["-p", config], folder)
    expect(stdout).toBe("")
    expect(existsSync(join(folder, "out/lib/github/index.d.ts"))).toBe(true)
    rmSync(join(folder, "out"), { recursive: true })
  })

  rarely("move with `output` in package.json while ghx gen --watch runs", async () => {
    const path = join(folder, "package.json")
    const manifest = readFileSync(path, "utf8")
    const watching = spawn(process.execPath, [bin(), "gen", "--watch"], { cwd: folder })
    let said = ""
    watching.stderr.on("data", (text) => {
      said += text
    })
    const compiled = (times: number) =>
      vi.waitFor(() => expect(said.split("; watching").length, said).toBeGreaterThan(times))
    try {
      await compiled(1)
      writeFileSync(path, manifest.replace("lib/github", "lib/other"))
      await compiled(2)
      expect(said).toContain("lib/github/ is no longer generated; remove it")
      const [old, moved] = ["github", "other"].map((name) =>
        readFileSync(join(folder, "lib", name, "registry.ts"), "utf8"),
      )
      expect(moved).toBe(old)
      const card = join(folder, "cards/issue/mine.yaml")
      writeFileSync(
        card,
        readFileSync(card, "utf8").replace(/^description: .*$/m, "description: Moved."),
      )
      const generated = join(folder, "lib/other/issue/mine.ts")
      await vi.waitFor(() => expect(readFileSync(generated, "utf8")).toContain("Moved."))
    } finally {
      watching.kill("SIGINT")
      writeFileSync(path, manifest)
      rmSync(join(folder, "lib/other"), { recursive: true, force: true })
    }
    await ghx("gen")
  })

  it("are not loaded by a ghx from outside the project", async () => {
    const other = join(ROOT, await builtPackage(), "dist/surfaces/command/bin.js")
    const failed = await typeBare(process.execPath, [other, "run", "issue.mine"], folder).catch(
      (error: unknown) => error,
    )
    const stderr = expect.stringMatching(/"issue\.mine"[\s\S]*lib\/github is not loaded: /)
    expect(failed).toMatchObject({ code: 2, stderr })
  })

  rarely("are reported with a fix if they cannot be loaded", async () => {
    const registry = join(folder, "lib/github/registry.ts")
    writeFileSync(registry, `${readFileSync(registry, "utf8")}\nnothing()\n`)
    const failed = await ghx("capabilities", "list", "team").catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining("Run npx ghx gen") })
    await expect(ghx("gen")).resolves.toMatchObject({ stderr: "" })
  })
})

function addressSaidBy({ stdout, stderr }: ChildProcessWithoutNullStreams): Promise<string> {
  let output = ""
  return new Promise((found) => {
    for (const stream of [stdout, stderr]) {
      stream.on("data", (text) => {
        output += text
        const [address] = /http:\/\/127\.0\.0\.1:\d+[^\s"]*/.exec(output) ?? []
        if (address) found(address)
      })
    }
  })
}
