import { reactionsOf } from "../../state/index.js"
import type { ReactableKind, Reaction, ReactionContent } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids } from "./common.js"
import { userById } from "./user.js"

/** REST's names of reactions, with GraphQL's. */
const CONTENTS = {
  "+1": "THUMBS_UP",
  "-1": "THUMBS_DOWN",
  laugh: "LAUGH",
  hooray: "HOORAY",
  confused: "CONFUSED",
  heart: "HEART",
  rocket: "ROCKET",
  eyes: "EYES",
} as const satisfies Record<string, ReactionContent>

type ReactionName = keyof typeof CONTENTS
export const reactionNames = Object.keys(CONTENTS) as ReactionName[]
export const contentNamed = (name: ReactionName): ReactionContent => CONTENTS[name]

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
      Object.entries(CONTENTS).map(([name, content]) => [
        name,
        all.filter((reaction) => reaction.content === content).length,
      ]),
    ),
  }
}

export const reactionShape = (view: View, reaction: Reaction) => ({
  ...ids(reaction),
  user: userById(view, reaction.userId),
  content: reactionNames.find((name) => CONTENTS[name] === reaction.content),
  created_at: reaction.createdAt,
})
