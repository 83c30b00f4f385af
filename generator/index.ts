/** The compiler as a command: `pnpm gen`, and `ghx gen` in a project that has installed the package. */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { Command, CommanderError, Option } from "commander"
import { installedLayout, ProjectError, type ProjectLayout, problemIn } from "./read/index.js"
import { cacheOf, printing, runOnce, watching } from "./run/index.js"
import type { ProposeOptions } from "./scaffold/index.js"

/** Loaded by projects with capabilities of their own. */
export const javascript = () => import("./javascript.js")

export { installedLayout }

/** How the compiler is called, and where its projects are. */
interface Invocation {
  /** The command before the options. */
  readonly name: string
  /** The project in a folder. @throws ProjectError if the folder is not a project */
  readonly layoutOf: (root: string) => ProjectLayout
}

const folder = dirname(fileURLToPath(import.meta.url))
const compiler = { folder, root: packageOf(folder) }

/**
 * Compiles a project, or prints or writes parts of it. Diagnostics go to stderr, results to stdout.
 *
 * @param argv - the arguments after the command
 * @returns the exit code: 1 for errors in the project, 2 for wrong arguments
 */
export async function gen(argv: readonly string[], calling: Invocation): Promise<number> {
  let exitCode = 0
  const program = programOf(calling, (code) => {
    exitCode = code
  })
  return runReported(async () => {
    try {
      await program.parseAsync(argv, { from: "user" })
      return exitCode
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
      throw error
    }
  })
}

function programOf({ name, layoutOf }: Invocation, done: (exitCode: number) => void): Command {
  const program = new Command(name)
  const place = () => layoutOf(resolve(program.opts<{ root: string }>().root))
  program
    .description("Compile cards/ and operations/ into typed functions.")
    .exitOverride()
    .option("--check", "check for drift: print stale files and exit 1 if there are any")
    .option("--dry-run", "write nothing; print what would be written")
    .option("--watch", "compile again when a card, document or schema changes")
    .option("--keep-going", "compile the other cards if one has an error")
    .option("--release", "record the contracts as released, in contracts.lock.json")
    .option("--profile", "print how long each stage took")
    .option("--no-cache", "ignore the cache and compile every card")
    .option("--root <folder>", "the project to compile", ".")
    .addOption(
      new Option("--format <format>", "how to print diagnostics")
        .choices(["text", "json", "github"])
        .default("text"),
    )
    .action(async ({ root: _, watch, ...options }) => {
      if (options.release && (options.check || options.dryRun || watch)) {
        program.error(
          "--release writes the lock and cannot be combined with --check, --dry-run or --watch",
        )
      }
      if (options.keepGoing && (options.check || options.release)) {
        program.error(
          "--keep-going writes partial output and cannot be combined with --check or --release",
        )
      }
      if (watch) await (await watching()).watchProject(place, options)
      else done(await runOnce(place(), compiler, options))
    })

  program
    .command("plan <id>")
    .description("print the plan of a card as YAML")
    .action(async (id: string) => done((await printing()).printPlan(place(), id)))

  program
    .command("expand <id>")
    .description("print the full form of a card as YAML")
    .action(async (id: string) => done((await printing()).printExpansion(place(), id)))

  program
    .command("new <id>")
    .description("scaffold a card and its document from GitHub's API descriptions")
    .option("--mutation <field>", "from a mutation, e.g. addPullRequestReviewThreadReply")
    .option("--query <path>", "from a path of query fields, e.g. repository.issue")
    .option("--document <file>", "from a GraphQL document; - reads it from stdin")
    .option("--rest <request>", "from a REST request, e.g. 'POST /repos/{owner}/{repo}/issues'")
    .option("--gh <command>", "from a gh command, e.g. 'issue edit'")
    .option("--like <id>", "from a copy of another capability")
    .action(async (id: string, options: ProposeOptions) => {
      const { proposeCard } = await import("./scaffold/index.js")
      const { document: file, ...others } = options
      const document = file === undefined ? {} : { document: textOf(file) }
      done(proposeCard(place(), id, { ...others, ...document }, cacheOf(place(), compiler)))
    })
  return program
}

/** Writes the files that a project with cards of its own needs; returns the exit code. */
export async function initIn(root: string): Promise<number> {
  return runReported(async () => {
    const { initProject } = await import("./scaffold/index.js")
    return initProject(installedLayout(root))
  })
}

/** Reports a folder that is not a project, or a file that cannot be used. */
async function runReported(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    const problem = problemIn(error)
    if (problem === undefined) throw error
    process.stderr.write(`${problem}\n`)
    return 1
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8")
  } catch (error) {
    throw new ProjectError(
      `${file} cannot be read: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** The nearest folder with a `package.json`, because a bundle is nested deeper than this file. */
function packageOf(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : packageOf(dirname(folder))
}
