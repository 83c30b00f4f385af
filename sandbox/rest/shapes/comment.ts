import { authorAssociation, webUrl } from "../../state/index.js"
import type { IssueComment } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, times } from "./common.js"
import { reactionRollup } from "./reactions.js"
import { repositoryUrl } from "./repository-url.js"
import { userById } from "./user.js"

export function commentShape(view: View, comment: IssueComment) {
  const { store } = view
  const subject = store.numberedOf(comment)
  const base = repositoryUrl(view, store.get("repositories", subject.repositoryId))
  const url = `${base}/issues/comments/${comment.id}`
  return {
    url,
    html_url: webUrl(store, comment),
    issue_url: `${base}/issues/${subject.number}`,
    ...ids(comment),
    user: userById(view, comment.authorId),
    ...times(comment),
    author_association: authorAssociation(store, comment),
    body: comment.body,
    reactions: reactionRollup(view, comment, url),
    performed_via_github_app: null,
  }
}
