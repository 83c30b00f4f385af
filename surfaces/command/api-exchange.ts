/** What `ghx api` shows of requests and responses, beside their data. */
import { STATUS_CODES } from "node:http"
import { tried } from "../../runtime/text/index.js"
import { commandFetch } from "./fetch.js"
import { forTerminal, type Terminal } from "./terminal/index.js"

type Fetch = typeof globalThis.fetch

interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly bytes: Uint8Array | undefined
}

interface Shows {
  readonly headers: Readonly<Record<string, string>>
  readonly include: boolean
  /** Print requests and responses instead of the data. */
  readonly verbose: boolean
}

/** Sends as the command does, and keeps what arrives. */
export class Exchanges {
  last: Answer | undefined
  readonly #shows: Shows
  readonly #terminal: Terminal
  readonly #send: Fetch

  constructor(shows: Shows, terminal: Terminal) {
    this.#shows = shows
    this.#terminal = terminal
    this.#send = commandFetch() ?? globalThis.fetch
  }

  readonly fetch: Fetch = async (address, given = {}) => {
    const { headers, verbose } = this.#shows
    const init = { ...given, headers: { ...Object(given.headers), ...headers } }
    const url = new URL(String(address))
    // The question whether it is a sandbox is not the caller's.
    if (url.pathname.startsWith("/.well-known/")) return this.#send(address, given)
    if (verbose) this.#print(requestText(url, init))
    const response = await this.#send(address, init)
    const { status } = response
    const isRead = status >= 400 || verbose
    const bytes = isRead ? new Uint8Array(await response.arrayBuffer()) : undefined
    this.last = { status, headers: [...response.headers].sort(), bytes }
    const isRedirect = status >= 300 && status < 400
    if (verbose || (this.#shows.include && response.ok && !isRedirect)) this.printHead()
    if (verbose) this.#print(`${textOf(bytes)}\n`)
    return bytes === undefined ? response : replayed(response, bytes)
  }

  /** Prints status and headers of the last response, in gh's form. */
  printHead(): void {
    const { status, headers = [] } = this.last ?? {}
    if (status === undefined) return
    const mark = this.#shows.verbose ? "< " : ""
    const lines = headers.map(([name, value]) => `${mark}${titled(name)}: ${value}\r\n`)
    this.#print(`${mark}HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\n${lines.join("")}\r\n`)
  }

  /** Prints what GitHub says about a refused request. Returns false if it has not answered. */
  printRefusal(): boolean {
    const { last } = this
    if (last === undefined || last.status < 400) return false
    if (this.#shows.include && !this.#shows.verbose) this.printHead()
    if (!this.#shows.verbose && last.bytes) this.#print(last.bytes)
    return true
  }

  /** The failure with GitHub's message and the status, which scripts look for. */
  named<Failed extends { readonly message: string }>(failure: Failed): Failed {
    const { message } = failure
    if (this.last === undefined || message.includes("HTTP ")) return failure
    const { status, bytes } = this.last
    const said = String(Object(tried(() => JSON.parse(textOf(bytes)), {})).message ?? "")
    const shown = said === "" || message.includes(said) ? message : `${message}: ${said}`
    return { ...failure, message: `${shown} (HTTP ${status})` }
  }

  #print(content: string | Uint8Array): void {
    const { stdout } = this.#terminal
    stdout.write(forTerminal(content, stdout))
  }
}

const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString()

/** `content-type` as `Content-Type`. */
const titled = (name: string) => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

function requestText(
  { host, pathname, search }: URL,
  { method = "GET", headers, body }: RequestInit,
): string {
  const all: [string, unknown][] = Object.entries(Object(headers))
  const shown = all.map(([name, value]) => {
    const isSecret = name.toLowerCase() === "authorization"
    return `> ${titled(name)}: ${isSecret ? "token ████████████████████" : value}\n`
  })
  const text = typeof body === "string" ? `${body}\n\n` : ""
  return `> ${method} ${pathname}${search} HTTP/1.1\n> Host: ${host}\n${shown.join("")}\n${text}`
}

const replayed = ({ status, headers }: Response, bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response([204, 205, 304].includes(status) ? null : bytes, { status, headers: [...headers] })
