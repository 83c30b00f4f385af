/** Messages on stderr: errors with their fixes, and notes. */
import type { AttemptMeta, ErrorDetails, Intent, ResultWarning } from "../../../runtime/index.js"
import { revealed } from "../../../runtime/text/index.js"
import { type Failure, forReader, type Output, paint, type Terminal } from "../terminal/index.js"
import { statusOf } from "./status.js"

interface Trouble extends Failure {
  /** The task of the call, for advice: `Create an issue.` */
  readonly task?: string | undefined
  /** The capabilities that do what a refused operation would have done. */
  readonly instead?: readonly string[] | undefined
}

export function printError(
  { code, message, details = {}, task, instead = [] }: Trouble,
  { stderr, reader, refusals = byOption }: Terminal,
): void {
  statusOf(stderr).clear()
  const { guard, fix, retry_after_ms, outcome } = details
  // Advice about client options, reworded as command options.
  const own = typeof guard === "string" ? refusals[guard] : undefined
  const advice = own?.replace("CAPABILITY", capabilityFor(task, instead)) ?? inShell(fix)
  if (reader) {
    reader.failed({ code, message, details: withFix(details, advice) })
    return
  }
  const lines = [
    [paint("red", "ghx:", stderr), code, sanitized(message, stderr)].filter(Boolean).join(" "),
    ...(advice === undefined ? [] : [`  fix: ${sanitized(advice, stderr)}`]),
    ...(retry_after_ms === undefined ? [] : [`  wait: ${Math.ceil(retry_after_ms / 1000)} s`]),
    ...(outcome === "unknown" ? ["  outcome: unknown; the write may have been applied"] : []),
  ]
  stderr.write(`${lines.join("\n")}\n`)
}

const withFix = ({ fix: _, ...details }: ErrorDetails, fix: string | undefined) => ({
  ...details,
  ...(fix !== undefined && { fix }),
})

const byOption: Readonly<Record<string, string>> = {
  confirm: "Add --yes to confirm",
  read_only: "Remove --read-only to allow writes",
  allow: "Add the capability to --allow",
  deny: "Remove the capability from --deny",
  repos: "Add the repository to --repos",
  limits: "Raise --limits to allow more calls",
  operations:
    "Use CAPABILITY, or add --allow-write for a write (or set GHX_API_WRITES=allow), and --documents to ghx exec and ghx mcp",
}

/** Advice about options of a client that have a counterpart in the shell. */
const options: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:Run `gh auth login`, or )?set (.*), or pass `token` to create\w+$/i,
    "Run: ghx login, or set $1",
  ],
  [/^Pass `token` to create\w+.*/, "Run: ghx login"],
  [/,? ?(?:or )?raise `?max_response_bytes`? of the client$/i, ""],
  [/^Set `raw_text` of the client to keep them$/, ""],
]

/** Advice for a shell, which has no client; none if nothing is left of it. */
export function inShell(fix: string | undefined): string | undefined {
  const own = options.reduce((text, [option, words]) => text.replace(option, words), fix ?? "")
  return own === "" ? undefined : own
}

const advised = (one: { fix?: string }) => ({ ...one, fix: inShell(one.fix) })

/** An envelope, or the result of a step, with advice for a shell. */
export function forShell<Outcome extends object>(outcome: Outcome): Outcome {
  const { error, meta } = Object(outcome)
  return {
    ...outcome,
    ...(error?.details && { error: { ...error, details: advised(error.details) } }),
    ...(meta?.warnings && { meta: { ...meta, warnings: meta.warnings.map(advised) } }),
  }
}

/** The same for commands of a program or of `ghx do`, whose own `--yes` confirms nothing. */
export const ofPrograms: Readonly<Record<string, string>> = {
  ...byOption,
  confirm: "Add --yes to ghx js or ghx do itself; within a command it confirms nothing",
}

function capabilityFor(task: string | undefined, instead: readonly string[]): string {
  return instead.length > 0
    ? `${instead.join(" or ")} (ghx explain ${instead.join(" ")})`
    : `the capability that does it, if there is one (ghx explain '${phraseOf(task)}')`
}

/** `create an issue` for `Create an issue.` */
function phraseOf(task = "Create an issue."): string {
  return task.charAt(0).toLowerCase() + task.slice(1).replace(/\.$/, "")
}

export function printNote(text: string, { stderr }: Terminal): void {
  statusOf(stderr).clear()
  stderr.write(`${paint("yellow", "note:", stderr)} ${sanitized(text, stderr)}\n`)
}

/** Commands of a program, and lookups of a command, often repeat a note. */
export function onlyOnce(print: (note: string) => void): (note: string) => void {
  const noted = new Set<string>()
  return (note) => {
    if (noted.has(note)) return
    noted.add(note)
    print(note)
  }
}

/** What a successful answer leaves out. */
export function printWarning({ message, fix }: ResultWarning, terminal: Terminal): void {
  const advice = inShell(fix)
  printNote(advice === undefined ? message : `${message.replace(/\.$/, "")}. ${advice}`, terminal)
}

/** A result that could not be printed as requested. It is printed completely, because it would otherwise be lost. */
export function printResult(json: string, { stderr }: Terminal): void {
  stderr.write(`${paint("yellow", "note:", stderr)} the whole result: ${json}\n`)
}

/** Prints one line for each attempted route of a call. */
export function printAttempts(
  id: string,
  attempts: readonly AttemptMeta[],
  { stderr }: Terminal,
): void {
  for (const { route, status, error_code, duration_ms, retries = [] } of attempts) {
    const took = duration_ms === undefined ? [] : [`${Math.round(duration_ms)} ms`]
    const again = retries.map((one) => `retried after ${one.error_code}, ${one.waited_ms} ms`)
    const words = [id, route, status, ...(error_code ? [error_code] : []), ...took, ...again]
    stderr.write(`${paint("dim", "trace:", stderr)} ${sanitized(words.join(" "), stderr)}\n`)
  }
}

/** Maximum length of a message, since parts come from elsewhere. */
const longest = 4000

function sanitized(text: string, output: Output): string {
  const clean = forReader(text.replaceAll("\r", ""), output)
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean
}

/** A person who confirms `ma\u{200d}in` must not read `main`, so joiners count. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Of a value in a question. */
const mostOfValue = 60

/**
 * What a person confirms. The input may come from a model: what is long or invisible in it must not hide the rest, so
 * its other values come before long texts, and these are shortened.
 */
export function questionOf({ capability_id, input, repositories = [] }: Intent): string {
  const members = Object.entries(Object(input)).map(([name, value]) => {
    const text = revealed(JSON.stringify(value) ?? "", invisible).replaceAll(/\s+/g, " ")
    const left = text.length - mostOfValue
    const shown = left > 0 ? `${text.slice(0, mostOfValue)}… (${left} more characters)` : text
    return { left, shown: `${revealed(name, invisible)}: ${shown}` }
  })
  const ordered = members.toSorted((a, b) => Number(a.left > 0) - Number(b.left > 0))
  const shown = ordered.map((one) => one.shown).join(", ")
  const where = repositories.length > 0 ? ` in ${[...new Set(repositories)].join(", ")}` : ""
  return `${capability_id} (${shown})${where} cannot be undone. Continue?`
}
