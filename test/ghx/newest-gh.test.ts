/** Every command and option of the newest gh is known, or refused with advice. */
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
