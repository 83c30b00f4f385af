/** Help for models: how long it is, and that people get theirs. */
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { expect, test } from "vitest"
import { groups, within } from "../../surfaces/command/gh/index.js"
import { ownCommands } from "../../surfaces/command/program.js"
import { type } from "./type.js"

test("off a terminal, help takes 40 tokens in the median and never above 200", async () => {
  const derived = (await Promise.all(groups().map(within))).flat()
  const lines = [...groups(), ...derived, ...ownCommands.filter((one) => one !== "complete")]
  const lengths: { tokens: number; line: string }[] = []
  for (const line of ["", ...lines]) {
    const { stdout, exitCode } = await type(`ghx ${line} --help`)
    expect({ line, exitCode }).toEqual({ line, exitCode: 0 })
    lengths.push({ tokens: encode(stdout).length, line })
  }
  lengths.sort((one, other) => one.tokens - other.tokens)
  expect(lengths.length).toBeGreaterThan(250)
  expect(lengths.at(lengths.length / 2)?.tokens).toBeLessThanOrEqual(40)
  expect(lengths.filter(({ tokens }) => tokens > 200)).toEqual([])
})

test("off a terminal, help is a usage line with the purpose, and flags without texts", async () => {
  expect((await type("ghx issue close --help")).stdout).toBe(
    `ghx issue close [number...]: Close an issue and say why.
-c/--comment= -r/--reason=completed|not_planned|duplicate --duplicate-of=
`,
  )
  expect((await type("ghx --help")).stdout).toContain("Exit codes: 1 failed, 2 usage, 3 not found")
})

test("on a terminal, help has the meaning of each option, general options and examples", async () => {
  const { stdout } = await type("ghx issue close --help", { columns: 100 })
  expect(stdout).toMatch(/^Usage: ghx issue close \[options\] \[number\.\.\.\]\n/)
  for (const heading of ["General options:", "Examples:", "Number of the original issue"])
    expect(stdout).toContain(heading)
  const root = await type("ghx --help", { columns: 100 })
  expect(root.stdout).toContain("Commands of gh:")
})
