/** Commands for work that survives the end of a process. */
import { Argument } from "./commander.js"
import { numberOf } from "./options.js"
import { type Commands, calling, withOptions } from "./program-shared.js"

const countOf = numberOf("a whole number of at least 1", 1, Number.MAX_SAFE_INTEGER)

const queue = () => import("./queue.js")
const issueChain = () => import("./issue-chain.js")

export const durableRuns = {
  runs(command, context) {
    const { terminal, done } = context
    withOptions(command, "runsFolder", "asJson")
      .description("list the runs of ghx chain --run and their progress")
      .action(calling(context, async () => (await import("./runs.js")).listRuns))
    withOptions(command.command("show"), "runsFolder", "asJson")
      .description("show the finished, running and failed steps of a run")
      .argument("<name>", "name of the run")
      .action(async (name, _, show) =>
        done(await (await import("./runs.js")).showRun(name, show.optsWithGlobals(), terminal)),
      )
    withOptions(command.command("settle"), "runsFolder")
      .description("record the outcome of a step with an unknown outcome, after checking on GitHub")
      .argument("<name>", "name of the run")
      .argument("<step>", "position of the step, e.g. 3, or 3.7 for an item of an `each` step")
      .addArgument(new Argument("<became>", "outcome of the step").choices(["done", "not-done"]))
      .action(async (name, step, became, _, settled) => {
        const { settle } = await import("./runs.js")
        done(await settle([name, step, became], settled.optsWithGlobals(), terminal))
      })
  },
  queue(command, context) {
    command.description("distribute runs to a fleet of workers")
    const add = command
      .command("add")
      .description("add the tasks of a run; tasks that reference each other form one job")
      .requiredOption("--steps <json>", "tasks as JSON: inline, @file, or - for stdin")
      .requiredOption("--run <name>", "name of the run; tasks it already has are not added again")
    withOptions(add, "on", "repo", "asJson").action(
      calling(context, async () => (await queue()).add),
    )
    for (const [name, description] of [
      ["status", "show how many jobs are waiting, active, done and failed"],
      ["retry", "requeue failed jobs; finished steps are not sent again"],
      ["cancel", "remove jobs that no worker has started"],
    ] as const)
      withOptions(command.command(name), "on", "asJson")
        .description(description)
        .argument("[run]", "name of a run (default: all)")
        .action(calling(context, async () => (await queue())[name]))
  },
  worker(command, context) {
    withOptions(command, "on")
      .description("run jobs from the queue, until Ctrl-C")
      .option("--concurrency <number>", "maximum number of jobs at once", countOf, 10)
      .option("--until-done", "exit when no job is waiting or active")
      .option("--no-budget", "do not share one rate budget with the other workers")
      .action(calling(context, async () => (await queue()).worker))
    withOptions(command, "allowWrite", "untrusted", "yes")
  },
  "issue-chain"(command, context) {
    const { terminal, done } = context
    const options = command
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
    withOptions(options, "repo")
      .option("--resume", "resume the interrupted run")
      .option("--dry-run", "run the checks and print the plan, without changing anything")
      .action(calling(context, async () => (await issueChain()).run))
    command
      .command("ready")
      .description("check which issues have a diagnosis comment")
      .argument("<repository>", "OWNER/REPO")
      .argument("<issues...>", "issue numbers")
      .action(async (repository, issues) =>
        done(await (await issueChain()).ready(repository, issues, terminal)),
      )
    const spawned = command
      .command("spawned")
      .description("add a spawned issue to the manifest of the current run")
    for (const value of ["issue", "parent", "source", "step", "kind", "same_file", "same_skill"])
      spawned.argument(`<${value}>`)
    spawned
      .argument("<reason>")
      .argument("[root]", "default: $IDD_CHAIN_CURRENT_ROOT_ID")
      .action(async () => done(await (await issueChain()).spawned(spawned.args, terminal)))
    command
      .command("status")
      .description("show the state of the current run")
      .action(async () => done(await (await issueChain()).status(terminal)))
  },
} satisfies Commands
