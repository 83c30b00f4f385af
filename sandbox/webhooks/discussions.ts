import { ids, labelShape, reactionRollup, repositoryUrl, times, userById } from "../rest/index.js"
import { authorAssociation, repliesOf, webUrl } from "../state/index.js"
import { type Discussion, type DiscussionComment, nodeId } from "../tables/index.js"
import { changesFrom, type Occurrings, type Scene, stepOf, teller } from "./change.js"

function categoryPart({ store }: Scene, id: number) {
  const category = store.get("discussionCategories", id)
  const { repositoryId, name, emoji, description, isAnswerable, createdAt } = category
  return {
    id,
    node_id: nodeId(category),
    repository_id: repositoryId,
    emoji,
    name,
    description: description ?? "",
    created_at: createdAt,
    updated_at: createdAt,
    slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
    is_answerable: isAnswerable,
  }
}

function discussionPart(scene: Scene, row: Discussion) {
  const { store } = scene
  const { answer } = row
  const comment = store.find("discussionComments", answer?.commentId)
  const url = repositoryUrl(scene, store.get("repositories", row.repositoryId))
  return {
    repository_url: url,
    category: categoryPart(scene, row.categoryId),
    answer_html_url: comment ? webUrl(store, comment) : null,
    answer_chosen_at: answer?.chosenAt ?? null,
    answer_chosen_by: userById(scene, answer?.chosenById),
    html_url: webUrl(store, row),
    ...ids(row),
    number: row.number,
    title: row.title,
    user: userById(scene, row.authorId),
    state: row.closedAt ? "closed" : row.locked ? "locked" : "open",
    state_reason: row.stateReason?.toLowerCase() ?? null,
    locked: row.locked,
    comments: store.countBy("discussionComments", "discussion", row.id),
    ...times(row),
    author_association: authorAssociation(store, row),
    active_lock_reason: null,
    body: row.body,
    reactions: reactionRollup(scene, row, `${url}/discussions/${row.number}`),
  }
}

function commentPart(scene: Scene, row: DiscussionComment) {
  const { store } = scene
  const discussion = store.get("discussions", row.discussionId)
  return {
    ...ids(row),
    html_url: webUrl(store, row),
    parent_id: row.replyToId,
    child_comment_count: repliesOf(store, row).length,
    repository_url: repositoryUrl(scene, store.get("repositories", discussion.repositoryId)),
    discussion_id: discussion.id,
    author_association: authorAssociation(store, row),
    user: userById(scene, row.authorId),
    ...times(row),
    body: row.body,
  }
}

export const discussionOccurrings: Occurrings = {
  discussions(scene, change) {
    const { row, before, isGone } = change
    const told = teller("discussion", () => ({ discussion: discussionPart(scene, row) }))
    if (isGone || !before) return [told(isGone ? "deleted" : "created")]
    const changes = changesFrom(change, { title: "title", body: "body" })
    const commentOf = (one: Discussion) =>
      scene.store.find("discussionComments", one.answer?.commentId)
    const [now, then] = [commentOf(row), commentOf(before)]
    const labelled = (action: string, id: number) => {
      const label = scene.store.find("labels", id)
      return label ? [told(action, { label: labelShape(scene, label) })] : []
    }
    const without = (ids: readonly number[], others: readonly number[]) =>
      ids.filter((id) => !others.includes(id))
    const category = { category: { from: categoryPart(scene, before.categoryId) } }
    return [
      ...(changes ? [told("edited", { changes })] : []),
      ...(row.categoryId === before.categoryId
        ? []
        : [told("category_changed", { changes: category })]),
      ...without(row.labelIds, before.labelIds).flatMap((id) => labelled("labeled", id)),
      ...without(before.labelIds, row.labelIds).flatMap((id) => labelled("unlabeled", id)),
      ...(row.locked === before.locked ? [] : [told(row.locked ? "locked" : "unlocked")]),
      ...(!row.closedAt === !before.closedAt ? [] : [told(row.closedAt ? "closed" : "reopened")]),
      ...(then && then !== now
        ? [told("unanswered", { old_answer: commentPart(scene, then) })]
        : []),
      ...(now && then !== now ? [told("answered", { answer: commentPart(scene, now) })] : []),
    ]
  },

  discussionComments(scene, change) {
    const { row } = change
    const discussion = scene.store.find("discussions", row.discussionId)
    const isDropped = row.deletedAt !== null && change.before?.deletedAt === null
    const step = isDropped ? "deleted" : stepOf(change)
    const changes = step === "edited" ? changesFrom(change, { body: "body" }) : undefined
    if (!discussion || (step === "edited" && !changes)) return []
    const part = commentPart(scene, row)
    const reactions = reactionRollup(scene, row, part.repository_url)
    const about = { discussion: discussionPart(scene, discussion), changes }
    const body = { comment: { ...part, reactions }, ...about }
    return [{ event: "discussion_comment", action: step, body }]
  },
}
