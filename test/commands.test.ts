/** Tests that every command on a page works as written, on a machine with Node, make and pnpm. */
import { execFile, execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LAST_RUN } from "./command.js"
import { freshCopy } from "./fresh-copy.js"
import { blocksOf, commandsOf, pages } from "./pages.js"
import { COMPILER, ROOT } from "./projects.js"
import { all } from "./some.js"

/** Commands that are not run here, with reasons. `make --dry-run` still checks that their targets exist. */
const exceptions: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^(make|pnpm) test( |$)/, "runs this test, or as long as it"],
  [/^make test-all$/, "is `make test` and more"],
  [/^make test-fast$/, "is a part of what `make test` runs"],
  [/^(make|pnpm) check$/, "has run before `make test` comes here"],
  [/^make format$/, "is what `make check` has run, and writes what that found"],
  [/^make coverage$/, "is what `make check` has held the page to"],
  [/^make gh$/, "fetches from the network, where there is no gh; test/fetch-gh.test.ts runs it"],
  [/^make servers$/, "fetches from the network, where there are none; `make test` has run it"],
  ...(all
    ? []
    : ([
        [/^make pages$/, "takes seconds; test/explorer/server.test.ts runs its program"],
        [/^make api$/, "takes seconds; test/verify.test.ts compares what it writes"],
        [/^(make gen|pnpm gen( --check)?)$/, "is `make gen ARGS=--check` or less"],
      ] as const)),
  [/^make site$/, "takes minutes; test/site/site.test.ts runs it in `make test-all`"],
  [/^make example ARGS=triage-issue$/, "test/chain/examples.test.ts runs that example"],
  [/^pnpm gen expand issue\.view$/, "is `pnpm gen expand` of another card"],
  [/^pnpm gen --watch$/, "does not end"],
  [/^make pin( |$)/, "fetches from the network; generator/pin/pin.test.ts runs it"],
  [/^make check-package$/, "takes half a minute; `make release` runs it"],
  [/^make (release|runtimes)$/, "takes minutes, and is for who releases"],
  [
    /^pnpm gen new issue\.comment\.update /,
    "the catalogue has it by now: `test/adding-a-capability.test.ts` follows that page without it",
  ],
  [/^make explorer-test$/, "test/explorer/browser/page.test.ts is part of the tests"],
  [/^make bench( |$)/, "takes minutes"],
  [
    /^(pnpm (install|build)|make build)$/,
    "has run before `make test` comes here, in the folder that this copy shares",
  ],
  [/^npm (pack|install)( |$)/, "test/package.test.ts runs it"],
  [
    /^npx (ghx |tsc$)|^node (--test )?out\/|^node --test$/,
    "test/package.test.ts types it in a project",
  ],
  [/^node --import ghx\/sandbox\/hosts /, "sandbox/tests/hosts.test.ts runs such a program"],
  [/^ghx /, "test/ghx/page.test.ts types it"],
  [/^git clone |^cd ghx$/, "this copy stands for the clone"],
  [/^(npx tsx|cat) /, "is run below, where its output is compared"],
]

const documented = [...new Set(pages.flatMap(commandsOf))].sort()
const reasonFor = (command: string) => exceptions.find(([which]) => which.test(command))?.[1]
const run = promisify(execFile)

/** The scripts that pnpm runs. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))

let bin: string
let env: NodeJS.ProcessEnv
let pnpm: string
let copy: string
/** The objects of the clone: git writes again only what has changed since the last commit. */
let objects: string

beforeAll(() => {
  const written = ["rev-parse", "--path-format=absolute", "--git-path", "objects"]
  objects = execFileSync("git", written, { cwd: ROOT, encoding: "utf8" }).trim()
  copy = freshCopy(dirname(COMPILER), LAST_RUN)
  git("init", "--quiet")
  git("add", "--all")
  git("-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "--quiet", "--message=x")
  bin = mkdtempSync(join(tmpdir(), "ghx-bare-"))
  // Hides the programs of this machine. Only a command that begins with pnpm gets it.
  const shim = (folder: string, name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  for (const name of ["pnpm", "yarn", "tsx", "tsc", "vitest", "biome"]) {
    shim(bin, name, `echo "${name}: not found" >&2; exit 127`)
  }
  pnpm = mkdtempSync(join(tmpdir(), "ghx-pnpm-"))
  if (all) {
    // Found once, because that takes npx as long as many commands.
    const find = ["--yes", "--package=pnpm@12", "--", "sh", "-c", "command -v pnpm"]
    const found = execFileSync("npx", find, { encoding: "utf8" }).trim()
    // Without that setting, pnpm would reinstall into the node_modules that the copy links to.
    shim(pnpm, "pnpm", `exec "${found}" --config.verify-deps-before-run=false "$@"`)
  }
  env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) }
  // Variables of the make that runs this test.
  for (const name of ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "ARGS", "CARD"]) delete env[name]
})
afterAll(() => {
  for (const folder of [bin, pnpm, copy]) rmSync(folder, { recursive: true, force: true })
})

/** Runs a command in a clone in which only the setup of all tests has run. */
async function type(command: string): Promise<string> {
  try {
    const PATH = command.startsWith("pnpm ") ? [pnpm, env.PATH].join(delimiter) : env.PATH
    const options = { cwd: copy, env: { ...env, PATH }, timeout: 900_000 }
    return (await run("sh", ["-c", all ? command : asScript(command)], options)).stdout
  } finally {
    git("reset", "--quiet", "--hard")
    git("clean", "-xffd", "--quiet", "--exclude=/.cache/compiler", "--exclude=/.cache/gen")
  }
}

/** The script of package.json for a command of pnpm, which takes as long to find and to start as most scripts run. */
function asScript(command: string): string {
  return command.replace(/^pnpm (\w+)/, (_, name) => {
    if (!Object.hasOwn(scripts, name)) throw new Error(`package.json has no script ${name}`)
    return scripts[name]
  })
}

const git = (...args: string[]) =>
  execFileSync("git", args, {
    cwd: copy,
    env: { ...process.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects },
  })

it("the pages contain `make demo` and `make gen ARGS=--check`", () => {
  expect(documented).toContain("make demo")
  expect(documented).toContain("make gen ARGS=--check")
})

it("every exception is a command on a page", () => {
  const unused = exceptions.filter(([which]) => !documented.some((command) => which.test(command)))
  expect(unused).toEqual([])
})

describe("a documented command", () => {
  it.each(documented.filter((command) => !reasonFor(command)))(
    "%s exits with 0",
    async (command) => {
      await type(command)
    },
  )

  // A dry run changes nothing, so it needs no clone. Checking all commands at once takes as long as one.
  it("of make that is not run here has a target", async () => {
    const skimmed = documented.filter((command) => reasonFor(command) !== undefined)
    const targets = skimmed.flatMap((command) => /^make (?!\w+=)([\w-]+)/.exec(command)?.[1] ?? [])
    expect(targets.length).toBeGreaterThan(0)
    await run("make", ["--dry-run", ...new Set(targets)], { cwd: ROOT, env })
  })
})

describe("the README", () => {
  const blocks = pages.filter(({ path }) => path === "README.md").flatMap(blocksOf)
  const programs = blocks.filter(({ role }) => /\.m?ts$/.test(role))
  const shown = blocks
    .filter(({ language }) => language === "console")
    .flatMap(({ text }) => {
      const [, command = "", printed = ""] = /^\$ ((?:npx tsx|cat) [^\n]*)\n(.*)$/s.exec(text) ?? []
      return command ? [{ command, printed }] : []
    })

  // tsx compiles all of ghx for each program. test/package.test.ts compares the output of all of them.
  const tried = shown.filter(({ command }) => all || !command.startsWith("npx tsx "))

  it.each(tried)("shows the output of $command", async ({ command, printed }) => {
    for (const { role, text } of programs) writeFileSync(join(copy, role), text)
    expect(await type(command)).toBe(printed)
  })

  it("shows how to run each named program", () => {
    const commands = shown.map(({ command }) => command)
    expect(commands).toEqual(expect.arrayContaining(programs.map(({ role }) => `npx tsx ${role}`)))
    expect(programs.length).toBeGreaterThan(0)
  })
})
