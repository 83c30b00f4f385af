/** Splits a client's input into lines, because the SDK would end the server at a line that is too long. */
import { parseJSONRPCMessage } from "@modelcontextprotocol/server"
import { readModelArguments } from "../../../runtime/execute/arguments.js"
import { parseJson, tried } from "../../../runtime/text/index.js"
import type { Input } from "../terminal/index.js"

/** Maximum number of bytes in a line. */
export const longestLine = 10 * 1024 * 1024

// Enough to contain the id, which clients write at the beginning or the end of a request.
const kept = 1_000

/** @param tooLong - gets both ends of a line that is skipped */
export async function* linesOf(
  input: Input,
  tooLong: (head: string, tail: string) => void,
): AsyncGenerator<Uint8Array> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of input) {
    for (let rest = Buffer.from(chunk); rest.length > 0; ) {
      const at = rest.indexOf("\n")
      const part = at < 0 ? rest : rest.subarray(0, at + 1)
      rest = rest.subarray(part.length)
      length += part.length
      parts.push(part)
      if (length > longestLine) parts = endsOf(parts)
      if (at < 0) continue
      const line = Buffer.concat(parts)
      if (length <= longestLine) yield withDigits(line)
      else tooLong(line.subarray(0, kept).toString(), line.subarray(-kept).toString())
      parts = []
      length = 0
    }
  }
}

/** A line in which integers above 2^53 are strings, because the SDK would round them. */
function withDigits(line: Buffer): Uint8Array {
  const text = line.toString()
  const exact = /\d{16}/.test(text) ? tried(() => parseJson(text), undefined) : undefined
  return exact === undefined ? line : Buffer.from(`${JSON.stringify(exact)}\n`)
}

function endsOf(parts: readonly Buffer[]): Buffer[] {
  const whole = Buffer.concat(parts)
  if (whole.length <= 2 * kept) return [whole]
  return [Buffer.from(whole.subarray(0, kept)), Buffer.from(whole.subarray(-kept))]
}

const id = String.raw`"id"\s*:\s*(\d+|"(?:[^"\\]|\\.)*")`
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`
const idFirst = new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,`)
const idLast = new RegExp(String.raw`,\s*${id}\s*(?:,\s*${version}\s*)?\}\s*$`)

/** The id of a request whose middle was skipped; null if the id is not in either end. */
export function idIn(head: string, tail: string): string | number | null {
  const [, written] = idFirst.exec(head) ?? idLast.exec(tail) ?? []
  return written === undefined ? null : JSON.parse(written)
}

/**
 * The ids of requests in a line that the SDK would not answer; null for an invalid id. Undefined if the line is a
 * message, or needs no answer.
 */
export function unanswered(line: Uint8Array): readonly unknown[] | undefined {
  const value: unknown = tried(() => JSON.parse(Buffer.from(line).toString()), undefined)
  if (value === undefined) return undefined
  const asked = [value].flat().flatMap((one) => {
    const { id, method }: { id?: unknown; method?: unknown } = Object(one)
    if (method === undefined || id === undefined) return []
    return [typeof id === "number" || typeof id === "string" ? id : null]
  })
  if (Array.isArray(value)) return asked.length > 0 ? asked : [null]
  return asked.length > 0 && !isMessage(value) ? asked : undefined
}

const noObject = /"arguments"\s*:\s*(?:null|")/

/** A line whose arguments are an object: clients also send null, an empty text, or the JSON text of an object. */
export function withArguments(line: Uint8Array): Uint8Array {
  const text = Buffer.from(line).toString()
  if (!noObject.test(text)) return line
  try {
    const { params, ...message } = JSON.parse(text)
    if (message.method !== "tools/call" || !Object.hasOwn(params, "arguments")) return line
    const args = readModelArguments({ type: "object" }, params.arguments)
    return Buffer.from(
      `${JSON.stringify({ ...message, params: { ...params, arguments: args } })}\n`,
    )
  } catch {
    return line
  }
}

const isMessage = (value: unknown): boolean =>
  tried(() => parseJSONRPCMessage(value) !== undefined, false)
