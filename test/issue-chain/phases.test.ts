/** The phases of an issue chain, over a real repository with a bare remote and the sandbox. */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import {
  ChainProblem,
  type Choice,
  type IssueChainOptions,
  issueChain,
  issueChainProspect,
  issueChainStatus,
  type Job,
  MANIFEST_PATH,
  readyIssues,
  reportText,
  unreachedRoots,
} from "../../surfaces/issue-chain/index.js"
import { describeRarely, rarely } from "../rarely.js"
import { some } from "../some.js"
import {
  commit,
  type Deed,
  type Fixture,
  failing,
  type IssueSeed,
  makeFixture,
  scribble,
  spawning,
  workerOf,
} from "./fixture.js"

let fixture: Fixture
afterEach(() => fixture.close())

async function begin(issues: readonly IssueSeed[], roots: readonly number[]): Promise<void> {
  fixture = await makeFixture(issues, roots)
}

const parts = (count: number): IssueSeed[] => Array.from({ length: count }, () => ({}))

type Options = Partial<IssueChainOptions>

const run = (
  roots: readonly number[],
  story: Readonly<Record<number, Deed>> = {},
  more: Options = {},
) =>
  issueChain({
    ghx: fixture.ghx,
    repository: fixture.repository,
    cwd: fixture.cwd,
    roots,
    worker: workerOf(story, () => fixture),
    ...more,
  })

const problemOf = async (running: Promise<unknown>): Promise<string> => {
  const error = await running.then(
    () => undefined,
    (thrown) => thrown,
  )
  if (!(error instanceof ChainProblem)) throw error ?? new Error("it went through")
  return error.code
}

/** Checks the state that a refused run must not change. */
function untouched(): void {
  expect(fixture.sandbox.applied).toEqual([])
  expect(fixture.git("branch", "--format=%(refname:short)")).toBe("main")
  expect(fixture.git("status", "--porcelain", "--ignored", "--", ".claude")).toBe("")
}

const pulls = async () =>
  (await fixture.ghx.pr.list({ owner: "ada", repo: "engine", include_body: true }).orThrow()).items

describe("phase 0 of an issue chain, without changing anything,", () => {
  rarely("rejects a folder outside a git repository", async () => {
    await begin(parts(1), [1])
    expect(await problemOf(run([1], {}, { cwd: "/" }))).toBe("not_a_repository")
    untouched()
  })
  rarely("rejects an invalid token", async () => {
    await begin(parts(1), [1])
    const { createGhx } = await import("ghx")
    const ghx = createGhx({ base_url: fixture.sandbox.url, token: "wrong" })
    expect(await problemOf(run([1], {}, { ghx }))).toBe("not_authenticated")
    untouched()
  })
  rarely("rejects an issue that is missing or closed", async () => {
    await begin([{}, { closed: true }], [1])
    expect(await problemOf(run([1, 9]))).toBe("issue_not_found")
    expect(await problemOf(run([1, 2]))).toBe("issue_not_open")
    untouched()
  })
  it.each<[Choice, string]>([
    ["diagnose", "Diagnose #2, #3 first"],
    ["cancel", "nothing to clean up"],
  ])("ends when the user answers %s for roots without a diagnosis", async (choice, message) => {
    await begin(
      [{}, { comments: [] }, { comments: ["A ## Diagnosis?"], body: "## Diagnosis" }],
      [1],
    )
    const asked: number[][] = []
    const gate = async (roots: readonly number[]) => {
      asked.push([...roots])
      return choice
    }
    await expect(run([1, 2, 3], {}, { gate })).rejects.toThrow(message)
    expect(asked).toEqual([[2, 3]])
    untouched()
  })
  it("rejects roots without a diagnosis when no gate can ask the user", async () => {
    await begin([{ comments: [] }], [1])
    expect(await problemOf(run([1]))).toBe("not_diagnosed")
    untouched()
  })
  rarely(
    "rejects a working tree with changes even if the user proceeds without a diagnosis",
    async () => {
      await begin([{ comments: [] }], [1])
      writeFileSync(join(fixture.cwd, "README.md"), "Changed.\n")
      expect(await problemOf(run([1], {}, { gate: async () => "proceed" }))).toBe("not_clean")
      untouched()
    },
  )
  rarely("rejects an existing remote branch of the run's name", async () => {
    await begin(parts(1), [1])
    fixture.git("push", "--quiet", "origin", "main:refs/heads/idd/chain-1-mend-part-1")
    expect(await problemOf(run([1]))).toBe("branch_exists")
    untouched()
  })
  rarely("rejects an empty list of roots", async () => {
    await begin(parts(1), [1])
    expect(await problemOf(run([]))).toBe("usage")
    untouched()
  })
})

describe("an issue chain with two roots", () => {
  it("processes them and spawned issues in one branch and pull request, and closes nothing", async () => {
    await begin(parts(4), [1, 2])
    const report = await run([2, 1], { 1: spawning(3, { issue_number: 4, spawn_kind: "idea" }) })
    expect(report.branch).toMatch(/^idd\/chain-multi-[0-9a-f]{8}-mend-part-1$/)
    expect(fixture.git("log", "--format=%s", "--reverse", "main..")).toBe(
      "Work on part 1\nWork on part 3\nWork on part 2",
    )
    const head = fixture.git("rev-parse", "HEAD")
    expect(fixture.git("ls-remote", "origin", report.branch)).toBe(
      `${head}\trefs/heads/${report.branch}`,
    )
    const [pull, ...others] = await pulls()
    expect(others).toEqual([])
    expect(pull).toMatchObject({
      number: report.pull_request?.number,
      title: "chain (multi-root): 2 issues — Mend part 1",
      head_ref: report.branch,
      base_ref: "main",
      state: "OPEN",
    })
    expect(pull?.body).toMatch(/^Refs #1 #2 #3\n/)
    expect(pull?.body).toContain("| #3 | 1 | <code>test-worker look-around</code> | verified |")
    expect(pull?.body).toContain("<summary>#2 (root_id=2) — <code>Mend part 2</code></summary>")
    expect(pull?.body).not.toMatch(/(clos|fix|resolv)\w*:? +#/i)
    expect(fixture.sandbox.applied.map(({ mutation }) => mutation)).toEqual(["createPullRequest"])
    expect(reportText(report)).toBe(`#1 PASS  Mend part 1
  #3 verified  Mend part 3
#2 PASS  Mend part 2
#4 was filed but not processed: it shares no file or skill with its root and is not a sister-bug

Branch ${report.branch}; pull request #${pull?.number}: ${pull?.url}

Review the pull request, merge it, then close each issue by hand. Nothing was closed or merged.`)
    expect(fixture.git("status", "--porcelain")).toBe("")
  })

  rarely("keeps the commits of a failed subtree and reports how to continue", async () => {
    await begin(parts(4), [1, 2])
    const report = await run([1, 2], {
      1: spawning(3, 4),
      4: (job) => {
        commit(job)
        return { verdict: "failed", because: "the tests are red" }
      },
    })
    expect(fixture.git("log", "--format=%s", "--reverse", "main..")).toBe(
      "Work on part 1\nWork on part 4\nWork on part 2",
    )
    expect(report.state).toMatchObject({ failed_at: [4], failed_roots: [1], chained: [1, 2] })
    const [pull] = await pulls()
    expect(pull?.body).toMatch(/^Refs #1 #2\n/)
    expect(pull?.body).toContain("- [x] Diagnose ✓ for all 3 issues")
    expect(pull?.body).toContain("- [ ] Implement: missing for #4")
    expect(pull?.body).toContain("- [ ] Verify: missing for #4")
    const text = reportText(report)
    expect(text).toContain("#1 FAIL")
    expect(text).toContain("#3 was filed but not processed: its root's subtree has failed")
    for (const way of [
      `Check the failure in pull request #${pull?.number}`,
      `git switch ${report.branch}, then work on #4`,
      "Start over from a clean main: git switch main; ghx issue-chain 4",
      `gh pr close ${pull?.number}; git switch main; git branch -D ${report.branch}; git push origin --delete ${report.branch}`,
    ])
      expect(text).toContain(way)
  })

  rarely(
    "uses a longer hash if the branch name exists, and rejects a second collision",
    async () => {
      await begin(parts(2), [1, 2])
      const { branch } = await issueChainProspect({
        ghx: fixture.ghx,
        repository: fixture.repository,
        cwd: fixture.cwd,
        roots: [1, 2],
        worker: async () => ({ verdict: "verified" }),
      })
      fixture.git("branch", branch)
      const report = await run([1, 2])
      expect(report.branch).toMatch(/^idd\/chain-multi-[0-9a-f]{16}-mend-part-1$/)
      expect(report.branch.startsWith(branch.slice(0, 24))).toBe(true)
      fixture.git("switch", "--quiet", "main")
      expect(await problemOf(run([1, 2]))).toBe("branch_exists")
    },
  )
})

describeRarely("the report of an issue chain", () => {
  rarely("lists the roots beyond the limit of ten issues", async () => {
    await begin(
      parts(12),
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
    const report = await run(Array.from({ length: 12 }, (_, index) => index + 1))
    expect(report.state.chained).toHaveLength(10)
    expect(unreachedRoots(report.state)).toEqual([11, 12])
    const [pull] = await pulls()
    expect(pull?.title).toBe("chain (multi-root): 10 of 12 issues — Mend part 1")
    expect(pull?.body).toContain("- #12 <code>Mend part 12</code>: a chain works on ten issues")
    expect(pull?.body).toContain("**Verify-gated**: 10 of 12 issues are verified")
    const text = reportText(report)
    expect(text).toContain("#12 NOT REACHED  Mend part 12")
    expect(text).toContain("#11, #12 were not processed")
    expect(text).toContain("git switch main; ghx issue-chain 11 12")
    expect(text).not.toContain("merge it")
  })

  rarely(
    "lists each issue without a diagnosis in the pull request, spawned ones included",
    async () => {
      await begin([{ comments: [] }, { comments: ["Me too."] }, {}], [1])
      await run([1], { 1: spawning(2, 3) }, { gate: async () => "proceed" })
      const [pull] = await pulls()
      expect(pull?.body).toContain("- [ ] Diagnose: missing for #1, #2\n")
      expect(pull?.body).toContain("- [x] Implement ✓ for all 3 issues")
      expect(pull?.body).toMatch(/#2 \(root_id=1\).*?- Diagnosis: none/s)
      // GitHub links numbers, whole hashes and URLs.
      expect(pull?.body).toMatch(
        /#3 \(root_id=1\).*?- Phase: verified \(#3\)\n- Commit: [0-9a-f]{40}\n- Diagnosis: http\S+\/issues\/3#issuecomment-\d+\n/s,
      )
    },
  )

  rarely("lists the issues that a worker filed before it failed", async () => {
    await begin(parts(4), [1, 2])
    const report = await run([1, 2], {
      1: async (job, here) => {
        await spawning(3, 99)(job, here)
        return { verdict: "failed", because: "the tests are red" }
      },
    })
    expect(report.state.filed_only).toEqual([
      { issue: 3, because: "parent_failed" },
      { issue: 99, because: "missing" },
    ])
    expect(reportText(report)).toContain(
      "#3 was filed but not processed: the issue that spawned it has failed",
    )
    const [pull] = await pulls()
    expect(pull?.body).toContain(
      "- #3 <code>Mend part 3</code>: the issue that spawned it has failed",
    )
  })
})

it("an issue fails when its worker commits nothing", async () => {
  await begin(parts(2), [1, 2])
  const report = await run([1, 2], { 1: () => ({ verdict: "verified" }) })
  expect(report.state).toMatchObject({ failed_at: [1], chained: [2] })
  expect(reportText(report)).toContain("#1 failed (root #1): the worker committed nothing")
})

describe("a root without a diagnosis for which the user proceeds", () => {
  it("gets one note in its body that the diagnosis was bypassed", async () => {
    await begin([{ comments: [], body: "It squeaks." }, {}], [1, 2])
    await run([1, 2], {}, { gate: async () => "proceed" })
    const { body } = await fixture.ghx.issue
      .view({ owner: "ada", repo: "engine", issue_number: 1 })
      .orThrow()
    expect(body).toMatch(/^It squeaks\.\n\n### Chain pre-flight: diagnosis bypassed\n/)
    expect(body.split("###")).toHaveLength(2)
    expect(fixture.sandbox.applied.map(({ mutation }) => mutation)).toEqual([
      "updateIssue",
      "createPullRequest",
    ])
  })
})

describe("an issue chain without commits", () => {
  it("opens no pull request", async () => {
    await begin(parts(1), [1])
    const report = await run([1], { 1: failing })
    expect(report).toMatchObject({ pull_request: null, state: { failed_at: [1] } })
    expect(reportText(report)).toContain("nothing was committed")
    expect(fixture.git("ls-remote", "--heads", "origin")).not.toContain("idd/")
  })
})

describe("phase 3 of an issue chain", () => {
  rarely(
    "leaves the branch pushed and reports how to continue if the pull request fails",
    async () => {
      // GitHub does not know this root's branch.
      await begin(parts(2), [2])
      const report = await run([1])
      expect(report.pull_request).toBeNull()
      expect(reportText(report)).toContain(
        `Continue with ghx issue-chain --resume, or by hand: git push origin ${report.branch}; gh pr create --head ${report.branch} --base main`,
      )
      expect(fixture.git("ls-remote", "--heads", "origin")).toContain(report.branch)
      expect(await pulls()).toEqual([])
    },
  )
  it("opens no pull request when the push is rejected, and resumes once it is accepted", async () => {
    await begin(parts(1), [1])
    const hook = join(fixture.remote, "hooks/pre-receive")
    writeFileSync(hook, "#!/bin/sh\necho full >&2\nexit 1\n", { mode: 0o755 })
    const report = await run([1])
    expect(report.no_pull_request).toMatch(/git push failed: .*full/s)
    expect(await pulls()).toEqual([])
    rmSync(hook)
    const { pull_request } = await run([], {}, { resume: true })
    expect((await pulls()).map(({ number }) => number)).toEqual([pull_request?.number])
    expect(fixture.git("log", "--format=%s", "main..")).toBe("Work on part 1")
  })
})

describe("an issue-chain worker that", () => {
  const hostile: Readonly<Record<string, [Deed, string]>> = {
    throws: [
      () => {
        throw new Error("out of ideas")
      },
      "out of ideas",
    ],
    "leaves uncommitted changes": [
      ({ cwd }) => {
        writeFileSync(join(cwd, "scratch.txt"), "…")
        return { verdict: "verified" }
      },
      "the worker left uncommitted changes, now in git stash",
    ],
    "leaves a .gitignore that includes the manifest": [
      ({ cwd }) => {
        writeFileSync(join(cwd, ".gitignore"), "!/.claude/\n!/.claude/**\n")
        return { verdict: "verified" }
      },
      "the worker left uncommitted changes, now in git stash",
    ],
    "ends during a merge conflict": [
      (job) => {
        begunConflict(job)
        return { verdict: "verified" }
      },
      "the worker left uncommitted changes, now in git stash",
    ],
    "ends during a rebase": [
      (job) => {
        const theirs = begunConflict(job)
        fixture.git("merge", "--abort")
        expect(() => fixture.git("rebase", "--quiet", theirs)).toThrow()
        return { verdict: "verified" }
      },
      "the worker ended on no branch",
    ],
    "removes the branch": [
      ({ branch }) => {
        fixture.git("switch", "--quiet", "main")
        fixture.git("branch", "--quiet", "-D", branch)
        return { verdict: "verified" }
      },
      "the worker ended on main",
    ],
    "switches to another branch": [
      (job) => {
        commit(job)
        fixture.git("switch", "--quiet", "--create", "elsewhere")
        return { verdict: "verified" }
      },
      "the worker ended on elsewhere",
    ],
    "switches to a branch without commits": [
      () => {
        fixture.git("switch", "--quiet", "--orphan", "empty")
        return { verdict: "verified" }
      },
      "the worker ended on empty",
    ],
    "amends an earlier commit": [
      () => {
        fixture.git("commit", "--quiet", "--amend", "--message=Mine")
        return { verdict: "verified" }
      },
      "the worker removed commits from before its start",
    ],
    "writes garbage into the manifest": [
      (job) => {
        commit(job)
        scribble(job.cwd, "{ half a li")
        return { verdict: "verified" }
      },
      "the worker wrote an invalid line into the manifest",
    ],
    "changes a line of the manifest": [
      (job) => {
        commit(job)
        const text = fixture.manifest()
        writeFileSync(join(job.cwd, MANIFEST_PATH), text.replace('"failed"', '"verified"'))
        return { verdict: "verified" }
      },
      "the worker changed existing lines of the manifest, which were restored",
    ],
    "removes the manifest": [
      (job) => {
        commit(job)
        writeFileSync(join(job.cwd, MANIFEST_PATH), "")
        return { verdict: "verified" }
      },
      "the worker changed existing lines of the manifest, which were restored",
    ],
    "leaves an unfinished phase in the issue's body": [
      async (job) => {
        commit(job)
        const body = "## Current Status\n\n**Phase**: needs-work\n"
        await fixture.ghx.issue.update({ owner: "ada", repo: "engine", issue_number: 2, body })
        return { verdict: "verified" }
      },
      "its body says Phase: needs-work",
    ],
  }

  /** A merge that stops at a conflict, with the branch that was merged. */
  function begunConflict(job: Job): string {
    const theirs = "theirs"
    fixture.git("switch", "--quiet", "--create", theirs)
    writeFileSync(join(job.cwd, `part-${job.issue}.txt`), "theirs")
    fixture.git("add", ".")
    fixture.git("commit", "--quiet", "--message=Theirs")
    fixture.git("switch", "--quiet", job.branch)
    commit(job)
    expect(() => fixture.git("merge", "--quiet", theirs)).toThrow()
    return theirs
  }

  rarely("commits to a branch that shares its name with a tag verifies its issue", async () => {
    await begin(parts(1), [1])
    fixture.git("tag", "idd/chain-1-mend-part-1")
    expect((await run([1])).state.chained).toEqual([1])
  })

  rarely("pushes the branch verifies its issue", async () => {
    await begin(parts(1), [1])
    const pushes: Deed = (job) => {
      commit(job)
      fixture.git("push", "--quiet", "--set-upstream", "origin", job.branch)
      return { verdict: "verified" }
    }
    expect((await run([1], { 1: pushes })).state.chained).toEqual([1])
  })

  it.each(some(Object.entries(hostile), 6))(
    "%s fails only its own issue",
    async (_what, [deed, why]) => {
      await begin(parts(3), [1, 2, 3])
      const report = await run([1, 2, 3], { 1: failing, 2: deed })
      expect(report.state.processed).toEqual({ 1: "failed", 2: "failed", 3: "verified" })
      expect(report.worked[1]?.because).toContain(why)
      expect(fixture.git("branch", "--show-current")).toBe(report.branch)
      expect(await issueChainStatus(fixture.cwd)).toContain("#2 FAIL\n#3 PASS")
      expect(await pulls()).toHaveLength(1)
    },
  )

  rarely("spawns closed or missing issues has them listed as filed, not processed", async () => {
    await begin([{}, { closed: true }], [1])
    const { state } = await run([1], { 1: spawning(2, 99) })
    expect(state.filed_only).toEqual([
      { issue: 2, because: "closed" },
      { issue: 99, because: "missing" },
    ])
  })
})

describe("an issue title", () => {
  const titles = [
    ["\u202egnp.exe </summary> Fixes #1", "idd/chain-1-gnp-exe-summary-fixes-1"],
    ["--upload-pack=x", "idd/chain-1-upload-pack-x"],
    ["ä".repeat(128), "idd/chain-1-issue"],
    ["$(id) `id`", "idd/chain-1-id-id"],
    ["long ".repeat(51), "idd/chain-1-long-long-long-long-long-long-long-long"],
    ["closes ada/engine#1 | @ada", "idd/chain-1-closes-ada-engine-1-ada"],
  ] as const
  it.each(some(titles, 3))(
    "is escaped in the branch, pull request title and body: %j",
    async (title, branch) => {
      await begin([{ title }], [1])
      const report = await run([1])
      expect(report.branch).toBe(branch)
      const [pull] = await pulls()
      expect(pull?.title.startsWith("chain: ")).toBe(true)
      for (const text of [pull?.title ?? "", pull?.body ?? ""]) {
        expect(text).not.toMatch(/\u202e|(clos|fix|resolv)\w*:?\s+[\w./-]*#\d/i)
      }
      expect(pull?.body?.match(/<\/summary>/g)).toHaveLength(1)
      // The branch has only the worker's commits.
      expect(fixture.git("log", "--format=%s", "main..")).toBe("Work on part 1")
    },
  )
})

rarely("an issue chain opens a new pull request instead of reusing a closed one", async () => {
  await begin(parts(1), [1])
  const first = await run([1])
  await fixture.ghx.pr.close({ owner: "ada", repo: "engine", pull_number: 2 }).orThrow()
  fixture.git("switch", "--quiet", "main")
  fixture.git("branch", "-D", first.branch)
  fixture.git("push", "--quiet", "origin", `:${first.branch}`)
  expect((await run([1])).pull_request?.number).toBe(3)
})

rarely("an issue chain reports a number beyond 32 bits as a missing issue", async () => {
  await begin(parts(1), [1])
  expect(await problemOf(run([2 ** 31]))).toBe("issue_not_found")
  const report = await run([1], { 1: spawning(2 ** 31) })
  expect(report.state.filed_only).toEqual([{ issue: 2 ** 31, because: "missing" }])
})

rarely(
  "an issue chain does not begin when another run began while the user was asked",
  async () => {
    await begin([{ comments: [] }, {}], [1, 2])
    const gate = async (): Promise<Choice> => {
      await run([2])
      writeFileSync(
        join(fixture.cwd, MANIFEST_PATH),
        fixture.manifest().replace(/.*"ended".*\n/, ""),
      )
      fixture.git("switch", "--quiet", "main")
      return "proceed"
    }
    expect(await problemOf(run([1], {}, { gate }))).toBe("under_way")
    expect(fixture.git("branch", "--show-current")).toBe("main")
  },
)

rarely("an issue chain that is interrupted before its first worker changes nothing", async () => {
  await begin([{ comments: [] }], [1])
  const interruption = new AbortController()
  const gate = async (): Promise<Choice> => {
    interruption.abort(new Error("interrupted"))
    return "proceed"
  }
  const { signal } = interruption
  await expect(run([1], {}, { gate, signal })).rejects.toThrow("interrupted")
  untouched()
})

it("readyIssues splits issues by whether a comment contains a diagnosis", async () => {
  const comments = ["Hello", "Well:\n## Diagnosis\nA leak."]
  await begin([{ comments }, { comments: ["### Diagnosis"] }, { comments: [] }], [1])
  expect(await readyIssues(fixture.ghx, fixture.repository, [3, 1, 2])).toEqual({
    ready: [1],
    not_ready: [3, 2],
  })
})
