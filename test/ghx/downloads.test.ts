/** Downloads into a folder that may be a stranger's clone: `ghx run download` and `ghx release download`. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { strToU8, type Zippable, zipSync } from "fflate"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { type } from "./type.js"

let sandbox: Sandbox
let store: Server
let archive: Uint8Array
/** Holds the clone, and what a link may lead to. */
let outside: string
let clone: string
const home = process.cwd()

beforeAll(async () => {
  sandbox = await startSandbox()
  store = createServer((_, answer) => answer.end(archive))
  await new Promise<void>((done) => store.listen(0, "127.0.0.1", done))
  vi.stubEnv("GHX_BASE_URL", sandbox.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
beforeEach(() => {
  sandbox.reset()
  outside = realpathSync(mkdtempSync(join(tmpdir(), "ghx-downloads-")))
  clone = join(outside, "clone")
  mkdirSync(join(clone, ".git"), { recursive: true })
  process.chdir(clone)
})
afterEach(() => {
  process.chdir(home)
  rmSync(outside, { recursive: true })
})
afterAll(async () => {
  await sandbox.close()
  store.close()
})

/** Runs `ghx run download` for an artifact with some files. */
function download(files: Zippable | Uint8Array, options = "") {
  archive = files instanceof Uint8Array ? files : zipSync(files)
  const { port } = store.address() as AddressInfo
  sandbox.injectFault({
    times: 1,
    match: { path: /\/zip$/ },
    status: 302,
    headers: { location: `http://127.0.0.1:${port}/` },
  })
  return type(`ghx run download 1 -n build ${options}`)
}

const text = (path: string) => readFileSync(path, "utf8")
const evil = strToU8("evil")
/** All paths below the clone. */
const there = () => readdirSync(clone, { recursive: true, encoding: "utf8" }).sort()

describe("ghx run download", () => {
  test("names artifacts that have expired or are not there", async () => {
    const { stderr, exitCode } = await download({ "a.txt": evil }, "-n coverage")
    expect(stderr).toContain("some artifacts are not downloaded; not there: coverage")
    expect([exitCode, there()]).toEqual([0, [".git", "build", "build/a.txt"]])
    sandbox.advance(91 * 86_400_000)
    expect(await type("ghx run download 1 -n build")).toMatchObject({
      stderr: "ghx: nothing to download; expired: build\n",
      exitCode: 2,
    })
  })

  test("takes the newest of several attempts' artifacts of one name", async () => {
    const artifact = (id: number, created_at: string) => ({
      ...{ id, name: "build", size_in_bytes: 1, expired: false, created_at, expires_at: null },
    })
    const artifacts = [40, 50].map((id) => artifact(id, `2025-01-${id - 30}T00:00:00Z`))
    const body = { total_count: 2, artifacts }
    sandbox.injectFault({ times: 1, match: { path: /\/artifacts$/ }, status: 200, body })
    const { stderr } = await download({ "a.txt": evil })
    expect(stderr).toContain("note: only the newest of each name: build")
    expect(sandbox.requests.at(-1)?.path).toMatch(/\/artifacts\/50\/zip$/)
  })

  test("writes no file whose checksum is another one", async () => {
    const damaged = zipSync({ "a.txt": [evil, { level: 0 }] })
    damaged[damaged.indexOf(evil[0] ?? 0, 30 + "a.txt".length)] = 0
    expect(await download(damaged)).toMatchObject({
      stderr: expect.stringContaining("the archive is damaged"),
      exitCode: 2,
    })
    expect(there()).toEqual([".git"])
  })

  test("overwrites nothing without --clobber, and then writes none of the files", async () => {
    writeFileSync("package.json", "mine")
    const files = { "a.txt": evil, "package.json": evil, "sub/b.txt": evil }
    expect(await download(files)).toMatchObject({
      stderr:
        "ghx: package.json already exists\n  fix: Use --clobber to overwrite, or another --dir\n",
      exitCode: 2,
    })
    expect(text("package.json")).toBe("mine")
    expect(there()).toEqual([".git", "package.json"])
    expect(await download(files, "--clobber")).toMatchObject({ stderr: "", exitCode: 0 })
    expect(text("package.json")).toBe("evil")
    expect(there()).toEqual([".git", "a.txt", "package.json", "sub", "sub/b.txt"])
  })

  test.each([
    ".git/hooks/post-checkout",
    "sub/.git",
    ".GIT/config",
    "git~1/config",
    ".git./config",
    ".git::$INDEX_ALLOCATION/config",
    ".g\u200cit/config",
    "../escaped.txt",
    "/escaped.txt",
  ])("never writes %s", async (path) => {
    const { stderr, exitCode } = await download({ "a.txt": evil, [path]: evil }, "--clobber")
    expect(stderr).toContain(`${JSON.stringify(path)} would be written`)
    expect(exitCode).toBe(2)
    expect(there()).toEqual([".git"])
    expect(existsSync(join(outside, "escaped.txt"))).toBe(false)
  })

  test.each(["--dir .git/hooks", "--dir .git"])(
    "writes nothing into git's folder with %s",
    async (options) => {
      const { stderr, exitCode } = await download({ "post-checkout": evil }, `${options} --clobber`)
      expect(stderr).toContain("would be written into git's own folder")
      expect(exitCode).toBe(2)
      expect(there()).toEqual([".git"])
    },
  )

  test.each([
    ["a link to a file", "../mine.txt"],
    ["a link to nothing", "../new.txt"],
  ])("does not write through %s, which --clobber replaces", async (_, target) => {
    writeFileSync("../mine.txt", "mine")
    symlinkSync(target, "notes.txt")
    const refused = await download({ "notes.txt": evil })
    expect(refused).toMatchObject({ stderr: expect.stringContaining("notes.txt already exists") })
    expect(readlinkSync("notes.txt")).toBe(target)
    expect(await download({ "notes.txt": evil }, "--clobber")).toMatchObject({ exitCode: 0 })
    expect(lstatSync("notes.txt").isFile()).toBe(true)
    expect(text("notes.txt")).toBe("evil")
    expect(text("../mine.txt")).toBe("mine")
    expect(existsSync("../new.txt")).toBe(false)
  })

  test.each([
    ["out/a.txt", ""],
    ["a.txt", "--dir out"],
    ["a.txt", "--dir out/deeper"],
    ["a.txt", "--dir ./out/../out"],
    ["out/folder/", ""],
  ])("does not follow a link of the clone to a folder: %s %s", async (path, options) => {
    symlinkSync("..", "out")
    const refused = await download(
      { [path]: path.endsWith("/") ? {} : evil },
      `${options} --clobber`,
    )
    expect(refused).toMatchObject({
      stderr: expect.stringContaining("out is a link to .., which ghx does not follow\n  fix: "),
      exitCode: 2,
    })
    expect(readdirSync(outside)).toEqual(["clone"])
  })

  test("does not follow a link of the clone from a folder inside of it", async () => {
    symlinkSync("..", "out")
    mkdirSync("sub")
    process.chdir("sub")
    expect((await download({ "a.txt": evil }, "--dir ../out")).stderr).toContain("is a link to ..")
    expect(readdirSync(outside)).toEqual(["clone"])
  })

  test("follows a link outside of the clone that the user names", async () => {
    mkdirSync("../disk")
    symlinkSync("disk", "../link")
    expect(await download({ "a.txt": evil }, "--dir ../link/new")).toMatchObject({ exitCode: 0 })
    expect(text("../disk/new/a.txt")).toBe("evil")
  })

  test("keeps the executable bit, and unpacks a link as a file", async () => {
    const attributes = (mode: number) => ({ attrs: mode << 16, os: 3 })
    const files = {
      "run.sh": [evil, attributes(0o100755)],
      "notes.txt": [evil, attributes(0o100644)],
      link: [strToU8("../mine.txt"), attributes(0o120777)],
    } satisfies Zippable
    expect(await download(files)).toMatchObject({ exitCode: 0 })
    const isExecutable = (path: string) => (lstatSync(path).mode & 0o100) !== 0
    expect(["run.sh", "notes.txt"].map(isExecutable)).toEqual([true, false])
    expect(lstatSync("link").isFile()).toBe(true)
  })

  const long = "n".repeat(300)
  test.each([
    ["an entry", { "a.txt": evil, [long]: evil }, ""],
    ["a folder", { "a.txt": evil, [`${long}/a.txt`]: evil }, ""],
    ["--dir", { "a.txt": evil }, `--dir ${long}`],
  ])("writes nothing if a name is too long: %s", async (_, files, options) => {
    expect(await download(files, options)).toMatchObject({
      stderr: expect.stringMatching(/^ghx: "\S*n{300}" is too long for a file name\n$/),
      exitCode: 2,
    })
    expect(there()).toEqual([".git"])
  })

  test("writes no artifact if the name of another is too long", async () => {
    const times = { created_at: "2025-01-01T00:00:00Z", expires_at: null }
    const artifact = { size_in_bytes: 1, expired: false, ...times }
    const artifacts = [
      { ...artifact, id: 1, name: "build" },
      { ...artifact, id: 2, name: long },
    ]
    const body = { total_count: 2, artifacts }
    sandbox.injectFault({ times: 1, match: { path: /\/artifacts$/ }, status: 200, body })
    expect((await download({ "a.txt": evil }, `-n ${long}`)).stderr).toContain("is too long")
    expect(there()).toEqual([".git"])
  })

  test("refuses an archive that declares more than 2 GiB, before it writes a file", async () => {
    const large = Object.fromEntries(["a", "b", "c"].map((name) => [name, new Uint8Array(1000)]))
    const refused = await download(declaring(zipSync(large), 2 ** 30))
    expect(refused.stderr).toMatch(
      /^ghx: The artifact build contains 3072 MiB of files; the limit is 2048 MiB\n {2}fix: /,
    )
    expect(there()).toEqual([".git"])
  })

  test.each([
    [
      "whose files are larger than declared",
      () => declaring(zipSync({ a: new Uint8Array(1e6) }), 9),
    ],
    ["that is damaged", () => zipSync({ a: evil }).slice(0, 20)],
    ["that contains a name twice", () => withTwo(zipSync({ a: evil, b: evil }))],
  ])("fails for an archive %s, and leaves no file", async (_, made) => {
    const failed = await download(made())
    expect(failed).toMatchObject({ stderr: expect.stringMatching(/^ghx: \S/), exitCode: 2 })
    expect(there()).toEqual([".git"])
  })
})

/** The archive with another size of each file in its directory. */
function declaring(zip: Uint8Array, size: number): Uint8Array {
  const bytes = Buffer.from(zip)
  const entry = Buffer.from([0x50, 0x4b, 1, 2])
  for (let at = bytes.indexOf(entry); at >= 0; at = bytes.indexOf(entry, at + 1)) {
    bytes.writeUInt32LE(size, at + 24)
  }
  return bytes
}

/** The archive in which the second file has the name of the first. */
function withTwo(zip: Uint8Array): Uint8Array {
  const bytes = Buffer.from(zip)
  bytes.write("a", bytes.lastIndexOf("b"))
  return bytes
}

describe("ghx release download", () => {
  const command = "ghx release download v0.1.0"

  test.each([
    ["hello.txt", ""],
    ["named.txt", "-O named.txt"],
  ])("does not write through a link: %s", async (file, options) => {
    symlinkSync("../new.txt", file)
    expect(await type(`${command} ${options}`)).toMatchObject({
      stderr: expect.stringContaining(`${file} already exists`),
      exitCode: 2,
    })
    await type(`${command} ${options} --skip-existing`)
    expect(readlinkSync(file)).toBe("../new.txt")
    expect(await type(`${command} ${options} --clobber`)).toMatchObject({ exitCode: 0 })
    expect(text(file)).toBe("Hello, World!\n")
    expect(existsSync("../new.txt")).toBe(false)
  })

  test.each(["--dir out", "-O out/hello.txt", "-O out/new/hello.txt"])(
    "does not follow a link of the clone to a folder: %s",
    async (options) => {
      symlinkSync("..", "out")
      const { stderr, exitCode } = await type(`${command} ${options} --clobber`)
      expect(stderr).toContain("out is a link to ..")
      expect(exitCode).toBe(2)
      expect(readdirSync(outside)).toEqual(["clone"])
    },
  )

  test.each(["-O", "--dir"])("writes nothing if a name is too long: %s", async (option) => {
    const { stderr, exitCode } = await type(`${command} ${option} ${"n".repeat(300)}`)
    expect(stderr).toMatch(/^ghx: "\S*n{300}" is too long for a file name\n$/)
    expect([exitCode, there()]).toEqual([2, [".git"]])
  })

  test("writes no file that did not arrive whole", async () => {
    const { port } = store.address() as AddressInfo
    archive = strToU8("Hello")
    sandbox.injectFault({
      times: 1,
      match: { path: /\/releases\/assets\/\d+$/ },
      status: 302,
      headers: { location: `http://127.0.0.1:${port}/` },
    })
    expect(await type(command)).toMatchObject({
      stderr: expect.stringContaining("hello.txt did not arrive whole"),
      exitCode: 2,
    })
    expect(there()).toEqual([".git"])
  })

  test("writes to a device, and refuses a folder and options that contradict each other", async () => {
    expect(await type(`${command} -O /dev/null --clobber`)).toMatchObject({ exitCode: 0 })
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true)
    mkdirSync("hello.txt")
    const refused = await type(`${command} --clobber`)
    expect(refused).toMatchObject({ stderr: "ghx: hello.txt is a folder\n", exitCode: 2 })
    const both = await type(`${command} --clobber --skip-existing`)
    expect(both.stderr).toBe("ghx: Use --clobber or --skip-existing, not both\n")
  })
})
