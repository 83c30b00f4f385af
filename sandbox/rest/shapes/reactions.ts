import { reactionsOf } from "../../state/index.js"
import type { ReactableKind, ReactionContent } from "../../tables/index.js"
import type { View } from "../route/index.js"

const NAMES: Record<ReactionContent, string> = {
  THUMBS_UP: "+1",
  THUMBS_DOWN: "-1",
  LAUGH: "laugh",
  HOORAY: "hooray",
  CONFUSED: "confused",
  HEART: "heart",
  ROCKET: "rocket",
  EYES: "eyes",
}

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
      Object.entries(NAMES).map(([content, name]) => [
        name,
        all.filter((reaction) => reaction.content === content).length,
      ]),
    ),
  }
}
