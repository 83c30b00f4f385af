import { readFile } from "node:fs/promises"
import { Interrupted, UsageError } from "../output/index.js"
import type { Input, Terminal } from "../terminal/index.js"

/** The text of an option: `-` is stdin, `@file` a file, everything else the text itself. */
export async function readText(option: string, given: string, terminal: Terminal): Promise<string> {
  if (given === "-") return readStdin(option, terminal)
  return given.startsWith("@") ? readFrom(option, given.slice(1), terminal) : given
}

/** The text of a file, or its bytes as Base64; `-` is stdin. */
export async function readFrom(
  option: string,
  file: string,
  terminal: Terminal,
  encoding: "utf8" | "base64" = "utf8",
): Promise<string> {
  if (file === "-") return readStdin(option, terminal, encoding)
  try {
    return await readFile(file, encoding)
  } catch (error) {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : error}`)
  }
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
  return Promise.race([textOf(stdin, encoding), interruption])
}

/** The content of each stdin, which can be read only once: several targets may need it. */
const contents = new WeakMap<Input, Promise<Buffer>>()

async function textOf(stdin: Input, encoding: "utf8" | "base64"): Promise<string> {
  const reading = contents.get(stdin) ?? bytesOf(stdin)
  contents.set(stdin, reading)
  const whole = await reading
  return encoding === "base64" ? whole.toString(encoding) : new TextDecoder().decode(whole)
}

async function bytesOf(stdin: Input): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stdin) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk)
  }
  return Buffer.concat(chunks)
}

/** JSON from the source that `option` names. */
export async function readJson(
  option: string,
  given: string,
  terminal: Terminal,
): Promise<unknown> {
  const text = await readText(option, given, terminal)
  if (text.trim() === "") throw new UsageError(`${option}: expected JSON, found nothing`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(
      `${option} is not valid JSON: ${error instanceof Error ? error.message : error}`,
    )
  }
}
