import {
  type Issue,
  type IssueComment,
  insert,
  type PullRequest,
  type ReactableKind,
  type Reaction,
  type ReactionContent,
  type Review,
  type ReviewComment,
  recordApplied,
  remove,
  rowsBy,
  subjectKey,
  type World,
} from "../tables/index.js"
import { NotAllowed } from "./errors.js"
import { authorize, has, repositoryOf, resourcesOf, subjectOf, type Viewer } from "./permissions.js"

export type Reactable = Issue | PullRequest | IssueComment | Review | ReviewComment

/** Reacting twice with the same content changes nothing. */
export function addReaction(
  world: World,
  viewer: Viewer,
  subject: Reactable,
  content: ReactionContent,
): Reaction {
  authorizeReaction(world, viewer, subject)
  const reaction =
    own(world, viewer, subject, content) ??
    insert(world, "reactions", {
      kind: "Reaction",
      subjectKind: subject.kind,
      subjectId: subject.id,
      userId: viewer.account.id,
      content,
      createdAt: world.clock.tick(),
    })
  recordApplied(world, "addReaction", viewer.account, reaction)
  return reaction
}

export function removeReaction(
  world: World,
  viewer: Viewer,
  subject: Reactable,
  content: ReactionContent,
): Reaction | undefined {
  authorizeReaction(world, viewer, subject)
  const reaction = own(world, viewer, subject, content)
  if (!reaction) return undefined
  world.clock.tick()
  remove(world, reaction)
  recordApplied(world, "removeReaction", viewer.account, reaction)
  return reaction
}

export const reactionsOf = (
  world: World,
  subject: { kind: ReactableKind; id: number },
): Reaction[] => rowsBy(world, "reactions", "subject", subjectKey(subject))

function own(
  world: World,
  viewer: Viewer,
  subject: Reactable,
  content: ReactionContent,
): Reaction | undefined {
  return reactionsOf(world, subject).find(
    (reaction) => reaction.userId === viewer.account.id && reaction.content === content,
  )
}

function authorizeReaction(world: World, viewer: Viewer, subject: Reactable): void {
  const repository = repositoryOf(world, subject)
  if (!repository) return
  authorize(world, viewer, repository, resourcesOf(world, subject), "READ")
  const parent = subject.kind === "IssueComment" ? subjectOf(world, subject) : subject
  const isLocked = parent !== undefined && "locked" in parent && parent.locked
  if (isLocked && !has(world, viewer, repository, "WRITE", resourcesOf(world, subject))) {
    throw new NotAllowed(viewer.account.login)
  }
}
