/** A server in its own thread that answers with one issue or one user, also for gh. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Worker } from "node:worker_threads"

const issue = { id: "I_1", number: 1, title: "t", url: "u", body: "b", milestone: null }

const user = {
  node_id: "U_1",
  login: "octocat",
  name: null,
  html_url: "u",
  created_at: "2025-01-01T00:00:00Z",
}

/** The object in GraphQL's form. */
export const node = {
  ...issue,
  state: "OPEN",
  stateReason: null,
  author: { login: "octocat" },
  assignees: { nodes: [] },
  labels: { nodes: [{ name: "bug" }] },
  comments: { totalCount: 0 },
  createdAt: "2025-01-01T00:00:00Z",
  updatedAt: "2025-01-01T00:00:00Z",
  closedAt: null,
}

/** The object in REST's form. */
const resource = {
  ...issue,
  node_id: "I_1",
  html_url: "u",
  state: "open",
  state_reason: null,
  user: { login: "octocat" },
  assignees: [],
  labels: [{ name: "bug" }],
  comments: 0,
  created_at: "2025-01-01T00:00:00Z",
  updated_at: "2025-01-01T00:00:00Z",
  closed_at: null,
}

const script = `
  const { createServer } = require("node:http")
  const { parentPort, workerData } = require("node:worker_threads")
  const serve = (request, response) => {
    const { graphql, user, rest } = workerData
    const body = request.url === "/graphql" ? graphql : request.url === "/user" ? user : rest
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" }).end(body)
    })
  }
  createServer(serve).listen(workerData.socket)
  const server = createServer(serve)
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port))`

export async function startAnsweringServer() {
  const folder = await mkdtemp(join(tmpdir(), "ghx-bench-"))
  const socket = join(folder, "api.sock")
  await writeFile(join(folder, "config.yml"), `http_unix_socket: ${socket}\n`)
  const worker = new Worker(script, {
    eval: true,
    workerData: {
      socket,
      graphql: JSON.stringify({ data: { repository: { issue: node } } }),
      user: JSON.stringify(user),
      rest: JSON.stringify(resource),
    },
  })
  const port = await new Promise<number>((resolve) => worker.once("message", resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    /** Makes gh use the server. */
    ghEnv: {
      GH_CONFIG_DIR: folder,
      TMPDIR: folder,
      XDG_STATE_HOME: folder,
      XDG_CACHE_HOME: folder,
    },
    async close() {
      await worker.terminate()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
