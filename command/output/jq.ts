/** jq itself, as WebAssembly: loaded by the first `--jq`, for it takes longer than most calls. */
import { DisplayError, UsageError } from "./usage-error.js"

/** Stands in for a result where the expression fails: a name that nobody else has. */
const FAILED = "ghx: jq failed"

export interface Filter {
  /**
   * What the expression makes of a value, as `gh --jq` prints it: texts as they are, null as an empty line,
   * a number that is not whole with two digits, the rest minified, its names in order.
   *
   * @throws DisplayError where the expression fails on this value
   */
  run(json: string): Promise<string>
  /**
   * The values that the expression makes of a value.
   *
   * @throws DisplayError where the expression fails on this value
   */
  values(json: string): Promise<unknown[]>
}

/** Longer than any expression that somebody writes; jq's compiler takes its time with more. */
const longest = 10_000

/** jq was ended before it was done. */
export class JqStopped extends Error {
  override readonly name = "JqStopped"
}

/** What jq prints for a value: `raw` of jq-wasm. */
export type RunJq = (json: string, expression: string, flags?: string[]) => Promise<string>

/**
 * An expression, looked at before anything is sent.
 *
 * @param run - jq-wasm in this thread, unless given
 * @throws UsageError where it is none
 */
export async function filterOf(expression: string, run?: RunJq): Promise<Filter> {
  if (expression.length > longest) {
    const much = `${expression.length} characters, and may have ${longest}`
    throw new UsageError(`--jq: the expression has ${much}`)
  }
  const raw = run ?? (await import("jq-wasm")).raw
  // The library drops an error where there were results before it. In a line of its own, because a comment
  // at the end of what was typed would reach further.
  const caught = `(try (${expression}\n) catch {${JSON.stringify(FAILED)}: .})`
  await raw("null", `empty | ${caught}`).catch(async (reason: unknown) => {
    // jq shall quote what was typed; the space is because `-1` would be an option.
    const own = await raw("null", ` ${expression}`).catch((other: unknown) => other)
    throw new UsageError(`--jq: ${wordsOf(own instanceof Error ? own : reason)}`)
  })
  const values = async (json: string): Promise<unknown[]> => {
    const printed = await raw(json, caught, ["-c", "-S"]).catch(failed)
    const lines = printed.split("\n").filter((line) => line !== "")
    return lines.map((line) => readOf(parsed(line)))
  }
  return {
    values,
    run: async (json) => (await values(json)).map((value) => `${textOf(value)}\n`).join(""),
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // jq prints `<skipped: too deep>` below 256 levels.
    throw new DisplayError("--jq: the result is nested too deeply to be printed")
  }
}

function readOf(value: unknown): unknown {
  return isFailure(value) ? failed(value[FAILED]) : value
}

function textOf(value: unknown): string {
  if (value === null) return ""
  if (typeof value === "string") return value
  if (typeof value === "number") {
    return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(2)
  }
  return JSON.stringify(value)
}

function isFailure(value: unknown): value is { readonly [FAILED]: unknown } {
  return typeof value === "object" && value !== null && FAILED in value
}

function failed(reason: unknown): never {
  throw new DisplayError(`--jq: ${wordsOf(reason)}`)
}

/** Whatever else is thrown are words of the JavaScript around jq, which broke off. */
const jqSays = /jq: (?:error|\d+ compile error)/

/** jq's own words, without where in its own files it said them. */
function wordsOf(reason: unknown): string {
  if (reason instanceof Error && !(reason instanceof JqStopped || jqSays.test(reason.message))) {
    return "the expression takes more memory, or goes deeper, than jq can"
  }
  const text = reason instanceof Error ? reason.message : String(reason)
  const [first = ""] = text.replace(/^.*?jq: error(?: \(at [^)]*\))?: /, "").split("\n")
  return first.replace(/ \(Unix shell quoting issues\?\)|:$/g, "")
}
