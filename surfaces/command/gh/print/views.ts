/** gh's output of a single object in a pipe: names and values, followed by the body. */
import { revealed } from "../../../../runtime/text/index.js"
import { UsageError } from "../../output/index.js"
import { cellOf, type Item, linesOf, type Printed } from "./lines.js"

type Value = string | ((item: Item) => unknown)

type Line = (item: Item) => readonly string[]

/** A field, or a function of an item, as the lines of a view; null prints nothing. */
const line =
  (name: string, value: Value = name): Line =>
  (item) => {
    const own = typeof value === "string" ? (item[value] ?? "") : value(item)
    return own === null ? [] : [`${name}:\t${cellOf(own)}`]
  }

/** @param rows - lines, or fields with their names if these differ: `title comments=comments_count` */
const view = (rows: readonly (string | Line)[], text: Value = "body") => {
  const lines = rows.flatMap((row) =>
    typeof row === "string" ? row.split(" ").map((one) => line(...named(one))) : row,
  )
  return (item: Item): string =>
    blockOf(
      lines.flatMap((each) => each(item)),
      typeof text === "string" ? item[text] : text(item),
    )
}

const named = (row: string): [name: string, field: string] => {
  const [name = "", field = name] = row.split("=")
  return [name, field]
}

function blockOf(lines: readonly string[], text: unknown): string {
  return `${[...lines, "--", String(text ?? "")].join("\n")}\n`
}

export const itemsOf = (list: unknown): readonly Item[] => (Array.isArray(list) ? list : [])

const milestone = line("milestone", (item) => Object(item.milestone).title ?? "")

export const issueView = view([
  "title state author labels comments=comments_count assignees",
  milestone,
  "number",
])

export const stateOfPull = ({ draft, state }: Item): unknown =>
  draft && state === "OPEN" ? "DRAFT" : state

export const pullView = view([
  "title",
  line("state", stateOfPull),
  "author labels assignees",
  milestone,
  "number url additions deletions",
])

const association = line("association", ({ author_association }) =>
  String(author_association).toLowerCase(),
)

const comment = view([
  "author",
  association,
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

export const discussionView = view([
  "title state author category labels comments=comments_count",
  line("answered", ({ is_answered }) => is_answered ?? null),
  "number url",
])

const remark = view([
  "author",
  association,
  "id",
  line("reply to", ({ reply_to_id }) => reply_to_id ?? null),
  line("answer", ({ is_answer }) => (is_answer ? true : null)),
])

/** Comments, each followed by its replies. */
export const discussionComments: Printed = (page) =>
  itemsOf(page.items)
    .flatMap((one) => [one, ...itemsOf(one.replies)])
    .filter(({ is_minimized }) => is_minimized !== true)
    .map((one) => `${remark(one)}--\n`)
    .join("")

const byName = (files: unknown) =>
  [...itemsOf(files)].sort((one, other) => (String(one.name) < String(other.name) ? -1 : 1))

const wholeLines = ({ content }: Item) => linesOf("content", { content })

export const gistFileNames: Printed = ({ files }) =>
  byName(files)
    .map(({ name }) => `${name}\n`)
    .join("")

export const gistFile: Printed = ({ files }) => itemsOf(files).map(wholeLines).join("")

/** The description, and the files, with their names if there are several. */
export const gistView: Printed = ({ description, files }) => {
  const all = byName(files)
  const texts = all.map(
    (one) => (all.length > 1 ? `${revealed(String(one.name))}\n\n` : "") + wholeLines(one),
  )
  return [...(description ? [`${description}\n`] : []), ...texts].join("\n")
}

export const releaseView = view(
  [
    line("title", ({ name, tag_name }) => name || tag_name),
    "tag=tag_name draft prerelease created=created_at",
    line("published", ({ published_at }) => published_at ?? null),
    "url",
    ({ assets }) => itemsOf(assets).map(({ name }) => `asset:\t${name}`),
  ],
  ({ body }) => String(body ?? "").replace(/\n$/, ""),
)

/** @param item - a repository, with the `text` of its README */
export const repositoryView = view(
  [line("name", ({ owner, repo }) => `${owner}/${repo}`), "description"],
  ({ text }) => text ?? "This repository does not have a README",
)
