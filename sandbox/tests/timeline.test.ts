import { afterAll, beforeAll, expect, test } from "vitest"
import { SYNTHESIZE } from "../http/index.js"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: {
      users: [{ login: "ada" }, { login: "grace" }],
      repositories: [
        {
          owner: "ada",
          name: "engine",
          files: { "README.md": "# Engine\n" },
          branches: [{ name: "fix", commits: [{ message: "Fix", files: { a: "b\n" } }] }],
          issues: [
            { number: 1, title: "Wrong", author: "grace" },
            { number: 2, title: "Same", author: "grace", body: "See `#1` and a/b#1 and x#1." },
            { number: 3, title: "Like it", author: "grace", body: "Like #1, as #1 says." },
          ],
          pull_requests: [
            { number: 4, title: "Right", body: "Fixes #1", author: "ada", head: "fix" },
          ],
        },
        {
          owner: "grace",
          name: "notes",
          private: true,
          issues: [
            {
              number: 1,
              title: "Note",
              author: "grace",
              comments: [{ author: "grace", body: "https://github.com/ada/engine/issues/1 it is" }],
            },
          ],
        },
      ],
      tokens: [{ token: "grace-token", login: "grace" }],
    },
  })
})

afterAll(() => sandbox.close())

const TIMELINE = `query ($types: [IssueTimelineItemsItemType!]) {
  repository(owner: "ada", name: "engine") {
    issue(number: 1) {
      timelineItems(first: 10, itemTypes: $types) {
        nodes {
          __typename
          ... on CrossReferencedEvent {
            actor { login }
            isCrossRepository
            willCloseTarget
            source { ... on Issue { title } ... on PullRequest { title } }
            target { ... on Issue { title } }
          }
        }
      }
    }
  }
}`

const references = async (token?: string) => {
  const types = ["CROSS_REFERENCED_EVENT"]
  const { repository } = await data(sandbox, TIMELINE, { types }, token)
  return repository.issue.timelineItems.nodes
}

const reference = (
  title: string,
  login: string,
  isCrossRepository = false,
  willCloseTarget = false,
) => ({
  __typename: "CrossReferencedEvent",
  actor: { login },
  isCrossRepository,
  willCloseTarget,
  source: { title },
  target: { title: "Wrong" },
})

test("an issue lists each cross-reference once, except from code and hidden repositories", async () => {
  const expected = [reference("Like it", "grace"), reference("Right", "ada", false, true)]
  expect(await references()).toEqual(expected)
  // A viewer of the private repository also sees the mention there.
  expect(await references("grace-token")).toEqual([...expected, reference("Note", "grace", true)])
})

test("timelineItems refuses an item type that is not modelled", async () => {
  const { errors } = await ask(sandbox, TIMELINE, { types: ["CLOSED_EVENT", "MENTIONED_EVENT"] })
  expect(errors).toMatchObject([
    {
      type: "SANDBOX_NOT_MODELLED",
      message: `The sandbox does not model \`timelineItems(itemTypes: MENTIONED_EVENT)\`. ${SYNTHESIZE}`,
    },
  ])
})
