import { ok } from "../../http/index.js"
import { routesOf } from "../route/index.js"
import { privateUserShape, publicUserShape } from "../shapes/index.js"

export const userRoutes = routesOf({
  "GET /user": (request) => ok(privateUserShape(request, request.viewer.account)),

  "GET /users/{username}": (request) => ok(publicUserShape(request, request.account())),
})
