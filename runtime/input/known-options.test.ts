import { expect, test } from "vitest"
import { bindTree, type ClientOptions, chain, createClient } from "../index.js"
import { tree } from "../testing/index.js"

const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const ghx = bindTree(tree, createClient({ token: "t", base_url: "http://127.0.0.1:2" }))

test.each<[object, string]>([
  [
    { base_ulr: "https://ghes.test" },
    "A client has no option `base_ulr`; it has token, octokit, auth, base_url,",
  ],
  [{ timeoutMs: 1 }, "A client has no option `timeoutMs`; it has token,"],
  [
    { retry: { attempt: 1 } },
    "`retry` has no option `attempt`; it has attempts, total_ms, backoff_ms",
  ],
  [{ batch: { mutation: 1 } }, "`batch` has no option `mutation`; it has queries, mutations"],
  [{ cache: { ttl: 1 } }, "`cache` has no option `ttl`; it has max, ttl_ms"],
  [{ gh: { paht: "gh" } }, "`gh` has no option `paht`; it has path, env, cwd, login"],
])("a client with %j is not made", (options, message) => {
  expect(() => createClient(options as ClientOptions)).toThrow(message)
})

test("a client takes an object", () => {
  const options: unknown = null
  expect(() => createClient(options as ClientOptions)).toThrow("takes an object of options")
})

test("a step and a chain do not run with an option that they do not know", async () => {
  const run = { timeout: 5 } as object
  await expect(ghx.issue.view(input).run(run)).rejects.toThrow(
    "A run of issue.view has no option `timeout`; it has signal, timeout_ms,",
  )
  await expect(chain(ghx.issue.view(input)).run({ onstep: () => 1 } as object)).rejects.toThrow(
    "A chain has no option `onstep`; it has ",
  )
  const pages = ghx.issue.list({ owner: "o", repo: "r" }).pages({ limits: 1 } as object)
  await expect(pages.next()).rejects.toThrow("has no option `limits`; it has limit")
})

test("a step that did not run for its options may still run", async () => {
  const step = ghx.issue.view(input)
  await expect(step.run({ routes: ["rest"] } as object)).rejects.toThrow(
    "has no option `routes`; it has ",
  )
  expect(await step).toMatchObject({ ok: false, error: { code: "NETWORK" } })
})
