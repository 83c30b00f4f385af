/** The command line: commands and options, defined with commander. The code of a command is loaded when it runs. */
import type * as commander from "commander"
import { Argument, Option } from "./commander.js"
import { UsageError } from "./output/index.js"
import { calls } from "./program-calls.js"
import { durableRuns } from "./program-durable-runs.js"
import {
  type CommandContext,
  type Commands,
  calling,
  guarded,
  joined,
  withOptions,
} from "./program-shared.js"
import { rootOf } from "./root.js"

const agents = {
  mcp(command, context) {
    guarded(command)
      .description("start an MCP server on stdin and stdout")
      .option(
        "--expose <ids>",
        "expose these capabilities as separate tools: pr.*,issue.view",
        joined,
      )
      .option("--tasks", "offer tools that find, run and chain capabilities, instead of `github`")
      .option("--program", "the same, with a tool that runs scripts over the `ghx` object")
      .option("--commands", "offer one tool that takes gh command lines only")
      .action(calling(context, async () => (await import("./mcp.js")).mcp))
    withOptions(command, "repo", "record", "sandbox", "yes")
  },
  setup(command, context) {
    command
      .description("install the agent skill")
      .addOption(
        new Option("--agent <agent>", "install for this agent only").choices(
          "claude codex other".split(" "),
        ),
      )
      .option("--dir <folder>", "install into this skills folder")
      .option("--global", "install in your home folder instead of the current one")
      .option("--force", "overwrite local changes")
      .option("--alias", "make gh start ghx instead, by a link in --dir or ~/.local/bin")
      .action(calling(context, async () => (await import("./setup.js")).setup))
  },
} satisfies Commands

const ownCapabilities = {
  init(command, { terminal, done }) {
    command
      .description(
        "scaffold a project with its own capabilities: an example card and a CI workflow",
      )
      .addOption(
        new Option("--template <name>", "another project").choices(
          "action agent probot worker".split(" "),
        ),
      )
      .action(async ({ template }: { readonly template?: string }) => {
        if (template === undefined) return done(await (await import("./gen.js")).init())
        const { initTemplate } = await import("./template.js")
        done(initTemplate(template, process.cwd(), terminal))
      })
  },
  gen(command, context) {
    command
      .description("compile the cards of your project (see ghx gen --help)")
      .argument("[words...]")
      .allowUnknownOption()
      .helpOption(false)
      .action(calling(context, async () => (await import("./gen.js")).gen))
  },
} satisfies Commands

const shells = ["bash", "zsh", "fish"] as const

const machine = {
  doctor(command, context) {
    withOptions(command, "sandbox")
      .description("check token, scopes, rate limits and gh")
      .action(calling(context, async () => (await import("./doctor.js")).doctor))
  },
  sandbox(command, context) {
    withOptions(command, "port")
      .description("start an in-memory GitHub server, until Ctrl-C")
      .option("--seed <file>", "initial data, YAML or JSON (docs/sandbox.md)")
      .option("--webhook <url>", "deliver every event to a URL of this machine")
    withOptions(command, "speed")
      .option("--lenient", "ignore unknown parameters and fields, as GitHub does")
      .option("--generic", "keep what is written to kinds that are not modelled")
      .option("--synthesize", "answer what is not modelled from GitHub's API descriptions")
      .option("--https", "serve TLS and stand for GitHub's hosts (docs/sandbox.md#other-programs)")
      .action(calling(context, async () => (await import("./sandbox.js")).sandbox))
  },
  explore(command, context) {
    withOptions(command, "port")
      .description("serve a web page to browse and try capabilities, until Ctrl-C")
      .option(
        "--seed <file>",
        "initial data of the in-memory GitHub, YAML or JSON (docs/sandbox.md)",
      )
      .action(calling(context, async () => (await import("./explore.js")).explore))
  },
  completion(command, { terminal }) {
    command
      .description("print a shell completion script: source <(ghx completion bash)")
      .addArgument(new Argument("[shell]", "shell").choices(shells))
      .addOption(new Option("-s, --shell <shell>", "shell, as gh takes it").choices(shells))
      .action(async (word, { shell = word }) => {
        if (shell === undefined && terminal.stdout.isTTY)
          throw new UsageError("Which shell?", `Pass ${shells.join(", ")}`)
        await (await import("./completion.js")).printScript(shell ?? "bash", terminal)
      })
  },
} satisfies Commands

const groups: Readonly<Record<string, Commands>> = {
  "Calls:": calls,
  "Durable runs:": durableRuns,
  "Agents:": agents,
  "Your own capabilities:": ownCapabilities,
  "This machine:": machine,
}

const afterHelp =
  "\nCommands of gh:\n  issue, pr, run, workflow, release, repo, label, milestone, project, search, …\n  ghx login, logout, whoami\n  ghx issue lists the commands for issues. Every capability is also a command.\n\nExamples:\n  ghx issue list --label bug\n  ghx pr merge 7 --squash --delete-branch\n  ghx explain 'close duplicates'\n  ghx run issue.view octocat/hello-world#7 --json title\n\nExit codes: 0 ok, 1 failed, 2 usage, 3 not found, 4 authentication, 5 chain partially succeeded,\n            75 temporary failure, retry later"

const listed = Object.values(groups).flatMap(Object.keys)

/** The commands that are not derived from capabilities. A call of a capability does not build them. */
export const ownCommands: readonly string[] = [...listed, "complete"]

/** @param name - the command that is going to run: if it is known, the others are not built */
export function programOf(context: CommandContext, name = ""): commander.Command {
  const { terminal } = context
  const program = rootOf(terminal)
  if (terminal.stdout.isTTY) program.addHelpText("after", afterHelp)

  const isWanted = (one: string) => one === name || !listed.includes(name)
  for (const [heading, commands] of Object.entries(groups)) {
    for (const [one, define] of Object.entries(commands).filter(([one]) => isWanted(one))) {
      define(program.command(one).helpGroup(heading), context)
    }
  }
  program
    .command("complete", { hidden: true })
    .description("print completions for the shell")
    .argument("[words...]")
    .action(async (words) => (await import("./completion.js")).complete(words, program, terminal))
  program.commandsGroup("This machine:").helpCommand("help [command]", "display help for command")
  return program.showHelpAfterError("  fix: See ghx --help")
}
