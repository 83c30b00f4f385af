/** Kinds that no code models: rows as clients wrote them, answered as GitHub's description says. */
import { type Answer, answer, ok } from "../../http/index.js"
import type { DescribedValue } from "../../synthesize/index.js"
import type { GenericRow } from "../../tables/index.js"
import {
  missing,
  NotModelled,
  type RestRequest,
  type Route,
  refusalAnswer,
  refuse,
} from "../route/index.js"
import { type Place, placeOf, rowAt } from "./access.js"
import { bodyFor, resourceName } from "./body.js"
import { type DescribedOperation, describedAt, resolved } from "./description.js"
import { type Held, heldOperations, itemSchema, type Role } from "./kinds.js"
import { changeRow, newRow, removeRow, setReferences } from "./rows.js"
import { type Json, membersOf } from "./schema.js"
import { referred, shapeOf } from "./shape.js"

export { describedAt, description } from "./description.js"
export { heldOperations } from "./kinds.js"

/** One request, its operation and the collection in its path. */
interface Call {
  readonly request: RestRequest
  readonly operation: string
  readonly described: DescribedOperation
  readonly place: Place
  readonly isLenient: boolean
}

/**
 * The route of an operation on a kind that is held; undefined for all others.
 *
 * @param isAlways - whether every collection is held, and not only those that were written to
 */
export function genericRoute(
  operation: string,
  isAlways: boolean,
  isLenient: boolean,
): Route | undefined {
  const held = heldOperations().get(operation)
  const described = describedAt(operation)
  if (!held || !described) return undefined
  const [method = "", path = ""] = operation.split(" ")
  const handler = (request: RestRequest) => {
    const place = placeFor(request, operation, held, isAlways)
    return HANDLERS[held.role]({ request, operation, described, place, isLenient })
  }
  return { method, path, handler }
}

const CREATES: ReadonlySet<Role> = new Set(["create", "put", "replace"])

/** @throws NotModelled for what was never written, unless everything is held */
function placeFor(request: RestRequest, operation: string, held: Held, isAlways: boolean): Place {
  const { store } = request
  const begun = (collection: string) => isAlways || store.sequences.has(sequenceOf(collection))
  const find = () => placeOf(request, held, operation, begun)
  if (isAlways || CREATES.has(held.role)) {
    const place = find()
    if (!begun(place.collection)) store.nextId(sequenceOf(place.collection))
    return place
  }
  const place = unlessRefused(find)
  if (place && begun(place.collection)) return place
  throw new NotModelled(`\`${operation}\` of what was never written`)
}

const sequenceOf = (collection: string): string => `generic ${collection}`

function unlessRefused<Value>(find: () => Value): Value | undefined {
  try {
    return find()
  } catch (error) {
    if (refusalAnswer(error)) return undefined
    throw error
  }
}

const HANDLERS: Readonly<Record<Role, (call: Call) => Answer>> = {
  list: ({ request, described, place }) => {
    const items = itemSchema(described) ?? {}
    const rows = request.store
      .rowsBy("genericRows", "collection", place.collection)
      .filter(({ key }) => !place.kind.refersTo || referred(request, place.kind, key))
    return request.page(rows, (_, row) => shown(request, place, row, items), wrapper(described))
  },

  read(call) {
    const row = rowIn(call)
    const { response } = call.described
    return response ? ok(shown(call.request, call.place, row, response)) : answer(204)
  },

  create: (call) => written(call, newRow(call.request, call.place, bodyOf(call)), true),

  put: (call) => put(call, false),

  change: (call) => put(call, true),

  replace(call) {
    const { request, operation, place } = call
    const [keys = []] = Object.values(bodyOf(call)).filter(Array.isArray)
    setReferences(request, place, keys)
    request.store.recordApplied(operation, { nodeId: "" })
    return answer(call.described.statuses?.[0] ?? 204)
  },

  delete(call) {
    const { request, operation, described, place } = call
    const row = rowIn(call)
    const [status = 204] = described.statuses ?? []
    const body = described.response && shown(request, place, row, described.response)
    removeRow(request.store, row)
    request.store.recordApplied(operation, row)
    return answer(status, body)
  },
}

function put(call: Call, isPart: boolean): Answer {
  const { request, described, place } = call
  const { refersTo, collection, parameter } = place.kind
  const row = rowAt(request.store, place.collection, keyIn(call))
  if (refersTo && !referred(request, place.kind, keyIn(call))) throw missing()
  const isPost = request.method === "POST"
  if (row && isPost) throw refuse(409, "Conflict")
  // What POST creates, PUT only changes.
  const isMade = !isPost && describedAt(`POST ${collection}`) !== undefined
  if (!row && (isMade || (isPart && parameter !== undefined))) throw missing()
  const given = bodyOf(call)
  if (!row) return written(call, newRow(request, place, given, keyIn(call)), true)
  // A body without required members changes only what it has.
  const isWhole = !isPart && described.body?.required !== undefined
  const next = isWhole ? given : { ...row.given, ...given }
  return written(call, changeRow(request, place, row, next), false)
}

const bodyOf = ({ request, described, place, isLenient }: Call): Json =>
  bodyFor(request, described.body, resourceName(place.kind.collection), isLenient)

/** Of the object in the path. */
const keyIn = ({ request, place: { kind } }: Call): string =>
  kind.parameter === undefined ? "" : (request.params[kind.parameter] ?? "")

/** @throws HttpRefusal 404, or NotModelled for settings that GitHub has from the start */
function rowIn(call: Call): GenericRow {
  const { request, operation, place } = call
  const row = rowAt(request.store, place.collection, keyIn(call))
  if (row) return row
  const { parameter, item } = place.kind
  if (parameter !== undefined || describedAt(`DELETE ${item}`)) throw missing()
  throw new NotModelled(`\`${operation}\` before they are set`)
}

/** The answer to a change, with the status of a new or a changed row. */
function written({ request, operation, described, place }: Call, row: GenericRow, isNew: boolean) {
  const { statuses = [204], response } = described
  request.store.recordApplied(operation, row)
  // The repositories that may use a secret or the like are a collection of their own.
  const ids = row.given.selected_repository_ids
  const kind = heldOperations().get(`GET ${place.kind.item}/repositories`)?.kind
  if (kind && Array.isArray(ids)) {
    const collection = `${place.collection}/${row.id}/repositories`
    setReferences(request, { ...place, kind, collection }, ids)
  }
  const isChanged = request.method === "PUT" && !isNew
  const [status = 204] = isChanged && statuses.includes(204) ? [204] : statuses
  const isShown = status !== 204 && response !== undefined
  return answer(status, isShown ? shown(request, place, row, response) : undefined)
}

/** The object of a row, as described. */
function shown(
  request: RestRequest,
  { kind }: Place,
  row: GenericRow,
  schema: DescribedValue,
): unknown {
  if (kind.refersTo) return referred(request, kind, row.key)
  const params = { ...request.params, ...(kind.parameter && { [kind.parameter]: row.key }) }
  const path = kind.item.replace(/\{([\w-]+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  )
  return shapeOf({ view: request, row, path, member: kind.member }, schema)
}

/** How a list is answered: with its total, where it is described as an object. */
const wrapper =
  ({ response = {} }: DescribedOperation) =>
  (items: unknown[], total: number): unknown => {
    const members = Object.entries(membersOf(response)).map(([name, member]) => {
      const { items: isList, type = "" } = resolved(member)
      const isNumber = type === "integer" || type === "number"
      return [name, isList ? items : isNumber ? total : undefined] as const
    })
    return members.length === 0 ? items : Object.fromEntries(members)
  }
