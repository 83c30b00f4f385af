/**
 * `test/fetch-gh` downloads a private gh if there is none, once and completely, or prints one line with the
 * fix.
 */
import { execFileSync, spawnSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ROOT } from "./projects.js"

let project: string
let bin: string

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "ghx-fetch-"))
  bin = join(project, "bin")
  mkdirSync(join(project, "test"))
  mkdirSync(bin)
  cpSync(join(ROOT, "test/fetch-gh"), join(project, "test/fetch-gh"))
  for (const name of ["sh", "cat", "cp", "dirname", "id", "mkdir", "mktemp", "mv", "rm", "tail"]) {
    const path = execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim()
    symlinkSync(path, join(bin, name))
  }
})
afterEach(() => rmSync(project, { recursive: true }))

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, name), 0o755)
}

function fetchGh() {
  const { status, stdout, stderr } = spawnSync(join(project, "test/fetch-gh"), {
    env: { PATH: bin },
    encoding: "utf8",
  })
  return { status, stdout, stderr }
}

const works = "#!/bin/sh\necho gh version 2"
const copy = () => join(project, ".cache/gh/gh")
const instruction = /^gh is not here.*: tests that need it are left out\. Install it from \S+\n$/

/** Stand-ins for apt-get and dpkg, which provide `gh`. */
function debian(gh: string): void {
  writeFileSync(join(project, "package"), gh)
  chmodSync(join(project, "package"), 0o755)
  program("apt-get", `case "$*" in *download*) echo deb > gh_2_all.deb;; *) echo lists >&2;; esac`)
  program("dpkg", `mkdir -p "$3/usr/bin" && cp ${project}/package "$3/usr/bin/gh"`)
}

it("test/fetch-gh uses an installed gh", () => {
  program("gh", "exit 0")
  debian(works)
  expect(fetchGh()).toEqual({ status: 0, stdout: "", stderr: "" })
  expect(existsSync(copy())).toBe(false)
})

describe("a private copy of gh from test/fetch-gh", () => {
  it("comes from apt without root, and is used again", () => {
    debian(works)
    expect(fetchGh()).toMatchObject({ status: 0, stderr: "" })
    expect(readdirSync(join(project, ".cache/gh"))).toEqual(["gh"])
    rmSync(join(bin, "apt-get"))
    expect(fetchGh()).toEqual({ status: 0, stdout: "", stderr: "" })
  })

  it("comes from Homebrew", () => {
    writeFileSync(join(project, "bottle"), works)
    chmodSync(join(project, "bottle"), 0o755)
    program("brew", `case "$1" in --cache) echo bottle.tar.gz;; fetch) exit 0;; esac`)
    // The archive has a folder named after the version.
    program("tar", `mkdir -p "$4/gh/2.0/bin" && cp ${project}/bottle "$4/gh/2.0/bin/gh"`)
    expect(fetchGh()).toMatchObject({ status: 0, stderr: "" })
    expect(readdirSync(join(project, ".cache/gh"))).toEqual(["gh"])
  })

  it("is discarded if it does not run", () => {
    debian("#!/bin/sh\nexit 1")
    expect(fetchGh()).toMatchObject({ status: 1, stderr: expect.stringMatching(instruction) })
    expect(readdirSync(join(project, ".cache/gh"))).toEqual([])
  })
})

it("test/fetch-gh prints one line with instructions if it cannot fetch gh", () => {
  expect(fetchGh()).toEqual({ status: 1, stdout: "", stderr: expect.stringMatching(instruction) })
  program("apt-get", "echo Temporary failure resolving >&2; exit 100")
  program("dpkg", "exit 1")
  const { stderr } = fetchGh()
  expect(stderr).toMatch(instruction)
  expect(stderr).toContain("(Temporary failure resolving)")
})
