/** Runs the real `gh` against a test's server, over a Unix socket. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Answer, ReceivedRequest, Reply } from "./github-double.js"
import { reply } from "./github-double.js"

export interface GhDouble {
  readonly requests: ReceivedRequest[]
  answer: Answer
  /** Makes gh use this server for every host. */
  readonly env: Record<string, string>
  /** Answers the check that each client makes before its first call, and runs the real gh for everything else. */
  readonly path: string
  close(): Promise<void>
}

/** gh probes the server's features before its actual request; these probes are answered here. */
function probe({ query }: ReceivedRequest): Reply | undefined {
  if (!/__type\(|__schema/.test(query)) return undefined
  return { body: { data: { Repository: {}, PullRequest: { fields: [] }, Issue: { fields: [] } } } }
}

export async function startGh(answer: Answer): Promise<GhDouble> {
  const folder = await mkdtemp(join(tmpdir(), "ghx-gh-"))
  const socket = join(folder, "api.sock")
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method, url: path, headers } = incoming
    const sent = JSON.parse(Buffer.concat(chunks).toString() || "{}")
    const { query = "", variables } = sent
    const request = { method, path, headers, query, variables, body: sent }
    const probed = probe(request)
    if (!probed) double.requests.push(request)
    reply(response, probed ?? (await double.answer(request)))
  })
  await writeFile(join(folder, "config.yml"), `http_unix_socket: ${socket}\n`)
  const path = join(folder, "gh")
  const script = '#!/bin/sh\n[ "$1" = --version ] && exit 0\nexec gh "$@"\n'
  await writeFile(path, script, { mode: 0o755 })
  await new Promise<void>((ready) => server.listen(socket, ready))
  const double: GhDouble = {
    requests: [],
    answer,
    env: { GH_CONFIG_DIR: folder, TMPDIR: folder, XDG_STATE_HOME: folder, XDG_CACHE_HOME: folder },
    path,
    async close() {
      await new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
      await rm(folder, { recursive: true, force: true })
    },
  }
  return double
}
