import { Type } from "typebox"
import { commitOf, isAncestor, peel } from "../../git/index.js"
import { ok } from "../../http/index.js"
import {
  containsCommit,
  createRef,
  deleteRef,
  gitNodeId,
  protectionOf,
  Refusal,
  rulesFor,
  updateRef,
  webUrl,
} from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import { missing, type RestRequest, refuse, routesOf } from "../route/index.js"
import { commitShape, pullShape, repositoryUrl } from "../shapes/index.js"

const newRef = Type.Object({ ref: Type.String(), sha: Type.String() })
const refChange = Type.Object({ sha: Type.String(), force: Type.Optional(Type.Boolean()) })

const TAGS = "refs/tags/"

/** The refusal of a new reference, which GitHub words differently over GraphQL. */
function newRefRefused(refusal: Refusal): Error {
  const { message } = refusal
  // GitHub does not name the rule.
  if (message.startsWith("Repository rule")) return refuse(422, "Reference update failed")
  if (message.startsWith("A ref named")) return refuse(422, "Reference already exists")
  return message === "Object does not exist" ? refuse(422, message) : refusal
}

export const refRoutes = routesOf({
  "GET /repos/{owner}/{repo}/git/ref/{ref}": (request) => {
    const repository = request.repository()
    return ok(refShape(request, repository, refIn(request, repository)))
  },

  "GET /repos/{owner}/{repo}/git/matching-refs/{ref}": (request) => {
    const repository = request.repository()
    const prefix = `refs/${request.params.ref ?? ""}`
    const names = [...repository.refs.keys()].filter((name) => name.startsWith(prefix)).sort()
    return request.page(names, (_, name) => refShape(request, repository, name))
  },

  "GET /repos/{owner}/{repo}/tags": (request) => {
    const repository = request.repository()
    // GitHub documents no order, and lists the last name first.
    const tags = [...repository.refs.keys()].filter((name) => name.startsWith(TAGS))
    return request.page(tags.sort().reverse(), (_, ref) => {
      const name = ref.slice(TAGS.length)
      const sha = peel(request.store.git, repository.refs.get(ref) ?? "")
      const url = repositoryUrl(request, repository)
      return {
        name,
        zipball_url: `${url}/zipball/${ref}`,
        tarball_url: `${url}/tarball/${ref}`,
        commit: { sha, url: `${url}/commits/${sha}` },
        node_id: nodeIdOf(repository, ref),
      }
    })
  },

  "POST /repos/{owner}/{repo}/git/refs": (request) => {
    const repository = request.repository()
    const body = request.read("Reference", newRef)
    try {
      createRef(request.store, repository, body.ref, body.sha)
    } catch (error) {
      throw error instanceof Refusal ? newRefRefused(error) : error
    }
    return request.created(refShape(request, repository, body.ref))
  },

  "PATCH /repos/{owner}/{repo}/git/refs/{ref}": (request) => {
    const repository = request.repository()
    const body = request.read("Reference", refChange)
    const name = `refs/${request.params.ref ?? ""}`
    if (!repository.refs.has(name)) throw refuse(422, "Reference does not exist")
    updateRef(request.store, repository, name, body.sha, body.force ?? false)
    return ok(refShape(request, repository, name))
  },

  "DELETE /repos/{owner}/{repo}/git/refs/{ref}": (request) => {
    const repository = request.repository()
    const name = `refs/${request.params.ref ?? ""}`
    if (!repository.refs.has(name)) throw refuse(422, "Reference does not exist")
    deleteRef(request.store, repository, name)
  },
})

function refIn({ params }: RestRequest, repository: Repository): string {
  const name = `refs/${params.ref ?? ""}`
  if (!repository.refs.has(name)) throw missing()
  return name
}

function nodeIdOf({ id, refs }: Repository, name: string): string {
  return gitNodeId({ kind: "Ref", repositoryId: id, name, oid: refs.get(name) ?? "" })
}

function refShape(request: RestRequest, repository: Repository, name: string) {
  const oid = repository.refs.get(name) ?? ""
  const type = request.store.git.tags.has(oid) ? "tag" : "commit"
  const base = repositoryUrl(request, repository)
  return {
    ref: name,
    node_id: nodeIdOf(repository, name),
    url: `${base}/git/${name}`,
    object: { sha: oid, type, url: `${base}/git/${type}s/${oid}` },
  }
}

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
