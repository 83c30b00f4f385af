import { canSee } from "../../state/index.js"
import type { DescribedValue } from "../../synthesize/index.js"
import { type GenericRow, nodeId } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { repositoryShape, simpleUser, times } from "../shapes/index.js"
import { nameOf, resolved } from "./description.js"
import type { Kind } from "./kinds.js"
import {
  choicesOf,
  isNullable,
  isObject,
  type Json,
  membersOf,
  problemsIn,
  typesOf,
} from "./schema.js"

/** A row, and what its answers need besides. */
export interface Shown {
  readonly view: View
  readonly row: GenericRow
  /** The path of the object. */
  readonly path: string
  /** The member that the path ends in. */
  readonly member: string
}

/** The names of the members that lead to a value; none for the object itself. */
type At = readonly string[]

/** The row as described: what was given, what the sandbox knows, and defaults where GitHub requires a value. */
export const shapeOf = (shown: Shown, schema: DescribedValue): unknown =>
  shaped(shown, schema, { ...shown.row.given, ...keyed(shown) }, [])

const keyed = ({ row, member }: Shown): Json => (member === "" ? {} : { [member]: row.key })

function shaped(shown: Shown, schema: DescribedValue, given: unknown, at: At): unknown {
  const whole = resolved(schema)
  const found =
    stateObject(shown, schema, given, at) ??
    (given === undefined ? knownOf(shown, whole, at) : given)
  if ((found === undefined || found === null) && isNullable(whole)) return null
  const { items, properties, enum: values } = whole
  if (values) return values.includes(found) ? found : values.find((one) => one !== null)
  const choices = choicesOf(whole)
  if (choices.length > 0 && !properties) {
    const fitting = choices.find((one) => problemsIn(one, found).length === 0)
    return shaped(shown, fitting ?? choices[0] ?? {}, found, at)
  }
  if (properties || whole.allOf || typesOf(whole).includes("object")) {
    return objectOf(shown, whole, found, at)
  }
  if (!typesOf(whole).includes("array")) return scalarOf(shown, whole, found)
  const list: unknown[] = Array.isArray(found) ? found : []
  const item = items ?? {}
  return list.flatMap((one, index) => {
    const inside = [...at, `${index}`]
    return stateObject(shown, item, one, inside) === null ? [] : [shaped(shown, item, one, inside)]
  })
}

/** The object of the state that a value names: undefined if the schema is of others, null if there is none. */
function stateObject({ view, row }: Shown, schema: DescribedValue, given: unknown, at: At) {
  if (isObject(given)) return undefined
  const name = [schema, ...choicesOf(schema)].map(nameOf).find((one) => one !== undefined) ?? ""
  if (/^(?:nullable-)?simple-user$/.test(name)) {
    const isOwn = at.length === 1 && /^(?:actor|author|creator|owner|user)$/.test(at[0] ?? "")
    return accountNamed(view, given ?? (isOwn ? row.creatorId : undefined)) ?? null
  }
  if (!/^(?:nullable-)?(?:minimal-|simple-)?repository$/.test(name)) return undefined
  return repositoryNamed(view, given ?? row.repositoryId) ?? null
}

/** The object of the state that a row refers to, if the viewer can see it. */
export const referred = (view: View, { refersTo }: Kind, key: unknown): object | undefined =>
  refersTo === "repository" ? repositoryNamed(view, Number(key)) : accountNamed(view, key)

/** An account by its id or login. */
function accountNamed(view: View, given: unknown): object | undefined {
  const { store } = view
  const login = typeof given === "string" ? given : ""
  const account =
    typeof given === "number" ? store.find("accounts", given) : store.accountByLogin(login)
  return account && simpleUser(view, account)
}

/** A repository by its id or full name, if the viewer can see it. */
function repositoryNamed(view: View, given: unknown): object | undefined {
  const { store } = view
  const [owner = "", name = ""] = String(given).split("/")
  const found =
    typeof given === "number"
      ? store.find("repositories", given)
      : store.repositoryByName(owner, name)
  return found && canSee(store, found) ? repositoryShape(view, found) : undefined
}

/** A value that the sandbox knows without the client. */
function knownOf({ view, row, path }: Shown, schema: DescribedValue, at: At): unknown {
  const name = at.at(-1) ?? ""
  const inside = [view.apiUrl + path, ...at.slice(0, -1)].join("/")
  const isText = typesOf(schema).includes("string")
  const known: Json = {
    id: isText ? String(row.id) : row.id,
    number: row.id,
    node_id: nodeId(row),
    ...times(row),
    enabled: true,
    html_url: view.store.webUrl + path.replace("/repos/", "/"),
    url: inside,
  }
  if (at.length === 1 && Object.hasOwn(known, name)) return known[name]
  if (!isText || isNullable(schema)) return undefined
  if (name === "url") return inside
  return name.endsWith("_url") ? `${inside}/${name.replace(/^selected_|_url$/g, "")}` : undefined
}

/** Members that GitHub always sends, though it does not require them. */
const USUAL = /^(?:id|number|node_id|created_at|updated_at|enabled|url|html_url)$/

function objectOf(shown: Shown, schema: DescribedValue, given: unknown, at: At): Json {
  // GitHub takes a slug for a team.
  const own: Json = isObject(given) ? given : typeof given === "string" ? { slug: given } : {}
  const required = requiredIn(schema)
  const members = Object.entries(membersOf(schema)).filter(
    ([name]) =>
      own[name] !== undefined ||
      required.includes(name) ||
      (at.length === 0 && USUAL.test(name)) ||
      (name === "selected_repositories_url" && own.visibility === "selected"),
  )
  return {
    ...(isOpen(schema) && own),
    ...Object.fromEntries(
      members.map(([name, member]) => [name, shaped(shown, member, own[name], [...at, name])]),
    ),
  }
}

const requiredIn = ({ required = [], allOf = [] }: DescribedValue): readonly string[] => [
  ...required,
  ...allOf.flatMap((one) => requiredIn(resolved(one))),
]

const isOpen = ({ properties, allOf, additionalProperties }: DescribedValue): boolean =>
  Boolean(additionalProperties ?? !(properties || allOf))

function scalarOf({ view, row }: Shown, schema: DescribedValue, given: unknown): unknown {
  const [type = "string"] = typesOf(schema).filter((one) => one !== "null")
  const isNumber = type === "integer" || type === "number"
  const value = isNumber && typeof given === "string" && given !== "" ? Number(given) : given
  if (value !== undefined && problemsIn(schema, value).length === 0) return value
  if (isNumber) return 0
  if (type === "boolean") return false
  switch (schema.format) {
    case "date-time":
      return row.createdAt
    case "uri":
      return view.apiUrl
    default:
      return ""
  }
}
