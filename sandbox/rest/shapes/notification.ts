import {
  isUnread,
  lastReadAt,
  type Notification,
  type Subscription,
  threadIdOf,
} from "../../state/index.js"
import { subjectKey } from "../../tables/index.js"
import type { AskedRequest, View } from "../route/index.js"
import { repositoryUrl } from "./common.js"
import { simpleRepository } from "./repository.js"

export function notificationShape(request: AskedRequest, notification: Notification) {
  const { subject, reason, updatedAt } = notification
  const home = request.store.get("repositories", subject.repositoryId)
  const base = repositoryUrl(request, home)
  const id = threadIdOf(subject)
  const url = threadUrl(request, id)
  const [title, page] = describe(subject)
  const comment =
    subject.kind === "Release"
      ? undefined
      : request.store.rowsBy("issueComments", "subject", subjectKey(subject)).at(-1)
  return {
    id,
    unread: isUnread(request.viewer, notification),
    reason,
    updated_at: updatedAt,
    last_read_at: lastReadAt(request.viewer, notification),
    subject: {
      title,
      url: `${base}/${page}`,
      latest_comment_url: `${base}/${comment ? `issues/comments/${comment.id}` : page}`,
      type: subject.kind,
    },
    repository: simpleRepository(request, home),
    url,
    subscription_url: `${url}/subscription`,
  }
}

export function threadSubscriptionShape(view: View, id: string, subscription: Subscription) {
  const url = threadUrl(view, id)
  return {
    subscribed: subscription === "SUBSCRIBED",
    ignored: subscription === "IGNORED",
    reason: null,
    created_at: null,
    url: `${url}/subscription`,
    thread_url: url,
  }
}

const threadUrl = (view: View, id: string): string => `${view.apiUrl}/notifications/threads/${id}`

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
