import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { SYNTHESIZE } from "../http/index.js"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data, idOf, labelId, refusal, repositoryId, userId } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const CREATE = `mutation Create($input: CreateIssueInput!) {
  createIssue(input: $input) {
    clientMutationId
    issue {
      number title body state
      author { login }
      labels(first: 10) { nodes { name } }
      assignees(first: 10) { nodes { login } }
      milestone { title }
    }
  }
}`

const UPDATE = `mutation Update($input: UpdateIssueInput!) {
  updateIssue(input: $input) {
    actor { login }
    issue {
      title body state stateReason closedAt
      labels(first: 10) { nodes { name } }
      assignees(first: 10) { nodes { login } }
      milestone { title }
    }
  }
}`

const VIEW = `query ($number: Int!) {
  repository(owner: "octocat", name: "hello-world") {
    issue(number: $number) {
      title state stateReason(enableDuplicate: true) closed closedAt locked activeLockReason isPinned
      labels(first: 10) { nodes { name } }
      timelineItems(last: 5) { nodes { __typename } }
    }
  }
}`

const view = async (number: number) => (await data(sandbox, VIEW, { number })).repository.issue

describe("createIssue", () => {
  test("creates an issue with all fields, numbered in sequence with pull requests", async () => {
    const { createIssue } = await data(sandbox, CREATE, {
      input: {
        repositoryId: await repositoryId(sandbox),
        title: "New",
        body: "Text",
        labelIds: [await labelId(sandbox, "bug")],
        assigneeIds: [await userId(sandbox, "monalisa")],
        clientMutationId: "abc",
      },
    })
    expect(createIssue).toEqual({
      clientMutationId: "abc",
      issue: {
        number: 10,
        title: "New",
        body: "Text",
        state: "OPEN",
        author: { login: "octocat" },
        labels: { nodes: [{ name: "bug" }] },
        assignees: { nodes: [{ login: "monalisa" }] },
        milestone: null,
      },
    })
    expect(sandbox.applied.map((change) => change.mutation)).toEqual(["createIssue"])
  })

  test("ignores labels of an author without triage access", async () => {
    const input = {
      repositoryId: await repositoryId(sandbox),
      title: "New",
      labelIds: [await labelId(sandbox, "bug")],
    }
    const { createIssue } = await data(sandbox, CREATE, { input }, "hubot-token")
    expect(createIssue.issue).toMatchObject({ author: { login: "hubot" }, labels: { nodes: [] } })
  })

  test.each([
    [{ title: "  " }, "Title can't be blank"],
    [{ title: "x", body: "y".repeat(262_145) }, "Body is too long (maximum is 65536 characters)"],
  ])("refuses %o", async (fields, message) => {
    const error = await refusal(sandbox, CREATE, {
      input: { repositoryId: await repositoryId(sandbox), ...fields },
    })
    expect(error).toMatchObject({ type: "UNPROCESSABLE", path: ["createIssue"], message })
    expect(sandbox.applied).toEqual([])
  })

  test("changes nothing, and uses up no id, if a label belongs to another repository", async () => {
    const before = sandbox.state.snapshot()
    const error = await refusal(sandbox, CREATE, {
      input: {
        repositoryId: await repositoryId(sandbox),
        title: "x",
        labelIds: [await labelId(sandbox, "bug", "big")],
      },
    })
    expect(error?.type).toBe("UNPROCESSABLE")
    expect(sandbox.state.snapshot()).toEqual(before)
    const next = await data(sandbox, CREATE, {
      input: { repositoryId: await repositoryId(sandbox), title: "Next" },
    })
    expect(next.createIssue.issue.number).toBe(10)
    // Ids are not used up either: hello-world has five issues, four other repositories have 253.
    const { issues } = sandbox.state.snapshot() as { issues: { id: number }[] }
    expect(issues.at(-1)?.id).toBe(issues.length)
  })
})

describe("updateIssue", () => {
  test("keeps absent fields and clears null or empty ones", async () => {
    const id = await idOf(sandbox, 1)
    const kept = await data(sandbox, UPDATE, { input: { id, title: "Renamed" } })
    expect(kept.updateIssue).toMatchObject({
      actor: { login: "octocat" },
      issue: {
        title: "Renamed",
        body: "I'm having a problem with this.",
        labels: { nodes: [{ name: "bug" }] },
        assignees: { nodes: [{ login: "octocat" }] },
        milestone: { title: "v1.0" },
      },
    })
    const cleared = await data(sandbox, UPDATE, {
      input: { id, labelIds: [], assigneeIds: [], milestoneId: null },
    })
    expect(cleared.updateIssue.issue).toMatchObject({
      title: "Renamed",
      labels: { nodes: [] },
      assignees: { nodes: [] },
      milestone: null,
    })
  })

  test("lets an author edit, and ignores changes that require triage access", async () => {
    const input = { id: await idOf(sandbox, 2), title: "Mine", labelIds: [] }
    const { updateIssue } = await data(sandbox, UPDATE, { input }, "hubot-token")
    expect(updateIssue.issue).toMatchObject({
      title: "Mine",
      labels: { nodes: [{ name: "enhancement" }, { name: "good first issue" }] },
    })
  })

  test("changes nothing if one part of the input is refused", async () => {
    const before = sandbox.state.snapshot()
    const input = {
      id: await idOf(sandbox, 1),
      title: "Renamed",
      labelIds: [await labelId(sandbox, "bug", "big")],
    }
    expect((await refusal(sandbox, UPDATE, { input }))?.type).toBe("UNPROCESSABLE")
    expect(sandbox.state.snapshot()).toEqual(before)
  })

  test("closes and reopens an issue", async () => {
    const id = await idOf(sandbox, 1)
    const closed = await data(sandbox, UPDATE, { input: { id, state: "CLOSED" } })
    expect(closed.updateIssue.issue).toMatchObject({ state: "CLOSED", stateReason: "COMPLETED" })
    const open = await data(sandbox, UPDATE, { input: { id, state: "OPEN" } })
    expect(open.updateIssue.issue).toMatchObject({
      state: "OPEN",
      stateReason: "REOPENED",
      closedAt: null,
    })
  })

  test("records the edits of a body", async () => {
    const id = await idOf(sandbox, 1)
    await data(sandbox, UPDATE, { input: { id, body: "Better" } })
    const { node } = await data(
      sandbox,
      `query ($id: ID!) { node(id: $id) { ... on Comment {
        body includesCreatedEdit lastEditedAt editor { login }
        userContentEdits(first: 5) { totalCount nodes { diff } }
      } } }`,
      { id },
    )
    expect(node).toMatchObject({
      body: "Better",
      includesCreatedEdit: true,
      editor: { login: "octocat" },
      userContentEdits: { totalCount: 2, nodes: [{ diff: "Better" }, {}] },
    })
  })
})

describe("an issue", () => {
  test("is closed as a duplicate of another issue", async () => {
    await data(
      sandbox,
      `mutation ($issue: ID!, $other: ID!) {
        closeIssue(input: { issueId: $issue, duplicateIssueId: $other }) { issue { state stateReason } }
      }`,
      { issue: await idOf(sandbox, 2), other: await idOf(sandbox, 1) },
    )
    expect(await view(2)).toMatchObject({ state: "CLOSED", stateReason: "DUPLICATE", closed: true })
  })

  test("is locked, unlocked, pinned and unpinned, with events in the timeline", async () => {
    const id = await idOf(sandbox, 1)
    await data(
      sandbox,
      `mutation ($id: ID!) {
        lockLockable(input: { lockableId: $id, lockReason: SPAM }) { lockedRecord { locked } }
        pinIssue(input: { issueId: $id }) { issue { isPinned } }
      }`,
      { id },
    )
    expect(await view(1)).toMatchObject({
      locked: true,
      activeLockReason: "SPAM",
      isPinned: true,
    })
    const hubot =
      'mutation ($id: ID!) { addComment(input: { subjectId: $id, body: "x" }) { clientMutationId } }'
    expect(await refusal(sandbox, hubot, { id }, "hubot-token")).toMatchObject({
      type: "FORBIDDEN",
      message: "Unable to create comment because issue is locked.",
    })
    await data(
      sandbox,
      `mutation ($id: ID!) {
        unlockLockable(input: { lockableId: $id }) { unlockedRecord { locked activeLockReason } }
        unpinIssue(input: { issueId: $id }) { issue { isPinned } }
      }`,
      { id },
    )
    expect(await view(1)).toMatchObject({
      locked: false,
      activeLockReason: null,
      isPinned: false,
      timelineItems: {
        nodes: [
          { __typename: "CrossReferencedEvent" },
          { __typename: "LockedEvent" },
          { __typename: "PinnedEvent" },
          { __typename: "UnlockedEvent" },
          { __typename: "UnpinnedEvent" },
        ],
      },
    })
  })

  test("disappears with its comments when the issue is deleted", async () => {
    const id = await idOf(sandbox, 1)
    await data(
      sandbox,
      "mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { name } } }",
      { id },
    )
    expect(await refusal(sandbox, VIEW, { number: 1 })).toMatchObject({
      type: "NOT_FOUND",
      path: ["repository", "issue"],
      message: "Could not resolve to an Issue with the number of 1.",
    })
    const state = sandbox.state.snapshot() as {
      issue_comments: { subject_kind: string; subject_id: number }[]
    }
    expect(
      state.issue_comments.filter((one) => one.subject_kind === "Issue" && one.subject_id === 1),
    ).toEqual([])
    expect(
      await refusal(sandbox, "query ($id: ID!) { node(id: $id) { id } }", { id }),
    ).toMatchObject({
      type: "NOT_FOUND",
      message: `Could not resolve to a node with the global id of '${id}'`,
    })
  })

  test("is transferred to another repository with a new number, and labels by name", async () => {
    const { transferIssue } = await data(
      sandbox,
      `mutation ($issue: ID!, $repo: ID!) {
        transferIssue(input: { issueId: $issue, repositoryId: $repo }) {
          issue { number repository { name } labels(first: 5) { nodes { name } } comments { totalCount } }
        }
      }`,
      { issue: await idOf(sandbox, 1), repo: await repositoryId(sandbox, "big") },
    )
    expect(transferIssue.issue).toEqual({
      number: 251,
      repository: { name: "big" },
      labels: { nodes: [{ name: "bug" }] },
      comments: { totalCount: 3 },
    })
  })

  test("includes sub-issues, and refuses a cycle", async () => {
    const ids = { parent: await idOf(sandbox, 1), child: await idOf(sandbox, 2) }
    const link = `mutation ($parent: ID!, $child: ID!) {
      addSubIssue(input: { issueId: $parent, subIssueId: $child }) {
        issue { subIssues(first: 5) { nodes { number } } subIssuesSummary { total completed } }
        subIssue { parent { number } }
      }
    }`
    expect((await data(sandbox, link, ids)).addSubIssue).toEqual({
      issue: {
        subIssues: { nodes: [{ number: 2 }] },
        subIssuesSummary: { total: 1, completed: 0 },
      },
      subIssue: { parent: { number: 1 } },
    })
    const circle = { parent: ids.child, child: ids.parent }
    expect((await refusal(sandbox, link, circle))?.type).toBe("UNPROCESSABLE")
  })
})

describe("mutations on an issue", () => {
  test("add, edit and delete a comment", async () => {
    const subject = await idOf(sandbox, 1)
    const { addComment } = await data(
      sandbox,
      `mutation ($subject: ID!) {
        addComment(input: { subjectId: $subject, body: "Hi" }) {
          subject { id }
          commentEdge { cursor node { id body issue { number } } }
        }
      }`,
      { subject },
    )
    const { id } = addComment.commentEdge.node
    expect(addComment).toMatchObject({
      subject: { id: subject },
      commentEdge: { node: { body: "Hi", issue: { number: 1 } } },
    })
    const edited = await data(
      sandbox,
      `mutation ($id: ID!) { updateIssueComment(input: { id: $id, body: "Ho" }) { issueComment { body } } }`,
      { id },
    )
    expect(edited.updateIssueComment.issueComment.body).toBe("Ho")
    const drop =
      "mutation ($id: ID!) { deleteIssueComment(input: { id: $id }) { clientMutationId } }"
    expect((await refusal(sandbox, drop, { id }, "hubot-token"))?.type).toBe("FORBIDDEN")
    await data(sandbox, drop, { id })
    expect((await refusal(sandbox, drop, { id }))?.type).toBe("NOT_FOUND")
  })

  test("add, remove and clear labels", async () => {
    const ids = {
      issue: await idOf(sandbox, 1),
      bug: await labelId(sandbox, "bug"),
      question: await labelId(sandbox, "Question"),
    }
    const names = "labelable { labels(first: 9) { nodes { name } } }"
    const reply = await data(
      sandbox,
      `mutation ($issue: ID!, $bug: ID!, $question: ID!) {
        add: addLabelsToLabelable(input: { labelableId: $issue, labelIds: [$bug, $question] }) { ${names} }
        remove: removeLabelsFromLabelable(input: { labelableId: $issue, labelIds: [$bug] }) { ${names} }
        clear: clearLabelsFromLabelable(input: { labelableId: $issue }) { ${names} }
      }`,
      ids,
    )
    const of = (nodes: string[]) => ({
      labelable: { labels: { nodes: nodes.map((name) => ({ name })) } },
    })
    expect(reply).toEqual({ add: of(["bug", "question"]), remove: of(["question"]), clear: of([]) })
  })

  test("refuse a label whose name differs only in case", async () => {
    const create = `mutation ($repo: ID!, $name: String!) {
      createLabel(input: { repositoryId: $repo, name: $name, color: "FF0000" }) { label { id name color } }
    }`
    const repo = await repositoryId(sandbox)
    expect(await refusal(sandbox, create, { repo, name: "BUG" })).toMatchObject({
      type: "UNPROCESSABLE",
      message: "Name has already been taken",
    })
    const { createLabel } = await data(sandbox, create, { repo, name: "fresh" })
    expect(createLabel.label).toMatchObject({ name: "fresh", color: "ff0000" })
  })

  test.each(["#ff0000", "f00", "gggggg", ""])("refuse the label colour %j", async (color) => {
    const create = `mutation ($repo: ID!, $color: String!) {
      createLabel(input: { repositoryId: $repo, name: "fresh", color: $color }) { label { id } }
    }`
    const repo = await repositoryId(sandbox)
    expect(await refusal(sandbox, create, { repo, color })).toMatchObject({ type: "UNPROCESSABLE" })
    const { status, body } = await rest(sandbox, `POST ${HELLO}/labels`, { name: "fresh", color })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ resource: "Label", field: "color", code: "invalid" }])
    expect(sandbox.applied).toEqual([])
  })

  test("refuse a label of nothing but emoji", async () => {
    for (const name of ["🐛", "👩‍💻 ❤️"]) {
      const { status, body } = await rest(sandbox, `POST ${HELLO}/labels`, { name })
      expect(status, name).toBe(422)
      const message = "name must contain more than native emoji"
      const error = { resource: "Label", code: "custom", field: "name", message }
      expect(body.errors).toEqual([error])
    }
    for (const name of ["🐛 bug", "7"]) {
      expect((await rest(sandbox, `POST ${HELLO}/labels`, { name })).status, name).toBe(201)
    }
  })

  test("take ten assignees; GraphQL refuses more, and REST ignores them", async () => {
    const users = Array.from({ length: 11 }, (_, index) => ({ login: `user-${index}` }))
    const own = await startSandbox({
      seed: {
        users,
        repositories: [
          {
            owner: "user-0",
            name: "r",
            collaborators: Object.fromEntries(users.slice(1).map(({ login }) => [login, "WRITE"])),
            issues: [{ title: "x", author: "user-0" }],
          },
        ],
      },
    })
    const { repository } = await data(
      own,
      `{ repository(owner: "user-0", name: "r") {
        issue(number: 1) { id } assignableUsers(first: 20) { nodes { id } } } }`,
    )
    const error = await refusal(
      own,
      `mutation ($issue: ID!, $users: [ID!]!) {
        addAssigneesToAssignable(input: { assignableId: $issue, assigneeIds: $users }) { clientMutationId }
      }`,
      {
        issue: repository.issue.id,
        users: repository.assignableUsers.nodes.map((user: { id: string }) => user.id),
      },
    )
    expect(error).toMatchObject({
      type: "UNPROCESSABLE",
      message: "Cannot have more than 10 assignees",
    })
    const [first, ...others] = users.map(({ login }) => login)
    const assigned = async (call: string, body: object) =>
      (await rest(own, `${call.replace(" ", " /repos/user-0/r/issues")}`, body)).body.assignees.map(
        (user: { login: string }) => user.login,
      )
    await assigned("POST /1/assignees", { assignees: [first] })
    const ten = [first, ...others.slice(0, 9)]
    expect(await assigned("POST /1/assignees", { assignees: [first, ...others] })).toEqual(ten)
    expect(await assigned("POST ", { title: "y", assignees: [first, ...others] })).toEqual(ten)
    expect(await assigned("PATCH /1", { assignees: [...others, first] })).toEqual(others)
    await own.close()
  })

  test("count two equal reactions of a user once", async () => {
    const id = await idOf(sandbox, 1)
    const react = `mutation ($id: ID!) {
      addReaction(input: { subjectId: $id, content: HOORAY }) {
        reaction { content user { login } }
        subject { reactionGroups { content viewerHasReacted reactors { totalCount } } }
      }
    }`
    await data(sandbox, react, { id })
    const { addReaction } = await data(sandbox, react, { id })
    expect(addReaction.reaction).toEqual({ content: "HOORAY", user: { login: "octocat" } })
    expect(addReaction.subject.reactionGroups).toContainEqual({
      content: "HOORAY",
      viewerHasReacted: true,
      reactors: { totalCount: 1 },
    })
    expect(addReaction.subject.reactionGroups).toHaveLength(8)
  })
})

describe("mutations in one document", () => {
  test("run in order, see earlier changes, and fail separately", async () => {
    const id = await idOf(sandbox, 1)
    const reply = await ask(
      sandbox,
      `mutation ($id: ID!) {
        one: closeIssue(input: { issueId: $id }) { issue { state } }
        two: closeIssue(input: { issueId: "I_garbage" }) { issue { state } }
        three: reopenIssue(input: { issueId: $id }) { issue { state } }
      }`,
      { id },
    )
    expect(reply.data).toEqual({
      one: { issue: { state: "CLOSED" } },
      two: null,
      three: { issue: { state: "OPEN" } },
    })
    expect(reply.errors).toMatchObject([{ type: "NOT_FOUND", path: ["two"] }])
    expect(sandbox.applied.map((change) => change.mutation)).toEqual(["closeIssue", "reopenIssue"])
  })

  test("stay applied if the payload violates a pagination rule", async () => {
    const id = await idOf(sandbox, 1)
    const reply = await ask(
      sandbox,
      `mutation ($id: ID!) {
        closeIssue(input: { issueId: $id }) { issue { comments { nodes { id } } } }
      }`,
      { id },
    )
    expect(reply.data).toEqual({ closeIssue: { issue: null } })
    expect(reply.errors).toMatchObject([
      { type: "MISSING_PAGINATION_BOUNDARIES", path: ["closeIssue", "issue", "comments"] },
    ])
    expect(await view(1)).toMatchObject({ state: "CLOSED" })
  })
})

test("createIssue refuses an issue template as not modelled", async () => {
  const input = { repositoryId: await repositoryId(sandbox), title: "x", issueTemplate: "Bug" }
  expect(await refusal(sandbox, CREATE, { input })).toMatchObject({
    type: "SANDBOX_NOT_MODELLED",
    message: `The sandbox does not model \`issueTemplate\`. ${SYNTHESIZE}`,
  })
})

test("updateSubscription refuses a token without write scopes", async () => {
  const subscribe = `mutation ($input: UpdateSubscriptionInput!) {
    updateSubscription(input: $input) { clientMutationId }
  }`
  for (const subscribableId of [await idOf(sandbox, 1), await repositoryId(sandbox)]) {
    const input = { subscribableId, state: "IGNORED" }
    const refused = await refusal(sandbox, subscribe, { input }, "read-only-token")
    expect(refused?.type).toBe("INSUFFICIENT_SCOPES")
  }
  expect(sandbox.applied).toEqual([])
})
