/** The command line: commands and options, defined with commander. Each command is loaded when it runs. */
import type * as commander from "commander"
import { Argument, InvalidArgumentError, Option } from "./commander.js"
import {
  allowWrite,
  asJson,
  dryRun,
  envelope,
  jq,
  json,
  key,
  limit,
  on,
  port,
  record,
  repo,
  route,
  runName,
  runsFolder,
  sandbox,
  trace,
  unfinished,
  untrusted,
  yes,
} from "./options.js"
import { rootOf } from "./root.js"
import type { Terminal } from "./terminal/index.js"

/** The commands that are not derived from capabilities. A call of a capability does not build them. */
export const ownCommands: readonly string[] = [
  "run",
  "chain",
  "runs",
  "queue",
  "worker",
  "plan",
  "rest",
  "graphql",
  "api",
  "exec",
  "explain",
  "capabilities",
  "init",
  "gen",
  "doctor",
  "mcp",
  "sandbox",
  "explore",
  "setup",
  "completion",
  "complete",
  "issue-chain",
]

/** @param done - receives the exit code */
export function programOf(terminal: Terminal, done: (exitCode: number) => void): commander.Command {
  const program = rootOf(terminal).addHelpText(
    "after",
    "\nCommands of gh:\n  issue, pr, run, workflow, release, repo, label, milestone, project, search, …\n  ghx issue lists the commands for issues. Every capability is also a command, even if gh has no such command.\n\nExamples:\n  ghx issue list --label bug\n  ghx pr merge 7 --squash --delete-branch\n  ghx explain 'close duplicates'\n  ghx run issue.view octocat/hello-world#7 --json title\n\nExit codes: 0 ok, 1 failed, 2 usage, 3 not found, 4 authentication, 5 chain partially succeeded,\n            75 temporary failure, retry later",
  )

  program
    .command("run")
    .description("run one capability")
    .addArgument(new Argument("<id>", "capability id, e.g. issue.view"))
    .addArgument(
      new Argument(
        "[input...]",
        "key=value pairs, and the target as octocat/hello-world#7, #7 or a GitHub URL",
      ),
    )
    .option("--input <json>", "input as JSON: inline, @file, or - for stdin")
    .addOption(repo())
    .addOption(route())
    .addOption(json())
    .addOption(jq())
    .addOption(envelope())
    .addOption(key())
    .addOption(limit())
    .addOption(dryRun())
    .addOption(record())
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
    .description("run several capabilities, batched into few requests")
    .requiredOption(
      "--steps <json>",
      'tasks as JSON: inline, @file, or - for stdin: [{ "task": "user.me", "input": {} }, …]',
    )
    .addOption(repo())
    .addOption(jq())
    .addOption(dryRun())
    .addOption(record())
    .addOption(unfinished())
    .addOption(runName())
    .addOption(runsFolder())
    .addOption(allowWrite())
    .addOption(trace())
    .addOption(untrusted())
    .addOption(sandbox())
    .addOption(yes())
    .action(async (flags) => {
      const { chain } = await import("./chain.js")
      done(await chain(flags, terminal))
    })
  const runs = program
    .command("runs")
    .description("list the runs of ghx chain --run and their progress")
    .addOption(runsFolder())
    .addOption(asJson())
    .action(async (flags) => done(await (await import("./runs.js")).listRuns(flags, terminal)))
  runs
    .command("show")
    .description("show the finished, running and failed steps of a run")
    .argument("<name>", "name of the run")
    .addOption(runsFolder())
    .addOption(asJson())
    .action(async (name, _, command) =>
      done(await (await import("./runs.js")).showRun(name, command.optsWithGlobals(), terminal)),
    )
  runs
    .command("settle")
    .description("record the outcome of a step with an unknown outcome, after checking on GitHub")
    .argument("<name>", "name of the run")
    .argument("<step>", "position of the step, e.g. 3, or 3.7 for an item of an `each` step")
    .addArgument(new Argument("<became>", "outcome of the step").choices(["done", "not-done"]))
    .addOption(runsFolder())
    .action(async (name, step, became, _, command) =>
      done(
        await (await import("./runs.js")).settle(
          [name, step, became],
          command.optsWithGlobals(),
          terminal,
        ),
      ),
    )
  addQueue(program, terminal, done)
  program
    .command("plan")
    .description("compute the calls for a capability, including those that find missing inputs")
    .argument("<id>", "capability to plan, e.g. pr.thread.resolve")
    .argument("[input...]", "known values as key=value: inputs, titles, paths, branches")
    .option("--message <text>", "the user's message, searched for names")
    .option("--run", "run the plan, and print the result of its last step")
    .addOption(repo())
    .addOption(jq())
    .addOption(dryRun())
    .addOption(record())
    .addOption(trace())
    .addOption(untrusted())
    .addOption(sandbox())
    .addOption(yes())
    .action(async (id, words, flags) => {
      const { plan } = await import("./plan.js")
      done(await plan(id, words, flags, terminal))
    })
  operation(program.command("rest"))
    .description("send any REST operation that GitHub documents, checked against its description")
    .argument(
      "<words...>",
      "method and path: POST /repos/{owner}/{repo}/hooks; a path alone is GET",
    )
    .option("--accept <type>", "media type of the response, e.g. application/vnd.github.diff")
    .action(async (words, flags) =>
      done(await (await import("./operation.js")).rest(words, flags, terminal)),
    )
  operation(program.command("graphql"))
    .description("send any GraphQL document, checked against GitHub's schema")
    .requiredOption("--query <document>", "a file, - for stdin, or the document itself")
    .action(async (flags) => done(await (await import("./operation.js")).graphql(flags, terminal)))
  operation(program.command("api"))
    .description("send a request as gh api does, checked like ghx rest and ghx graphql")
    .argument("<endpoint>", "a path, such as repos/{owner}/{repo}/issues, or graphql")
    .option("-X, --method <method>", "HTTP method (default: GET, or POST with parameters)")
    .option("-H, --header <header>", "media type of the response: Accept: TYPE", collected)
    .option("--paginate", "fetch all pages of a list, as one list")
    .action(async (endpoint, flags) =>
      done(await (await import("./api.js")).api(endpoint, flags, terminal)),
    )
  guarded(program.command("exec"))
    .description(
      "run a sandboxed script against the `ghx` object, without files, network or environment",
    )
    .argument("<code>", "function body: inline, @file, or - for stdin, e.g. 'return ghx.user.me()'")
    .addOption(repo())
    .addOption(jq())
    .option("--timeout <seconds>", "CPU time limit (default: 30)", secondsOf)
    .addOption(dryRun())
    .addOption(record())
    .addOption(trace())
    .addOption(sandbox())
    .addOption(yes())
    .action(async (code, flags) => {
      const { exec } = await import("./exec.js")
      done(await exec(code, flags, terminal))
    })
  const bodies = () => import("./capabilities.js")
  const explaining = (command: commander.Command) =>
    command
      .description("show inputs and output of capabilities, or search by domain or phrase")
      .argument(
        "[ids...]",
        "e.g. issue.close pr.thread 'pr review' 'close duplicates' (default: the most used)",
      )
      .addOption(asJson())
      .action(async (words, flags) =>
        done(await (await bodies()).explainAll(words, flags, terminal)),
      )
  explaining(program.command("explain"))
  const capabilities = program
    .command("capabilities")
    .description("list, search and explain capabilities")
  capabilities
    .command("list")
    .description("list all capabilities, or those of one domain")
    .argument("[domain]", "e.g. issue or pr.thread")
    .addOption(asJson())
    .action(async (domain, flags) => (await bodies()).list(domain, flags, terminal))
  explaining(capabilities.command("explain"))
  capabilities
    .command("search")
    .description("search capabilities by purpose")
    .argument("<words...>", "e.g. rerun failed jobs")
    .addOption(asJson())
    .action(async (words, flags) => (await bodies()).search(words, flags, terminal))
  capabilities
    .command("types")
    .description("print input and output types as TypeScript")
    .argument("<ids...>", "capability id, e.g. issue.view")
    .action(async (ids) => (await bodies()).types(ids, terminal))
  program
    .command("init")
    .description("scaffold a project with its own capabilities: an example card and a CI workflow")
    .action(async () => done(await (await import("./gen.js")).init()))
  program
    .command("gen")
    .description("compile the cards of your project (see ghx gen --help)")
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words) => done(await (await import("./gen.js")).gen(words)))
  program
    .command("doctor")
    .description("check token, scopes, rate limits and gh")
    .addOption(sandbox())
    .action(async (flags) => {
      const { doctor } = await import("./doctor.js")
      done(await doctor(flags, terminal))
    })
  guarded(program.command("mcp"))
    .description("start an MCP server on stdin and stdout")
    .option(
      "--expose <ids>",
      "expose these capabilities as separate tools: pr.*,issue.view",
      listOf,
    )
    .option("--program", "add a tool that runs sandboxed scripts")
    .option("--commands", "offer one tool that takes gh commands, instead of tasks")
    .addOption(repo())
    .addOption(record())
    .addOption(sandbox())
    .addOption(yes())
    .action(async (flags) => {
      const { mcp } = await import("./mcp.js")
      done(await mcp(flags, terminal))
    })
  program
    .command("sandbox")
    .description("start an in-memory GitHub server, until Ctrl-C")
    .addOption(port())
    .option("--seed <file>", "initial data, YAML or JSON (docs/sandbox.md)")
    .action(async (flags) => {
      const { sandbox } = await import("./sandbox.js")
      done(await sandbox(flags, terminal))
    })
  program
    .command("explore")
    .description("serve a web page to browse and try capabilities, until Ctrl-C")
    .addOption(port())
    .option("--seed <file>", "initial data of the in-memory GitHub, YAML or JSON (docs/sandbox.md)")
    .action(async (flags) => {
      const { explore } = await import("./explore.js")
      done(await explore(flags, terminal))
    })
  program
    .command("setup")
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
    .action(async (flags) => done(await (await import("./setup.js")).setup(flags, terminal)))
  program
    .command("completion")
    .description("print a shell completion script: source <(ghx completion bash)")
    .addArgument(new Argument("<shell>", "shell").choices(["bash", "zsh", "fish"]))
    .action(async (shell) => (await import("./completion.js")).printScript(shell, terminal))
  program
    .command("complete", { hidden: true })
    .description("print completions for the shell")
    .argument("[words...]")
    .action(async (words) => (await import("./completion.js")).complete(words, program, terminal))
  addIssueChain(program, terminal, done)
  for (const [heading, names] of headings) {
    for (const command of program.commands.filter((one) => names.includes(one.name()))) {
      command.helpGroup(heading)
    }
  }
  program.commandsGroup("This machine:").helpCommand("help [command]", "display help for command")
  return program.showHelpAfterError("  fix: See ghx --help")
}

const collected = (text: string, before: readonly string[] = []) => [...before, text]

/** Headings of the help, and the commands below them. */
const headings: readonly (readonly [heading: string, commands: readonly string[]])[] = [
  ["Calls:", ["run", "chain", "plan", "rest", "graphql", "api", "exec", "explain", "capabilities"]],
  ["Durable runs:", ["runs", "queue", "worker", "issue-chain"]],
  ["Agents:", ["mcp", "setup"]],
  ["Your own capabilities:", ["init", "gen"]],
  ["This machine:", ["doctor", "sandbox", "explore", "completion"]],
]

/** A command for operations without a capability, with gh's options for values. */
function operation(command: commander.Command): commander.Command {
  return command
    .option(
      "-F, --field <name=value>",
      "add a parameter, typed by GitHub's description; @file reads a file",
      collected,
    )
    .option("-f, --raw-field <name=value>", "add a string parameter", collected)
    .option("--input <file>", "values as JSON, from a file or - for stdin")
    .addOption(allowWrite())
    .addOption(repo())
    .addOption(jq())
    .addOption(envelope())
    .addOption(limit())
    .addOption(dryRun())
    .addOption(record())
    .addOption(trace())
    .addOption(untrusted())
    .addOption(sandbox())
    .addOption(yes())
}

/** Adds the options for bounds. */
function guarded(command: commander.Command): commander.Command {
  return command
    .option("--read-only", "block everything that writes")
    .option("--allow <ids>", "allow only these capabilities: issue.*,pr.view", listOf)
    .option("--deny <ids>", "block these capabilities; wins over --allow", listOf)
    .option("--repos <repositories>", "allow only these repositories: octocat/docs,me/*", listOf)
    .option("--limits <calls>", "maximum number of calls: issue.create=5,*=50", limitsOf)
    .option("--documents", "allow read operations without a capability (REST and GraphQL)")
    .addOption(allowWrite())
    .addOption(untrusted())
}

function listOf(text: string): string[] {
  return text.split(",").map((one) => one.trim())
}

function limitsOf(text: string): Readonly<Record<string, number>> {
  const parts = listOf(text).map((one) => /^([\w.*]+)=(\d+)$/.exec(one))
  const limits = parts.flatMap((part) => (part?.[1] ? [[part[1], Number(part[2])] as const] : []))
  if (limits.length === parts.length) return Object.fromEntries(limits)
  throw new InvalidArgumentError("Expected a list of id=number, e.g. issue.create=5,*=50.")
}

function secondsOf(text: string): number {
  const seconds = Number(text)
  if (seconds > 0 && seconds <= 86_400) return seconds
  throw new InvalidArgumentError("Expected a number of seconds, e.g. 30.")
}

function addQueue(
  program: commander.Command,
  terminal: Terminal,
  done: (exitCode: number) => void,
): void {
  const bodies = () => import("./queue.js")
  const queue = program.command("queue").description("distribute runs to a fleet of workers")
  queue
    .command("add")
    .description("add the tasks of a run; tasks that reference each other form one job")
    .requiredOption("--steps <json>", "tasks as JSON: inline, @file, or - for stdin")
    .requiredOption("--run <name>", "name of the run; tasks it already has are not added again")
    .addOption(on())
    .addOption(repo())
    .addOption(asJson())
    .action(async (flags) => done(await (await bodies()).add(flags, terminal)))
  for (const [name, description] of [
    ["status", "show how many jobs are waiting, active, done and failed"],
    ["retry", "requeue failed jobs; finished steps are not sent again"],
    ["cancel", "remove jobs that no worker has started"],
  ] as const)
    queue
      .command(name)
      .description(description)
      .argument("[run]", "name of a run (default: all)")
      .addOption(on())
      .addOption(asJson())
      .action(async (run, flags) => done(await (await bodies())[name](run, flags, terminal)))
  program
    .command("worker")
    .description("run jobs from the queue, until Ctrl-C")
    .addOption(on())
    .option("--concurrency <number>", "maximum number of jobs at once", countOf, 10)
    .option("--until-done", "exit when no job is waiting or active")
    .option("--no-budget", "do not share one rate budget with the other workers")
    .addOption(allowWrite())
    .addOption(untrusted())
    .addOption(yes())
    .action(async (flags) => done(await (await bodies()).worker(flags, terminal)))
}

function countOf(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError("Expected a whole number of at least 1.")
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
      "work through root issues, and the issues they spawn, in one branch and one pull request",
    )
    .argument("[issues...]", "numbers of the root issues")
    .option(
      "--worker <command>",
      "command that works on one issue (default: that of the previous run)",
    )
    .option("--worker-timeout <seconds>", "time limit per issue (default: 7200)")
    .option("--bfs", "breadth-first instead of depth-first")
    .option("--base <branch>", "base branch of the pull request (default: the default branch)")
    .addOption(repo())
    .option("--resume", "resume the interrupted run")
    .option("--dry-run", "run the checks and print the plan, without changing anything")
    .action(async (issues, flags) => done(await (await bodies()).run(issues, flags, terminal)))
  chain
    .command("ready")
    .description("check which issues have a diagnosis comment")
    .argument("<repository>", "OWNER/REPO")
    .argument("<issues...>", "issue numbers")
    .action(async (repository, issues) =>
      done(await (await bodies()).ready(repository, issues, terminal)),
    )
  const spawned = chain
    .command("spawned")
    .description("add a spawned issue to the manifest of the current run")
  for (const value of ["issue", "parent", "source", "step", "kind", "same_file", "same_skill"])
    spawned.argument(`<${value}>`)
  spawned
    .argument("<reason>")
    .argument("[root]", "default: $IDD_CHAIN_CURRENT_ROOT_ID")
    .action(async () => done(await (await bodies()).spawned(spawned.args, terminal)))
  chain
    .command("status")
    .description("show the state of the current run")
    .action(async () => done(await (await bodies()).status(terminal)))
}
