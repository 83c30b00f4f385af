/** The SDK's own client, connected to `ghx mcp` in this process: over its streams, as a host connects. */
import { PassThrough } from "node:stream"
import {
  Client,
  type ClientOptions,
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
} from "@modelcontextprotocol/client"
import { main } from "../../surfaces/command/main.js"

/** The protocol of 2025, with `initialize`, and of 2026, without it. */
export type Era = "2025-11-25" | "2026-07-28"

export const eras: readonly Era[] = ["2025-11-25", "2026-07-28"]

export interface Started {
  /** Messages for the server's stdin. */
  readonly stdin: PassThrough
  /** Lines that the server has written to stdout. */
  readonly lines: string[]
  /** The server's stderr. */
  said(): string
  /** Presses Ctrl-C. */
  interrupt(): void
  readonly exitCode: Promise<number>
  /** Receives each piece of stdout. */
  onOutput(text: string): void
}

/** Starts `ghx mcp` with options. */
export function start(args: readonly string[] = []): Started {
  const stdin = new PassThrough()
  const interruption = new AbortController()
  const started = { stdin, lines: [] as string[], onOutput: (_: string) => {} }
  let said = ""
  const stdout = {
    write(text: string) {
      started.lines.push(...text.split("\n").filter(Boolean))
      started.onOutput(text)
    },
  }
  const stderr = {
    write(text: string) {
      said += text
    },
  }
  const terminal = { stdin, stdout, stderr, interrupted: interruption.signal }
  const exitCode = main(["mcp", ...args], terminal)
  const rest = { said: () => said, interrupt: () => interruption.abort(), exitCode }
  return Object.assign(started, rest)
}

export interface Connected {
  readonly client: Client
  readonly server: Started
  close(): Promise<void>
}

/** A client of an era, connected to a server of its own. */
export async function connect(
  args: readonly string[],
  era: Era,
  options: ClientOptions = {},
  prepare: (client: Client) => void = () => {},
): Promise<Connected> {
  const server = start(args)
  const negotiation = era === "2026-07-28" ? { mode: { pin: era } } : { mode: "legacy" as const }
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { ...options, versionNegotiation: negotiation },
  )
  prepare(client)
  const transport = transportTo(server)
  await client.connect(transport)
  const close = async () => {
    await client.close()
    await server.exitCode
  }
  return { client, server, close }
}

/** A transport to a server in this process, for a client of any version of the SDK. */
export function transportTo(server: Started) {
  const buffer = new ReadBuffer()
  const transport = {
    onmessage: undefined as ((message: JSONRPCMessage) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    async start() {
      server.onOutput = (text) => {
        buffer.append(Buffer.from(text))
        for (let one = buffer.readMessage(); one !== null; one = buffer.readMessage()) {
          transport.onmessage?.(one)
        }
      }
    },
    async send(message: JSONRPCMessage) {
      server.stdin.write(serializeMessage(message))
    },
    async close() {
      server.stdin.end()
      transport.onclose?.()
    },
  }
  return transport
}
