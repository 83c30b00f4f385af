import Table from "cli-table3"
import type { CapabilityMap } from "../../../generated/capability-map.js"
import { type Cell, cellOf, headingOf, isIdentity, isTime } from "./cells.js"
import { type Screen, widthOf } from "./style.js"
import { isEmpty, isLong, isObject, type Plain, wordsOf } from "./words.js"

interface Column {
  readonly name: string
  readonly heading: string
  readonly cells: readonly Cell[]
  /** Gives way on a narrow terminal; the highest first. */
  readonly rank: number
  readonly width: number
  readonly isFlexible: boolean
}

const gap = 2

/** Flexible columns are not cut below this while others can give way. */
const narrow = 16

/**
 * One row per item, with the columns that fit.
 *
 * @param id - the capability that lists them
 * @param fields - the columns that the user names
 */
export function table(
  items: readonly unknown[],
  screen: Screen,
  { id = "", fields }: { readonly id?: string; readonly fields?: readonly string[] } = {},
): string {
  if (!items.every(isObject)) return items.map(wordsOf).join("\n")
  const names = fields ? fields.map((name) => ({ name, rank: 0 })) : namesFor(id, items)
  const all = names.flatMap(({ name, rank }) => {
    const cells = items.map((item) => cellOf(name, item, fields !== undefined))
    // Without colours, a sign is not an outcome.
    if (!fields && cells.every(({ text }) => text === "")) return []
    const heading = fields ? name : headingOf(name)
    const width = Math.max(...[{ text: heading }, ...cells].map(({ text }) => widthOf(text)))
    return [{ name, heading, cells, rank, width, isFlexible: mayBeCut(name) }]
  })
  const columns = fitted(all, screen.width)
  const shown = new Table({
    head: columns.map(({ heading }) => screen.paint("dim", heading)),
    chars: noLines,
    colWidths: columns.map(({ width }, at) => width + (at < columns.length - 1 ? gap : 0)),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  })
  for (const at of items.keys()) {
    shown.push(columns.map(({ cells, width }) => printed(cells[at], width, screen)))
  }
  return shown.toString().replaceAll(/ +$/gm, "")
}

/** A link surrounds what is left of a cell that is cut, so that the address is whole. */
function printed(cell: Cell = { text: "" }, width: number, screen: Screen): string {
  const text = cut(cell.text, width)
  const painted = cell.style === undefined ? text : screen.paint(cell.style, text)
  return cell.url === undefined || text === "" ? painted : screen.link(painted, cell.url)
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let shown = ""
  let room = width - 1
  for (const character of text) {
    room -= widthOf(character)
    if (room < 0) break
    shown += character
  }
  return `${shown.trimEnd()}…`
}

/** The columns of a list in gh's order, or those of the items: what names an item first, then what it is. */
function namesFor(id: string, items: readonly Plain[]) {
  const own = new Map(Object.entries(columnsOf)).get(id)?.split(" ")
  if (own) {
    return own.map((name, at) => ({
      name: name.replaceAll("?", ""),
      rank: name.endsWith("?") ? at + (name.endsWith("??") ? own.length : 1) : 0,
    }))
  }
  const all = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const isNamed = all.some((name) => isIdentity(name) || name === "title")
  const names = all.filter(
    (name) =>
      items.every((item) => !isLong(item[name])) &&
      items.some((item) => !isEmpty(item[name]) && item[name] !== false) &&
      !(isNamed && name === "id") &&
      !/(?:^|_)url$/.test(name) &&
      !all.some((other) => repeats(items, name, other)),
  )
  const whole = isWhole(names) ? ["repository", ...names.filter((one) => !isPlace(one))] : names
  return whole
    .map((name, at) => ({ name, rank: rankOf(name) + at / 100 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ name, rank }) => ({ name, rank: rank < 2 ? 0 : rank }))
}

const isPlace = (name: string) => name === "owner" || name === "repo"

const isWhole = (names: readonly string[]) => names.includes("owner") && names.includes("repo")

/** The name of an item, what it is, its other fields, times, and fields for programs. */
function rankOf(name: string): number {
  if (name === "repository" || isIdentity(name) || name === "id") return 0
  if (/^(?:title|state|status|conclusion|description|summary|severity)$/.test(name)) return 1
  if (isTime(name)) return 3
  return /_(?:id|sha|count)$/.test(name) ? 4 : 2
}

/** Whether a column repeats another one in every row, such as `original_line` and `line`. */
const repeats = (items: readonly Plain[], name: string, other: string) =>
  name.endsWith(`_${other}`) && items.every((item) => item[name] === item[other])

const mayBeCut = (name: string) =>
  !isTime(name) && !/^(?:number|outcome|id|state|status)$|_id$/.test(name)

/** The columns that fit: flexible ones are cut, then optional ones are left out, and then the rest is cut further. */
function fitted(columns: readonly Column[], room: number): readonly Column[] {
  const fixed = columns.filter(({ isFlexible }) => !isFlexible)
  const flexible = columns.filter(({ isFlexible }) => isFlexible)
  const taken = fixed.reduce((sum, { width }) => sum + width, 0) + gap * (columns.length - 1)
  const widths = shared(flexible, room - taken)
  const isTight = flexible.some(
    ({ name, width }) => (widths.get(name) ?? 0) < Math.min(width, narrow),
  )
  const last = columns.reduce(
    (worst, one) => (one.rank > worst.rank ? one : worst),
    columns[0] ?? none,
  )
  if ((isTight || taken > room) && last.rank > 0) {
    return fitted(
      columns.filter((one) => one !== last),
      room,
    )
  }
  return columns.map((one) => ({ ...one, width: Math.max(1, widths.get(one.name) ?? one.width) }))
}

const none: Column = { name: "", heading: "", cells: [], rank: 0, width: 0, isFlexible: false }

/** Shares the room among columns: the widest are cut to the same width. */
function shared(columns: readonly Column[], room: number): ReadonlyMap<string, number> {
  const widths = new Map<string, number>()
  let left = room
  const inOrder = columns.toSorted((one, other) => one.width - other.width)
  for (const [at, { name, width }] of inOrder.entries()) {
    const own = Math.min(width, Math.floor(left / (inOrder.length - at)))
    widths.set(name, own)
    left -= own
  }
  return widths
}

const noLines = Object.fromEntries(
  ["top", "bottom", "left", "right"]
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .concat("mid", "mid-mid", "middle")
    .map((name) => [name, ""]),
)

/**
 * By capability. A column is a field of the items, or one of `cells.ts`; a column with a question mark gives way on a
 * narrow terminal, the last one first, and before it one with two. Other lists have the columns of their contracts.
 */
const columnsOf: Readonly<Partial<Record<keyof CapabilityMap, string>>> = {
  "issue.list": "number title state labels? updated_at?",
  "issue.search": "repository number title state labels? updated_at?",
  "issue.subissues.list": "number title state",
  "issue.prs.list": "repository number title head_ref? state created_at?",
  "pr.list": "number title head_ref? state created_at?",
  "pr.search": "repository number title state labels? updated_at?",
  "pr.issues.list": "repository number title state labels? updated_at?",
  "pr.checks.list": "outcome name description? elapsed workflow? event??",
  "pr.threads.list": "id path line is_resolved? comments",
  "workflow.runs.list": "outcome run_id title workflow branch? event?? elapsed?? created_at?",
  "workflow.run.jobs.list": "outcome job_id name elapsed? failed_steps? completed_at?",
  "workflow.list": "name state workflow_id path?",
  "workflow.caches.list": "cache_id key size created_at? last_accessed_at?",
  "release.list": "name release_type tag_name published_at?",
  "repo.list": "repository description info pushed_at?",
  "repo.search": "repository description info pushed_at?",
  "repo.labels.list": "name description? color",
  "repo.milestones.list": "number title state due_on? progress?",
  "repo.secrets.list": "name updated_at",
  "repo.variables.list": "name value updated_at?",
  "repo.commits.list": "sha title author committed_at?",
  "search.commits": "repository sha title author? committed_at?",
  "search.code": "repository path",
  "gist.list": "id description files? visibility updated_at?",
  "project.fields.list": "name data_type options?",
  "release.assets.list": "name size download_count? asset_id",
  "pr.commits.list": "sha title author committed_at?",
  "project.list": "number title state items_count? updated_at?",
  "project.items.list": "type title number repository? status item_id",
  "discussion.list": "number title category? labels? is_answered? updated_at?",
  "notification.list": "repository number type title reason?? updated_at?",
}
