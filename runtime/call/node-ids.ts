import type { JsonSchema } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import { childPointer } from "../input/index.js"

/**
 * Prefixes of the node ids of types that are easily confused. GitHub documents ids as opaque; these
 * prefixes are those of its answers. An id with another prefix passes.
 */
const prefixes: Readonly<Record<string, string>> = {
  D: "Discussion",
  DC: "DiscussionComment",
  DI: "DraftIssue",
  DIC: "DiscussionCategory",
  I: "Issue",
  IC: "IssueComment",
  LA: "Label",
  MI: "Milestone",
  O: "Organization",
  PR: "PullRequest",
  PRR: "PullRequestReview",
  PRRC: "PullRequestReviewComment",
  PRRT: "PullRequestReviewThread",
  PVT: "ProjectV2",
  PVTI: "ProjectV2Item",
  R: "Repository",
  RE: "Release",
  U: "User",
}

/** An issue for each node id in an input that belongs to a type other than its schema's. */
export function nodeIds(schema: JsonSchema, input: unknown): ValidationIssue[] {
  return nodeIdsIn(schema, input).flatMap(({ id, types, pointer, description }) => {
    const type = typeOf(id)
    if (type === undefined || types.includes(type)) return []
    const message = `expected an id of ${types.map(described).join(" or ")}, found one of ${described(type)}`
    return [{ pointer, message: description ? `${message}. ${description}` : message }]
  })
}

function typeOf(id: string): string | undefined {
  const [, prefix = ""] = /^([A-Z]+)_/.exec(id) ?? []
  if (Object.hasOwn(prefixes, prefix)) return prefixes[prefix]
  const old = typeOfOld(id)
  return old !== undefined && Object.values(prefixes).includes(old) ? old : undefined
}

/**
 * The type in an id of the form that objects from before 2021 still have: Base64 of `05:Issue1`, a zero, the length of
 * the type's name, the name and a number.
 */
function typeOfOld(id: string): string | undefined {
  if (!/^MD[A-Za-z\d+/]{4,}={0,2}$/.test(id) || id.length % 4 !== 0) return undefined
  const [, length, rest = ""] = /^0(\d{1,2}):(\w+)$/.exec(atob(id)) ?? []
  const name = rest.slice(0, Number(length))
  return /^\d/.test(rest.slice(name.length)) ? name : undefined
}

interface GivenNodeId {
  readonly id: string
  /** The types that the id may belong to. */
  readonly types: readonly string[]
  readonly pointer: string
  readonly description: string | undefined
}

export function nodeIdsIn(schema: JsonSchema, input: unknown, pointer = ""): GivenNodeId[] {
  const { "x-ghx-node": types, items, properties = {}, description } = schema
  if (types && typeof input === "string") return [{ id: input, types, pointer, description }]
  if (items && Array.isArray(input)) {
    return input.flatMap((item, index) => nodeIdsIn(items, item, childPointer(pointer, `${index}`)))
  }
  if (typeof input !== "object" || input === null) return []
  return Object.entries(properties).flatMap(([name, inner]) =>
    Object.hasOwn(input, name)
      ? nodeIdsIn(inner, Reflect.get(input, name), childPointer(pointer, name))
      : [],
  )
}

/** Whether a node id of some of these types belongs to a repository; those of accounts belong to none. */
export const isInRepository = (types: readonly string[]) =>
  !types.every((type) => ["Bot", "Mannequin", "Organization", "Team", "User"].includes(type))

/** Whether some input is a node id that belongs to a repository. */
export function takesNode({ "x-ghx-node": types, items, properties = {} }: JsonSchema): boolean {
  if (types) return isInRepository(types)
  return [...(items ? [items] : []), ...Object.values(properties)].some(takesNode)
}

/** `Issue (I_)` */
function described(type: string): string {
  const prefix = Object.keys(prefixes).find((one) => prefixes[one] === type)
  return prefix ? `${type} (${prefix}_)` : type
}
