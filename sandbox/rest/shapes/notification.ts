import type { Notification } from "../../state/index.js"
import { get, rowsBy, subjectKey } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { repositoryShape } from "./repository.js"
import { repositoryUrl } from "./repository-url.js"

/** The first digit of a thread's id, since ids of issues, pull requests and releases may be equal. */
const DIGITS = { Issue: 1, PullRequest: 2, Release: 3 } as const

export function notificationShape(view: View, { subject, reason, updatedAt }: Notification) {
  const home = get(view.store, "repositories", subject.repositoryId)
  const base = repositoryUrl(view, home)
  const id = `${DIGITS[subject.kind]}${subject.id}`
  const url = `${view.apiUrl}/notifications/threads/${id}`
  const [title, page] = describe(subject)
  const comment =
    subject.kind === "Release"
      ? undefined
      : rowsBy(view.store, "issueComments", "subject", subjectKey(subject)).at(-1)
  return {
    id,
    unread: true,
    reason,
    updated_at: updatedAt,
    last_read_at: null,
    subject: {
      title,
      url: `${base}/${page}`,
      latest_comment_url: `${base}/${comment ? `issues/comments/${comment.id}` : page}`,
      type: subject.kind,
    },
    repository: repositoryShape(view, home),
    url,
    subscription_url: `${url}/subscription`,
  }
}

function describe(subject: Notification["subject"]): readonly [title: string, page: string] {
  switch (subject.kind) {
    case "Issue":
      return [subject.title, `issues/${subject.number}`]
    case "PullRequest":
      return [subject.title, `pulls/${subject.number}`]
    case "Release":
      return [subject.name ?? subject.tagName, `releases/${subject.id}`]
  }
}
