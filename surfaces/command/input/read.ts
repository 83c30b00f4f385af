import { readFile } from "node:fs/promises"
import { parseJson } from "../../../runtime/text/index.js"
import { Interrupted, UsageError } from "../output/index.js"
import type { Input, Terminal } from "../terminal/index.js"

/** The text of an option: `-` is stdin, `@file` a file, everything else the text itself. */
export async function readText(option: string, given: string, terminal: Terminal): Promise<string> {
  if (given === "-") return readStdin(option, terminal)
  return given.startsWith("@") ? readFrom(option, given.slice(1), terminal) : given
}

/**
 * The text of a file, or its bytes as Base64; `-` is stdin.
 *
 * @throws UsageError for text that is not UTF-8, which GitHub would store with other characters
 */
export async function readFrom(
  option: string,
  file: string,
  terminal: Terminal,
  encoding: "utf8" | "base64" = "utf8",
): Promise<string> {
  if (file === "-") return readStdin(option, terminal, encoding)
  const bytes = await readFile(file).catch(({ message }) => {
    throw new UsageError(`${option}: ${message}`, "Pass the path of a file")
  })
  return encoding === "base64" ? bytes.toString(encoding) : textOf(bytes, `${option}: ${file}`)
}

async function readStdin(
  option: string,
  { stdin, interrupted }: Terminal,
  encoding: "utf8" | "base64" = "utf8",
): Promise<string> {
  if (stdin.isTTY) throw new UsageError(`${option}: - reads stdin, but nothing is piped in`)
  const interruption = new Promise<never>((_, reject) => {
    const end = () => reject(new Interrupted())
    interrupted.addEventListener("abort", end, { once: true })
  })
  const reading =
    contents.get(stdin) ?? import("node:stream/consumers").then(({ buffer }) => buffer(stdin))
  contents.set(stdin, reading)
  const bytes = await Promise.race([reading, interruption])
  return encoding === "base64" ? bytes.toString(encoding) : textOf(bytes, `${option}: stdin`)
}

/** The content of each stdin, which can be read only once: several targets may need it. */
const contents = new WeakMap<Input, Promise<Buffer>>()

function textOf(bytes: Uint8Array, source: string): string {
  try {
    // gh keeps a byte order mark, too.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UsageError(
      `${source} is not UTF-8 text`,
      "Convert it, for example with iconv -f ISO-8859-1 -t UTF-8, or encode bytes with base64",
    )
  }
}

export async function readJson(
  option: string,
  given: string,
  terminal: Terminal,
): Promise<unknown> {
  const text = await readText(option, given, terminal)
  if (text.trim() === "") throw new UsageError(`${option}: expected JSON, found nothing`)
  try {
    return parseJson(text.replace(/^\uFEFF/, ""))
  } catch (error) {
    throw new UsageError(
      `${option} is not valid JSON: ${Object(error).message}`,
      "jq . shows where",
    )
  }
}
