/**
 * Runs the checks before a release. Packs and checks the package, and prints the commands that publish it without
 * running them. Run: `make release`.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const project = join(import.meta.dirname, "../..")
const LOCK = "generated/contracts.lock.json"
const { name, version } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"))

/** `make` installs without asking the registry about the age of each package. */
const policies = ["--yes", "pnpm@12", "install", "--frozen-lockfile", "--lockfile-only"]

/** The checks, cheapest first. */
const steps: readonly (readonly [title: string, hold: () => string | undefined])[] = [
  ["the working tree is clean", () => lines("git", ["status", "--porcelain"])],
  ["the lockfile passes pnpm's supply-chain policies", () => outputOfFailed("npx", policies)],
  ["the version has no tag", () => lines("git", ["tag", "--list", `v${version}`])],
  [`CHANGELOG.md has a dated section for ${version}`, changes],
  ["`make check` passes", () => outputOfFailed("make", ["check"])],
  [`${LOCK} is up to date`, released],
  [
    "other tools derive the same types from every card",
    () => outputOfFailed("make", ["test", "ARGS=test/verify.test.ts", "ALL=1"]),
  ],
  ["`make check-package` passes", () => outputOfFailed("make", ["check-package"])],
]

for (const [title, hold] of steps) {
  const problem = hold()
  console.log(`${problem === undefined ? "ok" : "failed"}  ${title}`)
  if (problem !== undefined) {
    console.error(problem)
    process.exit(1)
  }
}
console.log(`
Nothing was published. To publish:
  git tag v${version}
  npm publish .cache/package/${name}-${version}.tgz --access public
  git push --tags`)

function changes(): string | undefined {
  const page = readFileSync(join(project, "CHANGELOG.md"), "utf8")
  const heading = `## ${version} - `
  const section = page.split(/^(?=## )/m).find((one) => one.startsWith(heading))
  if (section !== undefined && /^- /m.test(section)) return undefined
  return `CHANGELOG.md needs a section "${heading}${new Date().toISOString().slice(0, 10)}" with its changes: date the heading "## ${version} (unreleased)".`
}

/** `make check` compares contracts with the lock; this records new ones. */
function released(): string | undefined {
  const failed = outputOfFailed("make", ["gen", "ARGS=--release"])
  if (failed !== undefined) return failed
  const changed = lines("git", ["status", "--porcelain", "--", LOCK])
  return changed && `It was updated. Commit it and run this again:\n${changed}`
}

/** The output of a command, if any. */
function lines(command: string, args: readonly string[]): string | undefined {
  return execFileSync(command, args, { cwd: project, encoding: "utf8" }).trimEnd() || undefined
}

function outputOfFailed(command: string, args: readonly string[]): string | undefined {
  try {
    execFileSync(command, ["--no-print-directory", ...args], { cwd: project, stdio: "pipe" })
    return undefined
  } catch (error) {
    const { stdout = "", stderr = "" } = Object(error)
    return `${stdout}${stderr}`.trimEnd()
  }
}
