/** The command line: commands and options, defined with commander. The code of a command is loaded when it runs. */
import type * as commander from "commander"
import { agents } from "./program-agents.js"
import { calls } from "./program-calls.js"
import { durableRuns } from "./program-durable-runs.js"
import { machine } from "./program-machine.js"
import { ownCapabilities } from "./program-own-capabilities.js"
import type { CommandContext, Commands } from "./program-shared.js"
import { rootOf } from "./root.js"

/** Commands by their headings in the help. */
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
