/**
 * The packed package installs in an empty folder without a warning, and the code of the README works with
 * it.
 */
import { execFile } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { homedir, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { entriesOf } from "./entries.js"
import { createProject, packInto, typeBare } from "./installed.js"
import { needs } from "./needs.js"
import { type Block, blocksOf, like, pages } from "./pages.js"
import { ROOT } from "./projects.js"
import { describeRarely, rarely } from "./rarely.js"
import { all } from "./some.js"
import { writeFiles } from "./type-check.js"

const run = promisify(execFile)

/** A card of a user who has installed the package, and code that uses it. */
const ownCard = {
  "cards/team/issue/file.yaml": `description: File an issue for the team.
effect: write
idempotent: false
reconcile: { none: Nothing tells. }
input: [labels]
output: { shape: issue_summary, fields: { body: Markdown. } }
graphql: { lookups: [repository_id, label_ids] }
`,
  "operations/team/issue/file.graphql": `mutation TeamIssueFile($repository_id: ID!, $title: String!, $body: String!, $label_ids: [ID!]) {
  createIssue(input: { repositoryId: $repository_id, title: $title, body: $body, labelIds: $label_ids }) {
    issue { ...issue_summary body }
  }
}
`,
  "src/main.ts": `import { startSandbox } from "ghx/sandbox"
import type { IssueSummary } from "ghx/shapes"
import { createExecutor, createGhx } from "./ghx/index.js"

const sandbox = await startSandbox()
const options = { base_url: sandbox.url, token: sandbox.token }
const ghx = createGhx(options)
const input = { owner: "octocat", repo: "hello-world", title: "Found", body: "Here.", labels: ["bug"] }
const { body, ...filed } = await ghx.team.issue.file(input).orThrow()
const summary: IssueSummary = filed
console.log(summary.title, summary.labels.join(), body)
const lost = await ghx.team.issue.file({ ...input, repo: "nowhere" })
console.log(lost.ok || lost.error.code)
const { explain, listCapabilities } = createExecutor(options)
const explained = await explain("team.issue.file")
console.log(explained.ok && explained.data.description)
const ids = (await listCapabilities("issue")).map(({ id }) => id)
console.log(ids.join() === [...ids].sort().join(), ids.includes("issue.mine"), ids.includes("issue.view"))
// @ts-expect-error: a title is asked for
const untitled = () => ghx.team.issue.file({ owner: "octocat", repo: "hello-world" })
if (ids.length === 0) await untitled()
await sandbox.close()
`,
}

const cache = mkdtempSync(join(tmpdir(), "ghx-npm-"))

/**
 * A cache of npm with the packages of the user's: npm unpacks a tarball into its cache before it installs it, and
 * creating and removing 2,200 files takes longer on a disk than the rest of the installation.
 */
function cacheInMemory(): string {
  const { npm_config_cache: users = join(homedir(), ".npm") } = process.env
  mkdirSync(join(cache, "_cacache"))
  for (const part of ["_cacache/content-v2", "_cacache/index-v5"]) {
    if (existsSync(join(users, part))) symlinkSync(join(users, part), join(cache, part))
  }
  return cache
}

let project: string
let installed: { stdout: string; stderr: string }

const npm = (args: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  typeBare("npm", args, cwd, env)

/**
 * Runs a command in a folder, and returns its output, even if it fails. The program after `npx` is run directly from
 * node_modules, because npm takes longer than most of these commands.
 */
async function type(line: string, cwd = project): Promise<string> {
  const [program = "", ...args] = line.match(/(?:'[^']*'|\S)+/g) ?? []
  const [installed = "", ...rest] = args
  const bin = join(project, "node_modules/.bin", installed)
  const typed = program === "npx" ? typeBare(bin, rest, cwd) : run(program, args, { cwd })
  const { stdout, stderr } = await typed.catch((error) => error)
  return `${stdout}${stderr}`.trimEnd()
}

/** Follows a page block by block: writes its files, runs its commands, and compares their output. */
async function follow(blocks: readonly Block[], folder: string): Promise<void> {
  for (const { language, role, text } of blocks) {
    if (language !== "console") {
      writeFiles(folder, new Map([[role, text]]))
      continue
    }
    const [, ...typed] = text.split(/^\$ /m)
    for (const one of typed) {
      const [line = "", ...output] = one.trimEnd().split("\n")
      const printed = await type(line, folder)
      expect(`$ ${line}\n${printed}`).toMatch(like(`$ ${line}\n${output.join("\n")}`))
    }
  }
}

/** Runs a module in the project, with nothing but Node. */
async function node(name: string, text: string, env: Record<string, string> = {}) {
  writeFileSync(join(project, name), text)
  const { GH_TOKEN: _, GITHUB_TOKEN: __, ...bare } = process.env
  return run(process.execPath, [name], { cwd: project, env: { ...bare, ...env } })
}

/** Links packages of this repository into the project, replacing those installed by others. */
function linkIn(...names: string[]): void {
  for (const name of names) {
    const link = join(project, "node_modules", name)
    rmSync(link, { recursive: true, force: true })
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, "node_modules", name), link)
  }
}

beforeAll(async () => {
  project = createProject()
  await packInto(project)
  const packages = ["./ghx-0.1.0.tgz", ...(all ? ["jest@30.5.2"] : [])]
  const args = ["install", "--prefer-offline", "--no-audit", ...packages]
  installed = await npm(args, project, { npm_config_cache: cacheInMemory() })
})
afterAll(() => {
  for (const folder of [project, cache]) rmSync(folder, { recursive: true, force: true })
})

it("npm installs the package without a warning about engines", () => {
  expect(installed.stderr).not.toContain("EBADENGINE")
})

it("ghx mcp --sandbox runs from the package with no other package installed", async () => {
  const served = run(join(project, "node_modules/.bin/ghx"), ["mcp", "--sandbox"])
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  }
  served.child.stdin?.write(`${JSON.stringify(initialize)}\n`)
  const answered = await new Promise((resolve) => served.child.stdout?.once("data", resolve))
  expect(JSON.parse(String(answered)).result.serverInfo.name).toBe("ghx")
  served.child.stdin?.end()
  expect((await served).stderr).toBe("")
})

it("the package contains the command ghx with completion and jq", async () => {
  const asked = await npm(["exec", "--", "ghx", "run", "--help"], project)
  expect(asked.stdout).toMatch(/^ghx run <id>/m)
  // Its packages for completion, tables and jq are installed with it.
  const ghx = (...args: string[]) => run(join(project, "node_modules/.bin/ghx"), args)
  const completed = await ghx("completion", "bash")
  expect(completed.stdout).toContain("# bash completion for ghx")
  const filtered = await ghx("run", "issue.list", "-R", "o/r", "--dry-run", "--jq", ".[].route")
  expect(filtered.stdout).toBe("graphql\n")
})

const entries = entriesOf(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")), ROOT)

it("every entry in the package's exports can be imported and required", async () => {
  const script = `import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
const require = createRequire(import.meta.url)
const empty = []
for (const name of ${JSON.stringify(entries.filter((one) => one !== "ghx/sandbox/hosts"))}) {
  const [imported, required] = [await import(name), require(name)]
  if (Object.keys(imported).length === 0 || Object.keys(required).length === 0) empty.push(name)
}
if (!/^declare const ghx/m.test(readFileSync(new URL(import.meta.resolve("ghx/ghx.d.ts")), "utf8")))
  empty.push("ghx/ghx.d.ts")
console.log(JSON.stringify(empty))
process.exit()
`
  expect(entries.length).toBeGreaterThan(40)
  // One only registers the default client; another needs a sandbox with TLS.
  expect((await node("entries.js", script)).stdout).toBe('["ghx/codegen/default"]\n')
})

it("the package contains every page that its pages link to, except decisions", () => {
  const root = join(project, "node_modules/ghx")
  const packed = readdirSync(root, { recursive: true, encoding: "utf8" })
  const dead = packed
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8").replace(/^```.*?^```/gms, "")
      const links = [...text.matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map(([, to = ""]) => to)
      return links
        .filter(
          (to) => !existsSync(join(to.includes("decisions/") ? ROOT : root, dirname(path), to)),
        )
        .map((to) => `${path}: ${to}`)
    })
  expect(dead).toEqual([])
  expect(packed.filter((path) => path.startsWith("docs/decisions"))).toEqual([])
})

it("the package has no peer dependencies", () => {
  const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  expect(peerDependencies).toBeUndefined()
})

describe("a project with ghx and TypeScript", () => {
  const readme = pages.filter(({ path }) => path === "README.md").flatMap(blocksOf)
  const blocks = readme.filter(({ language }) => language === "ts")

  beforeAll(() => linkIn("typescript", "@types/node", ".bin/tsc"))

  rarely("starts a sandbox that finds GitHub's API descriptions", async () => {
    const script = `import { startSandbox } from "ghx/sandbox"
const { url, token } = await startSandbox({ synthesize: true })
const headers = { authorization: \`Bearer \${token}\` }
console.log((await fetch(\`\${url}/feeds\`, { headers })).status)
process.exit()
`
    expect((await node("synthesized.js", script)).stdout).toBe("200\n")
  })

  it("the README contains several code blocks", () => expect(blocks.length).toBeGreaterThan(1))

  // No block has type annotations, so Node runs it as JavaScript.
  it.each(blocks)(
    "runs the README's code in line $line with the output it shows",
    async ({ line, role, text }) => {
      const script = `import { startSandbox as start } from "ghx/sandbox"
const github = await start()
process.env.GHX_BASE_URL = github.url
await import("./block-${line}.js")
console.log("requests of the default client:", github.requests.length)
`
      writeFileSync(join(project, `block-${line}.js`), text)
      const { stdout, stderr } = await node(`run-${line}.js`, script)
      expect(stderr).toBe("")
      const isDefault = /import {[^}]*\bghx\b[^}]*} from "ghx"/.test(text)
      const [counted, ...printed] = stdout.trimEnd().split("\n").reverse()
      expect(counted).toBe(`requests of the default client: ${isDefault ? 1 : 0}`)
      expect(printed.length).toBeGreaterThan(0)
      // The value in a line's comment is printed.
      const promised = [...text.matchAll(/console\.log\(.*\) \/\/ ([\w ]+)$/gm)].map(
        ([, value]) => value,
      )
      expect(printed).toEqual(expect.arrayContaining(promised))
      const run = `$ npx tsx ${role}\n`
      const shown = readme.find((one) => one.language === "console" && one.text.startsWith(run))
      if (shown) expect(`${run}${printed.toReversed().join("\n")}\n`).toBe(shown.text)
    },
  )

  rarely("produces the output that docs/tutorial.md shows", async () => {
    const folder = join(project, "tutorial")
    mkdirSync(folder)
    symlinkSync(join(project, "node_modules"), join(folder, "node_modules"))
    const blocks = pages.filter(({ path }) => path === "docs/tutorial.md").flatMap(blocksOf)
    // The packages are already installed. Everything is compiled at once, because compiling takes most of the time.
    const files = blocks.filter(({ language }) => !["sh", "console"].includes(language))
    await follow(files, folder)
    expect(await type("npx tsc", folder)).toBe("")
    const typed = blocks.filter(({ language }) => language === "console")
    const compiled = typed.map((block) => ({
      ...block,
      text: block.text.replace("$ npx tsc\n", ""),
    }))
    await follow(compiled, folder)
  })

  describeRarely("docs/your-own-cards.md", () => {
    const blocks = pages.filter(({ path }) => path === "docs/your-own-cards.md").flatMap(blocksOf)

    it("shows the actual output of its commands", () => follow(blocks, project))

    it("contains a workflow that fails when generated code is out of date", async () => {
      const workflow = readFileSync(join(project, ".github/workflows/ghx.yml"), "utf8")
      const { steps } = parse(workflow).jobs.drift
      const [install, check, ...others] = steps.flatMap(({ run }: { run?: string }) => run ?? [])
      expect([install, others]).toEqual(["npm ci", []])
      expect(await type(check)).toBe("")
      writeFiles(project, new Map(Object.entries(ownCard)))
      const red = await type(check)
      expect(red).toContain("src/ghx/team/issue/file.ts is out of date")
      expect(red).toContain("Run `npx ghx gen` and commit the result.")
    })

    it("also works for a write card with lookups and a shape of the package", async () => {
      expect(await type("npx ghx gen")).toMatch(/^4 capabilities, /)
      // Each entry has types, including the entry that has only types.
      const typed = ["ghx/codegen/contract", ...entries].map(
        (name, index) =>
          `import type * as entry${index} from "${name}"\nexport type { entry${index} }\n`,
      )
      writeFiles(project, new Map([["src/entries.ts", typed.join("")]]))
      expect(await type("npx tsc")).toBe("")
      const expected = "Found bug Here.\nNOT_FOUND\nFile an issue for the team.\ntrue true true"
      expect(await type("node out/main.js")).toBe(expected)
    })

    it("prints the full form of a card of the package, as docs/cards.md says", async () => {
      expect(await type("npx ghx gen expand issue.view")).toContain("idempotent: true\n")
      expect(await type("npx ghx gen expand issue.veiw")).toContain("There is no card")
    })

    it("describes a project in which gen reports a user's file among generated ones", async () => {
      writeFiles(project, new Map([["src/ghx/own.ts", "export {}\n"]]))
      expect(await type("npx ghx gen")).toMatch(/^src\/ghx\/own\.ts is not a generated file/)
      rmSync(join(project, "src/ghx/own.ts"))
      expect(await type("npx ghx init")).toMatch(
        /^Everything already exists; nothing was written\./,
      )
    })
  })
})

describe("the recipe of docs/sandbox.md", () => {
  const page = pages.filter(({ path }) => path === "docs/sandbox.md").flatMap(blocksOf)
  /** Writes the only block with this language and role as a file of the project. */
  function write(name: string, language: string, role = ""): void {
    const [block, ...others] = page.filter((one) => one.language === language && one.role === role)
    if (!block || others.length > 0) throw new Error(`not one block: ${language} ${role}`)
    writeFileSync(join(project, name), block.text)
  }

  beforeAll(() => linkIn("octokit", "vitest", "yaml"))

  // The last two share modules of ghx between files, but each file has its own sandbox.
  const isolations = all
    ? ["--isolate", "--isolate=false", "--pool=vmThreads"]
    : ["--isolate=false"]
  it.each(isolations)("passes in vitest %s", async (isolation) => {
    for (const name of ["recipe.test.ts", "recipe-2.test.ts"]) write(name, "ts", "vitest")
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", isolation, "recipe"]
    const { stdout } = await typeBare(process.execPath, vitest, project)
    expect(stdout).toMatch(/Tests .*2 passed/)
  })

  if (all) {
    it("passes in jest", async () => {
      write("recipe.test.js", "js", "jest")
      const { stderr } = await npm(["exec", "--", "jest", "recipe.test.js"], project, {
        NODE_OPTIONS: "--experimental-vm-modules",
      })
      expect(stderr).toMatch(/Tests: .*1 passed/)
    })
  }

  rarely("runs in Python", async (context) => {
    needs("python3", context)
    write("sandbox.js", "js", "sandbox.js")
    write("seed.yaml", "yaml", "seed.yaml")
    write("recipe.py", "python")
    await run("python3", ["recipe.py"], { cwd: project })
  })
})
