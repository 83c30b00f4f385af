import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { data, idOf, refusal, repositoryId } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const call = (path: string, body?: unknown, token?: string) =>
  rest(sandbox, path, body, token === undefined ? {} : { token })

describe.each(["issues/2", "issues/7", "issues/comments/1", "pulls/comments/1"])(
  "reactions to %s",
  (subject) => {
    const all = `${HELLO}/${subject}/reactions`

    test("are added once per account and content, and removed", async () => {
      const before = (await call(`GET ${all}`)).body.length
      const heart = { content: "heart" }
      const added = await call(`POST ${all}`, heart, "hubot-token")
      expect(added.status).toBe(201)
      const again = await call(`POST ${all}`, heart, "hubot-token")
      expect([again.status, again.body]).toEqual([200, added.body])
      await call(`POST ${all}`, { content: "+1" }, "hubot-token")
      const { body } = await call(`GET ${all}?content=heart`)
      expect(body).toContainEqual(added.body)
      expect(body.every((one: { content: string }) => one.content === "heart")).toBe(true)
      expect((await call(`GET ${all}`)).body).toHaveLength(before + 2)

      const own = `DELETE ${all}/${added.body.id}`
      // GitHub does not document who may remove the reactions of others.
      expect((await call(own)).status).toBe(501)
      expect((await call(own, undefined, "hubot-token")).status).toBe(204)
      expect((await call(own, undefined, "hubot-token")).status).toBe(404)
      expect((await call(`GET ${all}`)).body).toHaveLength(before + 1)
    })

    test("refuse an unknown content", async () => {
      const reply = await call(`POST ${all}`, { content: "shrug" })
      expect(reply.status).toBe(422)
      expect(sandbox.applied).toEqual([])
    })
  },
)

test.each(["issues/7", "issues/comments/5", "pulls/comments/1"])(
  "a locked conversation takes reactions to %s only from people with write access",
  async (subject) => {
    await call(`PUT ${HELLO}/issues/7/lock`)
    const statusFor = async (token: string) =>
      (await call(`POST ${HELLO}/${subject}/reactions`, { content: "rocket" }, token)).status
    expect(await statusFor("hubot-token")).toBe(403)
    expect(await statusFor("monalisa-token")).toBe(201)
  },
)

describe("events of an issue", () => {
  const names = async (path: string) =>
    (await call(`GET ${HELLO}/issues/${path}`)).body.map((one: { event: string }) => one.event)

  test("are in the order of time, with their details", async () => {
    const before = (await names("2/events")).length
    await call(`PATCH ${HELLO}/issues/2`, { title: "Renamed", labels: ["bug"], milestone: 1 })
    await call(`POST ${HELLO}/issues/2/comments`, { body: "Why?" })
    await call(`PATCH ${HELLO}/issues/2`, { state: "closed", state_reason: "not_planned" })
    const added = (await names("2/events")).slice(before)
    expect(added).toEqual(expect.arrayContaining(["renamed", "labeled", "milestoned"]))
    expect(added.at(-1)).toBe("closed")
    const timeline = (await call(`GET ${HELLO}/issues/2/timeline`)).body
    expect(timeline.at(-1)).toMatchObject({ event: "closed", state_reason: "not_planned" })
    expect(timeline.at(-2)).toMatchObject({ event: "commented", body: "Why?" })
    const { body: events } = await call(`GET ${HELLO}/issues/2/events`)
    const details = (name: string) =>
      events.findLast((one: { event: string }) => one.event === name)
    expect(details("renamed").rename.to).toBe("Renamed")
    expect(details("labeled").label).toEqual({ name: "bug", color: "d73a4a" })
    expect(details("milestoned").milestone).toEqual({ title: "v1.0" })
  })

  test("keep the name and the colour of a label that was deleted or changed since", async () => {
    await call(`PATCH ${HELLO}/issues/4`, { labels: ["bug"] })
    await call(`PATCH ${HELLO}/labels/bug`, { new_name: "defect", color: "ff0000" })
    await call(`DELETE ${HELLO}/labels/defect`)
    const label = { name: "defect", color: "ff0000" }
    for (const list of ["events", "timeline"]) {
      const { body } = await call(`GET ${HELLO}/issues/4/${list}`)
      expect(body.at(-1)).toMatchObject({ event: "labeled", label })
    }
    const snapshot = sandbox.state.snapshot()
    sandbox.reset()
    sandbox.state.restore(JSON.parse(JSON.stringify(snapshot)))
    const { body } = await call(`GET ${HELLO}/issues/events`)
    expect(body[0]).toMatchObject({ event: "labeled", label })
    const refused = await refusal(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") { issue(number: 4) {
        timelineItems(last: 1) { nodes { ... on LabeledEvent { label { name } } } }
      } } }`,
    )
    expect(refused?.type).toBe("SANDBOX_NOT_MODELLED")
  })

  test("keep the labels of the repository that an issue was transferred from", async () => {
    await call(`PATCH ${HELLO}/issues/4`, { labels: ["bug"] })
    const target = await repositoryId(sandbox, "big")
    await data(
      sandbox,
      `mutation ($id: ID!, $target: ID!) {
        transferIssue(input: { issueId: $id, repositoryId: $target }) { clientMutationId }
      }`,
      { id: await idOf(sandbox, 4), target },
    )
    expect((await call(`DELETE ${HELLO}`)).status).toBe(204)
    const { body } = await call("GET /repos/octocat/big/issues/events")
    const labeled = body.find((one: { event: string }) => one.event === "labeled")
    expect(labeled.label).toEqual({ name: "bug", color: "d73a4a" })
  })

  test("name the related issue", async () => {
    const [issueId, subIssueId] = [await idOf(sandbox, 4), await idOf(sandbox, 3)]
    const change = (name: string, ids: string) =>
      data(sandbox, `mutation { ${name}(input: { ${ids} }) { clientMutationId } }`)
    const pair = `issueId: "${issueId}", subIssueId: "${subIssueId}"`
    await change("addSubIssue", pair)
    await change("addBlockedBy", `issueId: "${issueId}", blockingIssueId: "${subIssueId}"`)
    await change("removeSubIssue", pair)
    const { body } = await call(`GET ${HELLO}/issues/4/events`)
    expect(body.slice(-3)).toMatchObject([
      { event: "sub_issue_added", sub_issue: { number: 3 } },
      { event: "blocked_by_added", blocked_by: { number: 3 } },
      { event: "sub_issue_removed", sub_issue: { number: 3 } },
    ])
    const other = (await call(`GET ${HELLO}/issues/3/events`)).body
    expect(other.slice(-3)).toMatchObject([
      { event: "parent_issue_added", parent_issue: { number: 4 } },
      { event: "blocking_added", blocking: { number: 4 } },
      { event: "parent_issue_removed", parent_issue: { number: 4 } },
    ])
  })

  test("are listed for the repository, newest first, each with its issue", async () => {
    await call(`PATCH ${HELLO}/issues/4`, { state: "open" })
    const [last, ...older] = (await call(`GET ${HELLO}/issues/events?per_page=100`)).body
    expect(last).toMatchObject({ event: "reopened", issue: { number: 4, state: "open" } })
    expect(older[0].id).toBeLessThan(last.id)
    expect((await call(`GET ${HELLO}/issues/events/${last.id}`)).body).toEqual(last)
    expect((await call(`GET /repos/octocat/secret/issues/events/${last.id}`)).status).toBe(404)
  })

  test("include commits, reviews and references of a pull request in its timeline", async () => {
    await call(`POST ${HELLO}/issues/2/comments`, { body: "See #7." })
    const all = await names("7/timeline")
    expect(all).toEqual(expect.arrayContaining(["committed", "reviewed", "cross-referenced"]))
    expect(all.slice(0, 2)).toEqual(["committed", "committed"])
  })
})
