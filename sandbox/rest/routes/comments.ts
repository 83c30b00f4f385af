import { Type } from "typebox"
import { answer, ok } from "../../http/answer.js"
import { addComment, deleteIssueComment, updateIssueComment } from "../../state/comments.js"
import { subjectKey } from "../../state/indexes.js"
import { repositoryOf } from "../../state/permissions.js"
import { rowsBy, where } from "../../state/world.js"
import { readBody } from "../body.js"
import { issueIn, repositoryIn, rowIn } from "../find.js"
import { choice, isSince, sorted } from "../lists.js"
import { page } from "../pages.js"
import { routesOf } from "../router.js"
import { commentShape } from "../shapes/comment.js"

const text = Type.Object({ body: Type.String() })

export const commentRoutes = routesOf({
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": (request) => {
    const row = issueIn(request)
    const comments = rowsBy(request.world, "issueComments", "subject", subjectKey(row))
    return page(request, comments.filter(isSince(request, "IssueComment")), (comment) =>
      commentShape(request, comment),
    )
  },

  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": (request) => {
    const { world, viewer } = request
    const row = issueIn(request)
    const { body } = readBody(request, "IssueComment", text)
    const shape = commentShape(request, addComment(world, viewer, row, body))
    return answer(201, shape, { location: shape.url })
  },

  "GET /repos/{owner}/{repo}/issues/comments": (request) => {
    const repository = repositoryIn(request)
    const sort = choice(request, "IssueComment", "sort", "created", "updated")
    const direction = choice(request, "IssueComment", "direction", "asc", "desc")
    const rows = where(
      request.world,
      "issueComments",
      (comment) => repositoryOf(request.world, comment) === repository,
    ).filter(isSince(request, "IssueComment"))
    const key = (row: { createdAt: string; updatedAt: string }) =>
      sort === "created" ? row.createdAt : row.updatedAt
    return page(request, sorted(rows, key, direction), (comment) => commentShape(request, comment))
  },

  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}": (request) =>
    ok(commentShape(request, rowIn(request, "issueComments", "comment_id"))),

  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": (request) => {
    const comment = rowIn(request, "issueComments", "comment_id")
    const { body } = readBody(request, "IssueComment", text)
    return ok(
      commentShape(request, updateIssueComment(request.world, request.viewer, comment, body)),
    )
  },

  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}": (request) => {
    const comment = rowIn(request, "issueComments", "comment_id")
    deleteIssueComment(request.world, request.viewer, comment)
    return answer(204)
  },
})
