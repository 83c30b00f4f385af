/** Commands for agents. */
import { Option } from "./commander.js"
import { record, repo, sandbox, yes } from "./options.js"
import { type Commands, guarded, joined } from "./program-shared.js"

export const agents = {
  mcp(command, { terminal, done }) {
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
      .addOption(repo())
      .addOption(record())
      .addOption(sandbox())
      .addOption(yes())
      .action(async (flags) => {
        const { mcp } = await import("./mcp.js")
        done(await mcp(flags, terminal))
      })
  },
  setup(command, { terminal, done }) {
    command
      .description("install the agent skill")
      .addOption(
        new Option("--agent <agent>", "install for this agent only").choices([
          "claude",
          "codex",
          "other",
        ]),
      )
      .option("--dir <folder>", "install into this skills folder")
      .option("--global", "install in your home folder instead of the current one")
      .option("--force", "overwrite local changes")
      .option("--alias", "make gh start ghx instead, by a link in --dir or ~/.local/bin")
      .action(async (flags) => done(await (await import("./setup.js")).setup(flags, terminal)))
  },
} satisfies Commands
