import { commitOf, isAncestor } from "../../git/index.js"
import { ok } from "../../http/index.js"
import { containsCommit, protectionOf, rulesFor, webUrl } from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import { type RestRequest, refuse, routesOf } from "../route/index.js"
import { commitShape, pullShape, repositoryUrl } from "../shapes/index.js"

const HEADS = "refs/heads/"

export const branchRoutes = routesOf({
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls": (request) => {
    const { store } = request
    const repository = request.repository()
    const oid = request.commit("commit_sha")
    const tip = repository.refs.get(`refs/heads/${repository.defaultBranch}`)
    const isInDefault = tip !== undefined && isAncestor(store.git, oid, tip)
    const pulls = store
      .rowsBy("pullRequests", "repository", repository.id)
      .filter(
        (pull) => containsCommit(store, pull, oid) && (!isInDefault || pull.state === "MERGED"),
      )
    return request.page(pulls, pullShape)
  },

  "GET /repos/{owner}/{repo}/branches": (request) => {
    const repository = request.repository()
    const wanted = request.query.get("protected")
    const isProtected = (name: string) => isProtectedIn(request, repository, name)
    const names = [...repository.refs.keys()]
      .filter((name) => name.startsWith(HEADS))
      .map((name) => name.slice(HEADS.length))
      .filter((name) => !wanted || isProtected(name) === (wanted === "true"))
      .sort()
    return request.page(names, (_, name) => {
      const sha = repository.refs.get(HEADS + name)
      const url = `${repositoryUrl(request, repository)}/commits/${sha}`
      return { name, commit: { sha, url }, protected: isProtected(name) }
    })
  },

  "GET /repos/{owner}/{repo}/branches/{branch}": (request) => {
    const repository = request.repository()
    const name = request.params.branch ?? ""
    const oid = repository.refs.get(HEADS + name)
    if (oid === undefined) throw refuse(404, "Branch not found")
    return ok(branchShape(request, repository, name, oid))
  },
})

/** By classic protection or a ruleset, which `protection` does not show. */
const isProtectedIn = ({ store }: RestRequest, repository: Repository, name: string): boolean =>
  protectionOf(store, repository, name) !== undefined ||
  rulesFor(store, repository, HEADS + name).length > 0

function branchShape(request: RestRequest, repository: Repository, name: string, oid: string) {
  const self = `${repositoryUrl(request, repository)}/branches/${name}`
  const { store } = request
  const row = protectionOf(store, repository, name)
  const contexts = row?.settings.checks ?? []
  const enforcement_level =
    contexts.length === 0 ? "off" : row?.settings.isAdminEnforced ? "everyone" : "non_admins"
  return {
    name,
    commit: commitShape(request, repository, commitOf(store.git, oid)),
    _links: { self, html: `${webUrl(store, repository)}/tree/${name}` },
    protected: isProtectedIn(request, repository, name),
    protection: {
      enabled: row !== undefined,
      required_status_checks: {
        enforcement_level,
        contexts,
        checks: contexts.map((context) => ({ context, app_id: null })),
      },
    },
    protection_url: `${self}/protection`,
  }
}
