/** The corrections of GitHub's REST description, and what they change for a card. */

import { isDeepStrictEqual } from "node:util"
import { createGhx } from "ghx"
import { describe, expect, it } from "vitest"
import { startGithub } from "../runtime/testing/index.js"
import { correctedRest, corrections } from "../schema/lazy/index.js"
import { compile, pins } from "./compile.js"

type Schema = { properties?: Record<string, Schema>; nullable?: boolean; anyOf?: object[] }

const pinned: { schemas: Record<string, Schema> } = JSON.parse(pins.rest)
const memberOf = ({ schemas }: typeof pinned, at: string) => {
  const [name = "", ...path] = at.split(".")
  return path.reduce((now: Schema | undefined, one) => now?.properties?.[one], schemas[name])
}

describe("a correction of the REST description", () => {
  it.each(corrections)("of %s is needed, and has a source", (at, change, source) => {
    const before = memberOf(pinned, at)
    expect(before, `${at} is not in the pin: remove its correction`).toBeDefined()
    const isAllowed =
      before?.anyOf !== undefined || isDeepStrictEqual(change({ ...before }), before)
    expect(isAllowed, `GitHub now describes ${at}: remove its correction`).toBe(false)
    expect(memberOf(correctedRest(pinned), at)).not.toEqual(before)
    expect(source).toMatch(/^https:|recorded|nullable/)
  })

  it("makes the type of a card's result nullable", () => {
    const card = `description: Show the head of a pull request.
effect: read
idempotent: true
input: { owner: {}, repo: {}, pull_number: {} }
output: { fields: { from: Its repository., by: Its owner., label: Its label. } }
rest:
  request: GET /repos/{owner}/{repo}/pulls/{pull_number}
  output: { from: head.repo.full_name, by: head.user.login, label: head.label }
examples: [{ title: Show it, input: { owner: o, repo: r, pull_number: 1 } }]
`
    const cards = new Map([["cards/mine/pull.yaml", card]])
    const { files, diagnostics } = compile({ cards, operations: new Map(), ...pins })
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
    const contract = JSON.parse(files.get("generated/contracts/mine.pull.json") ?? "{}")
    const { from, by, label } = contract.output.properties
    expect([from, by, label].map(({ type }) => type)).toEqual([
      ["string", "null"],
      ["string", "null"],
      ["string", "null"],
    ])
  })
})

it("shows the billed time of larger runners", async () => {
  const billable = {
    UBUNTU: { total_ms: 0, jobs: 0 },
    UBUNTU_4_CORE: { total_ms: 600000, jobs: 1 },
  }
  const server = await startGithub(() => ({ body: { billable, run_duration_ms: 1 } }))
  const ghx = createGhx({ base_url: server.url, token: "t" })
  const usage = await ghx.workflow.run.usage.view({ owner: "o", repo: "r", run_id: 1 }).orThrow()
  expect(usage).toMatchObject({ ubuntu_ms: 0, macos_ms: 0 })
  expect(usage.runners).toContainEqual({ name: "UBUNTU_4_CORE", ms: 600000 })
  await server.close()
})

it("names the member of an answer that cannot be read", async () => {
  const server = await startGithub()
  server.answer = () => ({ body: { data: { viewer: null } } })
  const ghx = createGhx({ base_url: server.url, token: "t", retry: false })
  const message = (member: string) => ({
    error: {
      code: "UNKNOWN",
      message: `GitHub's response does not match its documentation: ${member}`,
    },
  })
  expect(await ghx.user.me()).toMatchObject(message("viewer is null"))
  server.answer = () => ({ body: { workflow_runs: [], jobs: [{ steps: [null] }, null] } })
  const run = ghx.workflow.run.failure({ owner: "o", repo: "r", run_id: 1 })
  expect(await run).toMatchObject(message("jobs.jobs[1] is null"))
  await server.close()
})
