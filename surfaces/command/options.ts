/** Options that several commands have. */
import { ROUTES } from "../../runtime/route-names/index.js"
import { InvalidArgumentError, Option } from "./commander.js"

export function jq() {
  return new Option("-q, --jq <expression>", "filter the result with a jq expression")
}

/** @param hasDefault - whether the environment or the clone names a repository, too */
export function repo(hasDefault = true) {
  const otherwise = hasDefault ? " (default: GH_REPO, or the clone)" : ""
  return new Option("-R, --repo <repository>", `repository, as OWNER/REPO${otherwise}`)
}

export function dryRun() {
  return new Option("--dry-run", "print the requests without sending them").conflicts("envelope")
}

export function allowWrite() {
  return new Option(
    "--allow-write",
    "allow write operations without a capability (REST and GraphQL)",
  )
}

export function record() {
  return new Option(
    "--record <file>",
    "record writes in FILE for approval, as steps for ghx chain, instead of sending them",
  ).conflicts(["dryRun", "readOnly"])
}

export function unfinished() {
  return new Option(
    "--unfinished <file>",
    "write the steps that did not run to FILE, to resume later",
  ).conflicts(["dryRun", "record"])
}

export function runName() {
  return new Option("--run <name>", "name of this run; repeating the command resumes it").conflicts(
    ["dryRun", "record", "sandbox", "unfinished"],
  )
}

export function runsFolder() {
  return new Option(
    "--runs <folder>",
    "folder of the run journals (default: $GHX_RUNS, or ghx/runs in the state folder)",
  )
}

export function on() {
  return new Option(
    "--on <address>",
    "store of the queue: redis://… (BullMQ) or postgres://… (DBOS); default: $GHX_QUEUE",
  )
}

export function trace() {
  return new Option("--trace", "print tried routes and timings to stderr")
}

export function asJson() {
  return new Option("--json", "print the full result as JSON")
}

export function untrusted() {
  const description = "tag or omit untrusted content (written by people without write access)"
  return new Option("--untrusted <how>", description).choices(["mark", "omit"])
}

export function sandbox() {
  return new Option("--sandbox", "run against a temporary in-memory GitHub; needs no token")
}

export function port() {
  const description = "port on 127.0.0.1 (default: any free port)"
  return new Option("--port <port>", description).argParser(portOf)
}

export function speed() {
  const description =
    "how fast time passes for workflow runs (default: 1; 0: only changes advance the clock)"
  return new Option("--speed <number>", description).argParser(speedOf)
}

/** @param hasLetter - false if another option of the command has the letter */
export function yes(hasLetter = true) {
  const flags = hasLetter ? "-y, --yes" : "--yes"
  return new Option(flags, "skip confirmation of destructive operations")
}

export function route() {
  return new Option("--route <route>", "force a route, without fallback").choices(ROUTES)
}

function speedOf(text: string): number {
  const speed = Number(text)
  if (/^[\d.]+$/.test(text) && speed <= 100_000) return speed
  throw new InvalidArgumentError("Expected a number from 0 to 100000.")
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port < 65_536) return port
  throw new InvalidArgumentError("Expected a port from 0 to 65535; 0 picks a free one.")
}

export function json() {
  const description = "request and print only these fields (of each item, for a list)"
  return new Option("--json <fields>", description).conflicts("envelope")
}

export function key() {
  const description = "name of this write; a write with the same name is applied once"
  return new Option("--key <key>", description)
}

export function envelope() {
  return new Option("--envelope", "print the whole envelope (data or error, and meta)")
}

export function limit() {
  const description = "maximum number of items to fetch, across pages"
  return new Option("-L, --limit <number>", description)
}

/** @param short - whether its short form is still available */
export function web(short: boolean) {
  const description = "open the page in a browser; without a terminal, print the URL"
  return new Option(`${short ? "-w, " : ""}--web`, description).conflicts([
    "json",
    "jq",
    "envelope",
  ])
}
