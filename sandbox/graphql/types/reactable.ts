import { canSee, reactionsOf, repositoryOf, subjectOf } from "../../state/index.js"
import {
  get,
  type ReactableKind,
  type Reaction,
  type ReactionContent,
  type World,
} from "../../tables/index.js"
import { byId, connection, type Fields, type PageArgs, properties } from "../field/index.js"
import { identityFields } from "./node.js"
import type { WrittenRow } from "./written.js"

/** In the order that GitHub lists them. */
const CONTENTS: readonly ReactionContent[] = [
  "THUMBS_UP",
  "THUMBS_DOWN",
  "LAUGH",
  "HOORAY",
  "CONFUSED",
  "HEART",
  "ROCKET",
  "EYES",
]

interface ReactionGroup {
  kind: "ReactionGroup"
  subject: { kind: ReactableKind; id: number }
  content: ReactionContent
  reactions: Reaction[]
}

export function reactionGroups(
  world: World,
  subject: { kind: ReactableKind; id: number },
): ReactionGroup[] {
  const all = reactionsOf(world, subject)
  return CONTENTS.map((content) => ({
    kind: "ReactionGroup",
    subject,
    content,
    reactions: all.filter((reaction) => reaction.content === content),
  }))
}

export const reactableFields: Fields<WrittenRow> = {
  reactions: (
    row,
    args: PageArgs & { content?: ReactionContent | null; orderBy?: { direction: string } | null },
    { world, viewer },
    info,
  ) => {
    const { content } = args
    const rows = reactionsOf(world, row).filter(
      (reaction) => !content || reaction.content === content,
    )
    return connection(rows, args, info, {
      order: byId(args.orderBy?.direction === "DESC"),
      extra: { viewerHasReacted: rows.some((one) => one.userId === viewer.account.id) },
    })
  },
  reactionGroups: (row, _, { world }) => reactionGroups(world, row),
  viewerCanReact: (row, _, { world, viewer }) => {
    const repository = repositoryOf(world, row)
    return !!repository && !repository.archivedAt && canSee(world, viewer, repository)
  },
}

export const reactionFields: Fields<Reaction> = {
  ...identityFields,
  ...properties<Reaction>("content", "createdAt"),
  user: (reaction, _, { world }) => get(world, "accounts", reaction.userId),
  reactable: (reaction, _, { world }) => subjectOf(world, reaction),
}

const reactors: Fields<ReactionGroup>[string] = (group, args, { world }, info) =>
  connection(group.reactions, args, info, {
    order: byId(),
    node: (reaction) => get(world, "accounts", reaction.userId),
    edge: (reaction) => ({ reactedAt: reaction.createdAt }),
  })

export const reactionGroupFields: Fields<ReactionGroup> = {
  ...properties<ReactionGroup>("content"),
  createdAt: (group) => group.reactions[0]?.createdAt ?? null,
  subject: (group, _, { world }) =>
    subjectOf(world, { subjectKind: group.subject.kind, subjectId: group.subject.id }),
  users: reactors,
  reactors,
  viewerHasReacted: (group, _, { viewer }) =>
    group.reactions.some((reaction) => reaction.userId === viewer.account.id),
}
