/** Content: texts in which every character counts, such as files, diffs and logs. */
import { alternatives, CONTENT, type Shape, STRING, unionOf } from "./shape.js"

/** Fields of GitHub's schema. */
const inGraphql: ReadonlySet<string> = new Set([
  "Blob.text",
  "GistFile.text",
  "PullRequestReviewComment.diffHunk",
  "UserContentEdit.diff",
])

export function isContentField(type: string, field: string): boolean {
  return inGraphql.has(`${type}.${field}`)
}

/** Whether a property of GitHub's REST description is content; `others` are the properties beside it. */
export function isContentProperty(name: string, others: object): boolean {
  if (name === "content") return "raw_url" in others
  return name === "patch" || name === "diff_hunk"
}

/** The shape whose strings are content. */
export function contentOf(shape: Shape): Shape {
  return unionOf(...alternatives(shape).map((one) => (one === STRING ? CONTENT : one)))
}
