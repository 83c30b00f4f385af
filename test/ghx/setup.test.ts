/** `ghx setup`, and the skill that it puts where agents look. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { listCapabilities } from "ghx"
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
  const lines = [...skill.matchAll(/`(ghx (?:explain|exec|pr|issue)\b[^`…]*)`/g)].map(
    ([, line = ""]) => line,
  )
  expect(lines.length).toBeGreaterThan(5)
  for (const line of lines) {
    const { exitCode } = await type(line)
    expect({ line, exitCode }).toEqual({ line, exitCode: 0 })
  }
  await github.close()
})

test("ghx explain prints signatures that match the contracts, without destructive ones", async () => {
  const all = await listCapabilities({ signatures: true })
  const signatures = (await type("ghx explain")).stdout
  const printed = [...signatures.matchAll(/^- (\w+): (.*\)) *$/gm)].flatMap(
    ([, domain, calls = ""]) =>
      [...calls.matchAll(/([\w.]+)\((.*?)\)(?= |$)/g)].map(([, name, inputs = ""]) => ({
        id: `${domain}.${name}`,
        inputs: inputs
          .replaceAll(/: [^,]+/g, "")
          .split(", ")
          .filter(Boolean),
      })),
  )
  expect(printed.length).toBeGreaterThan(50)
  for (const { id, inputs } of printed) {
    const one = all.find((each) => each.id === id)
    const [, signature = ""] = /\((.*)\)/.exec(one?.signature ?? "") ?? []
    const number = id.startsWith("pr.") ? "pull_number" : "issue_number"
    for (const input of inputs)
      expect(signature.split(", "), id).toContain(input.replace("#", number))
    expect(one?.effect, id).not.toBe("destroy")
  }
})
