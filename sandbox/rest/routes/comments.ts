import { Type } from "typebox"
import { ok } from "../../http/index.js"
import {
  addComment,
  deleteIssueComment,
  repositoryOf,
  updateIssueComment,
} from "../../state/index.js"
import { subjectKey } from "../../tables/index.js"
import { routesOf, sorted } from "../route/index.js"
import { commentShape } from "../shapes/index.js"

const text = Type.Object({ body: Type.String() })

export const commentRoutes = routesOf({
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": (request) => {
    const row = request.issue()
    const comments = request.store.rowsBy("issueComments", "subject", subjectKey(row))
    return request.page(comments.filter(request.isSince("IssueComment")), commentShape)
  },

  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": (request) => {
    const row = request.issue()
    const { body } = request.read("IssueComment", text)
    return request.created(commentShape(request, addComment(request.store, row, body)))
  },

  "GET /repos/{owner}/{repo}/issues/comments": (request) => {
    const repository = request.repository()
    const sort = request.choice("IssueComment", "sort", "created", "updated")
    const direction = request.choice("IssueComment", "direction", "asc", "desc")
    const rows = request.store
      .where("issueComments", (comment) => repositoryOf(request.store, comment) === repository)
      .filter(request.isSince("IssueComment"))
    const key = (row: { createdAt: string; updatedAt: string }) =>
      sort === "created" ? row.createdAt : row.updatedAt
    return request.page(sorted(rows, key, direction), commentShape)
  },

  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}": (request) =>
    ok(commentShape(request, request.row("issueComments", "comment_id"))),

  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": (request) => {
    const comment = request.row("issueComments", "comment_id")
    const { body } = request.read("IssueComment", text)
    return ok(commentShape(request, updateIssueComment(request.store, comment, body)))
  },

  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}": (request) => {
    const comment = request.row("issueComments", "comment_id")
    deleteIssueComment(request.store, comment)
  },
})
