import type { JsonSchema } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import { childPointer } from "../input/index.js"

/**
 * What the node ids of a type begin with, for types that people mix up. GitHub documents ids as opaque
 * and names none of these: they are what its answers have. So an id that begins otherwise, as those of
 * before 2021 do, is let through.
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

/** Which of an input's node ids are those of something else than its schema asks for. */
export function nodeIds(schema: JsonSchema, input: unknown, pointer = ""): ValidationIssue[] {
  const { "x-ghx-node": wanted, items, properties = {}, description } = schema
  if (wanted && typeof input === "string") {
    const [, prefix = ""] = /^([A-Z]+)_/.exec(input) ?? []
    const type = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined
    if (type === undefined || wanted.includes(type)) return []
    const message = `expected an id of ${wanted.map(described).join(" or ")}, found one of ${described(type)}`
    return [{ pointer, message: description ? `${message}. ${description}` : message }]
  }
  if (items && Array.isArray(input)) {
    return input.flatMap((item, index) => nodeIds(items, item, childPointer(pointer, `${index}`)))
  }
  if (typeof input !== "object" || input === null) return []
  return Object.entries(properties).flatMap(([name, inner]) =>
    Object.hasOwn(input, name)
      ? nodeIds(inner, Reflect.get(input, name), childPointer(pointer, name))
      : [],
  )
}

/** `Issue (I_)` */
function described(type: string): string {
  const prefix = Object.keys(prefixes).find((one) => prefixes[one] === type)
  return prefix ? `${type} (${prefix}_)` : type
}
