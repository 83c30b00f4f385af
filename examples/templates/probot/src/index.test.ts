import { generateKeyPairSync } from "node:crypto"
import { createGhx } from "ghx"
import { startSandbox, type WebhookEvent } from "ghx/sandbox"
import { Probot } from "probot"
import { expect, test } from "vitest"
import triage from "./index.js"

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
})

test("labels a new issue and thanks for it, once", async () => {
  const sandbox = await startSandbox()
  const probot = new Probot({ appId: 1, privateKey, baseUrl: sandbox.url, logLevel: "fatal" })
  await probot.load(triage)
  const opened = new Promise<WebhookEvent>((resolve) => {
    sandbox.onWebhook((event) => event.payload.action === "opened" && resolve(event))
  })
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, throws: true })
  const title = "The greeting crashes"
  await ghx.issue.create({ owner: "octocat", repo: "hello-world", title })
  const event = await opened
  for (const id of ["first", "again"]) await probot.receive({ ...event, id })
  const applied = sandbox.applied.map(({ mutation }) => mutation)
  expect(applied.filter((name) => name === "addComment")).toHaveLength(1)
  expect(applied).toContain("addLabelsToLabelable")
  await sandbox.close()
})
