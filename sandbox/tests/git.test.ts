/** git over HTTP, with the real git on a real socket. */
import { execFile } from "node:child_process"
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { rarely } from "../../test/rarely.js"
import { type Sandbox, startSandbox } from "../index.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
let folder: string
beforeEach(async () => {
  sandbox = await startSandbox()
  folder = await mkdtemp(join(tmpdir(), "sandbox-clone-"))
})
afterEach(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

interface Ran {
  code: number
  stdout: string
  /** The lines that git shows, without the spaces at their ends. */
  stderr: string
}

function run(...args: string[]): Promise<Ran> {
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, LC_ALL: "C" },
    ...{ GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1" },
    ...{ GIT_AUTHOR_NAME: "Octo", GIT_AUTHOR_EMAIL: "octo@example.com" },
    ...{ GIT_COMMITTER_NAME: "Octo", GIT_COMMITTER_EMAIL: "octo@example.com" },
  }
  return new Promise((resolve) => {
    execFile("git", args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({
        code: error ? Number(error.code) : 0,
        stdout: stdout.trim(),
        stderr: stderr.replace(/ +$/gm, "").trim(),
      }),
    )
  })
}

/** The output of a command that must succeed. */
async function git(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args)
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`)
  return stdout
}

/** What git says about a command that must fail. */
async function failed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args)
  if (code === 0) throw new Error(`git ${args.join(" ")} succeeded: ${stdout}`)
  return stderr
}

const urlOf = (name: string, token: string | null = sandbox.token): string =>
  `${sandbox.url.replace("//", token === null ? "//" : `//x-access-token:${token}@`)}/${name}`

const clone = (name = "octocat/hello-world", token?: string) =>
  git("clone", "-q", urlOf(name, token), ".")

/** Commits a file, and returns the id of the commit. */
async function commit(message: string, path = "new.txt", content = message): Promise<string> {
  await git("config", "core.hooksPath", "/dev/null")
  await writeFile(join(folder, path), content)
  await git("add", "-A")
  await git("commit", "-q", "-m", message)
  return git("rev-parse", "HEAD")
}

const applied = () => sandbox.applied.map(({ mutation }) => mutation)

const body = async (call: string, given?: unknown) => (await rest(sandbox, call, given)).body

describe("fetching", () => {
  it("clones the same objects as the API has, without a token", async () => {
    await git("clone", "-q", urlOf("octocat/hello-world.git", null), ".")
    const { commit } = await body(`GET ${HELLO}/branches/main`)
    expect(await git("rev-parse", "HEAD")).toBe(commit.sha)
    expect(await git("fsck", "--full", "--strict")).toBe("")
    const branches = (await body(`GET ${HELLO}/branches`)) as { name: string }[]
    const fetched = await git("branch", "-r", "--format=%(refname:lstrip=3)")
    expect(fetched.split("\n").filter((name) => name !== "HEAD")).toEqual(
      branches.map(({ name }) => name).sort(),
    )
  })

  it("follows the `clone_url` of a repository", async () => {
    const { clone_url } = await body(`GET ${HELLO}`)
    await git("clone", "-q", clone_url, ".")
    expect(await git("ls-files")).toContain("README.md")
  })

  rarely("clones shallowly, and without blobs", async () => {
    const { commit } = await body(`GET ${HELLO}/branches/main`)
    await git("clone", "-q", "--depth", "1", urlOf("octocat/hello-world"), "shallow")
    expect(await git("-C", "shallow", "rev-list", "--all")).toBe(commit.sha)
    await git("clone", "-q", "--filter=blob:none", urlOf("octocat/hello-world"), "partial")
    expect(await git("-C", "partial", "ls-files")).toContain("README.md")
  })

  rarely("speaks the first version of the protocol, too", async () => {
    await git("-c", "protocol.version=0", "clone", "-q", urlOf("octocat/hello-world"), ".")
    expect(await git("ls-files")).toContain("README.md")
  })

  it("fetches what was changed over the API, and the head of a pull request", async () => {
    await clone()
    const content = Buffer.from("A new file").toString("base64")
    const { commit } = await body(`PUT ${HELLO}/contents/api.txt`, { message: "Add", content })
    await git("pull", "-q", "--ff-only")
    expect(await git("rev-parse", "HEAD")).toBe(commit.sha)
    await git("fetch", "-q", "origin", "pull/7/head")
    const { head } = await body(`GET ${HELLO}/pulls/7`)
    expect(await git("rev-parse", "FETCH_HEAD")).toBe(head.sha)
  })

  it("asks for a token, and hides private repositories from others", async () => {
    const secret = "octocat/secret"
    expect(await failed("clone", urlOf(secret, null))).toContain("could not read Username")
    expect(await failed("clone", urlOf(secret, "wrong"))).toContain("Invalid username or token.")
    expect(await failed("clone", urlOf(secret, "hubot-token"))).toContain("Repository not found.")
    await clone(secret)
  })

  rarely("follows a repository to its new name", async () => {
    await body(`PATCH ${HELLO}`, { name: "hello" })
    await clone()
    expect(await git("ls-files")).toContain("README.md")
  })
})

describe("archives", () => {
  /** Follows the redirect without a token. */
  async function archiveAt(page: string) {
    const { status, headers } = await rest(sandbox, `GET ${page}`)
    expect(status).toBe(302)
    const location = headers.get("location") ?? ""
    return { location, bytes: Buffer.from(await (await fetch(location)).arrayBuffer()) }
  }

  it("have the files of a reference in one folder", async () => {
    const { object } = await body(`GET ${HELLO}/git/ref/heads/polite-greeting`)
    const { tree } = await body(`GET ${HELLO}/git/trees/${object.sha}?recursive=1`)
    const files = (tree as { type: string; path: string }[]).filter(({ type }) => type === "blob")
    const top = `octocat-hello-world-${object.sha.slice(0, 7)}`
    const { bytes } = await archiveAt(`${HELLO}/tarball/polite-greeting`)
    await writeFile(join(folder, "a.tar.gz"), bytes)
    const listed = await promisify(execFile)("tar", ["-tzf", join(folder, "a.tar.gz")])
    const names = listed.stdout.split(/\r?\n/).filter((name) => /[^/]$/.test(name))
    expect(names.sort()).toEqual(files.map(({ path }) => `${top}/${path}`).sort())
    const zip = await archiveAt(`${HELLO}/zipball/polite-greeting`)
    expect(zip.bytes.toString("latin1")).toMatch(new RegExp(`^PK.*${top}/README.md`, "s"))
  })

  it("are linked by tags, and hide private files without the token of the link", async () => {
    const [tag] = await body(`GET ${HELLO}/tags`)
    expect((await archiveAt(new URL(tag.tarball_url).pathname)).bytes.length).toBeGreaterThan(99)
    const { location, bytes } = await archiveAt("/repos/octocat/secret/tarball/main")
    expect(bytes.length).toBeGreaterThan(99)
    // `gh release download --archive=tar.gz` takes the token of the link to the other form.
    const named = await fetch(location.replace("/legacy.", "/"))
    expect(named.headers.get("content-disposition")).toContain("secret-main.tar.gz")
    const { origin, pathname } = new URL(location)
    for (const missing of [pathname, "/octocat/hello-world/zip/nope", "/octocat/nope/zip/main"]) {
      expect((await fetch(origin + missing)).status).toBe(404)
    }
  })
})

describe("pushing", () => {
  it("has all objects again after a reset", async () => {
    const before = sandbox.state.snapshot()
    await clone()
    await commit("Once")
    const push = () => git("push", "-q", "origin", "main")
    for (const goBack of [sandbox.reset, () => sandbox.state.restore(before), () => {}]) {
      await push()
      expect((await rest(sandbox, `GET ${HELLO}/contents/new.txt`)).status).toBe(200)
      await git("fetch", "-q")
      goBack()
    }
  })

  it("creates, moves and deletes references, with git's own ids", async () => {
    await clone()
    await git("checkout", "-q", "-b", "topic")
    const first = await commit("Say hello\n\nIn a second line.")
    expect((await run("push", "origin", "topic")).stderr).toContain(
      "remote: Create a pull request for 'topic' on GitHub by visiting:",
    )
    const { sha, commit: pushed } = (await body(`GET ${HELLO}/commits/topic`)) as {
      sha: string
      commit: { message: string; author: { name: string } }
    }
    expect([sha, pushed.message]).toEqual([first, "Say hello\n\nIn a second line."])
    expect(pushed.author.name).toBe("Octo")
    const second = await commit("Once more")
    await git("push", "-q", "origin", "topic")
    expect((await body(`GET ${HELLO}/git/ref/heads/topic`)).object.sha).toBe(second)
    await git("push", "-q", "--force", "origin", `${first}:topic`)
    expect((await body(`GET ${HELLO}/git/ref/heads/topic`)).object.sha).toBe(first)
    await git("tag", "-a", "v9", "-m", "Nine")
    await git("push", "-q", "origin", "v9")
    await git("push", "-q", "origin", ":topic")
    expect((await rest(sandbox, `GET ${HELLO}/git/ref/heads/topic`)).status).toBe(404)
    const tag = await git("rev-parse", "v9")
    expect((await body(`GET ${HELLO}/git/tags/${tag}`)).tag).toBe("v9")
    expect(applied()).toEqual(["createRef", "updateRef", "updateRef", "createRef", "deleteRef"])
    const copy = await startSandbox()
    copy.state.restore(sandbox.state.snapshot())
    expect((await rest(copy, `GET ${HELLO}/commits/${first}`)).status).toBe(200)
    await copy.close()
  })

  it("moves pull requests and closes issues, and merges what the base has now", async () => {
    await clone()
    const before = await body(`GET ${HELLO}/pulls/7`)
    await git("checkout", "-q", before.head.ref)
    const head = await commit("Answer the review")
    await git("push", "-q")
    expect((await body(`GET ${HELLO}/pulls/7`)).head.sha).toBe(head)
    await git("checkout", "-q", "main")
    await git("merge", "-q", "--no-ff", "-m", "Merge it. Fixes #2", head)
    await git("push", "-q")
    const merged = await body(`GET ${HELLO}/pulls/7`)
    expect(merged).toMatchObject({ state: "closed", merged: true, merged_by: { login: "octocat" } })
    expect(merged.merge_commit_sha).toBe(await git("rev-parse", "HEAD"))
    // By the message, and by the description of the pull request.
    expect((await body(`GET ${HELLO}/issues/2`)).state).toBe("closed")
    expect((await body(`GET ${HELLO}/issues/1`)).state).toBe("closed")
  })

  it("pushes the first branch of an empty repository, which becomes its default", async () => {
    await body("POST /user/repos", { name: "empty" })
    await git("init", "-q", "-b", "trunk")
    const sha = await commit("Begin")
    await git("push", "-q", urlOf("octocat/empty"), "trunk")
    const { default_branch } = await body("GET /repos/octocat/empty")
    expect(default_branch).toBe("trunk")
    expect((await body("GET /repos/octocat/empty/commits"))[0].sha).toBe(sha)
  })

  rarely("keeps signed commits and files that are not text", async () => {
    await clone()
    const id = await commit("Sign")
    await writeFile(join(folder, "raw.bin"), Buffer.from([0, 255, 254, 10]))
    await git("add", "-A")
    const tree = await git("write-tree")
    const signature = "gpgsig -----BEGIN SSH SIGNATURE-----\n U1NI\n -----END SSH SIGNATURE-----"
    const who = "Octo <octo@example.com> 1700000000 +0530"
    const text = `tree ${tree}\nparent ${id}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nSigned\n`
    await writeFile(join(folder, "object"), text)
    const signed = await git("hash-object", "-t", "commit", "-w", "object")
    await git("push", "-q", "origin", `${signed}:refs/heads/signed`)
    const { commit: pushed } = await body(`GET ${HELLO}/commits/signed`)
    expect(pushed.verification).toMatchObject({ verified: false, reason: "unknown_key" })
    expect((await body(`GET ${HELLO}/contents/raw.bin?ref=signed`)).content).toBe("AP/+Cg==\n")
    await git("clone", "-q", "-b", "signed", urlOf("octocat/hello-world"), "again")
    expect(await git("-C", "again", "rev-parse", "HEAD")).toBe(signed)
  })
})

describe("a refused push", () => {
  it("breaks a rule, and changes nothing", async () => {
    await clone()
    await commit("Patch")
    await git("push", "-q", "origin", "HEAD:release/9")
    await commit("Patch again")
    const said = await failed("push", "origin", "HEAD:release/9", "HEAD:other")
    expect(said).toContain(
      [
        "remote: error: GH013: Repository rule violations found for refs/heads/release/9.",
        "remote: Review all repository rules at https://github.com/octocat/hello-world/rules?ref=refs%2Fheads%2Frelease%2F9",
        "remote:",
        "remote: - Changes must be made through a pull request.",
      ].join("\n"),
    )
    expect(said).toContain("(push declined due to repository rule violations)")
    // The other branch was pushed.
    expect(said).toContain("[new branch]      HEAD -> other")
    const atomic = ["push", "--atomic", "origin", "HEAD:release/9", "HEAD:third"]
    expect(await failed(...atomic)).toContain("(atomic push failure)")
    expect(applied()).toEqual(["createRef", "createRef"])
    expect((await rest(sandbox, `GET ${HELLO}/git/ref/heads/third`)).status).toBe(404)
  })

  rarely(
    "deletes the default branch, changes a pull request's reference, or lacks the scope",
    async () => {
      sandbox.addToken({ token: "no-workflows", login: "octocat", scopes: ["repo"] })
      await clone()
      expect(await failed("push", "origin", ":main")).toContain(
        "(refusing to delete the current branch: refs/heads/main)",
      )
      expect(await failed("push", "origin", "HEAD:refs/pull/7/head")).toContain(
        "(deny updating a hidden ref)",
      )
      await commit("Change CI", ".github/workflows/ci.yml", "on: push\njobs: {}\n")
      const url = urlOf("octocat/hello-world", "no-workflows")
      expect(await failed("push", url, "HEAD:ci")).toContain(
        "create or update workflow `.github/workflows/ci.yml` without `workflow` scope",
      )
      expect(applied()).toEqual([])
    },
  )

  it("is by somebody who may not write, or to an archive", async () => {
    await clone()
    const push = (name: string, token: string | null) => failed("push", urlOf(name, token), "main")
    expect(await push("octocat/hello-world", "hubot-token")).toContain(
      "Permission to octocat/hello-world.git denied to hubot.",
    )
    expect(await push("octocat/hello-world", "read-only-token")).toContain("denied to octocat.")
    expect(await push("octocat/attic", sandbox.token)).toContain("was archived so it is read-only.")
    expect(await push("octocat/hello-world", null)).toContain("could not read Username")
  })

  it("has objects that the sandbox does not model", async () => {
    await clone()
    await git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},vendor`)
    await git("commit", "-q", "-m", "Add a submodule")
    expect(await failed("push", "origin", "HEAD:sub")).toContain(
      "remote unpack failed: the sandbox does not model submodules",
    )
  })

  rarely("keeps notes, which start no workflow", async () => {
    await clone()
    await git("notes", "--ref", "review", "add", "-m", "Looks good", "HEAD")
    await git("push", "-q", "origin", "refs/notes/review")
    await git("update-ref", "-d", "refs/notes/review")
    await git("fetch", "-q", "origin", "refs/notes/*:refs/notes/*")
    expect(await git("notes", "--ref", "review", "show", "HEAD")).toContain("Looks good")
    expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual(["createRef"])
    expect(await failed("push", "origin", "HEAD:refs/pull/1/head")).toContain("hidden ref")
  })
})

const WORKFLOW = `name: Lint
on:
  push: { branches: ["feature/**", "!feature/wip"], paths-ignore: ["docs/**"] }
  workflow_dispatch: { inputs: { level: { required: true } } }
jobs:
  lint: { name: Lint it, steps: [{ uses: actions/checkout@v4 }, { name: Lint, run: make lint }] }
`

describe("workflows", () => {
  const runs = async (): Promise<unknown[]> =>
    (await body(`GET ${HELLO}/actions/runs?event=push&status=queued`)).workflow_runs.filter(
      ({ name }: { name: string }) => name === "Lint",
    )

  it("are made of pushed files, and their runs are queued by the filters of `push`", async () => {
    await clone()
    await git("checkout", "-q", "-b", "feature/lint")
    await commit("Lint everything", ".github/workflows/lint.yml", WORKFLOW)
    await git("push", "-q", "origin", "HEAD", "HEAD:feature/wip", "HEAD:topic")
    expect(await runs()).toMatchObject([
      { head_branch: "feature/lint", display_title: "Lint everything" },
    ])
    const { check_runs } = await body(`GET ${HELLO}/commits/feature%2Flint/check-runs`)
    expect(check_runs).toContainEqual(
      expect.objectContaining({ name: "Lint it", status: "queued", conclusion: null }),
    )
    sandbox.advance(120_000)
    expect(await runs()).toEqual([])
    await commit("Skip it [skip ci]")
    await git("push", "-q", "origin", "HEAD")
    expect(await runs()).toEqual([])
    const dispatch = { ref: "feature/lint", inputs: { level: "high" } }
    const path = `${HELLO}/actions/workflows/lint.yml/dispatches`
    expect((await rest(sandbox, `POST ${path}`, dispatch)).status).toBe(204)
  })
})

describe("the server", () => {
  it("logs requests of git, and removes its files when it closes", async () => {
    const { TMPDIR } = process.env
    process.env.TMPDIR = folder
    const other = await startSandbox()
    await git("clone", "-q", `${other.url}/octocat/hello-world`, "clone")
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    const [discovery] = other.requests
    expect(discovery).toMatchObject({ path: "/octocat/hello-world/info/refs", status: 200 })
    const made = async () =>
      (await readdir(folder)).filter((name) => name.startsWith("sandbox-git"))
    expect(await made()).toHaveLength(1)
    await other.close()
    expect(await made()).toEqual([])
  })

  rarely("drops a push whose connection breaks afterwards, which is applied", async () => {
    await clone()
    await git("checkout", "-q", "-b", "lost")
    await commit("Lost")
    sandbox.injectFault({ match: { method: "POST", path: /git-receive-pack$/ }, drop: "after" })
    await failed("push", "origin", "lost")
    expect((await rest(sandbox, `GET ${HELLO}/git/ref/heads/lost`)).status).toBe(200)
  })

  it("refuses Git LFS and git's old protocol in plain words", async () => {
    const lfs = await rest(sandbox, "POST /octocat/hello-world.git/info/lfs/objects/batch", {})
    expect([lfs.status, lfs.body]).toEqual([501, "The sandbox does not model Git LFS.\n"])
    const dumb = await rest(sandbox, "GET /octocat/hello-world.git/info/refs")
    expect([dumb.status, dumb.body]).toEqual([403, expect.stringContaining("upgrade your git")])
  })

  rarely("says so where git is not installed", async () => {
    const { PATH } = process.env
    process.env.PATH = folder
    const path = "/octocat/hello-world/info/refs?service=git-upload-pack"
    const answer = await rest(sandbox, `GET ${path}`).finally(() => {
      process.env.PATH = PATH
    })
    expect([answer.status, answer.body]).toEqual([501, expect.stringContaining("not in PATH")])
  })
})
