/** Options that several commands have. */
import { ROUTES } from "../runtime/route-names/index.js"
import { InvalidArgumentError, Option } from "./commander.js"

export function jq() {
  return new Option("-q, --jq <expression>", "print what a jq expression makes of the result")
}

export function repo() {
  return new Option("-R, --repo <repository>", "of what names none: octocat/hello-world")
}

export function dryRun() {
  return new Option("--dry-run", "print the requests, and send none").conflicts("envelope")
}

export function propose() {
  return new Option(
    "--propose <file>",
    "write what would be changed into a new file, as steps of ghx chain, and change nothing",
  ).conflicts(["dryRun", "readOnly"])
}

export function left() {
  return new Option(
    "--left <file>",
    "write what was not carried out into a new file, as steps to go on with",
  ).conflicts(["dryRun", "propose"])
}

export function trace() {
  return new Option("--trace", "tell on stderr which routes were tried, and how long each took")
}

export function signatures() {
  return new Option("--signatures", "say how each is called, too")
}

export function untrusted() {
  const description = "texts by people without write access: mark them, or leave them out"
  return new Option("--untrusted <how>", description).choices(["mark", "omit"])
}

export function sandbox() {
  return new Option("--sandbox", "use a GitHub in memory, which ends with the command: no token")
}

export function port() {
  const description = "where it listens on 127.0.0.1; any free port unless given"
  return new Option("--port <port>", description).argParser(portOf)
}

export function yes() {
  return new Option("-y, --yes", "confirm what is destroyed for good")
}

export function route() {
  return new Option("--route <route>", "take this route or none").choices(ROUTES)
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port < 65_536) return port
  throw new InvalidArgumentError("It is a number from 0 to 65535, where 0 is a free one.")
}

export function json() {
  const description = "ask for these fields and print them, of a list those of each item"
  return new Option("--json <fields>", description).conflicts("envelope")
}

export function envelope() {
  return new Option("--envelope", "print the whole envelope: data or error, and meta")
}

export function limit() {
  const description = "of a list at most so many items, from as many pages as that takes"
  return new Option("-L, --limit <number>", description)
}
