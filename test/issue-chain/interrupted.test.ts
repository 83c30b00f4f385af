/** Tests that a run which is killed after any of its effects continues to the same result as without the kill. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import {
  begin,
  type Ports,
  type RunOptions,
  resume,
} from "../../surfaces/issue-chain/flow/index.js"
import { ChainProblem, type Report, reportText } from "../../surfaces/issue-chain/index.js"
import { manifestOf } from "../../surfaces/issue-chain/manifest/index.js"
import { githubOf, openGit } from "../../surfaces/issue-chain/ports/index.js"
import { rarely } from "../rarely.js"
import { all } from "../some.js"
import { type Fixture, failing, makeFixture, scribble, spawning, workerOf } from "./fixture.js"

let fixture: Fixture
afterEach(() => fixture.close())

const issues = [{}, { comments: [], body: "It leaks." }, {}, {}, {}, {}]
const roots = [1, 2, 3]
const story = { 1: spawning(4, 5), 2: spawning(6), 6: failing }

const options: RunOptions = {
  roots,
  traversal: "dfs",
  signal: new AbortController().signal,
  onProgress: () => {},
}

/** An exception that stands for the end of the process; the run does not catch it. */
class Killed extends Error {}

interface Killing {
  readonly ports: Ports
  /** The number of effects. */
  count(): number
}

/** The real ports, which end the run after a number of effects: after writes, or during a worker. */
async function portsUntil(last: number): Promise<Killing> {
  let count = 0
  let killedInWorker = false
  const dies = () => {
    count += 1
    if (count === last) throw new Killed()
  }
  const after =
    <Args extends readonly unknown[], Result>(effect: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      const result = await effect(...args)
      dies()
      return result
    }
  const git = await openGit(fixture.cwd)
  const github = githubOf(fixture.ghx, fixture.repository)
  const manifest = manifestOf(git.root)
  const worker = workerOf(story, () => fixture)
  return {
    count: () => count,
    ports: {
      git: {
        ...git,
        exclude: after(git.exclude),
        createBranch: after(git.createBranch),
        switchTo: after(git.switchTo),
        push: after(git.push),
      },
      github: {
        ...github,
        updateBody: after(github.updateBody),
        createPullRequest: after(github.createPullRequest),
      },
      // A worker dies with the run; its commits stay.
      worker: async (job) => {
        try {
          return await worker(job)
        } finally {
          if (count + 1 === last) killedInWorker = true
          count += 1
        }
      },
      gate: async () => "proceed",
      manifest: {
        ...manifest,
        create: (header) => {
          manifest.create(header)
          dies()
        },
        record: (progress) => {
          if (killedInWorker) throw new Killed()
          manifest.record(progress)
          dies()
        },
        discard: () => {
          throw new Killed()
        },
      },
    },
  }
}

/** An effect in the middle of a run. */
const MIDWAY = 12

async function killedAt(last: number): Promise<boolean> {
  const { ports } = await portsUntil(last)
  try {
    await begin(ports, options)
    return false
  } catch (error) {
    if (error instanceof Killed) return true
    throw error
  }
}

async function resumeRun(): Promise<Report> {
  const { ports } = await portsUntil(Number.POSITIVE_INFINITY)
  return ports.manifest.read() === undefined ? begin(ports, options) : resume(ports, options)
}

/** The visible state after a run. */
async function seen(report: Report) {
  const pulls = await fixture.ghx.pr
    .list({ owner: "ada", repo: "engine", include_body: true })
    .orThrow()
  const commits = /\b[0-9a-f]{7,40}\b/g
  const root = await fixture.ghx.issue
    .view({ owner: "ada", repo: "engine", issue_number: 2 })
    .orThrow()
  return {
    state: report.state,
    text: reportText(report).replace(/http\S+/g, "URL"),
    pulls: pulls.items.map(({ title, body, head_ref }) => [
      title,
      body?.replace(commits, "SHA"),
      head_ref,
    ]),
    log: fixture.git("log", "--format=%s", "--reverse", "main.."),
    branches: fixture.git("branch", "--format=%(refname:short)"),
    remote: fixture.git("ls-remote", "--heads", "origin").replace(/^\S+/gm, "SHA"),
    body: root.body,
    status: fixture.git("status", "--porcelain"),
    stash: fixture.git("stash", "list"),
    writes: fixture.sandbox.applied.map(({ mutation }) => mutation),
  }
}

describe("an issue-chain run that is killed", () => {
  it("after any of its effects resumes to the same result as an uninterrupted run", async () => {
    fixture = await makeFixture(issues, roots)
    const whole = await portsUntil(Number.POSITIVE_INFINITY)
    const expected = await seen(await begin(whole.ports, options))
    expect(expected.writes).toEqual(["updateIssue", "createPullRequest"])
    expect(expected.state.chained).toEqual([1, 5, 4, 2, 3])
    const effects = whole.count()
    expect(effects).toBeGreaterThan(20)
    for (let last = 1; last <= effects; last += all ? 1 : 25) {
      await fixture.close()
      fixture = await makeFixture(issues, roots)
      expect(await killedAt(last), `effect ${last}`).toBe(true)
      expect(await seen(await resumeRun()), `effect ${last}`).toEqual(expected)
    }
  })

  rarely("after its end returns the same report on resume without further effects", async () => {
    fixture = await makeFixture(issues, roots)
    const first = await resumeRun()
    const before = fixture.manifest()
    // Somebody has merged it in the meantime, and has continued with other work.
    fixture.git("switch", "--quiet", "main")
    fixture.git("branch", "--quiet", "-D", first.branch)
    expect(await resumeRun()).toEqual(first)
    expect(fixture.git("branch", "--format=%(refname:short)")).toBe("main")
    expect(fixture.manifest()).toBe(before)
    expect(fixture.sandbox.applied).toHaveLength(2)
  })
})

describe("resuming an issue-chain run", () => {
  const problem = (resuming: Promise<unknown>) =>
    resuming.then(
      () => "resumed",
      (error) => (error instanceof ChainProblem ? error.code : error),
    )

  it("rejects a manifest that was changed since the run was killed", async () => {
    fixture = await makeFixture(issues, roots)
    await killedAt(MIDWAY)
    const { ports } = await portsUntil(Number.POSITIVE_INFINITY)
    const bytes = Buffer.from(fixture.manifest().replace('"issue":1', '"issue":3'))
    ports.manifest.restore(bytes)
    expect(await problem(resumeRun())).toBe("bad_manifest")
  })

  it("is required before another run begins", async () => {
    fixture = await makeFixture(issues, roots)
    await killedAt(MIDWAY)
    const { ports } = await portsUntil(Number.POSITIVE_INFINITY)
    expect(await problem(begin(ports, options))).toBe("under_way")
  })

  rarely("is rejected while the worker of the killed run is alive", async () => {
    fixture = await makeFixture(issues, roots)
    // The first worker has begun: checks, manifest, body, branch, switch, `working`.
    await killedAt(6)
    const child = spawn("sleep", ["60"])
    try {
      const manifest = manifestOf(fixture.cwd)
      manifest.record({ type: "worker", pid: child.pid ?? 0 })
      expect(await problem(resumeRun())).toBe("worker_running")
    } finally {
      child.kill("SIGKILL")
      await once(child, "exit")
    }
    expect((await resumeRun()).state.chained).toEqual([1, 5, 4, 2, 3])
  })
})

rarely("an issue-chain run resumes after an incomplete last line in the manifest", async () => {
  fixture = await makeFixture(issues, roots)
  await killedAt(MIDWAY)
  scribble(fixture.cwd, '{"type":"spawned","issue_nu')
  expect((await resumeRun()).state.chained).toEqual([1, 5, 4, 2, 3])
})

rarely(
  "an issue-chain run completes after any number of kills, without duplicate writes",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
        async (kills) => {
          fixture = await makeFixture(issues, roots)
          try {
            for (const last of kills) {
              const { ports } = await portsUntil(last)
              const continueRun = ports.manifest.read() === undefined ? begin : resume
              await continueRun(ports, options).catch((error) => {
                if (!(error instanceof Killed)) throw error
              })
            }
            const { state, pull_request } = await resumeRun()
            expect(state.chained).toEqual([1, 5, 4, 2, 3])
            expect(pull_request).not.toBeNull()
            expect(fixture.git("log", "--format=%s", "main..").split("\n")).toHaveLength(5)
            expect(fixture.sandbox.applied.map(({ mutation }) => mutation)).toEqual([
              "updateIssue",
              "createPullRequest",
            ])
          } finally {
            await fixture.close()
          }
        },
      ),
      { numRuns: 100 },
    )
  },
)
