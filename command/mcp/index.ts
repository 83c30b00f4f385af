/** The MCP server, which only `ghx mcp` loads: its SDK takes longer to load than all of a call. */
import { Readable, Writable } from "node:stream"
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio"
import { tellNote } from "../output/index.js"
import type { Terminal } from "../terminal/index.js"
import { type Serving, serverOf } from "./server.js"

export { questions } from "./questions.js"

/** Serves one client on stdin and stdout, until either is closed or somebody presses Ctrl-C. */
export async function serve(serving: Serving, terminal: Terminal): Promise<void> {
  const { stdin, stdout, interrupted } = terminal
  const input = Readable.from(stdin)
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
      transport: new Wire(input, output),
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
