/** gh's output of a single object in a pipe: names and values, followed by the body. */
import { UsageError } from "../../output/index.js"
import { cellOf, type Item, type Printed } from "./lines.js"

type Value = string | ((item: Item) => unknown)

/** A field, or a function of an item, as the lines of a view; null prints nothing. */
export const line =
  (name: string, value: Value = name) =>
  (item: Item): readonly string[] => {
    const own = typeof value === "string" ? (item[value] ?? "") : value(item)
    return own === null ? [] : [`${name}:\t${cellOf(own)}`]
  }

export const view =
  (lines: readonly ReturnType<typeof line>[], text: Value = "body") =>
  (item: Item): string =>
    blockOf(
      lines.flatMap((each) => each(item)),
      typeof text === "string" ? item[text] : text(item),
    )

function blockOf(lines: readonly string[], text: unknown): string {
  return `${[...lines, "--", String(text ?? "")].join("\n")}\n`
}

export const itemsOf = (list: unknown): readonly Item[] => (Array.isArray(list) ? list : [])

const milestone = line("milestone", (item) => Object(item.milestone).title ?? "")

export const issueView = view([
  line("title"),
  line("state"),
  line("author"),
  line("labels"),
  line("comments", "comments_count"),
  line("assignees"),
  milestone,
  line("number"),
])

export const stateOfPull = ({ draft, state }: Item): unknown =>
  draft && state === "OPEN" ? "DRAFT" : state

export const pullView = view([
  line("title"),
  line("state", stateOfPull),
  line("author"),
  line("labels"),
  line("assignees"),
  milestone,
  line("number"),
  line("url"),
  line("additions"),
  line("deletions"),
])

const comment = view([
  line("author"),
  line("association", ({ author_association }) => String(author_association).toLowerCase()),
  line("status", ({ state }) =>
    String(state ?? "none")
      .toLowerCase()
      .replaceAll("_", " "),
  ),
])

/** Comments, and reviews with a body, in order of time. */
export const commentsView: Printed = (page) => {
  const time = ({ created_at, submitted_at }: Item) => String(created_at ?? submitted_at)
  const shown = itemsOf(page.items)
    .filter(({ state, body }) => state !== "PENDING" && !(state === "COMMENTED" && !body))
    .filter(({ is_minimized }) => is_minimized !== true)
    .sort((one, other) => (time(one) < time(other) ? -1 : 1))
  return shown.map((one) => `${comment(one)}--\n`).join("")
}

export const fileText: Printed = ({ text, size, is_truncated }) => {
  if (typeof text !== "string") {
    throw new UsageError(`a binary file of ${size} bytes has no text`, "Read it with git or gh")
  }
  if (is_truncated) {
    throw new UsageError(
      `GitHub returns only a part of its ${size} bytes`,
      "Use --json text, or git",
    )
  }
  return text
}
