import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import { requestReviews } from "../../state/index.js"
import { sameName } from "../../tables/index.js"
import { accountsOf, invalid, type RestRequest, routesOf } from "../route/index.js"
import { pullShape, requestedReviewers, usersById } from "../shapes/index.js"

const reviewers = Type.Object({
  reviewers: Type.Optional(Type.Array(Type.String())),
  team_reviewers: Type.Optional(Type.Array(Type.String())),
})

export const reviewRequestRoutes = routesOf({
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": (request) =>
    ok({ users: usersById(request, requestedReviewers(request, request.pull())), teams: [] }),

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": (request) => {
    const pull = request.pull()
    const asked = accountsOf(request, reviewersIn(request), "PullRequest", "reviewers")
    requestReviews(request.store, pull, asked, true)
    return answer(201, pullShape(request, pull))
  },

  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": (request) => {
    const { store } = request
    const pull = request.pull()
    const gone = reviewersIn(request)
    const left = requestedReviewers(request, pull)
      .map((id) => store.get("accounts", id))
      .filter((account) => !gone.some((login) => sameName(login, account.login)))
    requestReviews(store, pull, left, false)
    return ok(pullShape(request, pull))
  },
})

function reviewersIn(request: RestRequest): string[] {
  const body = request.read("PullRequest", reviewers)
  // The sandbox has no teams.
  if (body.team_reviewers?.length) throw invalid("PullRequest", "team_reviewers")
  return body.reviewers ?? []
}
