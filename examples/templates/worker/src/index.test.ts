import { createHmac } from "node:crypto"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, expect, test } from "vitest"
import worker from "./index.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

function deliver(body: string, secret: string, author_association = "MEMBER") {
  const payload = JSON.stringify({
    action: "created",
    comment: { body, author_association },
    issue: { number: 2 },
    repository: { owner: { login: "octocat" }, name: "hello-world" },
  })
  const signature = `sha256=${createHmac("sha256", secret).update(payload).digest("hex")}`
  const headers = { "x-hub-signature-256": signature }
  const env = {
    GITHUB_TOKEN: sandbox.token,
    WEBHOOK_SECRET: "s3cret",
    GITHUB_API_URL: sandbox.url,
  }
  const request = new Request("https://worker.example", { method: "POST", body: payload, headers })
  return worker.fetch(request, env)
}
const applied = () => sandbox.applied.map(({ mutation }) => mutation)

test("adds the label that a maintainer names", async () => {
  expect(await (await deliver("/label bug", "s3cret")).text()).toBe("Labelled")
  expect(applied()).toEqual(["addLabelsToLabelable"])
})

test("says why it cannot", async () => {
  expect(await (await deliver("/label bgu", "s3cret")).text()).toContain('no label "bgu"')
  expect(applied()).toEqual(["addComment"])
})

test("refuses a wrong signature, and ignores strangers", async () => {
  expect((await deliver("/label bug", "wrong")).status).toBe(401)
  expect(await (await deliver("/label bug", "s3cret", "NONE")).text()).toBe("Ignored")
  expect(sandbox.requests).toEqual([])
})
