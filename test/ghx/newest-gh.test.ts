/** Every command, option and field of the newest gh is known, or refused with advice. */
import { readFile } from "node:fs/promises"
import { startSandbox } from "ghx/sandbox"
import { beforeAll, expect, test, vi } from "vitest"
import { adviceForOption } from "../../surfaces/command/gh/index.js"
import gh from "./gh-commands.json" with { type: "json" }
import { type } from "./type.js"

// Nothing listens there.
beforeAll(() => {
  vi.stubEnv("GHX_BASE_URL", "http://127.0.0.1:9")
  vi.stubEnv("GH_REPO", "octocat/hello-world")
  // A gh that is installed would run its own commands.
  vi.stubEnv("PATH", "/nowhere")
})

type State = "known" | "advised" | "unknown"

async function stateOf(words: string, option: string, help: string): Promise<State> {
  if (new RegExp(`(?:^|[\\s,/])--(?:no-)?${option}(?![\\w-])`, "m").test(help)) return "known"
  const advice = await adviceForOption(words, `'--${option}'`, "")
  if (advice !== "") return "advised"
  const { stderr } = await type(`ghx ${words} --${option}`)
  return stderr.includes("unknown option") ? "unknown" : "known"
}

test("no command or option of gh is unknown to ghx", async () => {
  const unknown: string[] = []
  for (const [words, options] of Object.entries(gh.commands)) {
    const { stdout, stderr } = await type(`ghx ${words} --help`, { columns: 200 })
    if (/ghx has no .+: \w/.test(stderr)) continue
    if (!stdout.includes(`ghx ${words}`)) unknown.push(words)
    for (const option of options.split(" ").filter(Boolean)) {
      if ((await stateOf(words, option, stdout)) === "unknown") unknown.push(`${words} --${option}`)
    }
  }
  expect(unknown).toEqual([])
})

/** Arguments of commands that need some. */
const targets: Readonly<Record<string, string>> = {
  "discussion list": "-R octo-org/website",
  "discussion view": "9 -R octo-org/website",
  "issue view": "1",
  "pr checks": "7",
  "pr view": "7",
  "release view": "v0.1.0",
  "repo read-dir": "src",
  "repo read-file": "README.md",
  "run view": "2",
  "search code": "greet",
  "search commits": "typo",
  "search issues": "French",
  "search prs": "polite",
  "search repos": "hello",
  "variable get": "STAGE",
}

/** Asks for all fields of a command. Returns those that it refuses, and how. */
async function refusedOf(words: string, all: readonly string[]) {
  const refused: { readonly field: string; readonly stderr: string }[] = []
  const wanted = [...all]
  for (;;) {
    const line = `ghx ${words} ${targets[words] ?? ""} --json ${wanted}`
    const { stdout, stderr, exitCode } = await type(line)
    const [, field = ""] = /"(\w+)"/.exec(stderr) ?? []
    if (exitCode !== 2 || !wanted.includes(field)) {
      expect({ line, stderr, exitCode }).toMatchObject({ exitCode: 0 })
      const missing = wanted.filter((name) => !stdout.includes(`"${name}":`))
      expect({ line, missing }).toEqual({ line, missing: [] })
      return refused
    }
    wanted.splice(wanted.indexOf(field), 1)
    refused.push({ field: `${words} ${field}`, stderr })
  }
}

test("ghx prints at least 97 % of the --json fields of gh's commands, and has advice for the others", async () => {
  await using sandbox = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", sandbox.url)
  await type("ghx variable set STAGE --body test")
  let total = 0
  const refused: Awaited<ReturnType<typeof refusedOf>>[number][] = []
  for (const [words, names] of Object.entries(gh.fields)) {
    const { stderr } = await type(`ghx ${words} --help`)
    if (/ghx has no .+: \w/.test(stderr)) continue
    const all = names.split(" ")
    total += all.length
    refused.push(...(await refusedOf(words, all)))
  }
  const stated = /of \d+ `--json` fields, it has \d+/.exec(await readFile("docs/gh.md", "utf8"))
  expect(stated?.[0]).toBe(`of ${total} \`--json\` fields, it has ${total - refused.length}`)
  expect(1 - refused.length / total).toBeGreaterThanOrEqual(0.97)
  expect(refused.filter(({ stderr }) => !/^ {2}fix: (?!Available)/m.test(stderr))).toEqual([])
})
