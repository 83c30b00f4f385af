import { reactionsOf } from "../../state/index.js"
import {
  REACTIONS,
  type ReactableKind,
  type Reaction,
  type ReactionContent,
} from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids } from "./common.js"
import { userById } from "./user.js"

const CONTENTS = Object.keys(REACTIONS) as ReactionContent[]

type ReactionName = (typeof REACTIONS)[ReactionContent]
export const reactionNames: ReactionName[] = Object.values(REACTIONS)
export const contentNamed = (name: ReactionName): ReactionContent =>
  CONTENTS[reactionNames.indexOf(name)] as ReactionContent

/** How often the row got each reaction. */
export function reactionRollup(
  { store }: View,
  row: { kind: ReactableKind; id: number },
  url: string,
) {
  const all = reactionsOf(store, row)
  return {
    url: `${url}/reactions`,
    total_count: all.length,
    ...Object.fromEntries(
      CONTENTS.map((content) => [
        REACTIONS[content],
        all.filter((reaction) => reaction.content === content).length,
      ]),
    ),
  }
}

export const reactionShape = (view: View, reaction: Reaction) => ({
  ...ids(reaction),
  user: userById(view, reaction.userId),
  content: REACTIONS[reaction.content],
  created_at: reaction.createdAt,
})
