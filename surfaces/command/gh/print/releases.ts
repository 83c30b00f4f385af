import { itemsOf, line, view } from "./views.js"

const releaseLines: readonly ReturnType<typeof line>[] = [
  line("title", ({ name, tag_name }) => name || tag_name),
  line("tag", "tag_name"),
  line("draft"),
  line("prerelease"),
  line("created", "created_at"),
  line("published", ({ published_at }) => published_at ?? null),
  line("url"),
  ({ assets }) => itemsOf(assets).map(({ name }) => `asset:\t${name}`),
]

export const releaseView = view(releaseLines, ({ body }) => String(body ?? "").replace(/\n$/, ""))
