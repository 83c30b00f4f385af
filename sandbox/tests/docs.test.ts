import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { parse } from "yaml"
import { mutationFields } from "../graphql/index.js"
import { type Seed, startSandbox } from "../index.js"
import { data } from "./client.js"

const page = await readFile(new URL("../../docs/sandbox.md", import.meta.url), "utf8")

test("startSandbox accepts the seed in docs/sandbox.md", async () => {
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

test("docs/sandbox.md lists every modelled mutation", () => {
  const [, list = ""] = /\*\*Mutations\*\*: (.*)/.exec(page) ?? []
  const listed = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(listed.sort()).toEqual(Object.keys(mutationFields).sort())
})
