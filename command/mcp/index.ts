/** The MCP server, which only `ghx mcp` loads: its SDK takes longer to load than all of a call. */
import { Readable, Writable } from "node:stream"
import { ProtocolErrorCode } from "@modelcontextprotocol/server"
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio"
import { tellNote } from "../output/index.js"
import type { Terminal } from "../terminal/index.js"
import { idIn, linesOf, longestLine } from "./lines.js"
import { type Serving, serverOf } from "./server.js"

export { questions } from "./questions.js"

/** Serves one client on stdin and stdout, until either is closed or somebody presses Ctrl-C. */
export async function serve(serving: Serving, terminal: Terminal): Promise<void> {
  const { stdin, stdout, interrupted } = terminal
  const refuse = (head: string, tail: string) => {
    const message = `The message is longer than ${longestLine} bytes: nothing of it was done`
    const error = { code: ProtocolErrorCode.InvalidRequest, message }
    stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: idIn(head, tail), error })}\n`)
  }
  const input = Readable.from(linesOf(stdin, refuse))
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
      // Whole lines come, each behind what is left of the one before.
      transport: new Wire(input, output, { maxBufferSize: 2 * longestLine }),
      onerror: ({ name, message }) => {
        const isNoMessage = name === "ZodError" || name === "SyntaxError"
        tellNote(isNoMessage ? "a line of stdin is no message of JSON-RPC" : message, terminal)
      },
    })
    if (interrupted.aborted) void close()
    else interrupted.addEventListener("abort", () => void close(), { once: true })
  })
  // What is still piped in would be waited for.
  input.destroy()
}
