/** The pull request that a clone stands for: head and base of a new one, and the one of the branch. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { rarely } from "../rarely.js"
import { some } from "../some.js"
import { type } from "./type.js"

let github: Sandbox
let folder: string
const home = process.cwd()
const git = (...args: string[]) => {
  const who = ["-c", "user.name=Mona", "-c", "user.email=mona@example.com"]
  return execFileSync("git", [...who, ...args], { cwd: folder, stdio: "pipe", encoding: "utf8" })
}

beforeAll(async () => {
  github = await startSandbox()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ghx-heads-"))
  process.chdir(folder)
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_TOKEN", github.token)
  for (const name of ["GH_REPO", "GH_HOST", "GITHUB_ACTIONS"]) vi.stubEnv(name, "")
  // Only the configuration of the clone counts.
  vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null")
  vi.stubEnv("GIT_CONFIG_SYSTEM", "/dev/null")
})
afterEach(() => {
  process.chdir(home)
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  github.reset()
})
afterAll(() => github.close())

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape.
const jsonOf = async (url: string, request: RequestInit): Promise<any> =>
  (await fetch(url, request)).json()

/** Adds a branch to a repository on GitHub, at a commit that `main` does not have. */
async function addBranch(repository: string, branch: string): Promise<void> {
  const headers = { authorization: `Bearer ${github.token}` }
  const at = `${github.url}/repos/${repository}/git`
  const { object } = await jsonOf(`${at}/ref/heads/impolite-greeting`, { headers })
  const body = JSON.stringify({ ref: `refs/heads/${branch}`, sha: object.sha })
  const added = await fetch(`${at}/refs`, { method: "POST", headers, body })
  expect(added.status).toBe(201)
}

/** A clone with a commit on a branch; the remotes are given as `name=OWNER/REPO`. */
function clone(branch: string, ...remotes: string[]): void {
  git("init", "--quiet", `--initial-branch=${branch}`)
  git("commit", "--quiet", "--allow-empty", "--message=Change")
  for (const remote of remotes) {
    const [name = "", repository] = remote.split("=")
    git("remote", "add", name, `https://github.com/${repository}.git`)
  }
}

/** What the clone knows after a push, or a fetch, of the present commit. */
const knows = (...refs: string[]) => {
  for (const ref of refs) git("update-ref", `refs/remotes/${ref}`, "HEAD")
}
const config = (name: string, value: string) => git("config", name, value)
const tracks = (branch: string, remote: string, merge: string) => {
  config(`branch.${branch}.remote`, remote)
  config(`branch.${branch}.merge`, `refs/heads/${merge}`)
}
const PARENT = "upstream=octocat/hello-world"
const FORK = "origin=hubot/hello-world"

/** Creates a pull request, and returns its head and base as GitHub labels them. */
async function created(options = ""): Promise<unknown> {
  const { stdout, stderr, exitCode } = await type(`ghx pr create -t New -b Text ${options}`)
  if (exitCode !== 0) {
    expect(github.applied).toEqual([])
    return stderr.split("\n")[0]
  }
  const [, path = ""] = /github\.com\/(.+)\n/.exec(stdout) ?? []
  const headers = { authorization: `Bearer ${github.token}` }
  const url = `${github.url}/repos/${path.replace("/pull/", "/pulls/")}`
  const { head, base } = await jsonOf(url, { headers })
  return `${head.label} -> ${base.label}`
}

// The parent has a branch of the same name, which must not become the head.
const toParent = "hubot:feature -> octocat:main"
const inFork: Record<string, () => void> = {
  "the branch tracks the fork": () => {
    tracks("feature", "origin", "feature")
    knows("origin/feature")
  },
  "it is pushed without tracking": () => knows("origin/feature"),
  "it tracks the parent's main, and pushRemote is the fork": () => {
    tracks("feature", "upstream", "main")
    config("branch.feature.pushRemote", "origin")
    knows("origin/feature")
  },
  "it tracks the parent's main, and remote.pushDefault is the fork": () => {
    tracks("feature", "upstream", "main")
    config("remote.pushDefault", "origin")
    knows("origin/feature")
  },
  "pushRemote is the address of the fork": () => {
    tracks("feature", "upstream", "main")
    config("branch.feature.pushRemote", "https://github.com/hubot/hello-world")
    knows("origin/feature")
  },
  "push.default is current, and it tracks main": () => {
    tracks("feature", "origin", "main")
    config("push.default", "current")
    knows("origin/feature")
  },
  "push.default is simple, and it tracks main": () => {
    tracks("feature", "upstream", "main")
    config("push.default", "simple")
    knows("origin/feature")
  },
  "push.default is upstream, and it tracks nothing": () => {
    config("push.default", "upstream")
    knows("origin/feature")
  },
  "the parent's branch of that name lacks the newest commit": () => {
    knows("upstream/feature")
    git("commit", "--quiet", "--allow-empty", "--message=More")
    knows("origin/feature")
  },
  "gh-resolved names the parent": () => {
    config("remote.origin.gh-resolved", "octocat/hello-world")
    git("remote", "remove", "upstream")
    knows("origin/feature")
  },
  "git rewrites the address": () => {
    git("remote", "set-url", "origin", "hub:hubot/hello-world")
    config("url.https://github.com/.insteadOf", "hub:")
    knows("origin/feature")
  },
}

describe("ghx pr create in the clone of a fork opens a pull request from the fork", () => {
  test.each(some(Object.entries(inFork), 4))("if %s", async (_, setUp) => {
    await addBranch("octocat/hello-world", "feature")
    await addBranch("hubot/hello-world", "feature")
    clone("feature", PARENT, FORK)
    setUp()
    expect(await created()).toBe(toParent)
  })

  rarely("whose branch has another name, which push.default and tracking give", async () => {
    await addBranch("hubot/hello-world", "topic/other")
    clone("feature", PARENT, FORK)
    config("push.default", "upstream")
    tracks("feature", "origin", "topic/other")
    knows("origin/topic/other")
    expect(await created()).toBe("hubot:topic/other -> octocat:main")
  })

  rarely("if -R names the parent, which is no remote", async () => {
    await addBranch("hubot/hello-world", "feature")
    clone("feature", FORK)
    knows("origin/feature")
    expect(await created("-R octocat/hello-world")).toBe(toParent)
  })
})

test("ghx pr create in a clone without a fork uses the pushed branch", async () => {
  clone("impolite-greeting", "origin=octocat/hello-world")
  knows("origin/impolite-greeting")
  expect(await created()).toBe("octocat:impolite-greeting -> octocat:main")
})

test("ghx pr create sends --head as given, without a look at the clone", async () => {
  clone("feature", PARENT, FORK)
  expect(await created("--head hubot:emoji")).toBe("hubot:emoji -> octocat:main")
})

test.each(["", "--head impolite-greeting"])(
  "ghx pr create %s uses the base that is configured as gh-merge-base",
  async (options) => {
    clone("impolite-greeting", "origin=octocat/hello-world")
    knows("origin/impolite-greeting")
    config("branch.impolite-greeting.gh-merge-base", "polite-greeting")
    expect(await created(options)).toBe("octocat:impolite-greeting -> octocat:polite-greeting")
  },
)

const NOT_PUSHED = 'ghx: the branch "emoji" is not pushed, or has commits that are not pushed'
const NO_CLONE =
  "ghx: no branch given, and the current folder is not a clone of octocat/hello-world on a branch"
const refused: Record<string, readonly [options: string, setUp: () => void, message: unknown]> = {
  "the branch is not pushed": ["", () => tracks("emoji", "origin", "emoji"), NOT_PUSHED],
  "it has newer commits": [
    "",
    () => {
      tracks("emoji", "origin", "emoji")
      knows("origin/emoji")
      git("commit", "--quiet", "--allow-empty", "--message=More")
    },
    NOT_PUSHED,
  ],
  "it is pushed to another server": [
    "",
    () => {
      git("remote", "add", "work", "https://ghes.example.com/hubot/hello-world")
      knows("work/emoji")
    },
    NOT_PUSHED,
  ],
  "no branch is checked out": [
    "",
    () => {
      knows("origin/emoji")
      git("checkout", "--quiet", "--detach")
    },
    NO_CLONE,
  ],
  "the clone is of an unrelated repository": [
    "-R octocat/hello-world",
    () => {
      git("remote", "remove", "upstream")
      git("remote", "set-url", "origin", "https://github.com/octocat/big")
      knows("origin/emoji")
    },
    NO_CLONE,
  ],
  "the remote pushes to another repository than it fetches from": [
    "",
    () => {
      git("remote", "set-url", "--push", "upstream", "https://github.com/hubot/hello-world")
      tracks("emoji", "upstream", "emoji")
      knows("upstream/emoji")
    },
    "ghx: the remote upstream fetches from octocat/hello-world and pushes to hubot/hello-world, and emoji may be in either",
  ],
  "the fork has the owner of its parent, which OWNER:BRANCH cannot express": [
    "",
    () => {
      git("remote", "set-url", "origin", "https://github.com/octocat/fork")
      knows("origin/emoji")
    },
    "ghx: emoji is in octocat/fork, a fork with the owner of octocat/hello-world: OWNER:BRANCH would name the branch of octocat/hello-world",
  ],
  "GH_HOST is another server": [
    "",
    () => {
      vi.stubEnv("GH_HOST", "ghes.example.com")
      knows("origin/emoji")
    },
    "ghx: the clone is of github.com, but GH_HOST is ghes.example.com",
  ],
}
test.each(some(Object.entries(refused), 4))(
  "ghx pr create opens nothing if %s",
  async (_, [options, setUp, message]) => {
    clone("emoji", PARENT, FORK)
    setUp()
    expect(await created(options)).toEqual(message)
  },
)

describe("a branch stands for its own pull request", () => {
  /** A pull request from the fork, whose branch has the name of the parent's. */
  async function openFromFork(branch: string): Promise<number> {
    await addBranch("hubot/hello-world", branch)
    const headers = { authorization: `Bearer ${github.token}` }
    const body = JSON.stringify({ title: "From the fork", head: `hubot:${branch}`, base: "main" })
    const url = `${github.url}/repos/octocat/hello-world/pulls`
    return (await jsonOf(url, { method: "POST", headers, body })).number
  }
  const seen = async (words: string) => {
    const { stdout, stderr } = await type(`ghx pr view ${words} --json number`)
    return stdout === "" ? stderr.split("\n")[0] : JSON.parse(stdout).number
  }

  test("a bare name never means the pull request of a fork", async () => {
    const number = await openFromFork("patch-1")
    clone("main", PARENT)
    const closed = await type("ghx pr close patch-1")
    expect(closed.stderr).toBe(
      `ghx: octocat/hello-world has no pull request for the branch "patch-1"\n  fix: Open: #${number} hubot:patch-1, #8 rewrite, #7 polite-greeting\n`,
    )
    expect(await seen("hubot:patch-1")).toBe(number)
    expect(await seen("Hubot:patch-1")).toBe(number)
    // The author of a pull request need not own the fork.
    expect(await seen("octocat:patch-1")).toContain("has no pull request")
  })

  test("of several open ones, it is the newest, and a note says so", async () => {
    const body = JSON.stringify({ title: "To another", head: "polite-greeting", base: "rewrite" })
    const headers = { authorization: `Bearer ${github.token}` }
    const url = `${github.url}/repos/octocat/hello-world/pulls`
    const { number } = await jsonOf(url, { method: "POST", headers, body })
    clone("main", PARENT)
    expect(await type("ghx pr close polite-greeting -c Done")).toMatchObject({
      exitCode: 0,
      stderr: `note: polite-greeting is the branch of several open pull requests: #${number} is taken, not #7\n✓ pr close octocat/hello-world#${number}\n`,
    })
    expect(await seen("polite-greeting")).toBe(7)
  })

  test("in the clone of a fork, it is that of the fork", async () => {
    await addBranch("octocat/hello-world", "feature")
    const number = await openFromFork("feature")
    clone("feature", PARENT, FORK)
    tracks("feature", "origin", "feature")
    knows("origin/feature")
    git("commit", "--quiet", "--allow-empty", "--message=More")
    expect(await seen("")).toBe(number)
  })

  test("in the clone of a fork with the owner of its parent, it is that of the fork", async () => {
    const send = (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${github.token}` }
      const url = `${github.url}/repos/octo-org/${path}`
      return jsonOf(url, { method, headers, body: JSON.stringify(body) })
    }
    await send("POST", "tools/forks", { organization: "octo-org", name: "more-tools" })
    const opened: number[] = []
    for (const repo of ["more-tools", "tools"]) {
      const { commit } = await send("PUT", `${repo}/contents/NEW.md`, { message: "1", content: "" })
      await send("POST", `${repo}/git/refs`, { ref: "refs/heads/feature", sha: commit.sha })
      await send("PUT", `${repo}/contents/${repo}.md`, {
        ...{ message: "Add it", content: "", branch: "feature" },
      })
      const pull = { title: repo, head: "octo-org:feature", head_repo: repo, base: "main" }
      opened.push((await send("POST", "tools/pulls", pull)).number)
    }
    clone("feature", "upstream=octo-org/tools", "origin=octo-org/more-tools")
    tracks("feature", "origin", "feature")
    knows("origin/feature")
    expect(await seen("")).toBe(opened[0])
    git("remote", "set-url", "origin", "https://github.com/octo-org/tools.git")
    expect(await seen("")).toBe(opened[1])
  })

  rarely("in a clone, it is not that of a fork with the same branch", async () => {
    await openFromFork("feature")
    clone("feature", PARENT)
    expect(await seen("")).toContain('no pull request for the branch "feature"')
  })

  test("a branch that gh pr checkout has fetched is that pull request", async () => {
    clone("local-name", "origin=octocat/hello-world")
    config("branch.local-name.remote", "origin")
    config("branch.local-name.merge", "refs/pull/8/head")
    expect(await seen("")).toBe(8)
  })

  test.each(some(["merge --squash", "close", "edit --title X", "view"], 4))(
    "with -R, ghx pr %s wants an argument",
    async (words) => {
      clone("polite-greeting", "origin=octocat/hello-world")
      knows("origin/polite-greeting")
      const { stderr, exitCode } = await type(`ghx pr ${words} -R octocat/hello-world`)
      expect(stderr).toMatch(/^ghx: no pull request given\n/)
      expect(exitCode).toBe(2)
    },
  )

  test.each(some(["close", "reopen", "lock", "unlock"], 4))(
    "as in gh, it does not for ghx pr %s",
    async (verb) => {
      clone("polite-greeting", "origin=octocat/hello-world")
      knows("origin/polite-greeting")
      const { stderr } = await type(`ghx pr ${verb}`)
      expect(stderr).toMatch(/^ghx: no pull request given\n/)
      expect(github.applied).toEqual([])
    },
  )

  rarely("a closed pull request counts, except for one of the default branch", async () => {
    clone("fix-typo", PARENT)
    expect(await seen("")).toBe(6)
    const state = await addClosedFromMain()
    git("symbolic-ref", "HEAD", "refs/heads/main")
    expect(state).toBe("CLOSED")
    expect(await seen("")).toContain('no pull request for the branch "main"')
  })

  /** A closed pull request from `main` into another branch. */
  async function addClosedFromMain(): Promise<unknown> {
    const made = await type(
      "ghx pr create -R octocat/hello-world -t Back -b Text -H main -B polite-greeting --json number --jq .number",
    )
    await type(`ghx pr close ${made.stdout.trim()} -R octocat/hello-world`)
    const { stdout } = await type(
      `ghx pr view ${made.stdout.trim()} -R octocat/hello-world --json state -q .state`,
    )
    return stdout.trim()
  }
})
