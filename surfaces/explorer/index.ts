/** `ghx explore`: serves the page, and a sandbox for its tasks. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type SandboxOptions, startSandbox } from "../../sandbox/index.js"
import { storeFor } from "./fixture.js"
import { RESET, RUN, STATE } from "./page/index.js"
import { pageFiles, policy } from "./page.js"
import { follow } from "./state.js"

export { writePages } from "./page.js"

export interface ExplorerOptions {
  /** The port on 127.0.0.1; any free one by default. */
  readonly port?: number
  /** The fixture of the sandbox, or the path of a file that describes it. */
  readonly seed?: NonNullable<SandboxOptions["seed"]>
}

export interface Explorer {
  /** `http://127.0.0.1:PORT/` */
  readonly url: string
  close(): Promise<void>
}

/** Maximum size of tasks, in bytes. */
const MOST_BYTES = 1024 * 1024
/** Time limit for tasks. */
const MOST_MS = 30_000

/** @throws Error if the port is taken, the seed is invalid, or a package of the sandbox is missing */
export async function startExplorer({ port = 0, seed }: ExplorerOptions = {}): Promise<Explorer> {
  const files = await pageFiles({ live: true })
  const sandbox = await startSandbox(storeFor(seed))
  const { runnerFor } = await import("./run.js")
  const runner = runnerFor(sandbox)
  const answers: Readonly<Record<string, Answer>> = {
    async [RUN](body, gone) {
      const { tasks } = Object(JSON.parse(body))
      if (typeof tasks !== "object" || tasks === null) {
        throw new Refusal(400, 'The body is { "tasks": … }, a task or a list of tasks')
      }
      return runner.run(tasks, AbortSignal.any([gone, AbortSignal.timeout(MOST_MS)]))
    },
    async [RESET]() {
      await runner.reset()
      return {}
    },
  }
  const server = createServer((request, response) => {
    const gone = new AbortController()
    response.once("close", () => gone.abort())
    answer(request, files, answers, gone.signal)
      .catch(refusalOf)
      .then((answered) => {
        if (answered === EVENTS) {
          response.writeHead(200, headersOf("text/event-stream"))
          follow(sandbox, response)
        } else send(response, answered)
      })
      .catch(() => response.destroy())
  })
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await Promise.all([closed, sandbox.close()])
  }
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(port, "127.0.0.1", resolve)
    })
  } catch (error) {
    await sandbox.close()
    throw error
  }
  const { port: own } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${own}/`, close }
}

/** @param gone - aborts when nobody waits for the answer any more, for example because the tab was closed */
type Answer = (body: string, gone: AbortSignal) => Promise<unknown>

interface Answered {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** In place of an answer: the state of the sandbox, again and again. */
const EVENTS = "events"

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

async function answer(
  request: IncomingMessage,
  files: ReadonlyMap<string, string>,
  answers: Readonly<Record<string, Answer>>,
  gone: AbortSignal,
): Promise<Answered | typeof EVENTS> {
  const origin = ownOrigin(request)
  const { pathname } = new URL(request.url ?? "/", origin)
  if (pathname === STATE && request.method === "GET") return EVENTS
  const name = pathname === "/" ? "index.html" : pathname.slice(1)
  const file = files.get(name)
  if (file !== undefined) {
    if (request.method !== "GET") throw new Refusal(405, "Use GET for the page")
    return { status: 200, type: typeOf(name), text: file }
  }
  const run = Object.hasOwn(answers, pathname) ? answers[pathname] : undefined
  if (!run) throw new Refusal(404, "Not found")
  if (request.method !== "POST") throw new Refusal(405, "Use POST")
  // Without permission, other sites can send forms, but not JSON.
  if (request.headers["content-type"] !== "application/json") {
    throw new Refusal(415, "The body must be application/json")
  }
  return json(200, await run(await bodyOf(request), gone))
}

/**
 * The page's own origin. Requests from other pages are refused, and so are other host names: a site could make its
 * own name resolve to this machine.
 */
function ownOrigin({ headers, socket }: IncomingMessage): string {
  const own = ["127.0.0.1", "localhost"].map((host) => `${host}:${socket.localPort}`)
  const { host = "", origin = `http://${host}` } = headers
  if (!own.includes(host)) throw new Refusal(403, `The explorer is at http://${own[0]}/`)
  if (origin !== `http://${host}`) throw new Refusal(403, "Requests from other origins are refused")
  return origin
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Refusal(413, `Tasks may have at most ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function refusalOf(error: unknown): Answered {
  const message = error instanceof Error ? error.message : String(error)
  return json(error instanceof Refusal ? error.status : 400, { message })
}

function json(status: number, value: unknown): Answered {
  const written = (_: string, one: unknown) =>
    one instanceof Uint8Array ? Buffer.from(one).toString("base64") : one
  return { status, type: "application/json", text: JSON.stringify(value, written) }
}

function send(response: ServerResponse, { status, type, text }: Answered): void {
  response.writeHead(status, {
    ...headersOf(type),
    // The server does not wait for the rest of a refused body.
    ...(status >= 400 && { connection: "close" }),
  })
  response.end(text)
}

function headersOf(type: string): Record<string, string> {
  return {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy": `${policy}; frame-ancestors 'none'`,
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  }
}

function typeOf(name: string): string {
  if (name.endsWith(".css")) return "text/css"
  return name.endsWith(".js") ? "text/javascript" : "text/html"
}
