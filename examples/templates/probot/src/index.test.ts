import { generateKeyPairSync } from "node:crypto"
import { startSandbox } from "ghx/sandbox"
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
  const payload = {
    action: "opened",
    installation: { id: 1 },
    repository: { owner: { login: "octocat" }, name: "hello-world" },
    issue: { number: 2, title: "The greeting crashes" },
  }
  for (const id of ["first", "again"]) {
    await probot.receive({ id, name: "issues", payload: payload as never })
  }
  const applied = sandbox.applied.map(({ mutation }) => mutation)
  expect(applied.filter((name) => name === "addComment")).toHaveLength(1)
  expect(applied).toContain("addLabelsToLabelable")
  await sandbox.close()
})
