/** The command's own `fetch` gives the same results as the platform's. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
import { createGhx } from "ghx"
import { afterEach, describe, expect, test, vi } from "vitest"
import { type } from "./type.js"

const user = JSON.stringify({
  node_id: "U_1",
  login: "octocat",
  name: null,
  html_url: "u",
  created_at: "2025-01-01T00:00:00Z",
})
const json = { "content-type": "application/json" }

const answers: Readonly<Record<string, RequestListener>> = {
  JSON: (_, response) => response.writeHead(200, json).end(user),
  "JSON that is compressed": (_, response) =>
    response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync(user)),
  "JSON that ends too soon": (_, response) => {
    response.writeHead(200, { ...json, "content-length": user.length })
    response.write(user.slice(0, 20), () => response.destroy())
  },
  "compressed JSON that ends too soon": (_, response) => {
    const zipped = gzipSync(user)
    response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(zipped.subarray(0, 30))
  },
  "an empty response": (_, response) => response.writeHead(204).end(),
  "a closed connection": (request) => request.socket.destroy(),
  "a response that is not HTTP": (request) => request.socket.end("SSH-2.0\r\n"),
  "an HTML page": (_, response) =>
    response.writeHead(502, { "content-type": "text/html" }).end("<p>Bad</p>"),
  "a 404": (_, response) =>
    response.writeHead(404, json).end(JSON.stringify({ message: "Not Found" })),
  "a redirect to itself": (request, response) =>
    response.writeHead(302, { location: request.url }).end(),
}

let server: Server
afterEach(() => {
  vi.unstubAllEnvs()
  server.close()
})

async function started(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function expectTheSame(base_url: string) {
  vi.stubEnv("GHX_BASE_URL", base_url)
  vi.stubEnv("GH_TOKEN", "t")
  const { stdout } = await type("ghx run user.me --route rest --envelope")
  const called = await createGhx({ base_url, token: "t" }).user.me().run({ route: "rest" })
  expect(comparable(stdout)).toEqual(comparable(JSON.stringify(called)))
  return called
}

/** Without times, and without the wording of socket errors, which differs. */
function comparable(envelope: string): unknown {
  const { meta: _, ...result } = JSON.parse(envelope)
  const message = result.error?.message.replace(/(?<=^No answer from \S+: ).*(?=\()/, "")
  return {
    ...result,
    error: { ...result.error, message: message?.replace("UND_ERR_SOCKET", "ECONNRESET") },
  }
}

describe("the command's fetch returns the same result as the library's", () => {
  test.each(Object.keys(answers))("for %s", async (name) => {
    const { ok } = await expectTheSame(await started(answers[name] as RequestListener))
    expect(ok).toBe(name.startsWith("JSON") && !name.includes("ends"))
  })

  test("for the body of a DELETE, which is whole", async () => {
    const bodies: string[] = []
    const base_url = await started(async (request, response) => {
      bodies.push(await text(request))
      response.writeHead(200, json).end("{}")
    })
    vi.stubEnv("GHX_BASE_URL", base_url)
    vi.stubEnv("GH_TOKEN", "t")
    const path = "repos/octocat/hello-world/issues/1/assignees"
    await type(`ghx rest DELETE /${path} -F assignees[]=é --yes --allow-write`)
    await type(`ghx api -X DELETE ${path} -f assignees[]=é --yes --allow-write`)
    expect(bodies).toEqual(Array(2).fill(JSON.stringify({ assignees: ["é"] })))
  })

  test("if no server listens", async () => {
    const url = await started(() => undefined)
    await new Promise((resolve) => server.close(resolve))
    expect((await expectTheSame(url)).ok).toBe(false)
  })
})

test.each([
  "run user.me --route rest",
  "pr merge 7 -R octocat/hello-world",
  "pr checks some-branch -R octocat/hello-world",
])("Ctrl-C ends a ghx request that receives no response: %s", async (line) => {
  const interruption = new AbortController()
  const url = await started(() => interruption.abort(new Error("interrupted")))
  vi.stubEnv("GHX_BASE_URL", url)
  vi.stubEnv("GH_TOKEN", "t")
  const { exitCode, stderr } = await type(`ghx ${line}`, { interrupted: interruption.signal })
  expect(exitCode).toBe(130)
  expect(stderr).toMatch(/^ghx: interrupted/)
  server.closeAllConnections()
})
