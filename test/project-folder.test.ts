/** Tests which files of a project the compiler reads, writes and leaves alone. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest"
import { listFiles } from "../generator/read/index.js"
import { Stopwatch } from "../generator/run/index.js"
import { initProject } from "../generator/scaffold/index.js"
import { compareSince } from "../generator/write/index.js"
import { generateHere } from "./command.js"
import { COMPILER, ROOT } from "./projects.js"
import { rarely } from "./rarely.js"

const folder = mkdtempSync(join(tmpdir(), "ghx-project-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
let project: string
let elsewhere: string
beforeEach(() => {
  count += 1
  project = join(folder, `${count}/project`)
  elsewhere = join(folder, `${count}/elsewhere`)
  mkdirSync(elsewhere, { recursive: true })
  for (const path of ["cards/user/me.yaml", "operations/user/me.graphql", ...pins])
    cpSync(join(ROOT, path), join(project, path))
})

const pins = ["github-schema.graphql", "github-rest.json", "gh.json"].map((pin) => `schema/${pin}`)

/** Moves a file or folder out of the project and leaves a link to it behind. */
function linkOut(path: string): void {
  const target = join(elsewhere, path.replaceAll("/", "_"))
  renameSync(join(project, path), target)
  symlinkSync(target, join(project, path))
}

describe("gen with a symlink that leads out of the project", () => {
  it.each(["cards", "cards/user", "cards/user/me.yaml", "operations/user"])(
    "does not read through it: %s",
    async (path) => {
      linkOut(path)
      const { exitCode, stdout, stderr } = await generateHere(project)
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" })
      expect(stderr).toMatch(new RegExp(`^${path} (?:leads out of the project|is a link)`))
    },
  )

  it("does not print the content of its target", async () => {
    writeFileSync(join(elsewhere, "secret"), "password: hunter2\n")
    symlinkSync(join(elsewhere, "secret"), join(project, "cards/user/secret.yaml"))
    const { exitCode, stdout, stderr } = await generateHere(project)
    expect(exitCode).toBe(1)
    expect(stderr).toContain("cards/user/secret.yaml leads out of the project")
    expect(stdout + stderr).not.toContain("hunter2")
  })

  it.each(["generated", "generated/user", "skills"])(
    "does not write through it: %s",
    async (path) => {
      await generateHere(project)
      linkOut(path)
      rmSync(join(elsewhere, path.replaceAll("/", "_")), { recursive: true })
      mkdirSync(join(elsewhere, path.replaceAll("/", "_")))
      for (const args of [[], ["--release"]]) {
        const { exitCode, stderr } = await generateHere(project, ["--no-cache", ...args])
        expect(exitCode).toBe(1)
        expect(stderr).toContain(`out of the project`)
      }
      expect(existsSync(join(elsewhere, path.replaceAll("/", "_"), "me.ts"))).toBe(false)
    },
  )
})

describe("gen in a clone with links", () => {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  it.each(["generated/user", "generated", "skills"])(
    "writes nothing through one to git's own folder: %s",
    async (path) => {
      put(join(project, ".git/HEAD"), "")
      mkdirSync(dirname(join(project, path)), { recursive: true })
      symlinkSync(join(project, ".git"), join(project, path))
      const { exitCode, stderr } = await generateHere(project)
      expect(stderr).toContain(`${path} is a link to `)
      expect(exitCode).toBe(1)
      expect(readdirSync(join(project, ".git"))).toEqual(["HEAD"])
      expect(existsSync(join(project, "generated/registry.ts"))).toBe(false)
    },
  )

  it("writes no temporary file through one, whose name can be foretold", async () => {
    const planted = join(project, `generated/user/me.ts.${process.pid}.tmp`)
    mkdirSync(dirname(planted), { recursive: true })
    symlinkSync(join(elsewhere, "new"), planted)
    expect(await generateHere(project)).toMatchObject({ exitCode: 0 })
    expect(existsSync(join(elsewhere, "new"))).toBe(false)
    expect(existsSync(join(project, "generated/user/me.ts"))).toBe(true)
  })

  it.each([".cache", ".cache/gen"])(
    "neither writes nor removes files through that of its cache: %s",
    async (path) => {
      put(join(elsewhere, "gen/mine"), "Mine")
      put(join(elsewhere, "mine"), "Mine")
      mkdirSync(dirname(join(project, path)), { recursive: true })
      symlinkSync(elsewhere, join(project, path))
      expect(await generateHere(project)).toMatchObject({ exitCode: 0, stderr: "" })
      expect(readdirSync(elsewhere)).toEqual(["gen", "mine"])
      expect(readdirSync(join(elsewhere, "gen"))).toEqual(["mine"])
    },
  )

  it.each(["cards/team", "operations/team"])("scaffolds nothing through one: %s", async (path) => {
    put(join(project, ".git/HEAD"), "")
    symlinkSync(join(project, ".git"), join(project, path))
    const args = ["new", "team.issue.file", "--mutation", "createIssue"]
    const { exitCode, stderr } = await generateHere(project, args)
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`${path} is a link to `)
    expect(readdirSync(join(project, ".git"))).toEqual(["HEAD"])
    expect(existsSync(join(project, "cards/team/issue"))).toBe(false)
  })

  it.each([
    [".github", ".git", ".github is a link to "],
    [".github/workflows", ".git", ".github/workflows is a link to "],
    [".github/workflows/ghx.yml", "missing", undefined],
    ["cards", "missing", "cards"],
    ["cards/issue", "missing", "cards/issue"],
  ])("ghx init writes nothing through one: %s -> %s", async (path, to, message) => {
    for (const folder of ["cards", "operations"]) rmSync(join(project, folder), { recursive: true })
    put(join(project, ".git/HEAD"), "")
    mkdirSync(dirname(join(project, path)), { recursive: true })
    symlinkSync(join(project, to), join(project, path))
    const root = { root: project, output: "src/ghx", package: ROOT }
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true)
    const end = await initProject(root).catch((error: Error) => error.message)
    written.mockRestore()
    if (message !== undefined) expect(end).toContain(message)
    expect(readdirSync(join(project, ".git"))).toEqual(["HEAD"])
    expect(existsSync(join(project, "missing"))).toBe(false)
    expect(existsSync(join(project, "operations"))).toBe(message === undefined)
  })
})

describe("gen with a file that it cannot use", () => {
  it.each<[string, string, (path: string) => void]>([
    ["generated", "not a directory", (path) => writeFileSync(path, "")],
    ["cards/user/loop.yaml", "too many symbolic links", (path) => symlinkSync("loop.yaml", path)],
  ])("names it, and the reason: %s", async (path, reason, make) => {
    make(join(project, path))
    const { exitCode, stdout, stderr } = await generateHere(project)
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" })
    expect(stderr).toMatch(new RegExp(`^\\S+/${path} cannot be used: ${reason}[^\n]*\n$`))
  })

  it("writes nothing if a folder is read-only", async () => {
    await generateHere(project)
    const card = join(project, "cards/user/me.yaml")
    writeFileSync(card, readFileSync(card, "utf8").replace(/^description: .*/m, "description: X."))
    const before = generatedTexts()
    const closed = join(project, "generated/user")
    chmodSync(closed, 0o555)
    const command = [process.execPath, join(ROOT, COMPILER), "--root", project]
    // Root may write everywhere, unless it gives that up.
    const without = ["setpriv", "--bounding-set=-dac_override"]
    const [file = "", ...args] = process.getuid?.() === 0 ? [...without, ...command] : command
    const { status, stderr } = spawnSync(file, args, { encoding: "utf8" })
    chmodSync(closed, 0o777)
    expect(stderr).toMatch(
      /^\S+generated\/user\/me\.ts cannot be used: permission denied\. Give [^\n]*\n$/,
    )
    expect(status).toBe(1)
    expect(generatedTexts()).toEqual(before)
  })
})

const generatedTexts = () =>
  listFiles(project, "generated").map((path) => [path, readFileSync(join(project, path), "utf8")])

describe("gen in a project with the package", () => {
  const inFolder = (output: string) => (root: string) => ({ root, output, package: ROOT })

  beforeEach(() => {
    for (const [kind, extension] of [
      ["cards", "yaml"],
      ["operations", "graphql"],
    ] as const) {
      const text = readFileSync(join(project, `${kind}/user/me.${extension}`), "utf8")
      rmSync(join(project, kind), { recursive: true })
      mkdirSync(join(project, `${kind}/team/user`), { recursive: true })
      writeFileSync(
        join(project, `${kind}/team/user/me.${extension}`),
        text.replace("UserMe", "TeamUserMe"),
      )
    }
  })

  it("names the folder that it left when `output` has moved, and that of a project without cards", async () => {
    expect(await generateHere(project, [], inFolder("src/ghx"))).toMatchObject({ exitCode: 0 })
    const { stderr, stdout } = await generateHere(project, [], inFolder("lib/ghx"))
    expect(stdout).toContain("1 capability")
    expect(stderr).toBe("src/ghx/ is no longer generated; remove it\n")
    expect(existsSync(join(project, "lib/ghx/team/user/me.ts"))).toBe(true)
    rmSync(join(project, "cards/team"), { recursive: true })
    expect((await generateHere(project, [], inFolder("lib/ghx"))).stderr).toContain(
      "remove lib/ghx/.",
    )
  })

  it("refuses a file of the user before it writes, also while watching", async () => {
    const place = inFolder("src/ghx")(project)
    mkdirSync(join(project, "src/ghx"), { recursive: true })
    writeFileSync(join(project, "src/ghx/own.ts"), "export {}\n")
    expect(() => compareSince(place, new Map(), new Map(), new Map())).toThrow(
      "src/ghx/own.ts is not a generated file",
    )
  })
})

describe("gen --check", () => {
  it("reports every pin that differs from its checksum", async () => {
    await generateHere(project)
    cpSync(join(ROOT, "schema/pin.json"), join(project, "schema/pin.json"))
    expect((await generateHere(project, ["--check"])).exitCode).toBe(0)
    for (const pin of pins) appendFileSync(join(project, pin), "\n")
    const { exitCode, stderr } = await generateHere(project, ["--check"])
    expect(exitCode).toBe(1)
    for (const pin of pins)
      expect(stderr).toContain(`${pin} differs from its record in schema/pin.json`)
  })
})

describe("gen in a checkout of Windows", () => {
  it("accepts CRLF in every file, and sends the same document", async () => {
    expect((await generateHere(project)).exitCode).toBe(0)
    const sent = join(project, "generated/operations/user/me.ts")
    const right = readFileSync(sent, "utf8")
    for (const folder of ["cards", "operations", "schema", "generated", "skills"]) {
      for (const path of readdirSync(join(project, folder), {
        recursive: true,
        encoding: "utf8",
      })) {
        const file = join(project, folder, path)
        if (!/\.\w+$/.test(path)) continue
        writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"))
      }
    }
    expect(await generateHere(project, ["--check"])).toMatchObject({ exitCode: 0, stderr: "" })
    rmSync(sent)
    expect((await generateHere(project)).exitCode).toBe(0)
    expect(readFileSync(sent, "utf8")).toBe(right)
  })
})

describe("gen --watch", () => {
  it("compiles each save of a card or a pin once it prints `watching`", async () => {
    const watcher = startWatching()
    try {
      await watcher.says("watching", 1)
      const card = join(project, "cards/user/me.yaml")
      writeFileSync(
        card,
        readFileSync(card, "utf8").replace(/^description: .*/m, "description: X."),
      )
      await watcher.says("watching", 2)
      expect(readFileSync(join(project, "generated/user/me.ts"), "utf8")).toContain(" * X.\n")
      const good = readFileSync(card, "utf8")
      writeFileSync(card, "[")
      await watcher.says("unchanged: cards/user/me.yaml", 1)
      expect(readFileSync(join(project, "generated/user/me.ts"), "utf8")).toContain(" * X.\n")
      writeFileSync(card, good)
      await watcher.says("watching", 4)
      const gh = join(project, "schema/gh.json")
      const text = readFileSync(gh, "utf8")
      writeFileSync(gh, "{")
      await watcher.says("schema/gh.json", 1)
      writeFileSync(gh, text)
      await watcher.says("watching", 6)
    } finally {
      await watcher.stop()
    }
  })

  rarely("compiles a save that follows right after another", async () => {
    const watcher = startWatching()
    const card = join(project, "cards/user/me.yaml")
    const save = (description: string) =>
      writeFileSync(
        card,
        readFileSync(card, "utf8").replace(/^description: .*/m, `description: ${description}.`),
      )
    try {
      await watcher.says("watching", 1)
      for (const gap of [15, 20, 25, 30, 35, 40, 45]) {
        save(`Before ${gap}`)
        await sleep(gap)
        save(`After ${gap}`)
        await watcher.generates("generated/user/me.ts", `After ${gap}.`)
      }
    } finally {
      await watcher.stop()
    }
  })

  rarely("restores edited and deleted generated files at the next save", async () => {
    const watcher = startWatching()
    const [card, generated] = ["cards/user/me.yaml", "generated/operations/user/me.ts"].map(
      (path) => join(project, path),
    ) as [string, string]
    try {
      await watcher.says("watching", 1)
      appendFileSync(card, "# one\n")
      await watcher.says("watching", 2)
      const right = readFileSync(generated, "utf8")
      // Of the same length as before.
      writeFileSync(generated, right.replace(/ /, "_"))
      appendFileSync(card, "# two\n")
      await watcher.says("restored generated/operations/user/me.ts", 1)
      expect(readFileSync(generated, "utf8")).toBe(right)
      rmSync(generated)
      appendFileSync(card, "# three\n")
      await watcher.says("restored generated/operations/user/me.ts", 2)
      expect(readFileSync(generated, "utf8")).toBe(right)
    } finally {
      await watcher.stop()
    }
  })

  it("compiles a save that is made during its start", async () => {
    const watcher = startWatching()
    const card = join(project, "cards/user/me.yaml")
    try {
      let saves = 0
      // Saves repeatedly until the watcher runs; only the last save counts.
      const saving = setInterval(() => {
        saves += 1
        appendFileSync(card, `# ${saves}\n`)
      }, 5)
      await watcher.says("watching", 1)
      clearInterval(saving)
      const text = readFileSync(card, "utf8").replace(/^description: .*/m, "description: Last.")
      writeFileSync(card, text)
      await watcher.generates("generated/user/me.ts", "Last.")
    } finally {
      await watcher.stop()
    }
  })
})

function startWatching() {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(ROOT, COMPILER), "--root", project, "--watch"],
    { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] },
  )
  let output = ""
  child.stdout?.on("data", (chunk) => {
    output += chunk
  })
  child.stderr?.on("data", (chunk) => {
    output += chunk
  })
  return {
    says: (text: string, times: number) =>
      vi.waitFor(() => expect(output.split(text).length - 1, output).toBeGreaterThanOrEqual(times)),
    generates: (path: string, text: string) =>
      vi.waitFor(() => expect(readFileSync(join(project, path), "utf8")).toContain(text)),
    stop: () =>
      new Promise<void>((stopped) => {
        child.once("exit", () => stopped())
        child.kill("SIGINT")
      }),
  }
}

it("Stopwatch excludes the time of a nested stage from the outer stage", () => {
  let clock = 0
  vi.spyOn(performance, "now").mockImplementation(() => clock)
  const stopwatch = new Stopwatch()
  stopwatch.time("plan", () => {
    clock += 5
    stopwatch.time("read", () => {
      clock += 100
    })
    clock += 2
  })
  vi.restoreAllMocks()
  expect(Object.fromEntries(stopwatch.totals)).toEqual({ plan: 7, read: 100 })
})
