/** The package in projects as people set them up: compilers, their options, and bundlers. */
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { transformSync } from "esbuild"
import { startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { createFolderWithTarball, createProject, typeBare } from "./installed.js"
import { blocksOf, pages } from "./pages.js"
import { ROOT } from "./projects.js"
import { rarely } from "./rarely.js"
import { all } from "./some.js"
import { writeFiles } from "./type-check.js"

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await createFolderWithTarball("stacks-test")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The errors of a compiler with these options, in its own folder. */
async function compiled(
  name: string,
  files: Record<string, string>,
  options: object,
  { version = "typescript", type = "module" } = {},
): Promise<string> {
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
    outDir: "out",
    rootDir: ".",
    ...options,
  }
  writeFiles(
    join(folder, name),
    new Map([
      ["package.json", JSON.stringify({ type })],
      ["tsconfig.json", JSON.stringify({ compilerOptions, files: Object.keys(files) })],
      ...Object.entries(files),
    ]),
  )
  const bin = join(ROOT, "node_modules", version, "bin/tsc")
  const { stdout } = await run(process.execPath, [bin, "-p", name], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}

// Ignores the paths of this repository's tsconfig, which lead to the sources.
const BUNDLE = ["--bundle", "--platform=node", "--format=esm", "--tsconfig-raw={}"]

const versions = ["typescript", "typescript-5.4"]

// The oldest compiler is the slowest, so it only reads declarations of the newest.
describe.each(all ? versions : ["typescript"])(
  "the declarations that %s emits for a client",
  (version) => {
    const client = `import { bindTree, createClient, createExecutor, createGhx, chain, recordingClient } from "ghx"
import { view } from "ghx/issue"
import { startSandbox } from "ghx/sandbox"
export const gh = createGhx({ token: "t" })
export const client = createClient({ token: "t" })
export const bound = bindTree({ view }, client)
export const executor = createExecutor({ client })
export const list = (owner: string) => gh.issue.list({ owner, repo: "r" })
export const two = () => chain(gh.user.me(), gh.issue.view({ owner: "o", repo: "r", issue_number: 1 }))
export const sandbox = startSandbox()
export class Service {
  readonly gh = createGhx()
  readonly issues = this.gh.issue
}
`

    const name = `declared-${version}`

    it("compile without errors", async () => {
      const declared = { "client.ts": client }
      expect(await compiled(name, declared, { declaration: true }, { version })).toBe("")
    })

    it.each(all ? versions : ["typescript"])(
      "have exact types when imported with %s",
      async (version) => {
        const declaration = readFileSync(join(folder, name, "out/client.d.ts"), "utf8")
        const user = `import { gh, bound, Service } from "./client.js"
const issue = gh.issue.view({ owner: "o", repo: "r", issue_number: 1 })
export const title = issue.then((one) => (one.ok ? one.data.title.trim() : one.error.code))
// @ts-expect-error: a number is asked for
gh.issue.view({ owner: "o", repo: "r", issue_number: "1" })
// @ts-expect-error: a number is asked for
bound.view({ owner: "o", repo: "r", issue_number: "1" })
// @ts-expect-error: there is no such capability
new Service().issues.nothing
`
        const place = `${name}-user-${version}`
        writeFiles(join(folder, place), new Map([["client.d.ts", declaration]]))
        expect(await compiled(place, { "user.ts": user }, { noEmit: true }, { version })).toBe("")
      },
    )
  },
)

rarely("a declaration names the Ghx type of the project's own functions", async () => {
  const own = join(folder, "own")
  writeFiles(own, new Map([["package.json", '{ "type": "module" }']]))
  const ghx = join(folder, "node_modules/ghx/dist/surfaces/command/bin.js")
  for (const command of ["init", "gen"]) await run(process.execPath, [ghx, command], { cwd: own })
  const main = `import { createGhx } from "./src/ghx/index.js"
export const gh = createGhx({ token: "t" })
`
  expect(await compiled("own", { "main.ts": main }, { declaration: true })).toBe("")
  const declaration = readFileSync(join(own, "out/main.d.ts"), "utf8")
  expect(declaration).toContain('gh: import("./src/ghx/index.js").Ghx')
})

rarely("ghx init in a workspace member writes the workflow at the root", async () => {
  const root = join(folder, "workspace")
  const files = {
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "package-lock.json": "{}",
    "packages/bot/package.json": '{ "type": "module" }',
  }
  writeFiles(root, new Map(Object.entries(files)))
  const ghx = join(folder, "node_modules/ghx/dist/surfaces/command/bin.js")
  const bot = { cwd: join(root, "packages/bot") }
  const { stdout } = await run(process.execPath, [ghx, "init"], bot)
  expect(stdout).toContain("wrote ../../.github/workflows/ghx-packages-bot.yml\n")
  const workflow = readFileSync(join(root, ".github/workflows/ghx-packages-bot.yml"), "utf8")
  expect(parse(workflow).jobs.drift.steps.slice(-2)).toEqual([
    { run: "npm ci" },
    { run: "npx ghx gen --check --format github", "working-directory": "packages/bot" },
  ])
})

rarely(
  "the types of ghx/sandbox need no other packages and compile without `skipLibCheck`",
  async () => {
    const main = `import { type Seed, startSandbox } from "ghx/sandbox"
const seed: Seed = { users: [{ login: "ada" }] }
export const sandbox = startSandbox({ seed })
// @ts-expect-error: a running fixture keeps its limits
sandbox.then((one) => one.apply({ rate_limit: { limit: 1 } }))
`
    const options = { skipLibCheck: false, types: [], lib: ["es2022", "dom"], listFiles: true }
    const errors = await compiled("bare", { "main.ts": main }, options)
    expect(errors).not.toContain("error TS")
    const packages = errors.matchAll(
      /node_modules\/(?!\.pnpm|typescript|@typescript)((?:@[^/]+\/)?[^/]+)/g,
    )
    expect(new Set([...packages].map(([, name]) => name))).toEqual(new Set(["ghx"]))
  },
)

describe("a project without `strict`", () => {
  const user = `import { chain, ghx } from "ghx"
export async function title(): Promise<string> {
  const issue = await ghx.issue.view({ owner: "o", repo: "r", issue_number: 1 })
  if (issue.ok) return issue.data.title
  else return issue.error.message
}
export async function early(): Promise<string> {
  const issue = await ghx.issue.view({ owner: "o", repo: "r", issue_number: 1 })
  if (!issue.ok) return issue.error.details?.fix
  const { results } = await chain(ghx.user.me())
  const [me] = results
  return me.ok ? me.data.login : me.error.code
}
`
  it.each(all ? versions : ["typescript"])(
    "narrows results and errors with %s",
    async (version) => {
      const options = { strict: false, module: "esnext", moduleResolution: "bundler", noEmit: true }
      expect(await compiled("loose", { "user.ts": user }, options, { version })).toBe("")
    },
  )
})

describe("a project of CommonJS modules", () => {
  const main = `import { createGhx, type Ghx } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { view } from "ghx/issue"
async function main() {
  const sandbox = await startSandbox()
  const gh: Ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  const issue = await gh.issue.view({ owner: "octocat", repo: "hello-world", issue_number: 1 })
  console.log(issue.ok ? issue.data.title : issue.error.message, typeof view)
  await sandbox.close()
}
main()
`
  const settings: readonly (readonly [version: string, options: object])[] = [
    ["typescript", { module: "nodenext" }],
    ["typescript", { module: "commonjs", moduleResolution: "bundler" }],
    ["typescript-5.4", { module: "commonjs", moduleResolution: "node10", esModuleInterop: true }],
  ]
  it.each(all ? settings : settings.slice(0, 1))(
    "compiles with %s and %j, and runs",
    async (version, options) => {
      const cjs = { version, type: "commonjs" }
      expect(await compiled("cjs", { "main.ts": main }, options, cjs)).toBe("")
      const node = [
        process.execPath,
        ["--disable-warning=ExperimentalWarning", "out/main.js"],
      ] as const
      const { stdout } = await run(...node, { cwd: join(folder, "cjs") })
      expect(stdout).toBe("Found a bug function\n")
    },
  )

  rarely("does not compile with module: node16", async () => {
    const cjs = { type: "commonjs" }
    const errors = await compiled("cjs-16", { "main.ts": main }, { module: "node16" }, cjs)
    expect(errors).toContain("TS1479")
  })
})

describe("a GitHub Action", () => {
  const blocks = pages.filter(({ path }) => path.endsWith("github-actions.md")).flatMap(blocksOf)
  const blockOf = (name: string) => blocks.find(({ role }) => role === name)?.text ?? ""
  const place = (file: string) => join(folder, "action", file)

  /** The output of a program in a workflow, and its effects. */
  async function inWorkflow(args: readonly string[], cwd: string) {
    const github = await startSandbox()
    try {
      const { stdout } = await typeBare(process.execPath, args, cwd, {
        GITHUB_ACTIONS: "true",
        GITHUB_API_URL: github.url,
        GITHUB_REPOSITORY: "octocat/hello-world",
        GITHUB_TOKEN: github.token,
      })
      return { stdout, applied: github.applied.map(({ mutation }) => mutation) }
    } finally {
      await github.close()
    }
  }

  /** The output of a bundle in a folder where nothing is installed. */
  async function acted(bundle: string): Promise<string> {
    const away = createProject()
    try {
      cpSync(place(bundle), away, { recursive: true })
      writeFiles(away, new Map([["package.json", '{ "type": "module" }']]))
      return (await inWorkflow(["index.js"], away)).stdout
    } finally {
      rmSync(away, { recursive: true, force: true })
    }
  }

  it("runs the documented step that calls ghx", async () => {
    const away = createProject()
    const [step] = parse(blocks.find(({ language }) => language === "yaml")?.text ?? "").steps
    const [npx, ghx, ...args] = step.run.split(" ")
    expect([npx, ghx]).toEqual(["npx", "ghx"])
    const bin = join(folder, "node_modules/ghx/dist/surfaces/command/bin.js")
    expect((await inWorkflow([bin, ...args], away)).applied).toEqual(["addComment"])
    rmSync(away, { recursive: true })
  })

  beforeAll(() => {
    const { code } = transformSync(blockOf("action"), { loader: "ts" })
    const files = { "src/index.js": code, "rollup.config.js": blockOf("rollup.config.js") }
    writeFiles(join(folder, "action"), new Map(Object.entries(files)))
    writeFiles(join(folder, "action"), new Map([["package.json", '{ "type": "module" }']]))
  })

  it("runs as one file bundled by esbuild", async () => {
    const esbuild = join(ROOT, "node_modules/esbuild/bin/esbuild")
    const options = [...BUNDLE, "--outfile=es/index.js"]
    await run(esbuild, ["src/index.js", ...options], { cwd: place("") })
    expect(await acted("es")).toBe("Found a bug\n")
  })

  // Rollup takes ten times as long as esbuild, and npm fetches ncc.
  if (all) {
    it("runs as one file bundled by Rollup with the documented config", async () => {
      const rollup = join(ROOT, "node_modules/rollup/dist/bin/rollup")
      await run(process.execPath, [rollup, "-c"], { cwd: place("") })
      expect(readdirSync(place("dist"))).toEqual(["index.js"])
      expect(await acted("dist")).toBe("Found a bug\n")
    })

    it("runs when bundled by ncc", async () => {
      const args = ["--yes", "@vercel/ncc@0.45", "build", "src/index.js", "-o", "ncc"]
      await typeBare("npx", args, place(""))
      expect(await acted("ncc")).toBe("Found a bug\n")
    })
  }
})

rarely("a bundle of ghx/sandbox runs with no other package than ghx", async () => {
  const main = `import { startSandbox } from "ghx/sandbox"
startSandbox({ seed: "seed.yaml" }).then(async (sandbox) => {
  const headers = { authorization: \`Bearer \${sandbox.token}\` }
  console.log((await (await fetch(sandbox.url + "/user", { headers })).json()).login)
  await sandbox.close()
})
`
  const place = join(folder, "bundled")
  const files = { "main.js": main, "dist/seed.yaml": "users: [{ login: ada }]" }
  writeFiles(place, new Map(Object.entries(files)))
  const esbuild = join(ROOT, "node_modules/esbuild/bin/esbuild")
  await run(esbuild, ["main.js", ...BUNDLE, "--outfile=dist/index.mjs"], { cwd: place })
  const away = createProject()
  try {
    cpSync(join(place, "dist"), join(away, "dist"), { recursive: true })
    mkdirSync(join(away, "node_modules"))
    symlinkSync(join(folder, "node_modules/ghx"), join(away, "node_modules/ghx"))
    const { stdout } = await run(process.execPath, ["index.mjs"], { cwd: join(away, "dist") })
    expect(stdout).toBe("ada\n")
  } finally {
    rmSync(away, { recursive: true, force: true })
  }
})
