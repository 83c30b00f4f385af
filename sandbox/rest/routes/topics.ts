import { repositoryIn } from "../find.js"
import { page } from "../pages.js"
import { routesOf } from "../router.js"

export const topicRoutes = routesOf({
  "GET /repos/{owner}/{repo}/topics": (request) =>
    page(
      request,
      repositoryIn(request).topics,
      (topic) => topic,
      (names) => ({ names }),
    ),
})
