/** Hand-written capabilities of every shape, as the generator would emit them. */
import type { JsonSchema, Lookup, Page } from "../definition/index.js"
import { handWritten, handWrittenList } from "./hand-written.js"

const text: JsonSchema = { type: "string", minLength: 1 }
const number: JsonSchema = { type: "integer", minimum: 1 }

function object(
  properties: Record<string, JsonSchema>,
  required = Object.keys(properties),
): JsonSchema {
  return { type: "object", required, additionalProperties: false, properties }
}

export interface IssueViewInput {
  owner: string
  repo: string
  issue_number: number
}

export interface IssueViewOutput {
  number: number
  title: string
  milestone: string | null
}

interface IssueData {
  repository: {
    issue: { number: number; title: string; milestone: { title: string } | null } | null
  } | null
}

export const issueView = handWritten<"issue.view", IssueViewInput, IssueViewOutput>({
  id: "issue.view",
  version: "1.0.0",
  effect: "read",
  idempotent: true,
  input: object({ owner: text, repo: text, issue_number: number }),
  output: object({
    number: { type: "integer" },
    title: { type: "string" },
    milestone: { type: ["string", "null"] },
  }),
  routes: ["graphql", "rest", "cli"],
  graphql: {
    operation: {
      type: "query",
      name: "IssueView",
      document:
        "query IssueView($owner: String!, $repo: String!, $issue_number: Int!) { repository(owner: $owner, name: $repo) { issue(number: $issue_number) { number title milestone { title } } } }",
    },
    variables: ({ owner, repo, issue_number }) => ({ owner, repo, issue_number }),
    result: "repository.issue",
    output(data: IssueData) {
      const issue = data.repository?.issue
      if (!issue) return null
      return { number: issue.number, title: issue.title, milestone: issue.milestone?.title ?? null }
    },
  },
})

interface LabelsAddInput {
  owner: string
  repo: string
  issue_number: number
  labels: string[]
  milestone?: number | null
}

interface LabelsAddOutput {
  number: number
  labels: string[]
}

const issueId: Lookup<LabelsAddInput> = {
  operation: {
    type: "query",
    name: "IssueId",
    document: "query IssueId { repository { issue { id } } }",
  },
  subject: "issue",
  variables: ({ owner, repo, issue_number }) => ({ owner, repo, issue_number }),
  result: (data: { repository: { issue: { id: string } | null } | null }) =>
    data.repository?.issue?.id,
}

const labelId: Lookup<LabelsAddInput> = {
  operation: {
    type: "query",
    name: "LabelId",
    document: "query LabelId { repository { label { id } } }",
  },
  subject: "label",
  foreach: ({ labels }) => labels,
  variables: ({ owner, repo }, name) => ({ owner, repo, name }),
  result: (data: { repository: { label: { id: string } | null } | null }) =>
    data.repository?.label?.id,
}

const milestoneId: Lookup<LabelsAddInput> = {
  operation: {
    type: "query",
    name: "MilestoneId",
    document: "query MilestoneId { repository { milestone { id } } }",
  },
  subject: "milestone",
  variables: ({ owner, repo, milestone }) =>
    milestone === undefined || milestone === null ? milestone : { owner, repo, number: milestone },
  result: (data: { repository: { milestone: { id: string } | null } | null }) =>
    data.repository?.milestone?.id,
}

const labelsAdd = handWritten<"issue.labels.add", LabelsAddInput, LabelsAddOutput>({
  id: "issue.labels.add",
  version: "1.0.0",
  effect: "write",
  idempotent: true,
  input: object(
    {
      owner: text,
      repo: text,
      issue_number: number,
      labels: { type: "array", items: text, minItems: 1, maxItems: 100 },
      milestone: { type: ["integer", "null"] },
    },
    ["owner", "repo", "issue_number", "labels"],
  ),
  output: object({ number: { type: "integer" }, labels: { type: "array", items: text } }),
  routes: ["graphql"],
  graphql: {
    operation: {
      type: "mutation",
      name: "IssueLabelsAdd",
      document: "mutation IssueLabelsAdd { addLabelsToLabelable { labelable { number } } }",
    },
    lookups: { issue_id: issueId, label_ids: labelId, milestone_id: milestoneId },
    variables: (
      _input,
      lookups: { issue_id: string; label_ids: string[]; milestone_id?: string },
    ) => ({
      labelableId: lookups.issue_id,
      labelIds: lookups.label_ids,
      milestoneId: lookups.milestone_id,
    }),
    result: "addLabelsToLabelable.labelable",
    output(data: {
      addLabelsToLabelable: {
        labelable: { number: number; labels: { nodes: { name: string }[] } } | null
      } | null
    }) {
      const labelable = data.addLabelsToLabelable?.labelable
      if (!labelable) return null
      return { number: labelable.number, labels: labelable.labels.nodes.map(({ name }) => name) }
    },
  },
})

export interface ThreadReplyInput {
  thread_id: string
  body: string
}

export interface ThreadReplyOutput {
  id: string
}

/** A write that must not be repeated, because every reply is a new comment. */
export const threadReply = handWritten<"pr.thread.reply", ThreadReplyInput, ThreadReplyOutput>({
  id: "pr.thread.reply",
  version: "1.0.0",
  effect: "write",
  idempotent: false,
  input: object({ thread_id: text, body: text }),
  output: object({ id: text }),
  routes: ["graphql"],
  graphql: {
    operation: {
      type: "mutation",
      name: "ThreadReply",
      document: "mutation ThreadReply { addReply { comment { id } } }",
    },
    variables: ({ thread_id, body }) => ({ threadId: thread_id, body }),
    result: "addReply.comment",
    output: (data: { addReply: { comment: { id: string } | null } | null }) => {
      const comment = data.addReply?.comment
      return comment ? { id: comment.id } : null
    },
  },
})

export interface ThreadResolveOutput {
  resolved: boolean
}

export const threadResolve = handWritten<
  "pr.thread.resolve",
  { thread_id: string },
  ThreadResolveOutput
>({
  id: "pr.thread.resolve",
  version: "1.0.0",
  effect: "write",
  idempotent: true,
  input: object({ thread_id: text }),
  output: object({ resolved: { type: "boolean" } }),
  routes: ["graphql"],
  graphql: {
    operation: {
      type: "mutation",
      name: "ThreadResolve",
      document: "mutation ThreadResolve { resolveReviewThread { thread { isResolved } } }",
    },
    variables: ({ thread_id }) => ({ threadId: thread_id }),
    result: "resolveReviewThread.thread",
    output: (data: { resolveReviewThread: { thread: { isResolved: boolean } | null } | null }) => {
      const thread = data.resolveReviewThread?.thread
      return thread ? { resolved: thread.isResolved } : null
    },
  },
})

export interface IssueItem {
  number: number
}

interface IssueListData {
  repository: {
    issues: {
      nodes: IssueItem[]
      totalCount: number
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
    }
  } | null
}

export const issueList = handWrittenList<
  "issue.list",
  { owner: string; repo: string; state?: "OPEN" | "CLOSED"; first?: number; after?: string },
  IssueItem
>({
  id: "issue.list",
  version: "1.0.0",
  effect: "read",
  idempotent: true,
  input: object(
    {
      owner: text,
      repo: text,
      state: { type: "string", enum: ["OPEN", "CLOSED"] },
      first: { type: "integer", minimum: 1, maximum: 100, default: 30 },
      after: text,
    },
    ["owner", "repo"],
  ),
  output: object({
    items: { type: "array", items: object({ number: { type: "integer" } }) },
    total_count: { type: "integer" },
    page_info: object({
      has_next_page: { type: "boolean" },
      end_cursor: { type: ["string", "null"] },
    }),
  }),
  routes: ["graphql"],
  graphql: {
    operation: {
      type: "query",
      name: "IssueList",
      document: "query IssueList { repository { issues { nodes { number } } } }",
    },
    variables: ({ owner, repo, state, first, after }) => ({ owner, repo, state, first, after }),
    result: "repository",
    output(data: IssueListData): Page<IssueItem> | null {
      if (!data.repository) return null
      const { nodes, totalCount, pageInfo } = data.repository.issues
      return {
        items: nodes.map((node) => ({ number: node.number })),
        total_count: totalCount,
        page_info: { has_next_page: pageInfo.hasNextPage, end_cursor: pageInfo.endCursor },
      }
    },
  },
})

/** A capability on the local clone, without an HTTP route. */
export const prCheckout = handWritten<"pr.checkout", { pull_number: number }, { branch: string }>({
  id: "pr.checkout",
  version: "1.0.0",
  effect: "write",
  idempotent: true,
  input: object({ pull_number: number }),
  output: object({ branch: text }),
  routes: ["cli"],
})

/** A capability without inputs, with a non-null root field. */
export const userMe = handWritten<"user.me", Record<never, never>, { login: string }>({
  id: "user.me",
  version: "1.0.0",
  effect: "read",
  idempotent: true,
  input: object({}),
  output: object({ login: text }),
  routes: ["graphql"],
  graphql: {
    operation: {
      type: "query",
      name: "UserMe",
      document: "query UserMe { viewer { login } }",
      isolated: true,
    },
    variables: () => ({}),
    result: "viewer",
    output: (data: { viewer: { login: string } }) => ({ login: data.viewer.login }),
  },
})

export const tree = {
  issue: { view: issueView, list: issueList, labels: { add: labelsAdd } },
  pr: { thread: { reply: threadReply, resolve: threadResolve }, checkout: prCheckout },
  user: { me: userMe },
}
