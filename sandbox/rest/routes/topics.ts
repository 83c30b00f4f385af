import { page, repositoryIn, routesOf } from "../route/index.js"

export const topicRoutes = routesOf({
  "GET /repos/{owner}/{repo}/topics": (request) =>
    page(
      request,
      repositoryIn(request).topics,
      (topic) => topic,
      (names) => ({ names }),
    ),
})
