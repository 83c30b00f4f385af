/** The command `make gen`: the only part of the compiler that reads and writes the disk. */
import { existsSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { Command, Option } from "commander"
import type { ProposeOptions } from "./propose/index.js"
import { ProjectError } from "./read/index.js"
import { printExpansion, printPlan, runOnce } from "./run/index.js"

const folder = dirname(fileURLToPath(import.meta.url))
const compiler = { folder, root: packageOf(folder) }

const program = new Command("gen")
  .description("Compile cards/ and operations/ into generated/.")
  .option("--check", "write nothing; print what is stale and exit 1 when anything is")
  .option("--dry-run", "write nothing; print what would be written")
  .option("--watch", "compile again whenever a card, a document or the schema changes")
  .option("--keep-going", "let an error of a card stop that card alone, as --watch does")
  .option("--release", "record the contracts as released, in generated/contracts.lock.json")
  .option("--verify", "hold generated/ to the field's tools too, and write docs/api.md")
  .option("--profile", "print how long each stage took")
  .option("--no-cache", "compile every card, whatever is in the cache")
  .option("--root <folder>", "the project to compile", ".")
  .addOption(
    new Option("--format <format>", "how to print diagnostics")
      .choices(["text", "json", "github"])
      .default("text"),
  )
  .action(async ({ root, watch, ...options }) => {
    const project = resolve(root)
    if (options.release && (options.check || options.dryRun || watch)) {
      program.error(
        "--release writes the lock: it cannot be combined with --check, --dry-run or --watch",
      )
    }
    if (options.keepGoing && (options.check || options.verify || options.release)) {
      program.error(
        "--keep-going writes what is sound: it cannot be combined with --check, --verify or --release",
      )
    }
    if (options.verify && watch) {
      program.error("--verify takes seconds: it cannot be combined with --watch")
    }
    if (watch) await (await import("./run/index.js")).watchProject(project, options)
    else process.exitCode = await runOnce(project, compiler, options)
  })

program
  .command("plan <id>")
  .description("print what a card is compiled into before it is TypeScript: the plan, as YAML")
  .action(async (id: string) => {
    const { root } = program.opts<{ root: string }>()
    process.exitCode = await printPlan(resolve(root), id)
  })

program
  .command("expand <id>")
  .description(
    "print a card with everything said that it leaves out, as YAML that compiles to the same",
  )
  .action(async (id: string) => {
    const { root } = program.opts<{ root: string }>()
    process.exitCode = await printExpansion(resolve(root), id)
  })

program
  .command("new <id>")
  .description("write a short card that already passes, from what GitHub describes")
  .option("--mutation <field>", "a mutation, such as addPullRequestReviewThreadReply")
  .option("--query <path>", "a path of fields from the query root, such as repository.issue")
  .option("--rest <request>", "a request, such as 'POST /repos/{owner}/{repo}/issues'")
  .option("--gh <command>", "a command of gh, such as 'issue edit'")
  .option("--like <id>", "another capability, to be changed")
  .action(async (id: string, options: ProposeOptions) => {
    const { root } = program.opts<{ root: string }>()
    const { proposeCard } = await import("./propose/index.js")
    process.exitCode = proposeCard(resolve(root), id, options)
  })

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof ProjectError)) throw error
  program.error(error.message)
}

/** The nearest folder with a `package.json`: the bundle that `make gen` runs lies deeper than this file. */
function packageOf(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : packageOf(dirname(folder))
}
