/** Tests `ghx issue-chain` from the command line, with workers that are commands. */
import { execSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { delimiter, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { MANIFEST_PATH, rememberedWorker } from "../../surfaces/issue-chain/index.js"
import { type } from "../ghx/type.js"
import { createFolderWithPackage } from "../installed.js"
import { blocksOf, pages } from "../pages.js"
import { ROOT } from "../projects.js"
import { rarely } from "../rarely.js"
import { some } from "../some.js"
import { type Fixture, type IssueSeed, makeFixture } from "./fixture.js"

let folder: string
beforeAll(async () => {
  folder = await createFolderWithPackage("issue-chain-command")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let fixture: Fixture
const home = process.cwd()
afterEach(async () => {
  process.chdir(home)
  vi.unstubAllEnvs()
  await fixture.close()
})

/** Goes to a fixture's clone, with `ghx` on the path. */
async function goTo(issues: readonly IssueSeed[], roots: readonly number[]): Promise<void> {
  fixture = await makeFixture(issues, roots)
  const bin = join(fixture.cwd, "../bin")
  mkdirSync(bin)
  const command = `#!/bin/sh\nexec node ${folder}/node_modules/ghx/dist/surfaces/command/bin.js "$@"\n`
  writeFileSync(join(bin, "ghx"), command, { mode: 0o755 })
  vi.stubEnv("PATH", [bin, process.env.PATH].join(delimiter))
  vi.stubEnv("GHX_BASE_URL", fixture.sandbox.url)
  vi.stubEnv("GH_REPO", fixture.repository)
  vi.stubEnv("XDG_STATE_HOME", join(fixture.cwd, "../state"))
  process.chdir(fixture.cwd)
}

const running = (worker: string, more = "") =>
  type(`ghx issue-chain 1 --worker '${worker}' ${more}`)
const work = 'echo 1 > "$IDD_CHAIN_ISSUE.txt"; git add .; git commit --quiet --message Work'

rarely("ghx issue-chain prints what docs/issue-chains.md shows", async () => {
  const titles = ["Commas are lost", "Numbers overflow", "Help is missing"]
  await goTo(
    titles.map((title) => ({ title })),
    [1, 2, 3],
  )
  const workers = join(fixture.cwd, "../workers")
  cpSync(join(ROOT, "examples/workers"), workers, { recursive: true })
  const script = `case $IDD_CHAIN_ISSUE in
  1) exec sh ${workers}/spawn.sh ;;
  2) exec sh ${workers}/fail.sh ;;
  *) exec sh ${workers}/edit.sh ;;
esac
`
  writeFileSync(join(workers, "worker.sh"), script)
  const [block, ...others] = pages
    .filter(({ path }) => path === "docs/issue-chains.md")
    .flatMap(blocksOf)
    .filter(({ language }) => language === "console")
  expect(others).toEqual([])
  const [, ...lines] = block?.text.split(/^\$ /m) ?? []
  expect(lines).toHaveLength(3)
  for (const one of lines) {
    const [line = "", ...output] = one.trimEnd().split("\n")
    const { stdout } = await type(line.replace("worker.sh", `${workers}/worker.sh`))
    expect(stdout.trimEnd().replace(/multi-[0-9a-f]{8}/g, "multi-…")).toBe(output.join("\n"))
  }
  expect(fixture.git("log", "--format=%s", "--reverse", "main..")).toBe(
    "Solve #1\nSolve #5\nSolve #4\nSolve #2\nSolve #3",
  )
})

describe("ghx issue-chain exits with", () => {
  beforeEach(() => goTo([{}, { comments: [] }, { closed: true }], [1]))

  it("0 when every issue is verified", async () => {
    const { exitCode, stdout, stderr } = await running(work)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" })
    expect(stdout).toContain("#1 PASS")
    expect((await running(work)).stderr).toContain(
      "The branch idd/chain-1-mend-part-1 already exists",
    )
  })

  rarely(
    "1 when every issue failed, has no diagnosis without a terminal, or is closed",
    async () => {
      expect(await running("exit 3")).toMatchObject({
        exitCode: 1,
        stdout: expect.stringContaining("#1 failed (root #1): it exited with 3"),
      })
      fixture.git("switch", "--quiet", "main")
      expect(await type("ghx issue-chain 2 --worker true")).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("#2 have no diagnosis yet"),
      })
      expect(await type("ghx issue-chain 3 --worker true")).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("#3 is closed"),
      })
    },
  )

  it.each([
    ["ghx issue-chain --worker true", "no issues given"],
    ["ghx issue-chain one --worker true", 'an issue expects a positive number, not "one"'],
    ["ghx issue-chain 0x10 --worker true", 'an issue expects a positive number, not "0x10"'],
    ["ghx issue-chain 1", "no worker given"],
    ["ghx issue-chain 1 --resume --worker true", "--resume takes its issues from the manifest"],
    ["ghx issue-chain --resume --bfs --worker true", "--resume reuses the options of the run"],
    ["ghx issue-chain spawned 2 1 a b c true true", "missing required argument 'reason'"],
    ["ghx issue-chain spawned 2 1 a b c true true why", "the number of the root issue is missing"],
    ["ghx issue-chain spawned 2 1 a b c yes true why 1", "same_file expects true or false"],
    ["ghx issue-chain ready ada/engine", "missing required argument 'issues'"],
  ])("2 for %s", async (line, message) => {
    const { exitCode, stderr, stdout } = await type(line)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" })
    expect(stderr).toContain(message)
  })

  it("1 when `spawned` finds no run, or a manifest of another schema_version", async () => {
    vi.stubEnv("IDD_CHAIN_CURRENT_ROOT_ID", "1")
    const line = "ghx issue-chain spawned 2 1 a b c true true why"
    expect(await type(line)).toMatchObject({ exitCode: 1, stdout: "" })
    mkdirSync(join(fixture.cwd, MANIFEST_PATH, ".."), { recursive: true })
    writeFileSync(join(fixture.cwd, MANIFEST_PATH), '{"schema_version":1,"spawned":[]}\n')
    expect(await type(line)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("its schema_version is 1, expected 2"),
    })
    expect(fixture.manifest()).toBe('{"schema_version":1,"spawned":[]}\n')
  })

  rarely("3 when the issue does not exist", async () => {
    expect(await type("ghx issue-chain 99 --worker true")).toMatchObject({ exitCode: 3 })
  })
})

describe("the worker of the previous run", () => {
  beforeEach(() => goTo([{}], [1]))

  it("is reused by the recovery commands that a failed run prints", async () => {
    // The worker commits a part and fails, until the cause is fixed.
    const worker = `echo half > half.txt; git add .; git commit --quiet --message Half; test -e ../mended`
    const failed = await running(worker, "--worker-timeout 90")
    expect(failed.exitCode).toBe(1)
    const [, printed = ""] = /3\. Start over from a clean main: (.*)/.exec(failed.stdout) ?? []
    expect(printed).toMatch(
      /^gh pr close \d+; git switch main; git branch -D .*; ghx issue-chain 1$/,
    )
    writeFileSync(join(fixture.cwd, "../mended"), "")
    writeFileSync(join(fixture.cwd, "../bin/gh"), "#!/bin/sh\n", { mode: 0o755 })
    const [line = "", ...before] = printed.split("; ").reverse()
    for (const one of before.reverse()) execSync(one, { cwd: fixture.cwd, stdio: "pipe" })
    const again = await type(line)
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("#1 PASS") })
    expect(await rememberedWorker()).toEqual({ worker, worker_timeout_ms: 90_000 })
    expect(fixture.manifest()).not.toContain("half.txt")
  })

  rarely("is not kept, with a warning, in a folder that cannot be written", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {})
    writeFileSync(join(fixture.cwd, "../state"), "")
    expect((await running(work)).exitCode).toBe(0)
    expect(warned).toHaveBeenCalledWith(expect.stringContaining("is not kept for the next run"))
    warned.mockRestore()
    expect((await type("ghx issue-chain 1")).stderr).toContain("no worker given")
  })

  rarely("is never that of a manifest, even if the manifest is the clone's own", async () => {
    plantManifest(MANIFEST_PATH)
    expect(await type("ghx issue-chain --resume")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("no worker given"),
    })
    expect(existsSync(join(fixture.cwd, "../ran"))).toBe(false)
  })
})

/** A manifest of an unfinished run that names a worker, as earlier versions did. */
function plantManifest(path: string): void {
  const header = {
    type: "chain",
    schema_version: 2,
    repository: fixture.repository,
    roots: [1],
    traversal: "dfs",
    branch: "main",
    base: "main",
    begins_at: fixture.git("rev-parse", "HEAD"),
    bypassed: [],
    worker: "touch ../ran",
  }
  mkdirSync(join(fixture.cwd, path, ".."), { recursive: true })
  writeFileSync(join(fixture.cwd, path), `${JSON.stringify(header)}\n`)
}

describe("a manifest that somebody else may have written is refused, and not written to", () => {
  beforeEach(() => goTo([{}], [1]))
  const name = MANIFEST_PATH.split("/").at(-1) ?? ""
  const link = (target: string, path: string) => {
    mkdirSync(join(fixture.cwd, path, ".."), { recursive: true })
    symlinkSync(target, join(fixture.cwd, path))
  }

  const planted: [string, string, () => void][] = [
    ["that git tracks", "git tracks it", () => plantManifest(MANIFEST_PATH)],
    [
      "behind a link at the top",
      ".claude is a link",
      () => {
        plantManifest(`data/.idd/state/${name}`)
        link("data", ".claude")
      },
    ],
    [
      "behind a link below",
      ".claude/.idd/state is a link",
      () => {
        plantManifest(`data/${name}`)
        link("../../data", ".claude/.idd/state")
      },
    ],
    [
      "that is a link",
      "git tracks it",
      () => {
        plantManifest("data.jsonl")
        link("../../../data.jsonl", MANIFEST_PATH)
      },
    ],
    ["behind a link out of the clone", ".claude is a link", () => link("..", ".claude")],
    [
      "in a submodule",
      ".claude/.idd is a repository of its own",
      () => {
        plantManifest(MANIFEST_PATH)
        fixture.git("init", "--quiet", ".claude/.idd")
        fixture.git("-C", ".claude/.idd", "add", ".")
        fixture.git("-C", ".claude/.idd", "commit", "--quiet", "--message=Theirs")
      },
    ],
  ]
  it.each(some(planted, 2))("%s", async (_, why, plantAll) => {
    plantAll()
    fixture.git("add", "--all")
    fixture.git("commit", "--quiet", "--message=Theirs")
    const before = readdirSync(join(fixture.cwd, ".."))
    vi.stubEnv("IDD_CHAIN_CURRENT_ROOT_ID", "1")
    for (const line of [
      "ghx issue-chain 1",
      "ghx issue-chain 1 --worker true",
      "ghx issue-chain --resume --worker true",
      "ghx issue-chain status",
      "ghx issue-chain spawned 2 1 a b c true true why",
    ]) {
      const refused = await type(line)
      expect(refused, line).toMatchObject({ exitCode: 1, stdout: "" })
      expect(refused.stderr).toContain(`may come from somebody else: ${why}. Remove it`)
    }
    expect(readdirSync(join(fixture.cwd, ".."))).toEqual(before)
    expect(fixture.git("status", "--porcelain")).toBe("")
  })
})

describe("an issue-chain worker", () => {
  beforeEach(() => goTo([{ title: "$(touch evil) `touch evil`" }], [1]))

  rarely("is killed with its child processes when it exceeds --worker-timeout", async () => {
    const { exitCode, stdout } = await running(
      'trap "" TERM; while :; do echo alive >> ../beats; sleep 0.05; done & wait; sleep 1000',
      "--worker-timeout 1",
    )
    expect(exitCode).toBe(1)
    expect(stdout).toContain("it took longer than 1 seconds")
    const beats = readFileSync(join(fixture.cwd, "../beats"), "utf8")
    await sleep(300)
    expect(readFileSync(join(fixture.cwd, "../beats"), "utf8")).toBe(beats)
  })

  it.runIf(process.platform === "linux")(
    "ends together with children that left its process group",
    async () => {
      const beat = "while :; do echo alive >> ../beats; sleep 0.05; done"
      const { exitCode } = await running(
        `setsid sh -c "${beat}" & until test -e ../beats; do :; done; ${work}`,
      )
      expect(exitCode).toBe(0)
      const beats = readFileSync(join(fixture.cwd, "../beats"), "utf8")
      await sleep(300)
      expect(readFileSync(join(fixture.cwd, "../beats"), "utf8")).toBe(beats)
    },
  )

  rarely("accepts a timeout longer than the maximum delay of a timer", async () => {
    expect((await running(work, "--worker-timeout 3000000")).exitCode).toBe(0)
  })

  it("gets its issue in environment variables without executing the title as shell code", async () => {
    const { exitCode } = await running(
      'printf "%s\\n" "$IDD_CHAIN_ISSUE $IDD_CHAIN_CURRENT_ROOT_ID $IDD_CHAIN_DEPTH $IDD_CHAIN_ATTEMPT" "$IDD_CHAIN_BRANCH" "$IDD_CHAIN_ISSUE_TITLE" > told; git add told; git commit --quiet --message Told',
    )
    expect(exitCode).toBe(0)
    expect(fixture.git("show", "HEAD:told")).toBe(
      "1 1 0 1\nidd/chain-1-touch-evil-touch-evil\n$(touch evil) `touch evil`",
    )
    expect(fixture.git("ls-files", "--others")).not.toContain("evil")
  })

  rarely("that is interrupted leaves a run that --resume completes", async () => {
    const interruption = new AbortController()
    const interrupted = type(`ghx issue-chain 1 --worker 'touch ../begun; sleep 1000'`, {
      interrupted: interruption.signal,
    })
    await vi.waitFor(() => readFileSync(join(fixture.cwd, "../begun")))
    interruption.abort(new Error("interrupted"))
    expect(await interrupted).toMatchObject({
      exitCode: 130,
      stderr: expect.stringContaining("Continue with: ghx issue-chain --resume"),
    })
    const resumed = await type(`ghx issue-chain --resume --worker '${work}'`)
    expect(resumed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("#1 PASS") })
  })
})
