/** A server that executes documents on the pinned schema and pages connections as GitHub does. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import {
  execute,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
  parse,
  validate,
} from "graphql"

/** A requested page. */
export interface AskedPage {
  /** `repository.issues`; below items, with their index between the names. */
  readonly path: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface GithubPages {
  readonly url: string
  readonly documents: readonly string[]
  readonly pages: readonly AskedPage[]
  clear(): void
  close(): Promise<void>
}

/** Number of nodes of a connection: outside and inside of items. */
const NODES = { outer: 7, inner: 3 }
const PAGING = ["first", "after", "last", "before"]

export async function startGithubPages(schema: GraphQLSchema): Promise<GithubPages> {
  const documents: string[] = []
  const pages: AskedPage[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { query, variables } = JSON.parse(Buffer.concat(chunks).toString())
    documents.push(query)
    const document = parse(query)
    const errors = validate(schema, document)
    const answer =
      errors.length > 0
        ? { errors: errors.map(({ message }) => ({ message })) }
        : await execute({
            schema,
            document,
            variableValues: variables,
            rootValue: { seed: "root" },
            fieldResolver: (source, args, _context, info) => resolve(source, args, info, pages),
          })
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    documents,
    pages,
    clear: () => void [documents, pages].map((one) => one.splice(0)),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

/** A placeholder for an object: all of its fields follow from its path. */
interface Thing {
  readonly seed: string
  readonly [field: string]: unknown
}

function resolve(
  source: Thing,
  args: Readonly<Record<string, unknown>>,
  info: GraphQLResolveInfo,
  pages: AskedPage[],
): unknown {
  const { fieldName, returnType, path, schema } = info
  if (Object.hasOwn(source, fieldName)) return source[fieldName]
  const names: (string | number)[] = []
  for (let at: typeof path | undefined = path; at; at = at.prev) names.unshift(at.key)
  const others = Object.entries(args).filter(([name]) => !PAGING.includes(name))
  const seed = `${source.seed}.${fieldName}${others.length > 0 ? JSON.stringify(others) : ""}`
  const type = getNamedType(returnType)
  const { ofNodes, ofNode } = source
  if (fieldName === "nodes" && Array.isArray(ofNodes))
    return ofNodes.map((one) => thing(type, String(one), schema))
  if (fieldName === "node" && typeof ofNode === "string") return thing(type, ofNode, schema)
  if (/^[a-z]+Count$/.test(fieldName) && source.totalCount !== undefined) return source.totalCount
  if (isConnection(type)) {
    pages.push({ path: names.join("."), args })
    const isInner = names.some((name) => typeof name === "number")
    return pageOf(seed, isInner ? NODES.inner : NODES.outer, args, fieldName)
  }
  const one = () => thing(type, seed, schema)
  return isListType(getNullableType(returnType)) ? [one()] : one()
}

function isConnection(type: GraphQLNamedType): boolean {
  return isObjectType(type) && "pageInfo" in type.getFields()
}

function thing(type: GraphQLNamedType, seed: string, schema: GraphQLSchema): unknown {
  if (isEnumType(type)) return type.getValues()[hashOf(seed) % type.getValues().length]?.value
  if (isLeafType(type)) {
    if (type.name === "Boolean") return hashOf(seed) % 2 === 0
    return type.name === "Int" || type.name === "Float" ? hashOf(seed) % 1_000_000 : seed
  }
  if (!isAbstractType(type)) return { seed }
  const possible = schema.getPossibleTypes(type).map(({ name }) => name)
  // Names from the documents occur among others.
  const wanted = ["PullRequest", "Issue", "Repository", "Commit", "User", "IssueComment"]
  const likely = [...wanted, "LabeledEvent", "ClosedEvent"].filter((name) =>
    possible.includes(name),
  )
  const among = likely.length > 0 ? likely : possible
  const alone = !/#\d+$/.test(seed)
  return { seed, __typename: among[alone ? 0 : hashOf(seed) % among.length] }
}

function pageOf(
  seed: string,
  count: number,
  args: Readonly<Record<string, unknown>>,
  name: string,
) {
  const { first, last, after, before } = args
  const sizes = [first, last].filter((one) => typeof one === "number")
  const [size] = sizes
  if (size === undefined)
    throw new GraphQLError(
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    )
  if (sizes.length > 1)
    throw new GraphQLError(
      `Passing both \`first\` and \`last\` to paginate the \`${name}\` connection is not supported.`,
    )
  if (size < 1 || size > 100)
    throw new GraphQLError(`Requesting ${size} records on the \`${name}\` connection is too much.`)
  const start = typeof after === "string" ? placeOf(after, seed) + 1 : 0
  const end = typeof before === "string" ? placeOf(before, seed) : count
  const [from, to] =
    typeof first === "number"
      ? [start, Math.min(end, start + first)]
      : [Math.max(start, end - size), end]
  const places = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  const ofNodes = places.map((place) => `${seed}#${place}`)
  const edges = ofNodes.map((ofNode) => ({
    seed: `${ofNode}.edge`,
    cursor: Buffer.from(ofNode).toString("base64"),
    ofNode,
  }))
  return {
    seed,
    ofNodes,
    edges,
    totalCount: count,
    pageInfo: {
      seed: `${seed}.pageInfo`,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasPreviousPage: from > 0,
      hasNextPage: to < count,
    },
  }
}

function placeOf(cursor: string, seed: string): number {
  const text = Buffer.from(cursor, "base64").toString()
  const place = text.startsWith(`${seed}#`) ? Number(text.slice(seed.length + 1)) : Number.NaN
  if (!Number.isInteger(place))
    throw new GraphQLError(`\`${cursor}\` does not appear to be a valid cursor.`)
  return place
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return hash >>> 0
}
