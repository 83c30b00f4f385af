/** Comments and reviews on a terminal, each with its author above its text. */
import { ago, inWords, type Screen, styleOf } from "./style.js"
import { isObject, type Plain } from "./words.js"

/** Most results have no Markdown. */
export const loadMarkdown = () => import("./markdown.js")

/** Whether an item is a text with an author, without a title. */
export const isRemark = (item: unknown): item is Plain =>
  isObject(item) && "author" in item && "body" in item && !("title" in item) && !("name" in item)

/** Without those that GitHub hides, and reviews that only consist of comments on lines. */
export async function remarks(items: readonly Plain[], screen: Screen): Promise<string> {
  const shown = items.filter(
    ({ is_minimized, state, body }) => is_minimized !== true && !(state === "COMMENTED" && !body),
  )
  const time = ({ submitted_at, created_at }: Plain) => String(submitted_at ?? created_at)
  shown.sort((one, other) => (time(one) < time(other) ? -1 : 1))
  const all = await Promise.all(shown.map((item) => remark(item, screen)))
  return all.join("\n\n")
}

async function remark(item: Plain, screen: Screen): Promise<string> {
  const { author, author_association, state, submitted_at, created_at, body, id, replies } = item
  const { paint } = screen
  const association = author_association === "NONE" ? "" : inWords(author_association)
  const head = [
    paint("bold", String(author ?? "ghost")) + (association && ` (${association})`),
    state ? paint(styleOf(state) ?? "bold", inWords(state)) : "",
    ago(submitted_at ?? created_at),
    paint("dim", String(id)),
  ]
  const own = Array.isArray(replies) && replies.every(isRemark) ? replies : []
  const narrower = { ...screen, width: screen.width - 2 }
  const inner = await Promise.all(own.map((one) => remark(one, narrower)))
  const text = body ? [(await loadMarkdown()).markdown(String(body), screen)] : []
  const replied = inner.map((one) => one.replaceAll(/^(?=.)/gm, "  "))
  return [`${head.filter(Boolean).join(" • ")}`, ...text, ...replied].join("\n\n")
}
