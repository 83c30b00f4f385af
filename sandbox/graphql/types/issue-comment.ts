import { subjectOf } from "../../state/index.js"
import type { IssueComment } from "../../tables/index.js"
import { type Fields, NotModelled } from "../field/index.js"
import { reactableFields } from "./reactable.js"
import { minimizableFields, writtenFields } from "./written.js"

export const issueCommentFields: Fields<IssueComment> = {
  ...writtenFields,
  ...minimizableFields,
  ...reactableFields,
  issue: (comment, _, { store }) => {
    const subject = subjectOf(store, comment)
    if (subject?.kind === "Issue") return subject
    // GitHub returns the pull request as an issue here, so one number has two types.
    throw new NotModelled("IssueComment.issue of a pull request's comment")
  },
  pullRequest: (comment, _, { store }) =>
    comment.subjectKind === "PullRequest"
      ? (store.find("pullRequests", comment.subjectId) ?? null)
      : null,
}
