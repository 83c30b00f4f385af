import { Type } from "typebox"
import { answer } from "../../http/index.js"
import {
  addReaction,
  authorizeReaction,
  type Reactable,
  reactionsOf,
  removeReaction,
} from "../../state/index.js"
import { issueIn, NotModelled, type RestRequest, routesOf } from "../route/index.js"
import { contentNamed, reactionNames, reactionShape } from "../shapes/index.js"

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
