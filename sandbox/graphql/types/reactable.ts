import { canSee, reactionsOf, repositoryOf, subjectOf } from "../../state/index.js"
import {
  REACTIONS,
  type ReactableKind,
  type Reaction,
  type ReactionContent,
  type Store,
  type WrittenRow,
} from "../../tables/index.js"
import { byId, connection, type Fields, type PageArgs, properties } from "../field/index.js"

interface ReactionGroup {
  kind: "ReactionGroup"
  subject: { kind: ReactableKind; id: number }
  content: ReactionContent
  reactions: Reaction[]
}

export function reactionGroups(
  store: Store,
  subject: { kind: ReactableKind; id: number },
): ReactionGroup[] {
  const all = reactionsOf(store, subject)
  return (Object.keys(REACTIONS) as ReactionContent[]).map((content) => ({
    kind: "ReactionGroup",
    subject,
    content,
    reactions: all.filter((reaction) => reaction.content === content),
  }))
}

export const reactableFields: Fields<Extract<WrittenRow, { kind: ReactableKind }>> = {
  reactions: (
    row,
    args: PageArgs & { content?: ReactionContent | null; orderBy?: { direction: string } | null },
    { store, viewer },
    info,
  ) => {
    const { content } = args
    const rows = reactionsOf(store, row).filter(
      (reaction) => !content || reaction.content === content,
    )
    return connection(rows, args, info, {
      order: byId(args.orderBy?.direction === "DESC"),
      extra: { viewerHasReacted: rows.some((one) => one.userId === viewer.account.id) },
    })
  },
  reactionGroups: (row, _, { store }) => reactionGroups(store, row),
  viewerCanReact: (row, _, { store }) => {
    const repository = repositoryOf(store, row)
    return !!repository && !repository.archivedAt && canSee(store, repository)
  },
}

export const reactionFields: Fields<Reaction> = {
  reactable: (reaction, _, { store }) => subjectOf(store, reaction),
}

const reactors: Fields<ReactionGroup>[string] = (group, args, { store }, info) =>
  connection(group.reactions, args, info, {
    order: byId(),
    node: (reaction) => store.get("accounts", reaction.userId),
    edge: (reaction) => ({ reactedAt: reaction.createdAt }),
  })

export const reactionGroupFields: Fields<ReactionGroup> = {
  ...properties<ReactionGroup>("content"),
  createdAt: (group) => group.reactions[0]?.createdAt ?? null,
  subject: (group, _, { store }) =>
    subjectOf(store, { subjectKind: group.subject.kind, subjectId: group.subject.id }),
  users: reactors,
  reactors,
  viewerHasReacted: (group, _, { viewer }) =>
    group.reactions.some((reaction) => reaction.userId === viewer.account.id),
}
