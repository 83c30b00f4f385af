/** Executes lines of bash, in which `ghx` is the command of this process. */
import { execFile } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { typeWords } from "../ghx/type.js"

/** The output of lines, stdout and stderr as they come. Stdin is empty. */
export function bash(lines: string, env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const options = { env, cwd, maxBuffer: 1 << 26 }
    const args = ["--norc", "-c", `exec 2>&1\n${lines}`]
    const child = execFile("bash", args, options, (_, stdout) => resolve(stdout))
    child.stdin?.end()
  })
}

/** The `ghx` on the path of a line: it sends its arguments to the server, and its stdin if the server asks for it. */
const program = `
const socket = require("node:net").connect(process.argv[2])
const send = (message) => socket.write(JSON.stringify(message) + "\\n")
send({ argv: process.argv.slice(3) })
require("node:readline").createInterface({ input: socket }).on("line", async (line) => {
  const { wantsStdin, stdout, stderr, exitCode } = JSON.parse(line)
  if (wantsStdin) {
    const chunks = []
    for await (const chunk of process.stdin) chunks.push(chunk)
    return send({ stdin: Buffer.concat(chunks).toString("base64") })
  }
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = exitCode
  socket.destroy()
})
`

export interface GhxInBash {
  /** Executes lines in a folder; returns their output and how many times they called ghx. */
  run(lines: string, folder: string): Promise<{ read: string; calls: number }>
  close(): void
}

export async function ghxInBash(): Promise<GhxInBash> {
  const folder = mkdtempSync(join(tmpdir(), "ghx-bash-"))
  const socket = join(folder, "socket")
  const client = join(folder, "client.cjs")
  writeFileSync(client, program)
  const node = process.execPath
  writeFileSync(join(folder, "ghx"), `#!/bin/sh\nexec '${node}' '${client}' '${socket}' "$@"\n`)
  chmodSync(join(folder, "ghx"), 0o755)
  let calls = 0
  const server = createServer((connection) => {
    calls += 1
    void answer(connection)
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  return {
    async run(lines, cwd) {
      calls = 0
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
      const read = await bash(lines, env, cwd)
      return { read, calls }
    },
    close() {
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function answer(connection: Socket): Promise<void> {
  const lines = createInterface({ input: connection })[Symbol.asyncIterator]()
  const received = async () => JSON.parse((await lines.next()).value)
  const send = (message: object) => connection.write(`${JSON.stringify(message)}\n`)
  const { argv } = await received()
  const stdin = async () => {
    send({ wantsStdin: true })
    return Buffer.from((await received()).stdin, "base64")
  }
  send(await typeWords(argv, { stdin }))
}
