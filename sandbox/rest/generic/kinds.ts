import type { DescribedValue } from "../../synthesize/index.js"
import type { Route } from "../route/index.js"
import { routes } from "../routes/index.js"
import { type DescribedOperation, describedAt, description, resolved } from "./description.js"
import { membersOf } from "./schema.js"

export type Role = "list" | "replace" | "create" | "read" | "put" | "change" | "delete"

/** A collection that GitHub describes, or a single object: settings of something. */
export interface Kind {
  /** `/repos/{owner}/{repo}/keys`. */
  readonly collection: string
  /** The path of one object: for settings, the same. */
  readonly item: string
  /** The last parameter of that path, which settings lack. */
  readonly parameter: string | undefined
  /** The member that the parameter is: `id` for `key_id`. */
  readonly member: string
  /** What the objects are if they are not made here, but others that the state has. */
  readonly refersTo: "account" | "repository" | undefined
}

export interface Held {
  readonly kind: Kind
  readonly role: Role
}

/** What the state has under other operations: rows beside it would contradict it. */
const IN_STATE =
  /\/(?:projectsV2|issue-types|issue-fields|issue-field-values|reactions|stacks|security-advisories|memberships|following|outside_collaborators|installations|subscription|teams)(?:\/|$)|^\/teams\/|\/actions\/(?:secrets|variables)\/|^\/repos\/\{owner\}\/\{repo\}\/(?:comments|issues)\//

/** Parts of an object that is held as a whole. */
const PARTS = /\/protection\/|\/properties\/(?:values|schema)$|\/private-vulnerability-reporting$/

const REFERENCES: Readonly<Record<string, Kind["refersTo"]>> = {
  username: "account",
  repository_id: "repository",
}

let known: ReadonlyMap<string, Held> | undefined

/** The modelled routes by operation. */
export const modelled: ReadonlyMap<string, Route> = new Map(
  routes.map((route) => [`${route.method} ${route.path}`, route]),
)

/** The operations on kinds of which the sandbox models none, each with its role. */
export function heldOperations(): ReadonlyMap<string, Held> {
  if (known) return known
  const kinds = new Map<string, Held>()
  // A collection comes after the one that its parents are in.
  const paths = Object.keys(description().paths).sort((a, b) => a.length - b.length)
  for (const path of paths) {
    const kind = IN_STATE.test(path) ? undefined : (collectionOf(path) ?? settingsAt(path))
    if (!kind || !isHeld(kind, kinds)) continue
    for (const [operation, role] of rolesOf(kind)) kinds.set(operation, { kind, role })
  }
  known = kinds
  return known
}

const isHeld = (kind: Kind, kinds: ReadonlyMap<string, Held>): boolean =>
  !operationsAt(kind.collection, kind.item).some((one) => modelled.has(one) || kinds.has(one)) &&
  parentsOf(kind.collection).every(
    (path) =>
      !describedAt(`GET ${path}`) || modelled.has(`GET ${path}`) || kinds.has(`GET ${path}`),
  )

/** The paths of the objects that a collection is in: those that end in a parameter. */
export function parentsOf(path: string): string[] {
  const parts = path.split("/")
  return parts.flatMap((part, at) =>
    part.startsWith("{") && at < parts.length - 1 ? [parts.slice(0, at + 1).join("/")] : [],
  )
}

const operationsAt = (...paths: readonly string[]): string[] =>
  [...new Set(paths)].flatMap((path) =>
    Object.keys(description().paths[path] ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  )

/** The collection whose objects have this path, if objects can be made and listed. */
function collectionOf(item: string): Kind | undefined {
  const [, collection = "", parameter = ""] = /^(.*)\/\{([\w-]+)\}$/.exec(item) ?? []
  const list = itemSchema(describedAt(`GET ${collection}`))
  if (!list) return undefined
  const [made, put] = [describedAt(`POST ${collection}`), describedAt(`PUT ${item}`)]
  const refersTo = REFERENCES[parameter]
  const kind = { collection, item, parameter, member: "", refersTo }
  if (refersTo) return put && { ...kind, member: "id" }
  const whole = describedAt(`GET ${item}`)?.response ?? list
  const member = namesIn(parameter).find((name) => name in membersOf(whole))
  const isMade = made?.response === undefined || member === undefined || isOf(made.response, member)
  const isWhole = made && /^20[01]$/.test(String(made.statuses?.[0])) && isMade
  return member !== undefined && (isWhole || put?.body) ? { ...kind, member } : undefined
}

/** What `gpg_key_id` may be in objects: `id`, `key_id`. */
const namesIn = (parameter: string): string[] =>
  parameter.split("_").map((_, at, words) => words.slice(-1 - at).join("_"))

/** A bulk operation answers something else. */
const isOf = (response: DescribedValue, member: string): boolean => {
  const members = membersOf(response)
  return member in members || Object.keys(members).length === 0
}

/** The settings at a path, if they can be set and read. */
function settingsAt(path: string): Kind | undefined {
  const [read, put, change] = ["GET", "PUT", "PATCH"].map((one) => describedAt(`${one} ${path}`))
  const isWhole = read && (put || change) && !path.endsWith("}") && !PARTS.test(path)
  if (!isWhole || itemSchema(read)) return undefined
  return { collection: path, item: path, parameter: undefined, member: "", refersTo: undefined }
}

/** The schema of the items, if the operation answers a list. */
export function itemSchema(operation: DescribedOperation | undefined): DescribedValue | undefined {
  if (!operation?.response) return undefined
  const { items } = resolved(operation.response)
  if (items) return items
  const [list, more] = Object.values(membersOf(operation.response)).flatMap(
    (one) => resolved(one).items ?? [],
  )
  return more ? undefined : list
}

function rolesOf({ collection, item, parameter, refersTo }: Kind): [string, Role][] {
  const ofCollection: [string, Role][] = [
    [`GET ${collection}`, "list"],
    [`POST ${collection}`, "create"],
    ...(refersTo ? [[`PUT ${collection}`, "replace"] satisfies [string, Role]] : []),
  ]
  const all: [string, Role][] = [
    ...(parameter === undefined ? [] : ofCollection),
    [`GET ${item}`, "read"],
    [`POST ${item}`, "put"],
    [`PUT ${item}`, "put"],
    [`PATCH ${item}`, "change"],
    [`DELETE ${item}`, "delete"],
  ]
  return all.filter(([operation]) => describedAt(operation))
}
