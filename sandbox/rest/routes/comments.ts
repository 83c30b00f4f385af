import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  addComment,
  addReaction,
  authorizeReaction,
  deleteIssueComment,
  type Reactable,
  reactionsOf,
  removeReaction,
  repositoryOf,
  updateIssueComment,
} from "../../state/index.js"
import { subjectKey } from "../../tables/index.js"
import { issueIn, NotModelled, type RestRequest, routesOf, sorted } from "../route/index.js"
import { commentShape, contentNamed, reactionNames, reactionShape } from "../shapes/index.js"

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

const newReaction = Type.Object({ content: Type.Enum(reactionNames) })

export const reactionRoutes = routesOf({
  ...reactionsTo("issues/{issue_number}", issueIn),
  ...reactionsTo("issues/comments/{comment_id}", (request) =>
    request.row("issueComments", "comment_id"),
  ),
  ...reactionsTo("pulls/comments/{comment_id}", (request) =>
    request.row("reviewComments", "comment_id"),
  ),
})

function reactionsTo(path: string, subjectIn: (request: RestRequest) => Reactable) {
  const all = `/repos/{owner}/{repo}/${path}/reactions`
  return {
    [`GET ${all}`]: (request: RestRequest) => {
      const subject = subjectIn(request)
      const name = request.choice("Reaction", "content", "", ...reactionNames)
      const reactions = reactionsOf(request.store, subject).filter(
        ({ content }) => name === "" || content === contentNamed(name),
      )
      return request.page(reactions, reactionShape)
    },

    [`POST ${all}`]: (request: RestRequest) => {
      const { store } = request
      const subject = subjectIn(request)
      const { content } = request.read("Reaction", newReaction)
      const before = reactionsOf(store, subject).length
      const reaction = addReaction(store, subject, contentNamed(content))
      // 200 if the viewer had already reacted so.
      const isNew = reactionsOf(store, subject).length > before
      return answer(isNew ? 201 : 200, reactionShape(request, reaction))
    },

    [`DELETE ${all}/{reaction_id}`]: (request: RestRequest) => {
      const { store, viewer } = request
      const subject = subjectIn(request)
      const reaction = request.among(reactionsOf(store, subject), "reaction_id")
      authorizeReaction(store, subject)
      if (reaction.userId !== viewer.account.id) {
        throw new NotModelled("the deletion of somebody else's reaction")
      }
      removeReaction(store, subject, reaction.content)
    },
  }
}
