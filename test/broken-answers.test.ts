/**
 * Tests that answers which break off, stall, or come without TLS have the same result with a token and with an
 * Octokit.
 */
import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type ClientOptions, createGhx, type RouteType } from "ghx"
import { Octokit } from "octokit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const json = { "content-type": "application/json", "content-length": "1000" }

/** The fault for each request, by the owner that it names. */
const faults: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "breaks-off": (response) => {
    response.writeHead(200, json)
    response.write('{"number":1,"title":"half', () => response.destroy())
  },
  "is-empty": (response) => {
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  },
  stalls: (response) => {
    response.writeHead(429, { ...json, "retry-after": "7" })
    response.write('{"message":"slow')
  },
}

let server: Server
let url: string
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = `${request.url}`
    for await (const part of request) text += part
    const fault = Object.keys(faults).find((name) => text.includes(name))
    if (fault) faults[fault]?.(response)
    else response.writeHead(500).end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const clients: Readonly<Record<string, (baseUrl: string) => ClientOptions>> = {
  "a token": (base_url) => ({ base_url, token: "t" }),
  "an Octokit": (baseUrl) => ({ octokit: new Octokit({ baseUrl, auth: "t" }) }),
}
const routes: readonly RouteType[] = ["graphql", "rest"]

describe.each(Object.entries(clients))("a client with %s", (_, optionsFor) => {
  const ask = (owner: string, route: RouteType, base = url) =>
    createGhx({ ...optionsFor(base), retry: false })
      .issue.view({ owner, repo: "r", issue_number: 1 })
      .run({ route })

  it.each(routes)(
    "returns a retryable SERVER error if the response body breaks off, over %s",
    async (route) => {
      expect(await ask("breaks-off", route)).toMatchObject({
        error: {
          code: "SERVER",
          retryable: true,
          message: expect.stringContaining("response is truncated"),
        },
      })
    },
  )

  it("reports an answer without the list that further requests depend on", async () => {
    const ghx = createGhx({ ...optionsFor(url), retry: false })
    const run = { owner: "is-empty", repo: "r", run_id: 1 }
    expect(await ghx.workflow.run.failure(run)).toMatchObject({
      error: {
        code: "UNKNOWN",
        message: expect.stringMatching(/^GitHub's response does not match its documentation: /),
      },
    })
  })

  it("reports the outcome `unknown` for a write whose response breaks off", async () => {
    const ghx = createGhx({ ...optionsFor(url), retry: false })
    const written = await ghx.pr.thread.reply({ thread_id: "PRRT_1", body: "breaks-off" })
    expect(written).toMatchObject({ error: { details: { outcome: "unknown" } } })
  })

  it.each(routes)(
    "returns RATE_LIMIT for a 429 whose body never arrives, over %s",
    async (route) => {
      expect(await ask("stalls", route)).toMatchObject({
        error: { code: "RATE_LIMIT", details: { retry_after_ms: 7000 } },
      })
    },
  )

  it("reports a server that does not speak TLS, and suggests checking base_url", async () => {
    expect(await ask("o", "graphql", url.replace("http:", "https:"))).toMatchObject({
      error: {
        code: "NETWORK",
        message: expect.stringMatching(/ does not speak TLS \(\w+\)$/),
        details: { fix: expect.stringContaining("whether base_url begins with https://") },
      },
    })
  })
})
