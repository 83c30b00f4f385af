/** Tests that an answer which is not text is refused where text is expected. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createGhx } from "ghx"
import { expect, it } from "vitest"

/** The result of `workflow.job.logs.view` for an answer. */
async function logOf(type: string, body: Buffer) {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.writeHead(200, { "content-type": type })
    response.end(body)
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  try {
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ghx = createGhx({ base_url, token: "t", routes: ["rest"] })
    const job = { owner: "octocat", repo: "hello-world", job_id: 1 }
    return { result: await ghx.workflow.job.logs.view(job), requests }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x00, 0x8d, 0xff])

it.each([
  ["an archive", "application/zip", zip],
  ["an image", "image/png", Buffer.from("\x89PNG")],
  ["bytes", "application/octet-stream", zip],
  ["bytes with the content type text/plain", "text/plain", zip],
])("workflow.job.logs.view rejects %s without a retry", async (_, type, body) => {
  const { result, requests } = await logOf(type, body)
  expect(result).toMatchObject({
    ok: false,
    error: {
      code: "SERVER",
      message: expect.stringMatching(/^GitHub's response is .*, not text$/),
      retryable: false,
    },
  })
  expect(requests).toBe(1)
})

it.each([
  ["text/plain", "one\ntwo"],
  ["application/octet-stream", "one\ntwo"],
  ["text/plain; charset=utf-8", "caf\u00e9"],
])("workflow.job.logs.view returns the text of a response of type %s", async (type, text) => {
  const { result } = await logOf(type, Buffer.from(text))
  expect(result).toMatchObject({ ok: true })
  expect(JSON.stringify(result)).toContain(JSON.stringify(text).slice(1, -1))
})
