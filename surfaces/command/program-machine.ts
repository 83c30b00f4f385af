/** Commands that concern this machine. */
import { Argument, Option } from "./commander.js"
import { port, sandbox, speed } from "./options.js"
import { UsageError } from "./output/index.js"
import type { Commands } from "./program-shared.js"

const shells = ["bash", "zsh", "fish"] as const

export const machine = {
  doctor(command, { terminal, done }) {
    command
      .description("check token, scopes, rate limits and gh")
      .addOption(sandbox())
      .action(async (flags) => {
        const { doctor } = await import("./doctor.js")
        done(await doctor(flags, terminal))
      })
  },
  sandbox(command, { terminal, done }) {
    command
      .description("start an in-memory GitHub server, until Ctrl-C")
      .addOption(port())
      .option("--seed <file>", "initial data, YAML or JSON (docs/sandbox.md)")
      .option("--webhook <url>", "deliver every event to a URL of this machine")
      .addOption(speed())
      .option("--lenient", "ignore unknown parameters and fields, as GitHub does")
      .option("--synthesize", "answer what is not modelled from GitHub's API descriptions")
      .option("--https", "serve TLS and stand for GitHub's hosts (docs/sandbox.md#other-programs)")
      .action(async (flags) => {
        const { sandbox } = await import("./sandbox.js")
        done(await sandbox(flags, terminal))
      })
  },
  explore(command, { terminal, done }) {
    command
      .description("serve a web page to browse and try capabilities, until Ctrl-C")
      .addOption(port())
      .option(
        "--seed <file>",
        "initial data of the in-memory GitHub, YAML or JSON (docs/sandbox.md)",
      )
      .action(async (flags) => {
        const { explore } = await import("./explore.js")
        done(await explore(flags, terminal))
      })
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
