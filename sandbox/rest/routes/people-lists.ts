/** Who contributes to a repository, stars it and watches it. */
import { history } from "../../git/index.js"
import { answer } from "../../http/index.js"
import type { Repository } from "../../tables/index.js"
import { type RestRequest, routesOf, sorted } from "../route/index.js"
import { simpleUser } from "../shapes/index.js"

const REPO = "/repos/{owner}/{repo}"

export const peopleListRoutes = routesOf({
  [`GET ${REPO}/contributors`]: (request) => {
    const repository = request.repository()
    const all = contributorsOf(request, repository)
    const isWithAnonymous = ["1", "true"].includes(request.query.get("anon") ?? "")
    const wanted = all.filter((one) => one.type !== "Anonymous" || isWithAnonymous)
    const shown = request.page(wanted, (_, { id, ...shape }) => ({
      ...shape.shown,
      ...counted(shape),
    }))
    return all.length === 0 ? answer(204) : shown
  },

  [`GET ${REPO}/stargazers`]: (request) => {
    const stars = [...request.repository().stargazers].map(([id, at]) => ({ id, at }))
    const isDated = request.media.is("star")
    return request.page(
      sorted(stars, ({ at }) => at, "asc"),
      (_, { id, at }) => {
        const user = simpleUser(request, request.store.get("accounts", id))
        return isDated ? { starred_at: at, user } : user
      },
    )
  },

  [`GET ${REPO}/subscribers`]: (request) => {
    const watchers = [...request.repository().watchers].sort((a, b) => a - b)
    return request.page(watchers, (_, id) => simpleUser(request, request.store.get("accounts", id)))
  },
})

const counted = ({ type, contributions }: { type: string; contributions: number }) => ({
  type,
  contributions,
})

/** The authors of the default branch's commits, the most frequent first. */
function contributorsOf(request: RestRequest, { refs, defaultBranch }: Repository) {
  const { store } = request
  const tip = refs.get(`refs/heads/${defaultBranch}`)
  const counts = new Map<string, { name: string; contributions: number }>()
  for (const { author } of tip === undefined ? [] : history(store.git, tip)) {
    const { contributions } = counts.get(author.email) ?? { contributions: 0 }
    counts.set(author.email, { name: author.name, contributions: contributions + 1 })
  }
  const all = [...counts].map(([email, { name, contributions }], id) => {
    const account = store.rowBy("accounts", "email", email)
    const shown = account ? simpleUser(request, account) : { email, name }
    return { id, shown, type: account?.kind ?? "Anonymous", contributions }
  })
  return sorted(all, (one) => one.contributions, "desc")
}
