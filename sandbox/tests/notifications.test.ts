import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  const users = ["ada", "eve", "joe"].map((login) => ({ login }))
  sandbox = await startSandbox({
    seed: {
      viewer: "ada",
      users,
      tokens: [
        { token: "eve", login: "eve" },
        { token: "joe", login: "joe" },
        { token: "narrow", login: "joe", scopes: ["read:user"] },
      ],
      repositories: [
        {
          owner: "ada",
          name: "r",
          collaborators: { eve: "WRITE", joe: "WRITE" },
          issues: [{ number: 1, title: "One", author: "eve" }],
        },
      ],
    },
  })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const as = (token: string) => ({ token })
const ISSUE = "/repos/ada/r/issues/1"

const comment = (token: string, body: string) =>
  rest(sandbox, `POST ${ISSUE}/comments`, { body }, as(token))

/** The notifications of a user: `reason type title`. */
async function notificationsOf(token: string, query = "") {
  const { body } = await rest(sandbox, `GET /notifications${query}`, undefined, as(token))
  return body.map(
    ({ reason, subject }: { reason: string; subject: { type: string; title: string } }) =>
      `${reason} ${subject.type} ${subject.title}`,
  )
}

test("a participant is notified of activity of others, not of their own", async () => {
  expect(await notificationsOf("eve")).toEqual([])
  await comment("eve", "Any news?")
  expect(await notificationsOf("eve")).toEqual([])
  await comment("joe", "No.")
  expect(await notificationsOf("eve")).toEqual(["comment Issue One"])
  expect(await notificationsOf("joe")).toEqual([])
  await rest(sandbox, `PATCH ${ISSUE}`, { state: "closed" })
  expect(await notificationsOf("joe")).toEqual(["comment Issue One"])
})

test("a notification has the latest reason, except that a mention is kept", async () => {
  await rest(sandbox, `POST ${ISSUE}/assignees`, { assignees: ["joe"] })
  expect(await notificationsOf("joe")).toEqual(["assign Issue One"])
  await rest(sandbox, `DELETE ${ISSUE}/assignees`, { assignees: ["joe"] })
  expect(await notificationsOf("joe")).toEqual([])
  await comment("eve", "What does @joe think?")
  expect(await notificationsOf("joe")).toEqual(["mention Issue One"])
  await comment("joe", "Nothing.")
  await comment("eve", "Well.")
  expect(await notificationsOf("joe")).toEqual(["mention Issue One"])
})

test("a watcher is notified of issues and releases, which participating, since and before filter", async () => {
  await rest(sandbox, "GET /user", undefined, as("joe"))
  await sandbox.apply({ repositories: [{ owner: "ada", name: "r", watchers: ["joe"] }] })
  await rest(sandbox, "POST /repos/ada/r/releases", { tag_name: "v1", name: "First" })
  expect(await notificationsOf("joe")).toEqual(["subscribed Release First", "subscribed Issue One"])
  expect(await notificationsOf("joe", "?participating=true")).toEqual([])
  const [{ updated_at, subject, repository }] = (
    await rest(sandbox, "GET /repos/ada/r/notifications", undefined, as("joe"))
  ).body
  expect(repository.full_name).toBe("ada/r")
  expect((await rest(sandbox, `GET ${new URL(subject.url).pathname}`)).body.name).toBe("First")
  expect(await notificationsOf("joe", `?since=${updated_at}`)).toEqual(["subscribed Release First"])
  expect(await notificationsOf("joe", `?before=${updated_at}`)).toEqual(["subscribed Issue One"])
})

test("a repository that is ignored notifies of nothing until it is no longer ignored", async () => {
  const inRepository = (fields: string) => `{ repository(owner: "ada", name: "r") { ${fields} } }`
  const { repository } = await data(sandbox, inRepository("id"))
  const choose = async (state: string) => {
    const fields = "subscribable { viewerSubscription }"
    const { updateSubscription } = await data(
      sandbox,
      `mutation ($input: UpdateSubscriptionInput!) { updateSubscription(input: $input) { ${fields} } }`,
      { input: { subscribableId: repository.id, state } },
      "eve",
    )
    expect(updateSubscription.subscribable.viewerSubscription).toBe(state)
  }
  await comment("joe", "Any news, @eve?")
  expect(await notificationsOf("eve")).toEqual(["mention Issue One"])
  await choose("IGNORED")
  expect(await notificationsOf("eve")).toEqual([])
  const restored = await startSandbox()
  restored.state.restore(JSON.parse(JSON.stringify(sandbox.state.snapshot())))
  const seen = await data(restored, inRepository("viewerSubscription"), {}, "eve")
  expect(seen.repository.viewerSubscription).toBe("IGNORED")
  await restored.close()
  await choose("SUBSCRIBED")
  expect(await notificationsOf("eve")).toEqual(["mention Issue One"])
})

describe("GET /notifications", () => {
  test("refuses a token without the scope", async () => {
    const { status, body } = await rest(sandbox, "GET /notifications", undefined, as("narrow"))
    expect([status, body.message]).toEqual([403, "Missing the 'notifications' scope."])
  })

  test("refuses a request without a token", async () => {
    expect((await rest(sandbox, "GET /notifications", undefined, { token: null })).status).toBe(401)
  })
})

test("GET /notifications?participating=true includes pull request 7 of the default data", async () => {
  const standard = await startSandbox()
  const { body } = await rest(standard, "GET /notifications?participating=true")
  const found = body.find(({ subject }: { subject: { url: string } }) =>
    subject.url.endsWith(`${HELLO}/pulls/7`),
  )
  expect(found).toMatchObject({ unread: true, subject: { type: "PullRequest" } })
  await standard.close()
})

describe("a notification", () => {
  const thread = async (token: string) =>
    (await rest(sandbox, "GET /notifications?all=true", undefined, as(token))).body[0]

  const path = async (token: string) => `/notifications/threads/${(await thread(token)).id}`

  beforeEach(() => comment("joe", "Any news?"))

  test("that was read is listed with `all` only, until somebody else does something", async () => {
    const url = await path("eve")
    expect((await rest(sandbox, `GET ${url}`, undefined, as("eve"))).body).toMatchObject({
      unread: true,
      last_read_at: null,
    })
    expect((await rest(sandbox, `PATCH ${url}`, undefined, as("eve"))).status).toBe(205)
    expect(await notificationsOf("eve")).toEqual([])
    expect(await thread("eve")).toMatchObject({ unread: false, last_read_at: expect.any(String) })
    await comment("joe", "Hello?")
    expect(await notificationsOf("eve")).toEqual(["author Issue One"])
  })

  test("that is done is not listed, until somebody else does something", async () => {
    const url = await path("eve")
    expect((await rest(sandbox, `DELETE ${url}`, undefined, as("eve"))).status).toBe(204)
    expect(await notificationsOf("eve", "?all=true")).toEqual([])
    expect((await rest(sandbox, `GET ${url}`, undefined, as("eve"))).body.unread).toBe(false)
    await comment("joe", "Hello?")
    expect(await notificationsOf("eve")).toEqual(["author Issue One"])
  })

  test("is marked as read and done for its own user only, and not found by others", async () => {
    const url = await path("eve")
    await comment("eve", "@joe No.")
    await rest(sandbox, `DELETE ${url}`, undefined, as("eve"))
    expect(await notificationsOf("joe")).toEqual(["mention Issue One"])
    await rest(sandbox, `PATCH ${await path("joe")}`, undefined, as("joe"))
    expect(await notificationsOf("joe")).toEqual([])
    for (const wrong of ["/notifications/threads/99", "/notifications/threads/21"]) {
      expect((await rest(sandbox, `GET ${wrong}`, undefined, as("eve"))).status).toBe(404)
      expect((await rest(sandbox, `PATCH ${wrong}`, undefined, as("eve"))).status).toBe(404)
    }
  })

  test("is read with all of its repository, unless it was updated later", async () => {
    const { updated_at } = await thread("eve")
    const last_read_at = new Date(Date.parse(updated_at) - 1000).toISOString()
    const all = (body: object, where = "") =>
      rest(sandbox, `PUT ${where}/notifications`, body, as("eve"))
    expect((await all({ last_read_at })).status).toBe(205)
    expect(await notificationsOf("eve")).toEqual(["author Issue One"])
    expect((await all({ last_read_at: "soon" })).status).toBe(422)
    expect((await all({}, "/repos/ada/none")).status).toBe(404)
    expect((await all({}, "/repos/ada/r")).status).toBe(205)
    expect(await notificationsOf("eve")).toEqual([])
  })

  test("of an ignored thread is not listed, and its subscription can be removed", async () => {
    const url = `${await path("eve")}/subscription`
    const subscription = async () => (await rest(sandbox, `GET ${url}`, undefined, as("eve"))).body
    expect(await subscription()).toMatchObject({ subscribed: true, ignored: false })
    const ignored = await rest(sandbox, `PUT ${url}`, { ignored: true }, as("eve"))
    expect(ignored.body).toMatchObject({ subscribed: false, ignored: true })
    await comment("joe", "@eve?")
    expect(await notificationsOf("eve")).toEqual([])
    expect((await rest(sandbox, `DELETE ${url}`, undefined, as("eve"))).status).toBe(204)
    expect((await rest(sandbox, `GET ${url}`, undefined, as("eve"))).status).toBe(404)
    expect(await notificationsOf("eve")).toEqual(["mention Issue One"])
    await rest(sandbox, `PUT ${url}`, {}, as("eve"))
    expect(await subscription()).toMatchObject({ subscribed: true, ignored: false })
  })

  test("that was read is remembered by a snapshot", async () => {
    const url = await path("eve")
    await rest(sandbox, `PATCH ${url}`, undefined, as("eve"))
    const other = await startSandbox()
    other.state.restore(JSON.parse(JSON.stringify(sandbox.state.snapshot())))
    expect((await rest(other, "GET /notifications", undefined, as("eve"))).body).toEqual([])
    await other.close()
  })
})
