import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { parse } from "yaml"
import { type Seed, startSandbox } from "../index.js"
import { data } from "./client.js"

const page = await readFile(new URL("../../docs/sandbox-seeds.md", import.meta.url), "utf8")

test("startSandbox accepts the seed in docs/sandbox-seeds.md", async () => {
  const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? []
  const sandbox = await startSandbox({ seed: parse(yaml) as Seed })
  const reply = await data(
    sandbox,
    `{ repository(owner: "ada", name: "engine") {
      issues { totalCount }
      pullRequest(number: 4) {
        mergeable additions deletions
        reviewThreads(first: 1) { nodes { isResolved comments { totalCount } } }
      }
    } }`,
  )
  expect(reply.repository).toEqual({
    issues: { totalCount: 6 },
    pullRequest: {
      mergeable: "MERGEABLE",
      additions: 1,
      deletions: 1,
      reviewThreads: { nodes: [{ isResolved: true, comments: { totalCount: 2 } }] },
    },
  })
  await sandbox.close()
})
