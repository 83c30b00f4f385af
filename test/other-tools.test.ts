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
const OCTOKIT = `import { Octokit } from "@octokit/rest"
const octokit = new Octokit({ auth: "${TOKEN}" })
`
/** The key of the GitHub App: any key is valid. */
const KEY = `import { generateKeyPairSync } from "node:crypto"
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 })
const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" })
`
const LATEST = `import { execFileSync } from "node:child_process"
const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: "clone" }).toString().trim()
`
const RELEASED = { name: "hello", version: "0.2.0", ...REPOSITORY }
const NOTES = { "package.json": RELEASED, "CHANGELOG.md": "# Changelog\n\n## v0.2.0\n\n* More\n" }

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
    run: ["lerna-changelog", "--from=HEAD~2"],
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
  "@octokit/auth-app": {
    packages: ["@octokit/core"],
    run: `import { createAppAuth } from "@octokit/auth-app"
import { Octokit } from "@octokit/core"
${KEY}${LATEST}${PLACE}const auth = { appId: 1, privateKey, installationId: 1 }
const octokit = new Octokit({ authStrategy: createAppAuth, auth })
const check = { ...place, name: "C", head_sha: commit }
await octokit.request("POST /repos/{owner}/{repo}/check-runs", check)`,
    applied: ["createCheckRun"],
  },
  giget: {
    run: ["giget", "gh:octocat/hello-world", "copy", "--auth", TOKEN],
    applied: [],
  },
  "npm@10": {
    files: { "package.json": RELEASED },
    run: ["npm", "install", "--prefix=copy", "github:octocat/hello-world"],
    applied: [],
  },
  "pnpm@10": {
    files: { "package.json": RELEASED },
    run: ["pnpm", "add", "octocat/hello-world"],
    applied: [],
  },
  yarn: {
    files: { "package.json": RELEASED },
    run: ["yarn", "--cwd=..", "add", "octocat/hello-world"],
    applied: [],
  },
  "@octokit/plugin-throttling": {
    packages: ["@octokit/core", "@octokit/plugin-retry"],
    run: `import { Octokit } from "@octokit/core"
import { retry } from "@octokit/plugin-retry"
import { throttling } from "@octokit/plugin-throttling"
${PLACE}const throttle = { onRateLimit: () => true, onSecondaryRateLimit: () => true }
const octokit = new (Octokit.plugin(retry, throttling))({ auth: "${TOKEN}", throttle })
for (const title of ["A", "B"])
  await octokit.request("POST /repos/{owner}/{repo}/issues", { ...place, title })`,
    applied: ["createIssue", "createIssue"],
  },
  "@octokit/auth-oauth-device": {
    packages: ["@octokit/core"],
    run: `import { createOAuthDeviceAuth } from "@octokit/auth-oauth-device"
import { Octokit } from "@octokit/core"
const app = { clientType: "oauth-app", clientId: "1234567890abcdef1234", scopes: ["repo"] }
const auth = { ...app, onVerification: () => undefined }
await new Octokit({ authStrategy: createOAuthDeviceAuth, auth }).request("GET /user")`,
    applied: [],
  },
  "@actions/github": {
    run: `import { context, getOctokit } from "@actions/github"
const { rest, paginate } = getOctokit("${TOKEN}")
for (const { number: issue_number } of await paginate(rest.issues.listForRepo, context.repo))
  await rest.issues.addLabels({ ...context.repo, issue_number, labels: ["bug"] })`,
    env: { GITHUB_REPOSITORY: "octocat/hello-world" },
    applied: ["addLabelsToLabelable"],
  },
  "@octokit/app": {
    run: `import { App } from "@octokit/app"
${KEY}const app = new App({ appId: 1, privateKey })
await app.eachRepository(({ octokit, repository: { owner, name: repo, archived } }) =>
  archived || octokit.request("POST /repos/{owner}/{repo}/issues", { owner: owner.login, repo, title: "T" }))`,
    applied: ["createIssue", "createIssue", "createIssue", "createIssue", "createIssue"],
  },
  "@octokit/oauth-app": {
    run: `import { OAuthApp } from "@octokit/oauth-app"
const client = { clientId: "1234567890abcdef1234", clientSecret: "x".repeat(40) }
const app = new OAuthApp({ clientType: "oauth-app", ...client })
await app.createToken({ scopes: ["repo"], onVerification: () => undefined })`,
    applied: [],
  },
  "@octokit/plugin-paginate-graphql": {
    packages: ["@octokit/core"],
    run: `import { Octokit } from "@octokit/core"
import { paginateGraphQL } from "@octokit/plugin-paginate-graphql"
const octokit = new (Octokit.plugin(paginateGraphQL))({ auth: "${TOKEN}" })
const { repository } = await octokit.graphql.paginate(\`query ($cursor: String) {
  repository(owner: "octocat", name: "big") {
    issues(first: 100, after: $cursor) { nodes { title } pageInfo { hasNextPage endCursor } }
  }
}\`)
if (repository.issues.nodes.length !== 250) throw new Error("Not all")`,
    applied: [],
  },
  "@graphql-tools/github-loader": {
    packages: ["graphql"],
    files: { "schema.graphql": "type Query { greeting: String }" },
    run: `import { GithubLoader } from "@graphql-tools/github-loader"
const file = "github:octocat/hello-world#main:schema.graphql"
const [{ document }] = await new GithubLoader().load(file, { token: "${TOKEN}" })
if (document.definitions[0].name.value !== "Query") throw new Error("Not read")`,
    applied: [],
  },
  "simple-git": {
    packages: ["@octokit/rest"],
    run: `import { simpleGit } from "simple-git"
${OCTOKIT}${PLACE}const allowEnvironment = Object.keys(process.env)
const unsafe = { allowUnsafeConfigEnvCount: true, allowUnsafeUrlRewrite: true }
const git = simpleGit({ unsafe, allowEnvironment }).env(process.env)
await git.clone("https://github.com/octocat/hello-world.git", "work")
await git.cwd("work")
await git.checkoutLocalBranch("new")
await git.commit("Nothing", { "--allow-empty": null })
await git.push("origin", "new")
await octokit.pulls.create({ ...place, title: "T", head: "new", base: "main" })`,
    applied: ["createRef", "createPullRequest"],
  },
  "@semantic-release/git": {
    packages: ["semantic-release", "@semantic-release/changelog"],
    files: {
      "package.json": {
        ...{ ...RELEASED, version: "0.0.0" },
        release: {
          branches: ["main"],
          plugins: ["commit-analyzer", "release-notes-generator", "changelog", "git"].map(
            (name) => `@semantic-release/${name}`,
          ),
        },
      },
    },
    run: ["semantic-release", "--no-ci", "-r", "https://github.com/octocat/hello-world.git"],
    applied: ["updateRef", "createRef", "createRef"],
  },
  "electron-publish": {
    run: `import publish from "electron-publish"
import { writeFileSync } from "node:fs"
writeFileSync("a.txt", "an asset")
const createPromise = (run) => new Promise((resolve, reject) => run(resolve, reject, () => {}))
const context = { cancellationToken: { createPromise }, progress: null }
const place = { provider: "github", owner: "octocat", repo: "hello-world", token: "${TOKEN}" }
const publisher = new publish.GitHubPublisher(context, place, "0.3.0", { publish: "always" })
await publisher.upload({ file: "a.txt", arch: null })`,
    applied: ["createRelease", "createReleaseAsset"],
  },
  "github-username": {
    run: `import githubUsername from "github-username"
await githubUsername("octocat@users.noreply.github.com", { token: "${TOKEN}" })`,
    applied: [],
  },
  danger: {
    files: { "dangerfile.js": "warn(danger.github.pr.title)" },
    run: ["danger", "ci"],
    env: {
      ...{ TRAVIS: "1", HAS_JOSH_K_SEAL_OF_APPROVAL: "1", DANGER_GITHUB_API_TOKEN: TOKEN },
      ...{ TRAVIS_REPO_SLUG: "octocat/hello-world", TRAVIS_PULL_REQUEST: "7" },
    },
    applied: ["addComment", "createCommitStatus"],
  },
  "memfs-or-file-map-to-github-branch": {
    packages: ["@octokit/rest"],
    run: `import { filepathContentsMapToUpdateGitHubBranch } from "memfs-or-file-map-to-github-branch"
${OCTOKIT}${PLACE}const branches = { fullBaseBranch: "heads/main", fullBranchReference: "heads/new" }
const settings = { ...place, ...branches, message: "M" }
await filepathContentsMapToUpdateGitHubBranch(octokit, { "a.txt": "hi" }, settings)`,
    applied: ["createCommit", "createRef"],
  },
  "@changesets/changelog-github": {
    run: `import changelog from "@changesets/changelog-github"
${LATEST}const [change, options] = [{ summary: "More", commit }, { repo: "octocat/hello-world" }]
const line = await changelog.getReleaseLine(change, "minor", options)
if (!line.includes("/pull/6")) throw new Error(line)`,
    applied: [],
  },
  "gh-got": {
    run: `import ghGot from "gh-got"
const context = { token: "${TOKEN}" }
await ghGot.post("repos/octocat/hello-world/issues", { context, json: { title: "T" } })`,
    applied: ["createIssue"],
  },
  "gh-pages": {
    files: { "index.html": "hi" },
    run: ["gh-pages", "--dist=.", "--repo=https://github.com/octocat/hello-world.git"],
    applied: ["createRef"],
  },
  degit: { run: ["degit", "octocat/hello-world", "copy"], applied: [] },
  "gh-release-fetch": {
    run: `import { fetchLatest } from "gh-release-fetch"
const [repository, destination] = ["octocat/hello-world", "copy"]
await fetchLatest({ repository, package: "hello.txt", destination, extract: false })`,
    applied: [],
  },
  "code-suggester": {
    packages: ["@octokit/rest"],
    run: `import { createPullRequest } from "code-suggester"
${OCTOKIT}const changes = new Map([["a.txt", { mode: "100644", content: "hi" }]])
const texts = { title: "T", description: "D", message: "M" }
const upstream = { upstreamOwner: "octocat", upstreamRepo: "hello-world", fork: false }
await createPullRequest(octokit, changes, { ...upstream, ...texts, branch: "new", force: true })`,
    applied: ["createCommit", "updateRef", "createPullRequest"],
  },
  "release-please": {
    files: { "package.json": { ...RELEASED, version: "0.1.0" } },
    run: [
      ...["release-please", "release-pr", "--token", TOKEN, "--release-type=node"],
      "--repo-url=octocat/hello-world",
    ],
    applied: ["createPullRequest", "addLabelsToLabelable"],
  },
  "@octokit/action": {
    run: `import { Octokit } from "@octokit/action"
${PLACE}const event = { ...place, event_type: "x" }
await new Octokit().request("POST /repos/{owner}/{repo}/dispatches", event)`,
    env: { GITHUB_ACTION: "test" },
    applied: ["dispatchRepository"],
  },
  probot: {
    run: `import { Probot } from "probot"
${KEY}const probot = new Probot({ appId: 1, secret: "s", privateKey })
await probot.load((app) =>
  app.on("issues.opened", (context) =>
    context.octokit.rest.issues.createComment(context.issue({ body: "Hello" }))))
const repository = { name: "hello-world", owner: { login: "octocat" } }
const payload = { action: "opened", installation: { id: 1 }, issue: { number: 1 }, repository }
await probot.receive({ id: "1", name: "issues", payload })`,
    applied: ["addComment"],
  },
  "@svitejs/changesets-changelog-github-compact": {
    run: `import changelog from "@svitejs/changesets-changelog-github-compact"
${LATEST}const [change, options] = [{ summary: "More", commit }, { repo: "octocat/hello-world" }]
const line = await changelog.getReleaseLine(change, "minor", options)
if (!line.includes("/pull/6")) throw new Error(line)`,
    applied: [],
  },
  changelogen: {
    files: NOTES,
    run: ["changelogen", "gh", "release", "v0.2.0", "--token", TOKEN],
    applied: ["createRelease"],
  },
  auto: {
    files: {
      ".autorc": { plugins: [], owner: "octocat", repo: "hello-world", author: "a <a@b.c>" },
    },
    run: ["auto", "create-labels"],
    applied: ["createLabel"],
  },
  github: {
    run: `import GitHub from "github"
${PLACE}const github = new GitHub()
github.authenticate({ type: "token", token: "${TOKEN}" })
await github.issues.create({ ...place, title: "T" })`,
    applied: ["createIssue"],
  },
  "@modelcontextprotocol/server-github": {
    packages: ["@modelcontextprotocol/sdk"],
    run: `import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
${PLACE}const client = new Client({ name: "test", version: "1.0.0" })
const env = { ...process.env, GITHUB_PERSONAL_ACCESS_TOKEN: "${TOKEN}" }
await client.connect(new StdioClientTransport({ command: "node_modules/.bin/mcp-server-github", env }))
const call = async (name, given) => {
  const { isError, content } = await client.callTool({ name, arguments: { ...place, ...given } })
  if (isError) throw new Error(JSON.stringify(content))
}
await call("get_pull_request_files", { pull_number: 7 })
await call("search_issues", { q: "greet" })
await call("create_issue", { title: "T" })
await client.close()`,
    applied: ["createIssue"],
  },
  backport: {
    run: [
      ...["backport", "--accesstoken", TOKEN, "--repo=octocat/hello-world", "--pr=6"],
      ...["--branch=polite-greeting", "--non-interactive"],
    ],
    applied: ["createRef", "createPullRequest", "addComment"],
  },
  "github-build": {
    run: `import Build from "github-build"
${LATEST}const texts = { label: "size", description: "Measured", url: "https://example.com" }
const build = new Build({ repo: "octocat/hello-world", sha: commit, token: "${TOKEN}", ...texts })
await build.start()
await build.pass("Small")`,
    applied: ["createCommitStatus", "createCommitStatus"],
  },
  "@probot/octokit-plugin-config": {
    packages: ["@octokit/core"],
    run: `import { Octokit } from "@octokit/core"
import { config } from "@probot/octokit-plugin-config"
${PLACE}const octokit = new (Octokit.plugin(config))({ auth: "${TOKEN}" })
const read = await octokit.config.get({ ...place, path: ".github/workflows/ci.yml" })
if (read.config.name !== "CI") throw new Error("Not read")`,
    applied: [],
  },
  "github-api": {
    run: `import GitHub from "github-api"
const github = new GitHub({ token: "${TOKEN}" })
const repo = github.getRepo("octocat/hello-world")
const lists = ["Branches", "Tags", "PullRequests", "Forks", "Releases", "Commits"]
for (const list of lists) await repo["list" + list]()
await repo.writeFile("main", "a/b.txt", "hi", "Add a file", {})
await repo.createBranch("main", "new")
await github.getIssues("octocat/hello-world").createIssueComment(1, "C")
await github.search({ q: "greet repo:octocat/hello-world" }).forIssues()
await github.getUser().listRepos()
await github.getGist().create({ public: true, files: { a: { content: "b" } } })`,
    applied: ["createCommitOnBranch", "createRef", "addComment", "createGist"],
  },
  "@lerna-lite/version": {
    packages: ["@lerna-lite/cli"],
    files: {
      "package.json": { ...RELEASED, version: "0.1.0", workspaces: ["."] },
      "lerna.json": { version: "0.1.0", packages: ["."] },
    },
    run: ["lerna", "version", "--yes", "--conventional-commits", "--create-release=github"],
    applied: ["updateRef", "createRef", "createRelease"],
  },
  tiged: { run: ["tiged", "octocat/hello-world", "copy"], applied: [] },
  changelogithub: {
    run: [
      ...["changelogithub", "--github=octocat/hello-world", "--token", TOKEN],
      ...["--from=v0.1.0~1", "--to=v0.1.0"],
    ],
    applied: ["updateRelease"],
  },
  "actions-toolkit": {
    run: `import { Toolkit } from "actions-toolkit"
const { github, context } = new Toolkit({ token: "${TOKEN}" })
await github.issues.createComment({ ...context.repo, issue_number: 1, body: "C" })`,
    env: { GITHUB_REPOSITORY: "octocat/hello-world", GITHUB_WORKSPACE: "." },
    applied: ["addComment"],
  },
  "gh-release": {
    files: NOTES,
    run: ["gh-release", "--yes"],
    env: { GH_RELEASE_GITHUB_API_TOKEN: TOKEN },
    applied: ["createRelease"],
  },
  "github-contributors-list": {
    run: ["githubcontrib", "--owner=octocat", "--repo=hello-world", "--authToken", TOKEN],
    applied: [],
  },
  "download-git-repo": {
    run: `import download from "download-git-repo"
await new Promise((resolve, reject) =>
  download("octocat/hello-world#main", "copy", (error) => (error ? reject(error) : resolve())))`,
    applied: [],
  },
  "gh-release-assets": {
    run: `import { writeFileSync } from "node:fs"
import upload from "gh-release-assets"
writeFileSync("a.txt", "an asset")
const url = "https://uploads.github.com/repos/octocat/hello-world/releases/1/assets{?name}"
const given = { url, token: ["${TOKEN}"], assets: ["a.txt"] }
await new Promise((resolve, reject) => upload(given, (error) => (error ? reject(error) : resolve())))`,
    applied: ["createReleaseAsset"],
  },
  "github-release-notes": {
    run: [
      ...["gren", "release", "--token", TOKEN, "--username=octocat", "--repo=hello-world"],
      ...["--tags=v0.1.0", "--override", "--data-source=issues"],
    ],
    applied: ["updateRelease"],
  },
  octokat: {
    run: `import Octokat from "octokat"
const repo = new Octokat({ token: "${TOKEN}" }).repos("octocat", "hello-world")
await repo.issues.fetch({ state: "all" })
await repo.issues(1).comments.create({ body: "C" })
await repo.issues.create({ title: "T" })`,
    applied: ["addComment", "createIssue"],
  },
  "github-changes": {
    run: ["github-changes", "-o", "octocat", "-r", "hello-world", "-b", "main", "--token", TOKEN],
    applied: [],
  },
  "@octoherd/cli": {
    files: {
      "script.mjs":
        "export const script = (octokit, { url }) => octokit.request('PATCH ' + url, { has_wiki: false })",
    },
    run: [
      ...["octoherd", "run", "-S", "script.mjs", "-T", TOKEN, "-R", "octocat/hello-world"],
      "--octoherd-bypass-confirms",
    ],
    applied: ["updateRepository"],
  },
  "name-your-contributors": {
    run: ["name-your-contributors", "-u", "octocat", "-r", "hello-world", "-t", TOKEN],
    applied: [],
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
})
afterAll(async () => {
  if (!all) return
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

test.each(all ? Object.entries(TOOLS) : [])("%s runs to its end", async (name, tool) => {
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
  sandbox.clearRequests()
  if (typeof tool.run === "string") {
    writeFileSync(join(project, "program.mjs"), tool.run)
    await run(process.execPath, ["program.mjs"], { cwd: project, env })
  } else {
    const [program = "", ...args] = tool.run
    await run(join(project, "node_modules/.bin", program), args, { cwd: clone, env })
  }
  const applied = sandbox.applied.map(({ mutation }) => mutation)
  expect(applied.slice(applied.length - tool.applied.length)).toEqual(tool.applied)
  expect(sandbox.requests).not.toEqual([])
  const refused = sandbox.requests.filter(({ status }) => status === null || status >= 500)
  expect(refused.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  rmSync(project, { recursive: true })
})
