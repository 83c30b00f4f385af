import { readFile } from "node:fs/promises"
import { Interrupted, UsageError } from "../output/index.js"
import type { Input, Terminal } from "../terminal/index.js"

/** What `option` names: `-` is stdin, `@file` a file, everything else is the text itself. */
export async function readText(option: string, given: string, terminal: Terminal): Promise<string> {
  if (given === "-") return readStdin(option, terminal)
  return given.startsWith("@") ? readFrom(option, given.slice(1), terminal) : given
}

/** The text of a file, or of stdin where it is called `-`. */
export async function readFrom(option: string, file: string, terminal: Terminal): Promise<string> {
  if (file === "-") return readStdin(option, terminal)
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : error}`)
  }
}

async function readStdin(option: string, { stdin, interrupted }: Terminal): Promise<string> {
  if (stdin.isTTY) throw new UsageError(`${option}: - reads stdin, but nothing is piped in`)
  const interruption = new Promise<never>((_, reject) => {
    const end = () => reject(new Interrupted())
    interrupted.addEventListener("abort", end, { once: true })
  })
  return Promise.race([textOf(stdin), interruption])
}

async function textOf(stdin: Input): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of stdin) {
    text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** JSON from what `option` names. */
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
