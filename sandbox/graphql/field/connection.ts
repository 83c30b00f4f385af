import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from "graphql"
import { alike, type Context, type Field } from "./context.js"
import { QueryError } from "./errors.js"
import { isIncluded } from "./selection.js"

export interface PageArgs {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
}

export type Direction = "ASC" | "DESC"

export interface OrderArg<Field extends string> {
  field: Field
  direction: Direction
}

export interface OrderedArgs<Field extends string = string> extends PageArgs {
  orderBy?: OrderArg<Field> | null
}

type Key = string | number

/** The sort order of a list. Together the keys must distinguish any two rows. */
export interface Order<Row> {
  keys: (row: Row) => readonly Key[]
  descending?: boolean
}

interface ConnectionOptions<Row, Node> {
  order?: Order<Row>
  /** Whether the rows are already sorted in ascending order. */
  isSorted?: boolean
  /** Whether its cursors count items, as those of a list without an order do, instead of containing keys. */
  isCounted?: boolean
  /** What cursors have before the count. */
  prefix?: string
  /** The value of `node` and `nodes`; the row itself by default. */
  node?: (row: Row) => Node
  /** Further fields of an edge. */
  edge?: (row: Row) => Record<string, unknown>
  /** Further fields of the connection. */
  extra?: Record<string, unknown>
}

const MAX_PAGE_SIZE = 100

/**
 * A page of `rows`. A cursor contains the sort keys of its row, so pages stay correct when rows are added or removed
 * between two requests, unless it is the number of items up to its row. Without an order, rows stay as given.
 */
export function connection<Row, Node = Row>(
  rows: readonly Row[],
  args: PageArgs,
  info: GraphQLResolveInfo,
  options: ConnectionOptions<Row, Node> = {},
) {
  checkPage(args, info)
  const { order, prefix = "", node = (row: Row) => row, edge = () => ({}) } = options
  const isCounted = options.isCounted ?? !order
  const sorted = sequenceOf(rows, options)
  const sequence = isCounted ? counted(sorted) : sorted
  const sign = order?.descending && !isCounted ? -1 : 1
  const after = args.after ? decodeCursor(args.after) : undefined
  const before = args.before ? decodeCursor(args.before) : undefined
  const start = after ? firstPlace(sequence, (keys) => sign * compareKeys(keys, after) > 0) : 0
  const end = before
    ? firstPlace(sequence, (keys) => sign * compareKeys(keys, before) >= 0)
    : sequence.length
  const size = Math.max(0, end - start)
  const count = Math.min(size, args.first ?? args.last ?? 0)
  const from = typeof args.first !== "number" && typeof args.last === "number" ? end - count : start
  const page = Array.from({ length: count }, (_, index) => sequence.at(from + index))
  const edges = page.map((entry) => ({
    cursor: isCounted ? countCursor(entry.keys, prefix) : encodeCursor(entry.keys),
    node: node(entry.row),
    ...edge(entry.row),
  }))
  return {
    totalCount: rows.length,
    edges,
    nodes: edges.map((entry) => entry.node),
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges[edges.length - 1]?.cursor ?? null,
      hasPreviousPage: count > 0 && from > 0,
      hasNextPage: count > 0 ? from + count < sequence.length : args.first === 0 && size > 0,
    },
    ...options.extra,
  }
}

/** A field with a list of rows, in their order unless the options have another. */
export const list =
  <Owner, Row, Args extends PageArgs = PageArgs, Node = Row>(
    rows: (owner: Owner, context: Context, args: Args) => readonly Row[],
    options:
      | ConnectionOptions<Row, Node>
      | ((args: Args, owner: Owner, context: Context) => ConnectionOptions<Row, Node>) = {},
  ): Field<Owner> =>
  (owner: Owner, args: Args, context: Context, info: GraphQLResolveInfo) =>
    connection(
      rows(owner, context, args),
      args,
      info,
      typeof options === "function" ? options(args, owner, context) : options,
    )

/** The same, by id. */
export const listById = <Owner, Row extends { id: number }, Args extends PageArgs = PageArgs>(
  rows: (owner: Owner, context: Context, args: Args) => readonly Row[],
): Field<Owner> => list(rows, { order: byId() })

/** The order that is asked for; `keys` has the sort keys of each field. */
export const orderOf = <Row, Field extends string>(
  asked: OrderArg<string> | null | undefined,
  field: NoInfer<Field>,
  keys: { readonly [Name in Field]: (row: Row) => readonly Key[] },
  direction: Direction = "ASC",
): Order<Row> => ({
  keys: keys[(asked?.field ?? field) as Field] ?? keys[field],
  descending: (asked?.direction ?? direction) === "DESC",
})

/** Rows in the order of the answer, with their keys. */
interface Sequence<Row> {
  readonly length: number
  at(place: number): { row: Row; keys: readonly Key[] }
}

function sequenceOf<Row>(
  rows: readonly Row[],
  { order, isSorted }: ConnectionOptions<Row, unknown>,
): Sequence<Row> {
  const { length } = rows
  if (!order) return { length, at: (place) => ({ row: rows[place] as Row, keys: [place] }) }
  if (isSorted) {
    return {
      length,
      at(place) {
        const row = rows[order.descending ? length - 1 - place : place] as Row
        return { row, keys: order.keys(row) }
      },
    }
  }
  const keyed = rows.map((row) => ({ row, keys: order.keys(row) }))
  const sign = order.descending ? -1 : 1
  keyed.sort((a, b) => sign * compareKeys(a.keys, b.keys))
  return { length, at: (place) => keyed[place] as (typeof keyed)[number] }
}

/** The same rows, with their places as keys. */
const counted = <Row>({ length, at }: Sequence<Row>): Sequence<Row> => ({
  length,
  at: (place) => ({ row: at(place).row, keys: [place] }),
})

/** The first index whose keys pass a test that all later keys pass, too. */
function firstPlace<Row>(
  sequence: Sequence<Row>,
  passes: (keys: readonly Key[]) => boolean,
): number {
  let [from, to] = [0, sequence.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (passes(sequence.at(middle).keys)) to = middle
    else from = middle + 1
  }
  return from
}

/** The edge of a new row, as in the list sorted by id. */
export const edgeOf = <Row extends { id: number }>(row: Row) => ({
  cursor: encodeCursor([row.id]),
  node: row,
})

/** The empty connection, for a feature that the store does not have. */
export const emptyConnection: Field<unknown> = alike(
  "an empty list",
  (_row, args: PageArgs, _context, info) => connection<never>([], args, info),
)

export const byId = <Row extends { id: number }>(descending = false): Order<Row> => ({
  keys: (row) => [row.id],
  descending,
})

function checkPage(args: PageArgs, info: GraphQLResolveInfo): void {
  const { first, last } = args
  const name = info.fieldName
  if (isAbsent(first) && isAbsent(last)) {
    if (!selectsItems(info)) return
    throw new QueryError(
      "MISSING_PAGINATION_BOUNDARIES",
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    )
  }
  if (!isAbsent(first) && !isAbsent(last)) {
    throw new QueryError(
      "EXCESSIVE_PAGINATION",
      `Passing both \`first\` and \`last\` values to paginate the \`${name}\` connection is not supported.`,
    )
  }
  const [bound, size] = isAbsent(first) ? ["last", last ?? 0] : ["first", first]
  if (size > MAX_PAGE_SIZE) {
    throw new QueryError(
      "EXCESSIVE_PAGINATION",
      `Requesting ${size} records on the \`${name}\` connection exceeds the \`${bound}\` limit of ${MAX_PAGE_SIZE} records.`,
    )
  }
  if (size < 0) {
    throw new QueryError(
      "INVALID_PAGINATION",
      `\`${bound}\` on the \`${name}\` connection cannot be less than zero.`,
    )
  }
}

const isAbsent = (value: number | null | undefined): value is null | undefined =>
  value === null || value === undefined

/** A count needs no page size; everything else does. */
function selectsItems(info: GraphQLResolveInfo): boolean {
  const inSet = (set: SelectionSetNode | undefined): boolean =>
    (set?.selections ?? []).some((selection) => {
      if (!isIncluded(selection, info.variableValues)) return false
      if (selection.kind === Kind.FIELD) {
        return ["nodes", "edges", "pageInfo"].includes(selection.name.value)
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) return inSet(selection.selectionSet)
      return inSet(info.fragments[selection.name.value]?.selectionSet)
    })
  return info.fieldNodes.some((node) => inSet(node.selectionSet))
}

function compareKeys(a: readonly Key[], b: readonly Key[]): number {
  for (let i = 0; i < a.length; i++) {
    const x = a[i]
    const y = b[i]
    if (x === undefined || y === undefined || x === y) continue
    return x < y ? -1 : 1
  }
  return 0
}

const CURSOR_PREFIX = "cursor:v2:"

const encodeCursor = (keys: readonly Key[]): string =>
  Buffer.from(CURSOR_PREFIX + JSON.stringify(keys)).toString("base64")

const countCursor = ([place]: readonly Key[], prefix: string): string =>
  Buffer.from(`${prefix}${Number(place) + 1}`).toString(prefix === "" ? "base64url" : "base64")

function decodeCursor(cursor: string): readonly Key[] {
  const text = Buffer.from(cursor, "base64").toString("utf8")
  const [, items] = /^(?:cursor:)?(\d+)$/.exec(text) ?? []
  if (items !== undefined) return [Number(items) - 1]
  if (text.startsWith(CURSOR_PREFIX)) {
    try {
      const keys: unknown = JSON.parse(text.slice(CURSOR_PREFIX.length))
      if (Array.isArray(keys) && keys.every(isKey)) return keys
    } catch {
      // Falls through to the refusal below.
    }
  }
  throw new QueryError(
    "INVALID_CURSOR_ARGUMENTS",
    `\`${cursor}\` does not appear to be a valid cursor.`,
  )
}

const isKey = (value: unknown): value is Key =>
  typeof value === "string" || typeof value === "number"
