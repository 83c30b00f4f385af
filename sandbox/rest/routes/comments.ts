import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  addComment,
  deleteIssueComment,
  repositoryOf,
  updateIssueComment,
} from "../../state/index.js"
import { subjectKey } from "../../tables/index.js"
import {
  choice,
  isSince,
  issueIn,
  page,
  readBody,
  repositoryIn,
  routesOf,
  rowIn,
  sorted,
} from "../route/index.js"
import { commentShape } from "../shapes/index.js"

const text = Type.Object({ body: Type.String() })

export const commentRoutes = routesOf({
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": (request) => {
    const row = issueIn(request)
    const comments = request.store.rowsBy("issueComments", "subject", subjectKey(row))
    return page(request, comments.filter(isSince(request, "IssueComment")), (comment) =>
      commentShape(request, comment),
    )
  },

  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": (request) => {
    const row = issueIn(request)
    const { body } = readBody(request, "IssueComment", text)
    const shape = commentShape(request, addComment(request.store, row, body))
    return answer(201, shape, { location: shape.url })
  },

  "GET /repos/{owner}/{repo}/issues/comments": (request) => {
    const repository = repositoryIn(request)
    const sort = choice(request, "IssueComment", "sort", "created", "updated")
    const direction = choice(request, "IssueComment", "direction", "asc", "desc")
    const rows = request.store
      .where("issueComments", (comment) => repositoryOf(request.store, comment) === repository)
      .filter(isSince(request, "IssueComment"))
    const key = (row: { createdAt: string; updatedAt: string }) =>
      sort === "created" ? row.createdAt : row.updatedAt
    return page(request, sorted(rows, key, direction), (comment) => commentShape(request, comment))
  },

  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}": (request) =>
    ok(commentShape(request, rowIn(request, "issueComments", "comment_id"))),

  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": (request) => {
    const comment = rowIn(request, "issueComments", "comment_id")
    const { body } = readBody(request, "IssueComment", text)
    return ok(commentShape(request, updateIssueComment(request.store, comment, body)))
  },

  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}": (request) => {
    const comment = rowIn(request, "issueComments", "comment_id")
    deleteIssueComment(request.store, comment)
    return answer(204)
  },
})
