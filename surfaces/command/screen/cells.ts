/** The cells of a table by the names of their columns. */
import { ago, bytes, duration, inWords, outcomeOf, type Style, signOf, styleOf } from "./style.js"
import { isObject, oneLine, type Plain } from "./words.js"

export interface Cell {
  readonly text: string
  readonly style?: Style | undefined
  readonly url?: unknown
}

const stateOf = ({ state, draft, closed }: Plain): unknown => {
  if (draft === true && (state === "OPEN" || state === undefined)) return "DRAFT"
  return state ?? (typeof closed === "boolean" ? (closed ? "CLOSED" : "OPEN") : undefined)
}

const contentOf = (name: string) => (item: Plain) => text(Object(item.content)[name])

const text = (value: unknown): Cell => ({ text: oneLine(value) })

const state = (value: unknown): Cell => ({
  text: oneLine(inWords(value)),
  style: styleOf(value),
})

const computed: Readonly<Record<string, (item: Plain) => Cell>> = {
  number: (item) => {
    const number = item.number ?? Object(item.content).number
    if (number === undefined || number === null) return { text: "" }
    return {
      text: `#${number}`,
      style: styleOf(stateOf(item)) ?? "green",
      url: item.url ?? Object(item.content).url,
    }
  },
  state: (item) => state(stateOf(item)),
  title: (item) => (item.title === undefined ? contentOf("title")(item) : text(item.title)),
  outcome: (item) => signOf(outcomeOf(item)),
  repository: (item) => {
    const { owner, repo } = { ...item, ...(isObject(item.content) && item.content) }
    if (owner === undefined || repo === undefined) return text(item.repository)
    const isItself = item.number === undefined && item.content === undefined
    return { text: `${owner}/${repo}`, style: "bold", ...(isItself && { url: item.url }) }
  },
  item_id: ({ id }) => text(id),
  elapsed: ({ started_at, completed_at, updated_at }) => ({
    text: duration(started_at, completed_at ?? updated_at),
  }),
  info: ({ visibility, fork, archived }) => ({
    text: [inWords(visibility), fork && "fork", archived && "archived"].filter(Boolean).join(", "),
    style: visibility === "PUBLIC" ? "dim" : "yellow",
  }),
  visibility: ({ visibility, public: isPublic }) => {
    const word = inWords(visibility) || (isPublic ? "public" : "secret")
    return { text: word, style: word === "public" ? "green" : "red" }
  },
  release_type: ({ draft, prerelease, is_latest }) => {
    if (draft) return { text: "Draft", style: "red" }
    if (prerelease) return { text: "Pre-release", style: "yellow" }
    return is_latest ? { text: "Latest", style: "green" } : { text: "" }
  },
  name: (item) => ({ ...text(item.name || item.tag_name), url: item.url }),
  color: ({ color }) => text(color && `#${color}`),
  files: ({ files }) => {
    const count = Array.isArray(files) ? files.length : 0
    return { text: `${count} file${count === 1 ? "" : "s"}` }
  },
  progress: ({ open_issues_count, closed_issues_count }) => ({
    text: `${closed_issues_count} of ${Number(open_issues_count) + Number(closed_issues_count)}`,
  }),
  status: (item) => (isObject(item.values) ? text(item.values.Status) : state(outcomeOf(item))),
  comments: ({ comments }) => {
    const [first] = Array.isArray(comments) ? comments : []
    return text(first && `${first.author ?? "ghost"}: ${first.body ?? ""}`)
  },
}

/** Enum values are shown as words, in the colours of states. */
const states =
  /(?:^|_)(?:state|status|conclusion|decision|severity|mergeable|reason|type|permission|privacy|enforcement|association)$/

export const isState = (name: string) => states.test(name)

/** @param exact - as it is in the data, for fields that the user names */
export function cellOf(name: string, item: Plain, exact = false): Cell {
  const value = item[name]
  if (exact) return { ...text(value), style: styleOf(value) }
  const own = Object.hasOwn(computed, name) ? computed[name]?.(item) : undefined
  if (own) return own
  if (typeof value === "boolean") return { text: value ? "✓" : "", style: "green" }
  if (isTime(name)) return { text: value ? ago(value) : "", style: "dim" }
  if (isState(name)) return state(value)
  if (name === "size" && typeof value === "number") return { text: bytes(value) }
  if (isHash.test(name)) return { text: String(value ?? "").slice(0, 7), style: "yellow" }
  if (isNumericId(name)) return { ...text(value), style: "cyan", url: item.url }
  if (isIdentity(name)) return { ...text(value), url: item.url }
  return text(value)
}

const isHash = /(?:^|_)(?:sha|oid)$/

export const isTime = (name: string) => /_(?:at|on)$/.test(name)

/** `run_id`, by which another command names the object; an `id` is a node id. */
const isNumericId = (name: string) => /[a-z]_id$/.test(name)

const identities =
  /^(?:number|run_id|job_id|workflow_id|artifact_id|cache_id|asset_id|ruleset_id|ghsa_id|tag_name|login|slug|name|key|sha|path)$/

/** Whether another command names the object by this field. */
export const isIdentity = (name: string) => identities.test(name)

const headings: Readonly<Record<string, string>> = {
  number: "ID",
  outcome: "",
  head_ref: "BRANCH",
  data_type: "TYPE",
  download_count: "DOWNLOADS",
  release_type: "TYPE",
  tag_name: "TAG",
  is_answered: "ANSWERED",
  is_resolved: "RESOLVED",
  item_id: "ITEM ID",
  last_accessed_at: "USED",
  prs: "PULL REQUESTS",
  due_on: "DUE",
}

export const headingOf = (name: string): string =>
  headings[name] ??
  (isNumericId(name)
    ? "ID"
    : name
        .replace(/_(?:at|count)$/, "")
        .replaceAll("_", " ")
        .toUpperCase())
