/** A single object on a terminal, as gh prints issues and pull requests. */
import type { CapabilityMap } from "../../../generated/capability-map.js"
import { headingOf, isState, isTime } from "./cells.js"
import { isRemark, loadMarkdown, remarks } from "./remarks.js"
import { ago, inWords, type Screen, styleOf } from "./style.js"
import { table } from "./table.js"
import { isEmpty, isObject, oneLine, type Plain } from "./words.js"

type Id = keyof CapabilityMap

interface View {
  /** Fields below the first lines; by default all that are neither shown elsewhere nor meant for programs. */
  readonly rows?: string
  readonly text?: string
  /** What stands in place of an empty text. */
  readonly none?: string
  /** Lists, each as a table with the columns of this capability. */
  readonly lists?: Readonly<Record<string, Id>>
  readonly talk?: string
  /** What a person does. */
  readonly verb?: string
}

const issue: View = {
  rows: "assignees labels milestone parent",
  none: "No description provided",
}

const pull: View = {
  rows: "review_decision merge_state assignees labels milestone",
  none: "No description provided",
}

const release: View = {
  rows: "",
  none: "No release notes provided",
  lists: { assets: "release.assets.list" },
  verb: "released this",
}

const views: Readonly<Partial<Record<Id, View>>> = {
  "issue.view": issue,
  "issue.context": {
    ...issue,
    lists: { sub_issues: "issue.subissues.list", prs: "issue.prs.list" },
    talk: "comments",
  },
  "pr.view": pull,
  "pr.context": { ...pull, talk: "reviews comments", lists: { threads: "pr.threads.list" } },
  "release.view": release,
  "release.latest": release,
  "repo.view": {
    rows: "homepage language license visibility default_branch stargazers_count forks_count permission",
    text: "text",
    none: "This repository does not have a README",
  },
  "discussion.view": { rows: "category labels", none: "No description provided" },
  "project.view": {
    rows: "owner visibility items_count repositories",
    text: "readme",
    lists: { fields: "project.fields.list" },
  },
}

export const hasView = (id: string) => Object.hasOwn(views, id)

export async function view(item: Plain, id: string, screen: Screen): Promise<string> {
  const own = new Map(Object.entries(views)).get(id) ?? {}
  const { rows = "", text = "body", none, lists = {}, talk = "", verb } = own
  const body = String(item[text] ?? "").trim()
  const parts = [
    [heading(item, screen), facts(item, verb, screen), ...rowsOf(item, rows, screen)],
    [
      body
        ? (await loadMarkdown()).markdown(body, screen)
        : none && screen.paint("dim", `  ${none}`),
    ],
    ...Object.entries(lists).map(([name, list]) => listOf(name, list, item[name], screen)),
    [
      await remarks(
        talk.split(" ").flatMap((name) => remarksIn(item[name])),
        screen,
      ),
    ],
    [addressOf(item, id, screen)],
  ]
  return parts
    .map((lines) => lines.filter(Boolean).join("\n"))
    .filter(Boolean)
    .join("\n\n")
}

function heading(item: Plain, { paint, link }: Screen): string {
  const { number, tag_name, owner, repo, url } = item
  const place = owner !== undefined && repo !== undefined ? `${owner}/${repo}` : placeIn(url)
  const title = oneLine(item.title || item.name || tag_name || place)
  const reference =
    number === undefined ? (tag_name === title ? "" : oneLine(tag_name)) : `${place}#${number}`
  return [link(paint("bold", title), url), reference].filter(Boolean).join(" ")
}

const placeIn = (url: unknown) =>
  /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:issues|pull|discussions)\//.exec(String(url))?.[1] ?? ""

const count = (value: unknown, noun: string) =>
  value === undefined ? "" : `${value} ${noun}${value === 1 ? "" : "s"}`

/** State, author, time and size, in one line. */
function facts(item: Plain, verb: string | undefined, { paint }: Screen): string {
  const { state, state_reason, draft, author, created_at, published_at, head_ref, base_ref } = item
  const own = draft ? "DRAFT" : state
  const words = inWords(own) + (state_reason ? ` (${inWords(state_reason)})` : "")
  const what =
    head_ref === undefined ? (verb ?? "opened this") : `wants to merge into ${base_ref} from`
  const branch = head_ref === undefined ? [] : [paint("cyan", String(head_ref))]
  const who = [String(author), what, ...branch]
  const when = ago(published_at ?? created_at)
  const isMade = !author && !state && when !== ""
  return [
    own ? paint(styleOf(own) ?? "bold", words.charAt(0).toUpperCase() + words.slice(1)) : "",
    oneLine(item.description),
    author ? `${who.join(" ")} ${when}`.trim() : `${isMade ? "created " : ""}${when}`,
    item.additions === undefined
      ? ""
      : `${paint("green", `+${item.additions}`)} ${paint("red", `-${item.deletions}`)}`,
    count(item.comments_count, "comment"),
  ]
    .filter(Boolean)
    .join(" • ")
}

function rowsOf(item: Plain, rows: string, { paint }: Screen): string[] {
  return rows.split(" ").flatMap((name) => {
    const value = item[name]
    if (isEmpty(value) || value === false) return []
    const plain = oneLine(isObject(value) ? value.title : value)
    const words = isTime(name) ? ago(value) : isState(name) ? inWords(plain) : plain
    return [`${paint("bold", `${labelOf(name)}:`)} ${paint(styleOf(value) ?? "reset", words)}`]
  })
}

const remarksIn = (list: unknown) => (Array.isArray(list) ? list.filter(isRemark) : [])

const labelOf = (name: string) => {
  const words = headingOf(name).toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function listOf(name: string, id: string, value: unknown, screen: Screen): string[] {
  if (!Array.isArray(value) || value.length === 0) return []
  return [screen.paint("bold", labelOf(name)), table(value, screen, { id })]
}

function addressOf({ url }: Plain, id: string, { paint, link }: Screen): string {
  if (typeof url !== "string") return ""
  const noun =
    { pr: "pull request", repo: "repository" }[id.split(".")[0] ?? ""] ?? id.split(".")[0]
  return paint("dim", `View this ${noun} on GitHub: ${link(url, url)}`)
}
