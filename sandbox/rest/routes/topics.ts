import { Type } from "typebox"
import { ok } from "../../http/index.js"
import { replaceTopics } from "../../state/index.js"
import { routesOf } from "../route/index.js"

const replacement = Type.Object({ names: Type.Array(Type.String()) })

export const topicRoutes = routesOf({
  "GET /repos/{owner}/{repo}/topics": (request) =>
    request.page(request.repository().topics, undefined, (names) => ({ names })),

  "PUT /repos/{owner}/{repo}/topics": (request) => {
    const repository = request.repository()
    const { names } = request.read("Repository", replacement)
    return ok({ names: replaceTopics(request.store, repository, names) })
  },
})
