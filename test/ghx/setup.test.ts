/** `ghx setup`, and the skill that it puts where agents look. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { parse } from "yaml"
import { ROOT } from "../projects.js"
import { type } from "./type.js"

const home = mkdtempSync(join(tmpdir(), "ghx-setup-"))
beforeAll(() => void vi.stubEnv("HOME", home))
afterAll(() => rmSync(home, { recursive: true }))

const skill = readFileSync(join(ROOT, "skills/ghx/SKILL.md"), "utf8")

test("ghx setup writes the skill once, and keeps local changes unless forced", async () => {
  const run = async (options: string) => {
    const { stdout, stderr, exitCode } = await type(`ghx setup ${options}`)
    const files: { path: string; status: string }[] = JSON.parse(stdout)
    return {
      files: files.map(({ path, status }) => [path.replace(home, "~"), status]),
      stderr,
      exitCode,
    }
  }
  const claude = "~/.claude/skills/ghx/SKILL.md"
  const others = "~/.agents/skills/ghx/SKILL.md"
  expect(await run("--global --agent codex")).toMatchObject({ files: [[others, "written"]] })
  expect((await run("--global")).files).toEqual([
    [claude, "written"],
    [others, "unchanged"],
  ])
  const path = join(home, ".claude/skills/ghx/SKILL.md")
  expect(readFileSync(path, "utf8")).toContain(skill)

  const changed = readFileSync(path, "utf8").replace("Beyond gh:", "As we use it:")
  writeFileSync(path, changed)
  expect(await run("--global --agent claude")).toEqual({
    files: [[claude, "kept"]],
    stderr: `ghx: local changes in ${path}\n  fix: Use --force to overwrite them\n`,
    exitCode: 1,
  })
  expect(readFileSync(path, "utf8")).toBe(changed)
  expect((await run(`--dir ${join(home, ".claude/skills")} --force`)).files).toEqual([
    [claude, "written"],
  ])
})

test("gh runs the commands that only gh has, unless it would reach another server", async () => {
  const folder = join(home, "with-gh")
  mkdirSync(folder)
  writeFileSync(join(folder, "gh"), '#!/bin/sh\necho "$@"\ncat\nexit 3\n', { mode: 0o755 })
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`)
  const line = "ghx alias set co 'pr checkout' --clobber"
  expect(await type(line, { stdin: "Text\n" })).toMatchObject({
    stdout: "alias set co pr checkout --clobber\nText\n",
    exitCode: 3,
  })
  expect((await type("ghx ssh-key list --help")).stdout).toBe("ssh-key list --help\n")
  expect((await type("ghx auth login --web")).stdout).toBe("auth login --web\n")
  vi.stubEnv("GHX_BASE_URL", "http://127.0.0.1:9")
  expect((await type("ghx config list")).exitCode).toBe(3)
  for (const words of ["ssh-key list", "attestation verify app", "auth login"]) {
    const { stdout, stderr, exitCode } = await type(`ghx ${words}`)
    expect([stdout, exitCode]).toEqual(["", 2])
    expect(stderr).toMatch(
      /^ghx: ghx has no .+ (?:install gh, whose|gh does not run it with GHX_BASE_URL)/,
    )
  }
  vi.stubEnv("PATH", "/nowhere")
  expect((await type("ghx alias list")).stderr).toContain("install gh, which then runs it")
})

test("ghx setup replaces an unchanged skill of an earlier version", async () => {
  const folder = join(home, "earlier")
  await type(`ghx setup --dir ${folder}`)
  const path = join(folder, "ghx/SKILL.md")
  const now = readFileSync(path, "utf8")
  // `printf 'Before.\n' | sha256sum`
  writeFileSync(path, "Before.\n<!-- ghx setup: a7a443d76815 -->\n")
  expect((await type(`ghx setup --dir ${folder}`)).exitCode).toBe(0)
  expect(readFileSync(path, "utf8")).toBe(now)
})

test("every command in the skill exits with 0", async () => {
  const [, head = ""] = /^---\n(.*?)\n---\n/s.exec(skill) ?? []
  expect(parse(head)).toEqual({ name: "ghx", description: expect.stringContaining("GitHub") })
  const github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
  const lines = [...skill.matchAll(/`(ghx (?:explain|pr|issue)\b[^`…]*)`/g)].map(
    ([, line = ""]) => line,
  )
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) {
    const { exitCode } = await type(line)
    expect({ line, exitCode }).toEqual({ line, exitCode: 0 })
  }
  await github.close()
})

test("the program of the skill runs as it stands", async () => {
  const [, program = ""] = /<<'E'\n(.*?)\nE\n/s.exec(skill) ?? []
  const github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "")
  const run = program.replace("ada", "hubot").replace("test.js", "README.md")
  const { stdout, stderr, exitCode } = await type("ghx js -R octocat/hello-world", { stdin: run })
  expect({ stderr, exitCode }).toMatchObject({ exitCode: 0 })
  expect(stdout).toMatch(/^{"asked":1,"test":"# /)
  expect(github.applied.map(({ mutation }) => mutation)).toEqual(["requestReviews"])
  await github.close()
})

test("ghx setup --alias makes gh a link to ghx, which finds the real gh behind itself", async () => {
  const folder = join(home, "alias")
  const before = process.argv
  const installed = join(home, "installed")
  const bin = join(installed, "dist/bin.js")
  mkdirSync(join(installed, "dist"), { recursive: true })
  writeFileSync(join(installed, "package.json"), '{ "name": "ghx" }')
  writeFileSync(bin, "#!/bin/sh\n", { mode: 0o755 })
  process.argv = [before[0] ?? "", bin]
  const line = `ghx setup --alias --dir ${folder}`
  expect(await type(line)).toMatchObject({
    exitCode: 0,
    stderr: `note: ${folder} is not in PATH\n`,
  })
  expect(JSON.parse((await type(line)).stdout)[0].status).toBe("unchanged")
  expect(realpathSync(join(folder, "gh"))).toBe(realpathSync(bin))
  const { PATH } = process.env
  vi.stubEnv("PATH", folder)
  const { stdout } = await type("ghx doctor --sandbox")
  expect(stdout).toContain("not installed: the gh in PATH is ghx")
  vi.stubEnv("PATH", PATH)
  rmSync(join(folder, "gh"))
  writeFileSync(join(folder, "gh"), "#!/bin/sh\n")
  expect((await type(line)).stderr).toContain("is another program\n  fix: Use --force")
  expect(readFileSync(join(folder, "gh"), "utf8")).toBe("#!/bin/sh\n")
  process.argv = before
})
