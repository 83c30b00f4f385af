import {
  authorize,
  has,
  isInside,
  mayRead,
  NotAccessible,
  type Resource,
  type Session,
} from "../../state/index.js"
import { type GenericRow, type Repository, type Store, sameName } from "../../tables/index.js"
import { missing, type RestRequest } from "../route/index.js"
import { describedAt } from "./description.js"
import { type Held, type Kind, modelled, parentsOf } from "./kinds.js"
import { isObject } from "./schema.js"

/** A collection of one repository, organization or account. */
export interface Place {
  readonly kind: Kind
  /** Its path with ids in place of names, so that it ends with its parents. */
  readonly collection: string
  readonly repository: Repository | undefined
}

/** The paths at which the sandbox has objects whose collections are elsewhere. */
const ALIASES: Readonly<Record<string, string>> = {
  "/agents/repos/{owner}/{repo}": "/repos/{owner}/{repo}",
  "/organizations/{org}": "/orgs/{org}",
}

/**
 * The collection of the path. @throws HttpRefusal 404 without one of its parents, or for a viewer without access
 *
 * @param isBegun - whether the objects of a collection are known, so that one can be missing
 */
export function placeOf(
  request: RestRequest,
  { kind, role }: Held,
  operation: string,
  isBegun: (collection: string) => boolean,
): Place {
  const { store, params } = request
  const ids = new Map<string, string>()
  for (const parent of parentsOf(kind.collection)) {
    const path = ALIASES[parent] ?? parent
    const name = parent.slice(parent.lastIndexOf("{") + 1, -1)
    // A repository has another owner after a transfer, and the same id.
    const id = name === "owner" ? "" : idOf(request, path, filledIn(parent, ids), isBegun)
    ids.set(name, id ?? params[name] ?? "")
  }
  const collection = normalized(request, filledIn(kind.collection, ids))
  const repository = store.repositoryByName(params.owner ?? "", params.repo ?? "")
  const isWrite = role !== "list" && role !== "read"
  requireAccess(request, repository, operation, isWrite)
  return { kind, collection, repository }
}

/** The id of the object that the collection is in. @throws if it is missing, where the sandbox knows its kind */
function idOf(
  request: RestRequest,
  path: string,
  filled: string,
  isBegun: (collection: string) => boolean,
): string | undefined {
  const route = modelled.get(`GET ${path}`)
  if (!route && !describedAt(`GET ${path}`)) return undefined
  if (route) {
    const body = route.handler(request)?.body
    return isObject(body) && body.id !== undefined ? String(body.id) : undefined
  }
  const collection = normalized(request, filled.slice(0, filled.lastIndexOf("/")))
  const name = path.slice(path.lastIndexOf("{") + 1, -1)
  const row = rowAt(request.store, collection, request.params[name] ?? "")
  if (!row && isBegun(collection)) throw missing()
  return row && String(row.id)
}

const normalized = ({ viewer }: RestRequest, path: string): string =>
  path.replace(/^\/user(?=\/)/, `/user/${viewer.account.id}`).toLowerCase()

const filledIn = (path: string, ids: ReadonlyMap<string, string>): string =>
  path.replace(/\{([\w-]+)\}/g, (all, name: string) => ids.get(name) ?? all)

export const rowAt = (store: Store, collection: string, key: string): GenericRow | undefined =>
  store
    .rowsBy("genericRows", "collection", collection)
    .find((row) => row.key.toLowerCase() === key.toLowerCase())

/** Who may do this, as far as the description or a simple rule tells. */
function requireAccess(
  { store, viewer, params }: RestRequest,
  repository: Repository | undefined,
  operation: string,
  isWrite: boolean,
): void {
  const { scopes = [] } = describedAt(operation)?.permissions ?? {}
  const hasScope = (...own: string[]) => [...own, ...scopes].some((one) => viewer.scopes.has(one))
  const organization = store.accountByLogin(params.org ?? "")
  if (repository) {
    requireRole(store, repository, operation, isWrite)
  } else if (organization) {
    if (viewer.grant) throw new NotAccessible()
    // Members read, owners change.
    const isOwner = organization.members.get(viewer.account.id) === "ADMIN"
    const isForOwners = isWrite || scopes.includes("admin:org")
    const isAllowed = !isForOwners || (isOwner && hasScope("admin:org"))
    if (!isAllowed || !isInside(viewer, organization)) throw missing()
  } else if (isWrite || /^\S+ \/user\//.test(operation)) {
    const isOwn =
      !/^\S+ \/users\//.test(operation) || sameName(viewer.account.login, params.username ?? "")
    if (!isOwn || !hasScope("user", ...(isWrite ? [] : ["read:user"]))) throw missing()
  }
}

/** Secrets and variables need write access, other changes admin access. */
function requireRole(
  store: Session,
  repository: Repository,
  operation: string,
  isWrite: boolean,
): void {
  const [, setting] = /\/(secrets|variables)(?:\/|$)/.exec(operation) ?? []
  const resource: Resource =
    setting === "secrets" ? setting : setting ? "actions_variables" : "administration"
  if (isWrite) authorize(store, repository, resource, setting ? "WRITE" : "ADMIN")
  if (!mayRead(store.viewer, repository, resource)) throw new NotAccessible()
  if (setting && !has(store, repository, "WRITE", resource)) throw missing()
}
