import { Type } from "typebox"
import { ok } from "../../http/index.js"
import { replaceTopics } from "../../state/index.js"
import { page, readBody, repositoryIn, routesOf } from "../route/index.js"

const replacement = Type.Object({ names: Type.Array(Type.String()) })

export const topicRoutes = routesOf({
  "GET /repos/{owner}/{repo}/topics": (request) =>
    page(
      request,
      repositoryIn(request).topics,
      (topic) => topic,
      (names) => ({ names }),
    ),

  "PUT /repos/{owner}/{repo}/topics": (request) => {
    const repository = repositoryIn(request)
    const { names } = readBody(request, "Repository", replacement)
    return ok({ names: replaceTopics(request.store, repository, names) })
  },
})
