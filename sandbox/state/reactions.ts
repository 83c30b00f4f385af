import {
  type AnyRow,
  type ReactableKind,
  type Reaction,
  type ReactionContent,
  type Store,
  subjectKey,
  type WrittenRow,
} from "../tables/index.js"
import { NotAllowed } from "./errors.js"
import { authorize, has, outerOf, repositoryOf, resourcesOf } from "./permissions.js"
import type { Session } from "./session.js"

export type Reactable = Extract<WrittenRow, { kind: ReactableKind }>

/** Reacting twice with the same content changes nothing. */
export function addReaction(
  store: Session,
  subject: Reactable,
  content: ReactionContent,
): Reaction {
  authorizeReaction(store, subject)
  const reaction =
    own(store, subject, content) ??
    store.insert("reactions", {
      subjectKind: subject.kind,
      subjectId: subject.id,
      userId: store.viewer.account.id,
      content,
      createdAt: store.clock.tick(),
    })
  return store.recordApplied("addReaction", reaction)
}

export function removeReaction(
  store: Session,
  subject: Reactable,
  content: ReactionContent,
): Reaction | undefined {
  authorizeReaction(store, subject)
  const reaction = own(store, subject, content)
  if (!reaction) return undefined
  return store.drop("removeReaction", reaction)
}

export const reactionsOf = (
  store: Store,
  subject: { kind: ReactableKind; id: number },
): Reaction[] => store.rowsBy("reactions", "subject", subjectKey(subject))

function own(store: Session, subject: Reactable, content: ReactionContent): Reaction | undefined {
  return reactionsOf(store, subject).find(
    (reaction) => reaction.userId === store.viewer.account.id && reaction.content === content,
  )
}

export function authorizeReaction(store: Session, subject: Reactable): void {
  const repository = repositoryOf(store, subject)
  if (!repository) return
  authorize(store, repository, resourcesOf(store, subject), "READ")
  const parent = conversationOf(store, subject)
  const isLocked = parent !== undefined && "locked" in parent && parent.locked
  if (isLocked && !has(store, repository, "WRITE", resourcesOf(store, subject))) {
    throw new NotAllowed(store.viewer.account.login)
  }
}

/** The issue, pull request or discussion. */
function conversationOf(store: Store, row: AnyRow): AnyRow | undefined {
  if ("number" in row) return row
  const outer = outerOf(store, row)
  return outer && conversationOf(store, outer)
}
