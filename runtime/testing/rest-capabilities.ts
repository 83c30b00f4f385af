/** Hand-written capabilities with REST and cli routes, as the generator would emit them. */
import type { JsonSchema } from "../definition/index.js"
import { issueView, threadReply } from "./capabilities.js"
import { handWritten, loaded } from "./hand-written.js"

const text: JsonSchema = { type: "string" }
const number: JsonSchema = { type: "integer" }

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", required: Object.keys(properties), properties }
}

interface IssueInput {
  owner: string
  repo: string
  issue_number: number
}

interface RestIssue {
  number: number
  title: string
  milestone: { title: string } | null
}

const repoFlag = ({ owner, repo }: { owner: string; repo: string }) => ({
  repo: `${owner}/${repo}`,
})

/** `issue.view` with all three routes. */
export const issueViewAnywhere = handWritten({
  ...(await loaded(issueView)),
  rest: {
    endpoints: [
      {
        as: "issue",
        method: "GET",
        path: "/repos/{owner}/{repo}/issues/{issue_number}",
        request: (input: IssueInput) => ({ path: { ...input } }),
      },
    ],
    result: "issue",
    output({ issue }: { issue: RestIssue }) {
      return { number: issue.number, title: issue.title, milestone: issue.milestone?.title ?? null }
    },
  },
  cli: {
    command: ["issue", "view"],
    arguments: ({ issue_number }: IssueInput) => [issue_number],
    flags: repoFlag,
    jsonFields: ["number", "title", "milestone"],
    result: "issue",
    output: (printed: RestIssue) => ({
      number: printed.number,
      title: printed.title,
      milestone: printed.milestone?.title ?? null,
    }),
  },
})

interface CommentInput extends IssueInput {
  body: string
}

/** A write that must not be repeated, with all three routes. */
export const commentCreate = handWritten<"issue.comments.create", CommentInput, { url: string }>({
  id: "issue.comments.create",
  version: "1.0.0",
  effect: "write",
  idempotent: false,
  input: object({ owner: text, repo: text, issue_number: number, body: text }),
  output: object({ url: text }),
  routes: ["graphql", "rest", "cli"],
  graphql: {
    operation: {
      type: "mutation",
      name: "CommentCreate",
      document: "mutation CommentCreate { addComment { commentEdge { node { url } } } }",
    },
    variables: ({ body }) => ({ body }),
    result: "addComment.commentEdge.node",
    output: (data: { addComment: { commentEdge: { node: { url: string } } } | null }) =>
      data.addComment?.commentEdge.node ?? null,
  },
  rest: {
    endpoints: [
      {
        as: "comment",
        method: "POST",
        path: "/repos/{owner}/{repo}/issues/{issue_number}/comments",
        request: ({ owner, repo, issue_number, body }) => ({
          path: { owner, repo, issue_number },
          body: { body },
        }),
      },
    ],
    result: "comment",
    output: ({ comment }: { comment: { html_url: string } }) => ({ url: comment.html_url }),
  },
  cli: {
    command: ["issue", "comment"],
    arguments: ({ issue_number }) => [issue_number],
    flags: ({ owner, repo, body }) => ({ ...repoFlag({ owner, repo }), body }),
    result: "comment",
    output: (printed: string) => ({ url: printed.trim() }),
  },
})

/** Two endpoints: a write, and a read of its result. */
export const labelsAddRest = handWritten<
  "issue.labels.add",
  IssueInput & { labels: string[] },
  { labels: string[] }
>({
  id: "issue.labels.add",
  version: "1.0.0",
  effect: "write",
  idempotent: true,
  input: object({
    owner: text,
    repo: text,
    issue_number: number,
    labels: { type: "array", items: text },
  }),
  output: object({ labels: { type: "array", items: text } }),
  routes: ["rest"],
  rest: {
    endpoints: [
      {
        as: "added",
        method: "POST",
        path: "/repos/{owner}/{repo}/issues/{issue_number}/labels",
        request: ({ owner, repo, issue_number, labels }) => ({
          path: { owner, repo, issue_number },
          body: { labels, url: "a field that Octokit knows", data: null, absent: undefined },
        }),
      },
      {
        as: "issue",
        method: "GET",
        path: "/repos/{owner}/{repo}/issues/{issue_number}",
        request: ({ owner, repo, issue_number }) => ({ path: { owner, repo, issue_number } }),
      },
    ],
    result: "issue",
    output: ({ issue }: { issue: { labels: { name: string }[] } }) => ({
      labels: issue.labels.map(({ name }) => name),
    }),
  },
})

/** Lookups of every kind, then a write for each label, then a read of the result. */
export const labelsRemoveRest = handWritten<
  "issue.labels.remove",
  IssueInput & { labels: string[]; milestone?: number },
  { labels: string[]; milestone: string | null | undefined }
>({
  id: "issue.labels.remove",
  version: "1.0.0",
  effect: "write",
  idempotent: false,
  input: {
    type: "object",
    properties: {
      owner: text,
      repo: text,
      issue_number: number,
      labels: { type: "array", items: text },
      milestone: number,
    },
  },
  output: object({ labels: { type: "array", items: text } }),
  routes: ["rest"],
  rest: {
    lookups: {
      issue: {
        path: "/repos/{owner}/{repo}/issues/{issue_number}",
        subject: "issue",
        request: ({ owner, repo, issue_number }) => ({ path: { owner, repo, issue_number } }),
        result: (answer: { pull_request?: object }) => (answer.pull_request ? null : answer),
      },
      labels: {
        path: "/repos/{owner}/{repo}/labels/{name}",
        subject: "label",
        foreach: ({ labels }) => labels,
        request: ({ owner, repo }, name: string) => ({ path: { owner, repo, name } }),
        result: (answer: { name: string }) => answer.name,
      },
      milestone: {
        path: "/repos/{owner}/{repo}/milestones/{milestone}",
        subject: "milestone",
        optional: true,
        request: ({ owner, repo, milestone }) =>
          milestone === undefined ? undefined : { path: { owner, repo, milestone } },
        result: (answer: { title: string }) => answer.title,
      },
    },
    endpoints: [
      {
        as: "removed",
        method: "DELETE",
        path: "/repos/{owner}/{repo}/issues/{issue_number}/labels/{name}",
        optional: true,
        foreach: (_, { lookups }: RemoveResponses) => lookups.labels,
        request: ({ owner, repo, issue_number }, _, name: string) => ({
          path: { owner, repo, issue_number, name },
        }),
      },
    ],
    result: "removed",
    output: ({ lookups, removed }: RemoveResponses) => ({
      labels: removed.map(({ name }) => name),
      milestone: lookups.milestone,
    }),
  },
})

interface RemoveResponses {
  lookups: { labels: string[]; milestone?: string | null }
  removed: { name: string }[]
}

/** Answers with text, and takes a path and a query of the caller. */
const fileView = handWritten<
  "repo.file.raw",
  { owner: string; repo: string; path: string; ref?: string; kinds?: string[] },
  { text: string }
>({
  id: "repo.file.raw",
  version: "1.0.0",
  effect: "read",
  idempotent: true,
  input: {
    type: "object",
    required: ["owner", "repo", "path"],
    properties: { owner: text, repo: text, path: text, ref: text, kinds: { type: "array" } },
  },
  output: object({ text }),
  routes: ["rest"],
  rest: {
    endpoints: [
      {
        as: "file",
        method: "GET",
        path: "/repos/{owner}/{repo}/contents/{path}",
        accept: "application/vnd.github.raw+json",
        request: ({ owner, repo, path, ref, kinds }) => ({
          path: { owner, repo, path },
          query: { ref, kinds },
        }),
      },
    ],
    result: "file",
    output: ({ file }: { file: string }) => ({ text: file }),
  },
})

/** Cannot be undone, and answers 204. */
const commentDelete = handWritten<
  "issue.comment.delete",
  { owner: string; repo: string; comment_id: number },
  { deleted: number }
>({
  id: "issue.comment.delete",
  version: "1.0.0",
  effect: "destroy",
  idempotent: true,
  input: object({ owner: text, repo: text, comment_id: number }),
  output: object({ deleted: number }),
  routes: ["rest"],
  rest: {
    endpoints: [
      {
        as: "nothing",
        method: "DELETE",
        path: "/repos/{owner}/{repo}/issues/comments/{comment_id}",
        empty: true,
        request: ({ owner, repo, comment_id }) => ({ path: { owner, repo, comment_id } }),
      },
    ],
    result: "comment",
    output: (_, { comment_id }) => ({ deleted: comment_id }),
  },
})

export const anywhere = {
  issue: {
    view: issueViewAnywhere,
    comments: { create: commentCreate },
    comment: { delete: commentDelete },
    labels: { add: labelsAddRest },
  },
  repo: { file: { raw: fileView } },
  pr: { thread: { reply: threadReply } },
}
