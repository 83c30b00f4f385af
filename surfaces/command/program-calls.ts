import type * as commander from "commander"
import { Argument, Option } from "./commander.js"
import { secondsOf, shared } from "./options.js"
import {
  type CommandContext,
  type Commands,
  calling,
  collected,
  guarded,
  joined,
  operation,
  rehearsed,
  withOptions,
} from "./program-shared.js"

const capabilities = () => import("./capabilities.js")

export const calls = {
  run(command, context) {
    command
      .description("run one capability")
      .addArgument(new Argument("<id>", "capability id, e.g. issue.view"))
      .addArgument(
        new Argument(
          "[input...]",
          "key=value pairs, and the target as octocat/hello-world#7, #7 or a GitHub URL",
        ),
      )
      .option("--input <json>", "input as JSON: inline, @file, or - for stdin")
      .action(calling(context, async () => (await import("./run.js")).run))
    withOptions(command, "repo", "route", "json", "jq", "envelope", "key", "limit", ...rehearsed)
  },
  chain(command, context) {
    command
      .description("run several capabilities, batched into few requests")
      .requiredOption(
        "--steps <json>",
        'tasks as JSON, in a list or by name: inline, @file, or - for stdin: [{ "task": "user.me", "input": {} }, …]',
      )
      .action(calling(context, async () => (await import("./chain.js")).chain))
    withOptions(command, "repo", "jq", "dryRun", "record", "unfinished", "runName", "runsFolder")
    withOptions(command, "allowWrite", "trace", "untrusted", "sandbox", "yes")
  },
  plan(command, context) {
    command
      .description("compute the calls for a capability, including those that find missing inputs")
      .argument("<id>", "capability to plan, e.g. pr.thread.resolve")
      .argument("[input...]", "known values as key=value: inputs, titles, paths, branches")
      .option("--message <text>", "the user's message, searched for names")
      .option("--run", "run the plan, and print the result of its last step")
      .action(calling(context, async () => (await import("./plan.js")).plan))
    withOptions(command, "repo", "jq", ...rehearsed)
  },
  rest(command, context) {
    operation(command)
      .description("send any REST operation that GitHub documents, checked against its description")
      .argument(
        "<words...>",
        "method and path: POST /repos/{owner}/{repo}/hooks; a path alone is GET",
      )
      .option("--accept <type>", "media type of the response, e.g. application/vnd.github.diff")
      .action(calling(context, async () => (await import("./operation.js")).rest))
  },
  graphql(command, context) {
    operation(command)
      .description("send any GraphQL document, checked against GitHub's schema")
      .requiredOption("--query <document>", "a file, - for stdin, or the document itself")
      .action(calling(context, async () => (await import("./operation.js")).graphql))
  },
  api(command, context) {
    // ghx sends the request again, whose response is at least as new; pipes get escape sequences, terminals never.
    for (const flag of ["--cache <duration>", "--allow-escape-sequences"])
      command.addOption(new Option(flag, "accepted as by gh, without effect").hideHelp())
    operation(command)
      .description("send a request as gh api does, checked like ghx rest and ghx graphql")
      .argument("<endpoint>", "a path, such as repos/{owner}/{repo}/issues, or graphql")
      .option("-X, --method <method>", "HTTP method (default: GET, or POST with parameters)")
      .option("-H, --header <header>", "add a header, such as Accept: TYPE", collected)
      .option("-i, --include", "also print the status and headers of responses")
      .option("--verbose", "print requests and responses")
      .option("--hostname <host>", "server (default: github.com, or GH_HOST)")
      .option("-p, --preview <names>", "request the preview media types with these names", joined)
      .option("--unchecked", "send what GitHub does not describe, without checks")
      .option("--paginate", "fetch all pages of a list, as one list")
      .option("--slurp", "with --paginate: print a list of pages")
      .option("--silent", "print nothing if the request succeeds")
      .action(calling(context, async () => (await import("./api.js")).api))
  },
  exec(command, context) {
    script(command)
      .description(
        "run a sandboxed script over gh`…` and the `ghx` object, without files or network",
      )
      .argument(
        "<code>",
        "function body: inline, @file, or - for stdin, e.g. 'return gh`issue list --json title`'",
      )
      .action(calling(context, async () => (await import("./exec.js")).exec))
  },
  js(command, { terminal, done }) {
    script(command)
      .description("run a script like ghx exec, and print its result for a model")
      .argument("[code]", "function body: inline, @file, or - for stdin", "-")
      .action(async (code, flags) =>
        done(await (await import("./exec.js")).exec(code, { ...flags, brief: true }, terminal)),
      )
  },
  do(command, context) {
    guarded(command)
      .description("run gh commands, one a line; && joins commands, neighbouring reads run at once")
      .argument("[lines]", "commands: inline, @file, or - for stdin", "-")
      .action(calling(context, async () => (await import("./do.js")).runLines))
    withOptions(command, "repo", "dryRun", "record", "sandbox", "yes")
  },
  explain: explaining,
  capabilities(command, context) {
    command.description("list, search and explain capabilities")
    withOptions(command.command("list"), "asJson")
      .description("list all capabilities, or those of one domain")
      .argument("[domain]", "e.g. issue or pr.thread")
      .action(calling(context, async () => (await capabilities()).list))
    explaining(command.command("explain"), context)
    withOptions(command.command("search"), "asJson")
      .description("search capabilities by purpose")
      .argument("<words...>", "e.g. rerun failed jobs")
      .action(calling(context, async () => (await capabilities()).search))
    command
      .command("types")
      .description("print input and output types as TypeScript")
      .argument("<ids...>", "capability id, e.g. issue.view")
      .action(async (ids) => (await capabilities()).types(ids, context.terminal))
  },
} satisfies Commands

function script(command: commander.Command): commander.Command {
  withOptions(guarded(command), "repo", "jq")
  command.option("--timeout <seconds>", "CPU time limit (default: 30)", secondsOf)
  command.addOption(shared.dryRun("send only reads, and print the writes"))
  return withOptions(command, "record", "trace", "sandbox", "yes")
}

function explaining(command: commander.Command, context: CommandContext): void {
  command
    .description("show inputs and output of capabilities, or search by domain or phrase")
    .argument(
      "[ids...]",
      "e.g. issue.close pr.thread 'pr review' 'close duplicates' (default: the most used)",
    )
    .option("--full", "with the meaning of inputs, as on a terminal")
    .action(calling(context, async () => (await capabilities()).explainAll))
  withOptions(command, "asJson")
}
