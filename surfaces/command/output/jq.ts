/** `--jq`, executed by jq itself as WebAssembly, which is loaded with the first expression. */
import type { JqResult } from "jq-wasm"
import type { Client } from "../../../runtime/index.js"
import { revealedJson } from "../../../runtime/text/index.js"
import { DisplayError, UsageError } from "./exit-codes.js"
import { selectOf } from "./select.js"

export type Filter = Awaited<ReturnType<typeof filterOf>>

/** Far longer than any real expression; jq's compiler gets slow beyond that. */
const longest = 10_000

class JqFailed extends Error {}

export class JqStopped extends Error {
  override readonly name = "JqStopped"
}

/** jq-wasm's `raw`: output and errors for a value. */
export type RunJq = (json: string, expression: string, flags?: string[]) => Promise<JqResult>

/**
 * Checks an expression before anything is sent.
 *
 * @param raw - runs jq
 * @throws UsageError if the expression is invalid
 */
export async function filterOf(expression: string, raw: RunJq) {
  if (expression.length > longest) {
    const much = `${expression.length} characters, at most ${longest}`
    throw new UsageError(`--jq: the expression is too long: ${much}`)
  }
  // jq would stop at the character, and execute the part before it.
  if (expression.includes("\0")) throw new UsageError("--jq: the expression holds a NUL character")
  const printedBy = async (json: string, given: string): Promise<string> => {
    const { stdout, stderr, exitCode } = await raw(json, given, ["-c", "-S", "--"])
    if (exitCode !== 0) throw new JqFailed(stderr)
    return stdout
  }
  const select = selectOf(expression)
  if (select === undefined) {
    await printedBy("null", `empty | ${expression}`).catch(async (reason: unknown) => {
      // Lets jq quote the expression.
      const error = await printedBy("null", expression).catch((other: unknown) => other)
      throw new UsageError(`--jq: ${wordsOf(error instanceof Error ? error : reason)}`)
    })
  }
  const valuesIn = async (json: string): Promise<unknown[]> => {
    const selected = select?.(json)
    if (selected !== undefined) return selected
    const lines = (await printedBy(json, expression).catch(failed)).split("\n")
    return lines.filter((line) => line !== "").map(parsed)
  }
  /**
   * @param untrusted - how the client shows free text, parts of which are marked, too
   * @throws DisplayError if the expression fails on this value
   */
  const values = async (json: string, untrusted?: Client["guard"]["untrusted"]) => {
    const found = await valuesIn(json)
    if (!untrusted?.nonce) return found
    const { fragmentMarker } = await import("./fragments.js")
    return fragmentMarker(untrusted, JSON.parse(json))(found)
  }
  return { values, printed, isStream: isStream(expression) }
}

/** Whether an expression gives any number of values, as `.[].number` does, and `[.[].number]` does not. */
function isStream(expression: string): boolean {
  const texts = /#.*|"(?:[^"\\]|\\[\s\S])*"/g
  let code = expression.replaceAll(texts, (one) => (one.startsWith("#") ? "" : '"'))
  for (let before = ""; before !== code; ) {
    before = code
    code = code.replace(/([([{])([^()[\]{}]*)[)\]}]/, bracket)
  }
  const several = code.replaceAll(/\breduce\b[^|;]*?\bas\s+\$\w+\s*0/g, "0")
  return /[,∞]|\.\.|\b(?:limit|range|recurse|paths|repeat|scan|splits|until|while)\b/.test(several)
}

/** A part in brackets as `∞` if it gives any number of values, else as one value. */
function bracket(_: string, open: string, inner: string, at: number, code: string): string {
  const before = code.slice(Math.max(0, at - 20), at)
  if (open === "{") return inner.includes("∞") ? "∞" : "0"
  const isAfterWord = /[\w$]\s*$/.test(before) && !keyword.test(before)
  if (open === "(") return isAfterWord ? " 0" : inner.replaceAll(",", "∞")
  if (!/[.?"∞]$/.test(before) && !(isAfterWord && /\w$/.test(before))) return "0"
  return inner.trim() === "" || /[,∞]/.test(inner) ? "∞" : "0"
}

const keyword = /(?:^|[^\w.$])(?:and|as|catch|elif|else|foreach|if|in|or|reduce|then|try)\s*$/

/**
 * Values as `gh --jq` prints them: strings as they are, null as an empty line, fractional numbers with two digits,
 * everything else minified with sorted keys.
 */
function printed(values: readonly unknown[]): string {
  return values.map((value) => `${textOf(value)}\n`).join("")
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // jq prints `<skipped: too deep>` below 256 levels.
    throw new DisplayError("--jq: the result is nested too deeply to print")
  }
}

function textOf(value: unknown): string {
  if (value === null) return ""
  if (typeof value === "string") return value
  if (typeof value === "number") {
    return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(2)
  }
  return revealedJson(JSON.stringify(value))
}

function failed(reason: unknown): never {
  throw new DisplayError(`--jq: ${wordsOf(reason)}`)
}

/** jq's message without its internal location. Any other exception stopped jq. */
function wordsOf(reason: unknown): string {
  if (reason instanceof JqStopped) return reason.message
  if (!(reason instanceof JqFailed)) {
    return "the expression exceeds jq's memory or recursion limit"
  }
  const message = /jq: error(?: \([^)]*\))*: (.*)/.exec(reason.message)?.[1] ?? reason.message
  const [first = ""] = message.split("\n")
  return first.replace(/ \(Unix shell quoting issues\?\)|:$/g, "") || "the expression failed"
}
