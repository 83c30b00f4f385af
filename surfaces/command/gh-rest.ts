/** REST requests of commands without a capability. */
import type { Client, GhxError } from "../../runtime/index.js"
import { exitCodeOf, printError } from "./output/index.js"
import { nextPage, sendRaw } from "./raw-request.js"
import type { Terminal } from "./terminal/index.js"

/** A refused request, with GitHub's status if it answered. */
export class Refused extends Error {
  readonly exitCode: number

  constructor(
    message: string,
    readonly code: string,
    retryable: boolean,
  ) {
    super(message)
    this.exitCode = exitCodeOf({ code: code as GhxError["envelope"]["error"]["code"], retryable })
  }
}

export type Send = (method: string, path: string, body?: unknown) => Promise<unknown>

/** Sends requests of a command. @throws Refused */
export function sendWith(client: Client, { interrupted: signal }: Terminal): Send {
  return async (method, path, body) =>
    (await answerOf(client, signal, method, `${client.endpoint.rest}${path}`, body)).body
}

/** All items of a paged list. */
export async function itemsAt(
  client: Client,
  { interrupted }: Terminal,
  path: string,
  member: string,
) {
  const items: Record<string, unknown>[] = []
  const { rest } = client.endpoint
  for (let url: string | undefined = `${rest}${path}?per_page=100`; url !== undefined; ) {
    const { body, headers } = await answerOf(client, interrupted, "GET", url)
    items.push(...(Object(body)[member] ?? []))
    url = nextPage(client, headers)
  }
  return items
}

async function answerOf(
  client: Client,
  signal: AbortSignal,
  method: string,
  url: string,
  body?: unknown,
) {
  const missing = await client.unauthenticated()
  if (missing) throw new Refused(missing.message, missing.code, false)
  const expect = "json_or_nothing"
  const answer = await sendRaw(client, signal, { method, url, body, expect })
  if (answer.ok) return answer
  const { message, code } = answer.failure
  const isTransient = ["NETWORK", "RATE_LIMIT", "SERVER"].includes(code)
  throw new Refused(message, code, isTransient && method === "GET")
}

/** Prints a refusal as other errors, and returns its exit code. */
export function exitCodeOfRefused(error: unknown, terminal: Terminal): number {
  if (!(error instanceof Refused)) throw error
  printError(error, terminal)
  return error.exitCode
}
