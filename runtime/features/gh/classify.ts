import {
  classifyGraphqlError,
  classifyStatus,
  documentedIn,
  type Failure,
  type GraphqlError,
  permanent,
  serverFailed,
  shorten,
  shortenMiddle,
  unsupported,
} from "../../errors/index.js"
import { type GhResult, startedAsGh } from "./process.js"

type EndedRun = Extract<GhResult, { started: true }>

/**
 * Classifies a run of gh; undefined if it succeeded.
 *
 * @param argv - the arguments of gh
 */
export function classifyGh(result: GhResult, argv: readonly string[] = []): Failure | undefined {
  if (!result.started) {
    const install = { fix: "Install gh (https://cli.github.com) or allow another route" }
    const failure = unsupported(`gh could not be started: ${result.message}`)
    return result.missing ? { ...failure, details: install } : failure
  }
  if (result.killed !== undefined) {
    return noOutcome(`gh did not finish: ${result.killed}`)
  }
  if (result.exit_code === 0) return undefined
  const failure = classifyEnded(result)
  const isRefused = permanentCodes.has(failure.code) && failure.outcome === "unknown"
  return isRefused && writesOnce(argv) ? { ...failure, outcome: "rejected" } : failure
}

const permanentCodes: ReadonlySet<string> = new Set(["AUTH", "NOT_FOUND", "VALIDATION"])

/** gh's exit code is 1 for nearly everything, so its output decides. */
function classifyEnded(result: EndedRun): Failure {
  // Notes about the current folder are not the cause.
  const errors = linesOf(result.stderr)
  const output = errors || `gh ended with exit code ${result.exit_code}`
  if (output.includes(startedAsGh)) {
    const details = { fix: "Put the real gh (https://cli.github.com) before it in PATH" }
    return { ...unsupported("The gh in PATH is a script that starts ghx"), details }
  }
  const status = statusIn(output)
  if (status !== undefined) {
    const [message, ...problems] = sentencesOf(output)
    const failure = classifyStatus(
      status,
      {},
      bodyOf(result.stdout) ?? quotedBody(output) ?? { message, errors: problems },
    )
    // Only a 401 shows that the first of several requests failed; after any other status, gh may have applied
    // something.
    return status === 401 ? failure : { ...failure, outcome: "unknown" }
  }
  if (/^unknown (?:shorthand |JSON )?(?:flag|command|field)|escape sequences;/im.test(output)) {
    const message = `This version of gh does not support it: ${output.split("\n", 1)[0]}`
    const details = { fix: "Update gh (https://cli.github.com), or allow another route" }
    return { ...unsupported(message), details }
  }
  if (result.exit_code === 4 || /\bgh auth login\b/.test(output)) {
    const details = { fix: "Run `gh auth login`, or give the client a token" }
    return permanent("AUTH", "not_sent", "gh is not logged in", details)
  }
  const graphql = graphqlErrorIn(output)
  if (graphql !== undefined) {
    return { ...classifyGraphqlError(graphqlErrorOf(graphql), {}), outcome: "unknown" }
  }
  if (/invalid character|unexpected end of JSON|unexpected EOF/.test(output)) {
    return serverFailed(`gh could not read GitHub's response: ${cleanMessage(output)}`, {})
  }
  // gh looks names up by itself: `failed to update: 'mood' not found`.
  if (/'[^']*' not found$/m.test(output))
    return permanent("NOT_FOUND", "unknown", cleanMessage(output))
  if (refusal.test(output)) return permanent("VALIDATION", "unknown", cleanMessage(output))
  if (network.test(output)) {
    const failure = noOutcome(`gh got no response: ${cleanMessage(output)}`)
    return { ...failure, details: { fix: "Check whether gh can reach GitHub over the network" } }
  }
  return permanent("UNKNOWN", "unknown", `gh failed: ${cleanMessage(output)}`)
}

/** Errors before anything was changed: gh reads first, and git checks its arguments. */
const refusal =
  /^a pull request .* already exists:$|can't be \w+ because|is not a valid branch name$/m

const network =
  /error connecting to|no such host|connection refused|network is unreachable|\bdial (?:tcp|unix)|\bEOF\b|connection reset|broken pipe|i\/o timeout|deadline exceeded|TLS handshake|server closed/i

/** `HTTP 404: Not Found (https://…)`, `gh: Not Found (HTTP 404)`, `non-200 OK status code: 502 …`. */
function statusIn(output: string): number | undefined {
  const found =
    /^(?:[a-z ]+: )?HTTP (\d{3})\b/m.exec(output) ??
    /\(HTTP (\d{3})\)\s*$/m.exec(output) ??
    /non-200 OK status code: (\d{3})\b/.exec(output)
  return found ? Number(found[1]) : undefined
}

/**
 * `GraphQL: … (repository.issue)`, with the path last. Some commands print `Message: …, Locations: []`.
 */
function graphqlErrorIn(output: string): string | undefined {
  return (
    /^(?:[a-z ]+: )?GraphQL: (.*?)(?: \([\w.]+\))?$/ms.exec(output)?.[1] ??
    /^(?:[\w ]+: )?Message: (.*?), Locations: \[/ms.exec(output)?.[1]
  )
}

/** `non-200 OK status code: 403 Forbidden body: "{\"message\":…}"`, from commands that use GraphQL. */
function quotedBody(output: string): object | undefined {
  return bodyOf(/status code: \d{3} [^"]{0,100}body: ("(?:[^"\\]|\\.)*")/.exec(output)?.[1] ?? "")
}

/** `gh api` prints GitHub's answer even if it is an error. */
function bodyOf(stdout: string): object | undefined {
  try {
    const body: unknown = JSON.parse(stdout)
    if (typeof body === "string") return bodyOf(body)
    return typeof body === "object" && body !== null && "message" in body ? body : undefined
  } catch {
    return undefined
  }
}

/** Restores the type of a GraphQL error, since gh prints only the message. */
function graphqlErrorOf(message: string): GraphqlError {
  if (/^Could not resolve to/.test(message)) return { message, type: "NOT_FOUND" }
  if (documentedIn([message]) !== undefined) return { message }
  if (/^Field '.*' doesn't exist on type/.test(message)) return { message, code: "undefinedField" }
  const [type] = Object.entries(graphqlTypes).find(([, sign]) => sign.test(message)) ?? []
  return type === undefined ? { message } : { message, type }
}

const graphqlTypes = {
  INSUFFICIENT_SCOPES: /not been granted the required scopes/,
  FORBIDDEN: /not accessible by|\bSAML\b|not have (?:the correct )?permission/,
  UNPROCESSABLE:
    /must be|can't be|cannot change|could not \w+|was not found|no (?:new )?commits between|no history in common|too long|already/i,
}

/** gh's message without its prefix and URL. */
function cleanMessage(output: string): string {
  return shorten(sentencesOf(output).join(" "), 500)
}

/** The first few lines, each without gh's frame and the requested address. */
function sentencesOf(output: string): string[] {
  const lines = output.split("\n").map((line) =>
    line
      .replace(/^(?:gh|GraphQL): /, "")
      .replace(/^.{0,300}?\bHTTP \d{3}: /, "")
      .replace(/ \(HTTP \d{3}\)$/, "")
      .replace(/ \(https?:\/\/[^()]*\)$/, "")
      .trim(),
  )
  return lines.filter((line) => line !== "").slice(0, 3)
}

/** Omits notes about the current folder, which are not the cause. */
function linesOf(stderr: string): string {
  const lines = shortenMiddle(stderr, 10_000).split("\n")
  return lines
    .filter((line) => !line.startsWith("Warning: "))
    .join("\n")
    .trim()
}

/** Whether gh did anything is unknown. */
function noOutcome(message: string): Failure {
  return { code: "NETWORK", message, transient: true, outcome: "unknown" }
}

/** Commands of gh that send one mutation, with the flags that go into it. */
const single: Readonly<Record<string, readonly string[]>> = {
  "issue close": [],
  "issue comment": ["body"],
  "issue delete": ["yes"],
  "issue edit": ["title", "body"],
  "issue reopen": [],
  "pr close": [],
  "pr comment": ["body"],
  "pr edit": ["title", "body", "base"],
  "pr reopen": [],
}

/** Whether gh sends only one write, so that nothing was applied if GitHub refused a request. */
function writesOnce([group, command, ...rest]: readonly string[]): boolean {
  const flags = single[`${group} ${command}`]
  const end = rest.indexOf("--")
  // Each of several arguments is an object of its own.
  if (flags === undefined || end !== rest.length - 2) return false
  const given = new Set(rest.slice(0, end).map((one) => one.replace(/^--|=.*$/gs, "")))
  given.delete("repo")
  const [first = ""] = given
  const isOneLabel = command === "edit" && given.size === 1 && /^(?:add|remove)-label$/.test(first)
  return isOneLabel || [...given].every((name) => flags.includes(name))
}
