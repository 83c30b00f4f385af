import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import { autolinksOf, createAutolink, deleteAutolink, has, rulesFor } from "../../state/index.js"
import { maybe, missing, type RestRequest, routesOf, sorted } from "../route/index.js"
import {
  advisoryShape,
  autolinkShape,
  branchRuleShape,
  repositoryUrl,
  rulesetShape,
  rulesetSummary,
} from "../shapes/index.js"

const REPO = "/repos/{owner}/{repo}"

const autolink = Type.Object({
  key_prefix: Type.String(),
  url_template: Type.String(),
  is_alphanumeric: maybe(Type.Boolean()),
})

/** Rulesets, autolinks and security advisories of a repository. */
export const ruleRoutes = routesOf({
  [`GET ${REPO}/rulesets`]: (request) => {
    const repository = request.repository()
    const targets = request.query.get("targets")?.toUpperCase().split(",")
    // In the sandbox, organizations have no rulesets, so there are no parents to exclude.
    request.query.get("includes_parents")
    const rows = request.store
      .rowsBy("rulesets", "repository", repository.id)
      .filter(({ target }) => !targets || targets.includes(target))
    return request.page(rows, rulesetSummary)
  },

  [`GET ${REPO}/rulesets/{ruleset_id}`]: (request) => {
    request.query.get("includes_parents")
    return ok(rulesetShape(request, request.row("rulesets", "ruleset_id")))
  },

  [`GET ${REPO}/rules/branches/{branch}`]: (request) => {
    const repository = request.repository()
    const rules = rulesFor(request.store, repository, `refs/heads/${request.params.branch}`)
    return request.page(rules, branchRuleShape)
  },

  [`GET ${REPO}/autolinks`]: (request) => ok(ownAutolinks(request).map(autolinkShape)),

  [`POST ${REPO}/autolinks`]: (request) => {
    const repository = request.repository()
    const body = request.read("KeyLink", autolink)
    const created = createAutolink(request.store, repository, {
      keyPrefix: body.key_prefix,
      urlTemplate: body.url_template,
      isAlphanumeric: body.is_alphanumeric ?? true,
    })
    const location = `${repositoryUrl(request, repository)}/autolinks/${created.id}`
    return answer(201, autolinkShape(created), { location })
  },

  [`GET ${REPO}/autolinks/{autolink_id}`]: (request) => {
    const link = request.store.find("autolinks", Number(request.params.autolink_id))
    if (!link || !ownAutolinks(request).includes(link)) throw missing()
    return ok(autolinkShape(link))
  },

  [`DELETE ${REPO}/autolinks/{autolink_id}`]: (request) =>
    deleteAutolink(request.store, request.row("autolinks", "autolink_id")),

  [`GET ${REPO}/security-advisories`]: (request) => {
    const repository = request.repository()
    const { store, query } = request
    const isAdmin = has(store, repository, "ADMIN", "administration")
    const state = query.get("state")?.toUpperCase()
    const field = request.choice("RepositoryAdvisory", "sort", "created", "updated", "published")
    const direction = request.choice("RepositoryAdvisory", "direction", "desc", "asc")
    const rows = store
      .rowsBy("advisories", "repository", repository.id)
      .filter((one) => isAdmin || one.state === "PUBLISHED")
      .filter((one) => !state || one.state === state)
    return request.cursorPage(
      sorted(rows, (row) => row[`${field}At`] ?? "", direction),
      advisoryShape,
    )
  },
})

const ownAutolinks = (request: RestRequest) => autolinksOf(request.store, request.repository())
