/** The command line: commands and options, in commander's words. What a command does is loaded when it runs. */
import type * as commander from "commander"
import manifest from "../package.json" with { type: "json" }
import { cleanText } from "../runtime/text/index.js"
import { Argument, Command, InvalidArgumentError, Option } from "./commander.js"
import {
  dryRun,
  envelope,
  jq,
  json,
  left,
  limit,
  port,
  propose,
  repo,
  route,
  sandbox,
  signatures,
  trace,
  untrusted,
  yes,
} from "./options.js"
import type { Terminal } from "./terminal/index.js"

/** @param done - is told what a command exits with */
export function programOf(terminal: Terminal, done: (exitCode: number) => void): commander.Command {
  const { stdout, stderr } = terminal
  const program = new Command("ghx")
    .description("GitHub's capabilities on the command line: typed, checked and chained.")
    .version(manifest.version, "-v, --version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(cleanText(text.replace(/^error: /, "ghx: "))),
      getOutHelpWidth: () => stdout.columns || 100,
      getErrHelpWidth: () => stderr.columns || 100,
    })
    .showSuggestionAfterError()
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 failed, 2 usage, 3 not found, 4 login, 5 chain partly done, 75 try again",
    )

  program
    .command("run")
    .description("run one capability")
    .addArgument(new Argument("<id>", "such as issue.view"))
    .addArgument(
      new Argument(
        "[input...]",
        "key=value, and what it is about: octocat/hello-world#7, #7, an address",
      ),
    )
    .option("--input <json>", "its input as JSON: a text, @file, or - for stdin")
    .addOption(repo())
    .addOption(route())
    .addOption(json())
    .addOption(jq())
    .addOption(envelope())
    .addOption(limit())
    .addOption(dryRun())
    .addOption(propose())
    .addOption(trace())
    .addOption(untrusted())
    .addOption(sandbox())
    .addOption(yes())
    .action(async (id, words, flags) => {
      const { run } = await import("./run.js")
      done(await run(id, words, flags, terminal))
    })
  program
    .command("chain")
    .description("run many capabilities in few requests")
    .requiredOption(
      "--steps <json>",
      'the calls as JSON, a text, @file, or - for stdin: [{ "task": "user.me", "input": {} }, …]',
    )
    .addOption(repo())
    .addOption(jq())
    .addOption(dryRun())
    .addOption(propose())
    .addOption(left())
    .addOption(trace())
    .addOption(untrusted())
    .addOption(sandbox())
    .addOption(yes())
    .action(async (flags) => {
      const { chain } = await import("./chain.js")
      done(await chain(flags, terminal))
    })
  guarded(program.command("exec"))
    .description(
      "run a program over ghx: the body of an async function, with nothing else in reach",
    )
    .argument("<code>", "a text, @file, or - for stdin: return ghx.user.me()")
    .addOption(repo())
    .addOption(jq())
    .option("--timeout <seconds>", "how long it may compute: 30 by default", secondsOf)
    .addOption(dryRun())
    .addOption(propose())
    .addOption(trace())
    .addOption(sandbox())
    .addOption(yes())
    .action(async (code, flags) => {
      const { exec } = await import("./exec.js")
      done(await exec(code, flags, terminal))
    })
  const capabilities = program.command("capabilities").description("what there is to run")
  const bodies = () => import("./capabilities.js")
  capabilities
    .command("list")
    .description("every capability, or those of a domain")
    .argument("[domain]", "such as issue or pr.thread")
    .addOption(signatures())
    .action(async (domain, flags) => (await bodies()).list(domain, flags, terminal))
  capabilities
    .command("explain")
    .description("what a capability is for, and how to call it")
    .argument("<id>", "such as issue.view")
    .action(async (id) => (await bodies()).explainOne(id, terminal))
  capabilities
    .command("search")
    .description("capabilities by what they are for")
    .argument("<words...>", "such as: rerun failed jobs")
    .addOption(signatures())
    .action(async (words, flags) => (await bodies()).search(words, flags, terminal))
  capabilities
    .command("types")
    .description("what capabilities take and give, as TypeScript")
    .argument("<ids...>", "such as issue.view")
    .action(async (ids) => (await bodies()).types(ids, terminal))
  program
    .command("init")
    .description("begin with capabilities of your own: an example, and a workflow that checks it")
    .action(async () => done(await (await import("./gen.js")).init()))
  program
    .command("gen")
    .description("compile the cards of your project; ghx gen --help says more")
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words) => done(await (await import("./gen.js")).gen(words)))
  program
    .command("doctor")
    .description("what works here: token, scopes, limits, gh")
    .addOption(sandbox())
    .action(async (flags) => {
      const { doctor } = await import("./doctor.js")
      done(await doctor(flags, terminal))
    })
  guarded(program.command("mcp"))
    .description(
      "serve the capabilities to a client of the Model Context Protocol, on stdin and stdout",
    )
    .option("--expose <ids>", "capabilities as tools of their own: pr.*,issue.view", listOf)
    .option("--program", "let models give programs over ghx, too")
    .addOption(propose())
    .addOption(sandbox())
    .addOption(yes())
    .action(async (flags) => {
      const { mcp } = await import("./mcp.js")
      done(await mcp(flags, terminal))
    })
  program
    .command("sandbox")
    .description("start a GitHub in memory, until Ctrl-C")
    .addOption(port())
    .option("--seed <file>", "what is in it, as YAML or JSON: docs/sandbox.md")
    .action(async (flags) => {
      const { sandbox } = await import("./sandbox.js")
      done(await sandbox(flags, terminal))
    })
  program
    .command("explore")
    .description("serve a page of all capabilities, to read and to try, until Ctrl-C")
    .addOption(port())
    .option("--seed <file>", "what the GitHub in memory has, as YAML or JSON: docs/sandbox.md")
    .action(async (flags) => {
      const { explore } = await import("./explore.js")
      done(await explore(flags, terminal))
    })
  program
    .command("setup")
    .description("put the skill that tells agents of ghx where they look for skills")
    .addOption(
      new Option("--agent <agent>", "for this one alone").choices(["claude", "codex", "other"]),
    )
    .option("--dir <folder>", "into this folder of skills")
    .option("--global", "below your home folder, in place of this one")
    .option("--force", "also over what somebody has changed")
    .action(async (flags) => done(await (await import("./setup.js")).setup(flags, terminal)))
  program
    .command("completion")
    .description("what a shell needs to complete ghx: source <(ghx completion bash)")
    .addArgument(new Argument("<shell>", "which").choices(["bash", "zsh", "fish"]))
    .action(async (shell) => (await import("./completion.js")).printScript(shell, terminal))
  program
    .command("complete", { hidden: true })
    .description("answers the shell")
    .argument("[words...]")
    .action(async (words) => (await import("./completion.js")).complete(words, program, terminal))
  addIssueChain(program, terminal, done)
  return program
}

/** A command with the options that bound what it may do. */
function guarded(command: commander.Command): commander.Command {
  return command
    .option("--read-only", "refuse what changes something")
    .option("--allow <ids>", "let these through and no others: issue.*,pr.view", listOf)
    .option("--deny <ids>", "let these not through; stronger than --allow", listOf)
    .option("--repos <repositories>", "act on these alone: octocat/docs,me/*", listOf)
    .option("--limits <calls>", "make no more calls: issue.create=5,*=50", limitsOf)
    .addOption(untrusted())
}

function listOf(text: string): string[] {
  return text.split(",").map((one) => one.trim())
}

function limitsOf(text: string): Readonly<Record<string, number>> {
  const parts = listOf(text).map((one) => /^([\w.*]+)=(\d+)$/.exec(one))
  const limits = parts.flatMap((part) => (part?.[1] ? [[part[1], Number(part[2])] as const] : []))
  if (limits.length === parts.length) return Object.fromEntries(limits)
  throw new InvalidArgumentError("It is a list of ids with numbers, such as issue.create=5,*=50.")
}

function secondsOf(text: string): number {
  const seconds = Number(text)
  if (seconds > 0 && seconds <= 86_400) return seconds
  throw new InvalidArgumentError("It is a number of seconds, such as 30.")
}

function addIssueChain(
  program: commander.Command,
  terminal: Terminal,
  done: (exitCode: number) => void,
): void {
  const bodies = () => import("./issue-chain.js")
  const chain = program
    .command("issue-chain")
    .description(
      "work on issues, and on those found on the way, in one branch and one pull request",
    )
    .argument("[issues...]", "numbers of the root issues")
    .option("--worker <command>", "works on one issue; by default that of the run before")
    .option("--worker-timeout <seconds>", "how long one issue may take: 7200 by default")
    .option("--bfs", "level by level, in place of one root's whole subtree after the other")
    .option("--base <branch>", "where the pull request goes to: the default branch by default")
    .addOption(repo())
    .option("--resume", "go on with the run that was interrupted")
    .option("--dry-run", "make the checks, print what would begin, and change nothing")
    .action(async (issues, flags) => done(await (await bodies()).run(issues, flags, terminal)))
  chain
    .command("ready")
    .description("which issues have a diagnosis among their comments")
    .argument("<repository>", "such as octocat/hello-world")
    .argument("<issues...>", "their numbers")
    .action(async (repository, issues) =>
      done(await (await bodies()).ready(repository, issues, terminal)),
    )
  const spawned = chain
    .command("spawned")
    .description("write an issue that was filed on the way into the manifest")
  for (const value of ["issue", "parent", "source", "step", "kind", "same_file", "same_skill"])
    spawned.argument(`<${value}>`)
  spawned
    .argument("<reason>")
    .argument("[root]", "IDD_CHAIN_CURRENT_ROOT_ID, where it is left out")
    .action(async () => done(await (await bodies()).spawned(spawned.args, terminal)))
  chain
    .command("status")
    .description("how the run stands that was begun here")
    .action(async () => done(await (await bodies()).status(terminal)))
}
