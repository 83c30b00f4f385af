/** Other people's tools against the sandbox, by GitHub's own names. `make test-all` installs them from the registry. */
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { build } from "esbuild"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, expect, test } from "vitest"
import { all } from "./some.js"

interface Tool {
  /** What it installs besides itself. */
  readonly packages?: readonly string[]
  /** Files of the clone, committed and pushed. */
  readonly files?: Readonly<Record<string, unknown>>
  /** A program and its arguments, or a module. */
  readonly run: readonly string[] | string
  readonly env?: Readonly<Record<string, string>>
  /** The last changes that it makes. */
  readonly applied: readonly string[]
}

const PLACE = 'const place = { owner: "octocat", repo: "hello-world" }\n'
const REPOSITORY = { repository: "github:octocat/hello-world", private: true }
const TOKEN = "sandbox-token"

const TOOLS: Readonly<Record<string, Tool>> = {
  "semantic-release": {
    files: {
      "package.json": {
        ...{ name: "hello", version: "0.0.0", ...REPOSITORY },
        release: {
          branches: ["main"],
          plugins: ["@semantic-release/commit-analyzer", "@semantic-release/github"],
        },
      },
    },
    run: ["semantic-release", "--no-ci", "-r", "https://github.com/octocat/hello-world.git"],
    applied: ["createRelease"],
  },
  "release-it@20.2.1": {
    files: { "package.json": { name: "hello", version: "0.1.0", ...REPOSITORY } },
    run: ["release-it", "minor", "--ci", "--no-npm", "--github.release"],
    applied: ["updateRef", "createRef", "createRelease"],
  },
  "lerna-changelog": {
    files: {
      "package.json": { ...REPOSITORY, changelog: { labels: { bug: "Bug" } } },
      "lerna.json": { version: "0.1.0" },
    },
    run: ["lerna-changelog", "--from=v0.1.0"],
    applied: [],
  },
  "all-contributors-cli": {
    files: {
      ".all-contributorsrc": {
        ...{ projectName: "hello-world", projectOwner: "octocat", repoType: "github" },
        ...{ repoHost: "https://github.com", files: ["README.md"], contributors: [] },
      },
    },
    run: ["all-contributors", "check"],
    env: { PRIVATE_TOKEN: TOKEN },
    applied: [],
  },
  "publish-release": {
    files: { "a.txt": "an asset" },
    run: [
      ...["publish-release", "--token", TOKEN, "--owner", "octocat", "--repo", "hello-world"],
      ...["--tag", "v4", "--name", "four", "--notes", "x", "--assets", "a.txt"],
    ],
    applied: ["createRelease", "createReleaseAsset"],
  },
  "github-label-sync": {
    files: { "labels.json": [{ name: "new", color: "00ff00" }] },
    run: ["github-label-sync", "--access-token", TOKEN, "octocat/hello-world"],
    applied: ["deleteLabel"],
  },
  "octokit-plugin-create-pull-request": {
    packages: ["@octokit/core"],
    run: `import { Octokit } from "@octokit/core"
import { createPullRequest } from "octokit-plugin-create-pull-request"
${PLACE}const octokit = new (Octokit.plugin(createPullRequest))({ auth: "${TOKEN}" })
const changes = [{ files: { "a/b.txt": "hi" }, commit: "Add a file" }]
await octokit.createPullRequest({ ...place, title: "T", body: "B", head: "new", changes })`,
    applied: ["createPullRequest"],
  },
  "isomorphic-git": {
    run: `import fs from "node:fs"
import git from "isomorphic-git"
import http from "isomorphic-git/http/node"
const [dir, url] = ["work", "https://github.com/octocat/hello-world"]
const onAuth = () => ({ username: "x-access-token", password: "${TOKEN}" })
await git.clone({ fs, http, dir, url, onAuth })
await git.commit({ fs, dir, message: "Nothing", author: { name: "a", email: "a@b.c" } })
await git.push({ fs, http, dir, onAuth })`,
    applied: ["updateRef"],
  },
  octonode: {
    run: `import octonode from "octonode"
const repo = octonode.client("${TOKEN}").repo("octocat/hello-world")
const lists = ["commits", "contributors", "stargazers", "issues", "branches", "collaborators"]
for (const list of [...lists, "releases", "tags"]) await repo[list + "Async"]()
await repo.statusesAsync("main")`,
    applied: [],
  },
  "github-rebase": {
    packages: ["@octokit/rest"],
    run: `import { Octokit } from "@octokit/rest"
import { rebasePullRequest } from "github-rebase"
${PLACE}const octokit = new Octokit({ auth: "${TOKEN}" })
await rebasePullRequest({ octokit, ...place, pullRequestNumber: 7 })`,
    applied: ["updateRef", "deleteRef"],
  },
}

const run = promisify(execFile)
let folder: string
let sandbox: Sandbox
beforeAll(async () => {
  if (!all) return
  folder = mkdtempSync(join(tmpdir(), "sandbox-tools-"))
  const hosts = join(import.meta.dirname, "../sandbox/server/hosts.ts")
  const entry = { entryPoints: [hosts], outfile: join(folder, "hosts.mjs") }
  await build({ ...entry, bundle: true, platform: "node", format: "esm" })
  sandbox = await startSandbox({ https: true, lenient: true })
}, 60_000)
afterAll(async () => {
  if (!all) return
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

test.each(all ? Object.entries(TOOLS) : [])(
  "%s runs to its end",
  async (name, tool) => {
    sandbox.reset()
    const [project, clone] = [join(folder, name), join(folder, name, "clone")]
    mkdirSync(project, { recursive: true })
    writeFileSync(join(project, "package.json"), "{}")
    const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"]
    await run("npm", ["install", ...quiet, name, ...(tool.packages ?? [])], { cwd: project })
    const who = { NAME: "octocat", EMAIL: "octocat@example.com" }
    const env = {
      ...{ PATH: process.env.PATH, HOME: project, GH_TOKEN: TOKEN },
      ...Object.fromEntries(
        Object.entries(who).flatMap(([key, value]) =>
          ["AUTHOR", "COMMITTER"].map((role) => [`GIT_${role}_${key}`, value]),
        ),
      ),
      ...sandbox.env("git"),
      ...sandbox.env("node"),
      NODE_OPTIONS: `--import=${join(folder, "hosts.mjs")}`,
      GITHUB_AUTH: TOKEN,
      ...tool.env,
    }
    const git = (...args: string[]) => run("git", args, { cwd: clone, env })
    await run("git", ["clone", "-q", "https://github.com/octocat/hello-world.git", clone], { env })
    for (const [file, content] of Object.entries(tool.files ?? {})) {
      const text = typeof content === "string" ? content : JSON.stringify(content)
      writeFileSync(join(clone, file), text)
    }
    if (tool.files) {
      await git("add", "-A")
      await git("commit", "-qm", "feat: greet louder")
      await git("push", "-q", "origin", "main")
    }
    if (typeof tool.run === "string") {
      writeFileSync(join(project, "program.mjs"), tool.run)
      await run(process.execPath, ["program.mjs"], { cwd: project, env })
    } else {
      const [program = "", ...args] = tool.run
      await run(join(project, "node_modules/.bin", program), args, { cwd: clone, env })
    }
    const applied = sandbox.applied.map(({ mutation }) => mutation)
    expect(applied.slice(applied.length - tool.applied.length)).toEqual(tool.applied)
    const refused = sandbox.requests.filter(({ status }) => status === null || status >= 500)
    expect(refused.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  },
  300_000,
)
