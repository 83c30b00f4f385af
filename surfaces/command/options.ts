import { ROUTES } from "../../runtime/route-names/index.js"
import { InvalidArgumentError, Option } from "./commander.js"

const fraction = /^[\d.]+$/

export const shared = {
  jq: () => new Option("-q, --jq <expression>", "filter the result with a jq expression"),
  /** @param hasDefault - whether the environment or the clone names a repository, too */
  repo(hasDefault = true) {
    const otherwise = hasDefault ? " (default: GH_REPO, or the clone)" : ""
    const option = new Option("-R, --repo <repository>", `repository, as OWNER/REPO${otherwise}`)
    // gh takes the last of several.
    return option.argParser((text, before) => {
      if (before === undefined || before === text) return text
      throw new InvalidArgumentError(`${before} is given, too: use one command for each.`)
    })
  },
  dryRun: (text = "print the requests without sending them") =>
    new Option("--dry-run", text).conflicts("envelope"),
  allowWrite: () =>
    new Option("--allow-write", "allow write operations without a capability (REST and GraphQL)"),
  record: () =>
    new Option(
      "--record <file>",
      "record writes in FILE for approval, as steps for ghx chain, instead of sending them",
    ).conflicts(["dryRun", "readOnly"]),
  unfinished: () =>
    new Option(
      "--unfinished <file>",
      "write the steps that did not run to FILE, to resume later",
    ).conflicts(["dryRun", "record"]),
  runName: () =>
    new Option("--run <name>", "name of this run; repeating the command resumes it").conflicts(
      "dryRun record sandbox unfinished".split(" "),
    ),
  runsFolder: () =>
    new Option(
      "--runs <folder>",
      "folder of the run journals (default: $GHX_RUNS, or ghx/runs in the state folder)",
    ),
  on: () =>
    new Option(
      "--on <address>",
      "store of the queue: redis://… (BullMQ) or postgres://… (DBOS); default: $GHX_QUEUE",
    ),
  trace: () => new Option("--trace", "print tried routes and timings to stderr"),
  asJson: () => new Option("--json", "print the full result as JSON"),
  untrusted: () =>
    new Option(
      "--untrusted <how>",
      "tag or omit untrusted content (written by people without write access)",
    ).choices(["mark", "omit"]),
  sandbox: () =>
    new Option("--sandbox", "run against a temporary in-memory GitHub; needs no token"),
  port: () =>
    new Option("--port <port>", "port on 127.0.0.1 (default: any free port)").argParser(
      numberOf("a port from 0 to 65535; 0 picks a free one", 0, 65_535),
    ),
  speed: () =>
    new Option(
      "--speed <number>",
      "how fast time passes for workflow runs (default: 1; 0: only changes advance the clock)",
    ).argParser(numberOf("a number from 0 to 100000", 0, 100_000, fraction)),
  /** @param hasLetter - false if another option of the command has the letter */
  yes: (hasLetter = true) =>
    new Option(`${hasLetter ? "-y, " : ""}--yes`, "skip confirmation of destructive operations"),
  route: () => new Option("--route <route>", "force a route, without fallback").choices(ROUTES),
  json: () =>
    new Option(
      "--json <fields>",
      "request and print only these fields (of each item, for a list)",
    ).conflicts("envelope"),
  key: () =>
    new Option("--key <key>", "name of this write; a write with the same name is applied once"),
  envelope: () => new Option("--envelope", "print the whole envelope (data or error, and meta)"),
  limit: () => new Option("-L, --limit <number>", "maximum number of items to fetch, across pages"),
  /** @param hasLetter - false if another option of the command has the letter */
  web: (hasLetter = true) =>
    new Option(
      `${hasLetter ? "-w, " : ""}--web`,
      "open the page in a browser; without a terminal, print the URL",
    ).conflicts(["json", "jq", "envelope"]),
}

/** Reads a decimal number from `least` to `most`. */
export function numberOf(expected: string, least: number, most: number, form = /^\d+$/) {
  return (text: string): number => {
    const number = Number(text)
    if (form.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`Expected ${expected}.`)
  }
}

export const secondsOf = numberOf("a number of seconds, e.g. 30", 0.001, 86_400, fraction)
