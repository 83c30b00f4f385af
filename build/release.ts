/**
 * Everything that stands before a release, and nothing of the release itself: what would be published is
 * packed and looked at, and the command that publishes it is printed. Run: `make release`.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const project = join(import.meta.dirname, "..")
const LOCK = "generated/contracts.lock.json"
const { name, version } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"))

/** What has to hold, in the order in which it is cheap to find out. */
const steps: readonly (readonly [title: string, hold: () => string | undefined])[] = [
  ["nothing is uncommitted", () => lines("git", ["status", "--porcelain"])],
  ["the version is new", () => lines("git", ["tag", "--list", `v${version}`])],
  [`CHANGELOG.md says what is in ${version}`, changes],
  ["everything holds that `make check` checks", () => said("make", ["check"])],
  [`${LOCK} has the contracts`, released],
  ["the package is sound", () => said("make", ["check-package"])],
]

for (const [title, hold] of steps) {
  const problem = hold()
  console.log(`${problem === undefined ? "ok" : "no"}  ${title}`)
  if (problem !== undefined) {
    console.error(problem)
    process.exit(1)
  }
}
console.log(`
Nothing was published. What there is to do:
  git tag v${version}
  npm publish .cache/package/${name}-${version}.tgz --access public
  git push --tags`)

function changes(): string | undefined {
  const page = readFileSync(join(project, "CHANGELOG.md"), "utf8")
  const heading = `## ${version}`
  const section = page.split(/^(?=## )/m).find((one) => one.startsWith(heading))
  if (section !== undefined && /^- /m.test(section)) return undefined
  return `Give what is below "## Unreleased" the heading "${heading} - ${new Date().toISOString().slice(0, 10)}", and leave "## Unreleased" above it.`
}

/** Contracts that changed are held to their versions by `make check`; new ones are recorded here. */
function released(): string | undefined {
  const failed = said("make", ["gen", "ARGS=--release"])
  if (failed !== undefined) return failed
  const changed = lines("git", ["status", "--porcelain", "--", LOCK])
  return changed && `It was brought up to date. Commit it, and begin again:\n${changed}`
}

/** What a command printed, where it printed anything. */
function lines(command: string, args: readonly string[]): string | undefined {
  return execFileSync(command, args, { cwd: project, encoding: "utf8" }).trimEnd() || undefined
}

/** What a command said, where it failed. */
function said(command: string, args: readonly string[]): string | undefined {
  try {
    execFileSync(command, ["--no-print-directory", ...args], { cwd: project, stdio: "pipe" })
    return undefined
  } catch (error) {
    const { stdout = "", stderr = "" } = Object(error)
    return `${stdout}${stderr}`.trimEnd()
  }
}
