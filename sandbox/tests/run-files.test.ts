/** Tests artifacts, caches, logs and usage of runs. A deleted file is gone over every interface. */
import { strFromU8, unzipSync } from "fflate"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const ACTIONS = `${HELLO}/actions`

/** The texts in the archive that a request redirects to. */
async function archiveOf(path: string): Promise<Record<string, string>> {
  const { status, headers } = await rest(sandbox, `GET ${path}`)
  expect(status).toBe(302)
  const response = await fetch(headers.get("location") ?? "")
  expect(response.headers.get("content-type")).toBe("application/zip")
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

test("an artifact is listed with the size of the archive that is downloaded", async () => {
  const { body } = await rest(sandbox, `GET ${ACTIONS}/runs/2/artifacts`)
  const [artifact] = body.artifacts
  expect(await archiveOf(`${ACTIONS}/artifacts/${artifact.id}/zip`)).toEqual({
    "coverage/summary.json": '{ "lines": 87.5 }\n',
  })
  const { headers } = await rest(sandbox, `GET ${ACTIONS}/artifacts/${artifact.id}/zip`)
  const bytes = await (await fetch(headers.get("location") ?? "")).arrayBuffer()
  expect(artifact.size_in_bytes).toBe(bytes.byteLength)
})

test("an artifact expires after 90 days", async () => {
  sandbox.advance(91 * 86_400_000)
  const { body } = await rest(sandbox, `GET ${ACTIONS}/artifacts/1`)
  expect(body.expired).toBe(true)
  expect((await rest(sandbox, `GET ${ACTIONS}/artifacts/1/zip`)).status).toBe(410)
})

test("the download of an artifact requires a valid signature, and no token", async () => {
  const { headers } = await rest(sandbox, `GET ${ACTIONS}/artifacts/1/zip`)
  const location = headers.get("location") ?? ""
  expect((await fetch(location.replace("artifacts/1", "artifacts/2"))).status).toBe(403)
  expect((await fetch(location, { headers: { authorization: "Bearer x" } })).status).toBe(400)
})

test("DELETE /runs/{id}/logs deletes the logs of the run and of each of its jobs", async () => {
  const files = await archiveOf(`${ACTIONS}/runs/2/logs`)
  expect(Object.keys(files).sort()).toEqual([
    "0_lint.txt",
    "1_test.txt",
    "lint/1_Run lint.txt",
    "test/1_Check out.txt",
    "test/2_Run the tests.txt",
  ])
  expect(files["1_test.txt"]).toContain("exit code 1")
  expect((await rest(sandbox, `DELETE ${ACTIONS}/runs/2/logs`)).status).toBe(204)
  expect((await rest(sandbox, `DELETE ${ACTIONS}/runs/2/logs`)).status).toBe(404)
  expect((await rest(sandbox, `GET ${ACTIONS}/runs/2/logs`)).status).toBe(404)
  expect((await rest(sandbox, `GET ${ACTIONS}/jobs/4/logs`)).status).toBe(404)
  expect((await rest(sandbox, `GET ${ACTIONS}/runs/1/logs`)).status).toBe(302)
})

test("DELETE /runs/{id} deletes the run with its jobs, artifacts and checks", async () => {
  const checks = `{ repository(owner: "octocat", name: "hello-world") {
    pullRequest(number: 7) { statusCheckRollup { state } } } }`
  const before = await data(sandbox, checks)
  expect(before.repository.pullRequest.statusCheckRollup).toEqual({ state: "FAILURE" })
  expect((await rest(sandbox, `DELETE ${ACTIONS}/runs/2`)).status).toBe(204)
  for (const path of ["runs/2", "runs/2/jobs", "jobs/4", "artifacts/2"]) {
    expect((await rest(sandbox, `GET ${ACTIONS}/${path}`)).status, path).toBe(404)
  }
  const after = await data(sandbox, checks)
  expect(after.repository.pullRequest.statusCheckRollup).toBeNull()
})

test("DELETE /runs/{id} refuses a run that is not completed", async () => {
  await rest(sandbox, `POST ${ACTIONS}/runs/2/rerun`)
  expect((await rest(sandbox, `DELETE ${ACTIONS}/runs/2`)).status).toBe(403)
  expect((await rest(sandbox, `GET ${ACTIONS}/runs/2`)).status).toBe(200)
})

test("caches are filtered by ref and by prefix of the key, and deleted once", async () => {
  const keys = async (query: string) =>
    (await rest(sandbox, `GET ${ACTIONS}/caches?${query}`)).body.actions_caches.map(
      ({ key }: { key: string }) => key,
    )
  expect(await keys("ref=refs/heads/main")).toEqual(["node-modules-linux-1f2e"])
  expect(await keys("key=node-modules")).toHaveLength(2)
  expect(await keys("key=linux")).toEqual([])
  expect((await rest(sandbox, `DELETE ${ACTIONS}/caches/1`)).status).toBe(204)
  expect((await rest(sandbox, `DELETE ${ACTIONS}/caches/1`)).status).toBe(404)
  expect(await keys("ref=refs/heads/main")).toEqual([])
})

test("minutes of a run are billed in private repositories only", async () => {
  const { body } = await rest(sandbox, `GET ${ACTIONS}/runs/1/timing`)
  expect(body.billable.UBUNTU).toMatchObject({ total_ms: 0, jobs: 2 })
  expect(body.run_duration_ms).toBeGreaterThan(0)
  await sandbox.apply({ repositories: [{ owner: "octocat", name: "hello-world", private: true }] })
  const again = await rest(sandbox, `GET ${ACTIONS}/runs/1/timing`)
  expect(again.body.billable.UBUNTU.total_ms).toBeGreaterThan(0)
})
