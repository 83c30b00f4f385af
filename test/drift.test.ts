import { createHash } from "node:crypto"
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import {
  contentsOf,
  copySmallProject,
  differences,
  generateHere,
  runGenerator,
  writesOf,
} from "./command.js"

const folder = mkdtempSync(join(tmpdir(), "ghx-drift-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Compiled once. Every test works on a copy, including the cache.
const compiled = join(folder, "compiled")
copySmallProject(compiled)
const first = await generateHere(compiled)

let count = 0
function freshProject(): string {
  count += 1
  const project = join(folder, String(count))
  cpSync(compiled, project, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  return project
}

function edit(project: string, path: string, change: (text: string) => string): void {
  const before = readFileSync(join(project, path), "utf8")
  const after = change(before)
  if (after === before) throw new Error(`the edit of ${path} changes nothing`)
  writeFileSync(join(project, path), after)
}

describe("pnpm gen --check", () => {
  it("passes on the output of pnpm gen and writes nothing", async () => {
    expect(first).toMatchObject({ exitCode: 0, stderr: "" })
    const project = freshProject()
    const before = writesOf(project)
    const silence = { exitCode: 0, stdout: "", stderr: "" }
    expect(runGenerator(project, ["--check"])).toEqual(silence)
    expect(runGenerator(project, ["--check", "--no-cache"])).toEqual(silence)
    expect(differences(before, writesOf(project))).toEqual([])
  })

  /** Cases of drift: Runs `change`, which causes drift, and expects that the check reports all of it. */
  const drifts: {
    what: string
    change: (project: string) => void
    says: string[]
    isCardChange?: boolean
  }[] = [
    {
      what: "edited, missing and extra files",
      change: (project) => {
        edit(project, "generated/shapes/issue_summary.ts", (text) =>
          text.replace("issue.stateReason", '"Mine"'),
        )
        appendFileSync(join(project, "generated/types.ts"), "// By the way …\n")
        rmSync(join(project, "generated/operations/issue/view.ts"))
        mkdirSync(join(project, "generated/wiki/page"), { recursive: true })
        writeFileSync(join(project, "generated/wiki/page/view.ts"), "export {}\n")
        writeFileSync(join(project, "generated/notes.md"), "Remember the milk.\n")
      },
      says: [
        "generated/shapes/issue_summary.ts is out of date",
        '-\t\tstate_reason: "Mine",\n+\t\tstate_reason: issue.stateReason,',
        "generated/types.ts is out of date",
        "-// By the way …",
        "generated/operations/issue/view.ts is missing",
        "--- /dev/null",
        "generated/wiki/page/view.ts is extra",
        "generated/notes.md is extra",
        "+++ /dev/null",
      ],
    },
    {
      what: "a changed card and a removed capability",
      change: (project) => {
        edit(project, "cards/issue/view.yaml", (text) => text.replace("Show one", "Look at one"))
        rmSync(join(project, "cards/user/me.yaml"))
        rmSync(join(project, "operations/user/me.graphql"))
      },
      says: [
        "generated/issue/view.ts is out of date",
        "- * Show one issue.\n+ * Look at one issue.",
        "generated/user/me.ts is extra",
        "generated/operations/user/me.ts is extra",
        "generated/registry.ts is out of date",
      ],
      isCardChange: true,
    },
  ]

  const named = drifts.map((drift) => [drift.what, drift] as const)
  it.each(named)(
    "reports %s, and pnpm gen repairs it",
    async (_what, { change, says, isCardChange }) => {
      const project = freshProject()
      const compiledBefore = contentsOf(project)
      change(project)
      const before = writesOf(project)
      const check = await generateHere(project, ["--check"])
      expect(check.exitCode).toBe(1)
      for (const text of says) expect(check.stdout).toContain(text)
      expect(check.stdout).toContain("Run `pnpm gen` and commit the result.")
      expect(differences(before, writesOf(project))).toEqual([])

      expect(await generateHere(project)).toMatchObject({ exitCode: 0, stderr: "" })
      expect((await generateHere(project, ["--check"])).exitCode).toBe(0)
      if (!isCardChange) expect(differences(compiledBefore, contentsOf(project))).toEqual([])
      expect(readdirSync(join(project, "generated"))).not.toContain("wiki")
      expect(existsSync(join(project, "generated/user"))).toBe(
        existsSync(join(project, "cards/user/me.yaml")),
      )
    },
  )
})

describe("pnpm gen", () => {
  it("writes no file when nothing changed", async () => {
    const project = freshProject()
    const before = writesOf(project)
    expect(await generateHere(project)).toEqual({
      exitCode: 0,
      stdout: "Nothing changed.\n",
      stderr: "",
    })
    const compiled = await generateHere(project, ["--no-cache"])
    expect(compiled).toMatchObject({ exitCode: 0, stderr: "" })
    expect(compiled.stdout).toMatch(/^\d+ capabilities, \d+ files; 0 files changed\.\n$/)
    expect(differences(before, writesOf(project))).toEqual([])
  })

  it("removes a file that belongs to no card, even when nothing else changed", async () => {
    const project = freshProject()
    const extra = join(project, "generated/extra.ts")
    writeFileSync(extra, "export {}\n")
    expect(await generateHere(project, ["--check"])).toMatchObject({ exitCode: 1 })
    expect(await generateHere(project)).toMatchObject({ exitCode: 0, stderr: "" })
    expect(existsSync(extra)).toBe(false)
  })

  it("rewrites only the files of a changed card and the lists of all cards", async () => {
    const project = freshProject()
    edit(project, "cards/issue/view.yaml", (text) => text.replace("Show one", "Look at one"))
    const before = writesOf(project)
    expect((await generateHere(project)).exitCode).toBe(0)
    expect(differences(before, writesOf(project))).toEqual([
      "generated/catalog.ts",
      "generated/contracts/issue.view.json",
      "generated/issue/view.ts",
    ])
  })

  it("with --dry-run lists the files to write and remove, and writes nothing", async () => {
    const project = freshProject()
    rmSync(join(project, "generated/issue/view.ts"))
    writeFileSync(join(project, "generated/extra.ts"), "export {}\n")
    const before = writesOf(project)
    expect(await generateHere(project, ["--dry-run"])).toEqual({
      exitCode: 0,
      stdout: "would remove generated/extra.ts\nwould write generated/issue/view.ts\n",
      stderr: "",
    })
    expect(differences(before, writesOf(project))).toEqual([])
  })

  it.each([
    ["pnpm gen", []],
    ["pnpm gen --check", ["--check"]],
  ])("changes no file when a card has an error: %s", async (_command, args) => {
    const project = freshProject()
    edit(project, "cards/issue/delete.yaml", (text) => text.replace("owner.login", "owner.logn"))
    edit(project, "cards/repo/view.yaml", (text) => text.replace("Show", "Present"))
    rmSync(join(project, "generated/issue/list.ts"))
    const before = writesOf(project)
    const { exitCode, stderr } = await generateHere(project, args)
    expect(exitCode).toBe(1)
    expect(stderr).toContain("cards/issue/delete.yaml:")
    expect(stderr).toContain("1 error; nothing was written.")
    expect(differences(before, writesOf(project))).toEqual([])
  })
})

describe("pnpm gen --keep-going", () => {
  it("writes the other capabilities, names the skipped card, and exits with 1", async () => {
    const project = freshProject()
    edit(project, "cards/issue/delete.yaml", (text) => text.replace("owner.login", "owner.logn"))
    edit(project, "cards/repo/view.yaml", (text) => text.replace("Show", "Present"))
    const { exitCode, stderr } = await generateHere(project, ["--keep-going"])
    expect(exitCode).toBe(1)
    expect(stderr).toContain("1 error; skipped: cards/issue/delete.yaml.")
    expect(existsSync(join(project, "generated/issue/delete.ts"))).toBe(false)
    expect(readFileSync(join(project, "generated/repo/view.ts"), "utf8")).toContain("* Present")
    edit(project, "cards/issue/delete.yaml", (text) => text.replace("owner.logn", "owner.login"))
    edit(project, "cards/repo/view.yaml", (text) => text.replace("Present", "Show"))
    expect(await generateHere(project)).toMatchObject({ exitCode: 0, stderr: "" })
    expect(differences(contentsOf(compiled), contentsOf(project))).toEqual([])
  })
})

describe("the compiler's cache", () => {
  const expected = contentsOf(compiled)
  const checksumOf = (text: string) => createHash("sha256").update(text).digest("hex")

  it("is ignored if it is damaged or belongs to another compiler", async () => {
    const project = freshProject()
    const folder = join(project, ".cache/gen")
    const [name = "", ...others] = readdirSync(folder).filter((one) => one.endsWith(".cache"))
    expect(others, "there is one cache").toEqual([])
    const damages = [
      () => "",
      () => "{}",
      () => "null",
      (text: string) => text.slice(0, text.length / 2),
      (text: string) => text.replaceAll("Input", "Output"),
    ]
    const entries = readFileSync(join(folder, name), "utf8").trimEnd().split("\n")
    // One for each kind of damage.
    expect(entries.length).toBeGreaterThanOrEqual(damages.length)
    const foreign = entries.map((entry) => {
      const [key = "", checksum = ""] = entry.split(" ", 2)
      const body = entry.slice(key.length + checksum.length + 2)
      // The cache would trust this entry if it read it.
      expect(checksumOf(body)).toBe(checksum)
      const other = body.replaceAll("Input", "Output")
      return `${key} ${checksumOf(other)} ${other}\n`
    })
    writeFileSync(join(folder, "0123456789abcdef.cache"), foreign.join(""))
    const damaged = entries.map(
      (entry, index) => `${damages[index % damages.length]?.(entry) ?? ""}\n`,
    )
    writeFileSync(join(folder, name), damaged.join(""))
    rmSync(join(project, "generated"), { recursive: true })
    expect(await generateHere(project)).toMatchObject({ exitCode: 0, stderr: "" })
    expect(differences(expected, contentsOf(project))).toEqual([])
    expect(readdirSync(folder).sort()).toEqual([name, "last-run.json"])
  })

  it("may have a damaged record of the last run, and no file is rewritten", async () => {
    const project = freshProject()
    const memory = join(project, ".cache/gen/last-run.json")
    const text = readFileSync(memory, "utf8")
    const before = writesOf(project)
    for (const damaged of [text.slice(0, text.length / 2), "{}", "[]"]) {
      writeFileSync(memory, damaged)
      expect(await generateHere(project)).toMatchObject({ exitCode: 0, stderr: "" })
    }
    expect(differences(before, writesOf(project))).toEqual([])
  })

  it("may be impossible to write", async () => {
    const project = freshProject()
    const cache = join(project, ".cache/gen")
    // Permissions do not stop the superuser, but a file in place of the folder does.
    rmSync(cache, { recursive: true })
    writeFileSync(cache, "not a folder")
    rmSync(join(project, "generated"), { recursive: true })
    expect(await generateHere(project)).toMatchObject({ exitCode: 0, stderr: "" })
    expect(differences(expected, contentsOf(project))).toEqual([])
    expect(readFileSync(cache, "utf8")).toBe("not a folder")
  })
})
