import { Type } from "typebox"
import { createCommitStatus, statusesOn } from "../../state/index.js"
import type { CommitState } from "../../tables/index.js"
import { maybe, routesOf } from "../route/index.js"
import { combinedStatus, statusShape } from "../shapes/index.js"

const REPO = "/repos/{owner}/{repo}"

const STATES: Record<string, CommitState> = {
  error: "ERROR",
  failure: "FAILURE",
  pending: "PENDING",
  success: "SUCCESS",
}

const newStatus = Type.Object({
  state: Type.Enum(["error", "failure", "pending", "success"]),
  context: Type.Optional(Type.String({ minLength: 1 })),
  description: maybe(Type.String()),
  target_url: maybe(Type.String({ pattern: "^https?://" })),
})

export const statusRoutes = routesOf({
  [`POST ${REPO}/statuses/{sha}`]: (request) => {
    const repository = request.repository()
    const oid = request.commit("sha")
    const { state, target_url, ...rest } = request.read("Status", newStatus)
    const status = createCommitStatus(request.store, repository, {
      ...rest,
      oid,
      state: STATES[state] ?? "ERROR",
      targetUrl: target_url ?? null,
    })
    return request.created(statusShape(request, status))
  },

  [`GET ${REPO}/commits/{ref}/status`]: (request) =>
    combinedStatus(request, request.repository(), request.commit("ref")),

  [`GET ${REPO}/commits/{ref}/statuses`]: (request) => {
    const commit = { repositoryId: request.repository().id, oid: request.commit("ref") }
    return request.page(statusesOn(request.store, commit), statusShape)
  },
})
