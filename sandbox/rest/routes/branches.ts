import { commitOf, isAncestor } from "../../git/index.js"
import { ok } from "../../http/index.js"
import { containsCommit, webUrl } from "../../state/index.js"
import { type Repository, rowsBy } from "../../tables/index.js"
import {
  commitIn,
  NotModelled,
  page,
  type RestRequest,
  refuse,
  repositoryIn,
  routesOf,
} from "../route/index.js"
import { commitShape, pullShape, repositoryUrl } from "../shapes/index.js"

const HEADS = "refs/heads/"

export const branchRoutes = routesOf({
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls": (request) => {
    const { store } = request
    const repository = repositoryIn(request)
    const oid = commitIn(request, "commit_sha")
    const tip = repository.refs.get(`refs/heads/${repository.defaultBranch}`)
    const isInDefault = tip !== undefined && isAncestor(store.git, oid, tip)
    const pulls = rowsBy(store, "pullRequests", "repository", repository.id).filter(
      (pull) => containsCommit(store, pull, oid) && (!isInDefault || pull.state === "MERGED"),
    )
    return page(request, pulls, (pull) => pullShape(request, pull))
  },

  "GET /repos/{owner}/{repo}/branches": (request) => {
    const repository = repositoryIn(request)
    const wanted = request.query.get("protected")
    if (wanted) requireUnprotected(repository)
    const names = [...repository.refs.keys()]
      .filter((name) => name.startsWith(HEADS) && wanted !== "true")
      .map((name) => name.slice(HEADS.length))
      .sort()
    return page(request, names, (name) => {
      const sha = repository.refs.get(HEADS + name)
      const url = `${repositoryUrl(request, repository)}/commits/${sha}`
      return { name, commit: { sha, url }, protected: false }
    })
  },

  "GET /repos/{owner}/{repo}/branches/{branch}": (request) => {
    const repository = repositoryIn(request)
    const name = request.params.branch ?? ""
    const oid = repository.refs.get(HEADS + name)
    if (oid === undefined) throw refuse(404, "Branch not found")
    requireUnprotected(repository)
    return ok(branchShape(request, repository, name, oid))
  },
})

/** Branch protection is not modelled, except its absence. */
function requireUnprotected({ emptyLists }: Repository): void {
  if (emptyLists.includes("branch_protection_rules")) return
  const what = "the protection of a branch, unless the seed declares that there is none"
  throw new NotModelled(`${what}: \`branch_protection_rules: []\``)
}

function branchShape(request: RestRequest, repository: Repository, name: string, oid: string) {
  const self = `${repositoryUrl(request, repository)}/branches/${name}`
  const { git } = request.store
  return {
    name,
    commit: commitShape(request, repository, commitOf(git, oid)),
    _links: { self, html: `${webUrl(request.store, repository)}/tree/${name}` },
    protected: false,
    protection: {
      enabled: false,
      required_status_checks: { enforcement_level: "off", contexts: [], checks: [] },
    },
    protection_url: `${self}/protection`,
  }
}
