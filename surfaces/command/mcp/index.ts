/** The MCP server. Only `ghx mcp` loads it, because its SDK takes longer to load than a whole call. */
import { Readable, Writable } from "node:stream"
import { ProtocolErrorCode } from "@modelcontextprotocol/server"
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio"
import { printNote } from "../output/index.js"
import type { Terminal } from "../terminal/index.js"
import { idIn, linesOf, longestLine, unanswered, withArguments } from "./lines.js"
import { serverOf } from "./server.js"
import type { Serving } from "./serving.js"

export type { RunCommand } from "./commands.js"
export { questions } from "./questions.js"
export { refusals } from "./results.js"
export type { Serving } from "./serving.js"

const noRequest =
  'Not an MCP request: expected one message per line with "jsonrpc": "2.0", a string or integer as id, and an object as params'

/** Serves one client on stdin and stdout, until either is closed or Ctrl-C. */
export async function serve(serving: Serving, terminal: Terminal): Promise<void> {
  const { stdin, stdout, interrupted } = terminal
  const refuse = (id: unknown, why: string) => {
    const error = {
      code: ProtocolErrorCode.InvalidRequest,
      message: `${why}: nothing was executed`,
    }
    stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`)
  }
  const tooLong = (head: string, tail: string) =>
    refuse(idIn(head, tail), `The message is longer than ${longestLine} bytes`)
  async function* messages() {
    for await (const sent of linesOf(stdin, tooLong)) {
      const line = withArguments(sent)
      const ids = unanswered(line)
      if (ids === undefined) yield line
      else for (const id of ids) refuse(id, noRequest)
    }
  }
  const input = Readable.from(messages())
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      stdout.write(String(chunk))
      done()
    },
  })
  await new Promise<void>((resolve) => {
    class Wire extends StdioServerTransport {
      override async close(): Promise<void> {
        await super.close()
        resolve()
      }
    }
    const { close } = serveStdio(() => serverOf(serving), {
      // The buffer must hold a line and the rest of the previous one.
      transport: new Wire(input, output, { maxBufferSize: 2 * longestLine }),
      onerror: ({ name, message }) => {
        const isNoMessage = name === "ZodError" || name === "SyntaxError"
        printNote(isNoMessage ? "a line of stdin is not a JSON-RPC message" : message, terminal)
      },
    })
    if (interrupted.aborted) void close()
    else interrupted.addEventListener("abort", () => void close(), { once: true })
  })
  // Otherwise the process would wait for piped input.
  input.destroy()
}
