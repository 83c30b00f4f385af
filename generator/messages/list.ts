/** Requirements for paged lists. */
import type { Problem } from "../diagnostics/index.js"

const page = (message: string, help?: string): Problem => ({ code: "GHX1317", message, help })

export const reservedInput = (name: string): Problem => ({
  code: "GHX1108",
  message:
    name === "first" || name === "after"
      ? `pagination adds \`${name}\` to the input itself: remove it here`
      : `pagination asks for \`${name}\` itself, by \`first\` and \`after\`: remove it here`,
})

export const reservedParameter = (name: string): Problem => ({
  code: "GHX1108",
  message: `pagination asks for \`${name}\` itself: remove it here`,
})

export const isOfEdge = (field: string) =>
  `\`${field}\` is of the edges: write \`pagination: { items: "edges[]" }\` under \`graphql\`, and map what it reads of them`

export const twoRoutes = () =>
  page(
    "a list takes one route: a cursor of GraphQL's names no page of REST's, nor the reverse",
    "remove the section `rest` or the section `graphql`",
  )

export const overGh = () =>
  page("gh counts no items and has no cursors: a list cannot fall back to it")

export const notAConnection = (found: string, lacking: readonly string[]) =>
  page(
    `a page of a list needs ${lacking.join(" and ")}, which ${found} does not have`,
    "`connection` must end at a connection field; a fragment that selects `pageInfo` must select these fields",
  )

export const inFragment = (connection: string) =>
  page(
    `\`${connection}\` is in a shared fragment, which has no variables, so it would always return the same page`,
    "select the connection in the document itself, and spread fragments below it",
  )

export const sharedVariable = (variable: string, connection: string, isCursor: boolean) =>
  page(
    isCursor
      ? `\`$${variable}\` is the cursor of the list, \`${connection}\`: elsewhere it names no page`
      : `\`$${variable}\` is the page size of the list, \`${connection}\`: elsewhere it would change what an item holds`,
    `use another variable here, such as \`$inner_${variable}\`, or ${isCursor ? "leave it out" : "write a number"}`,
  )

export const belowList = (connection: string) =>
  page(
    `\`${connection}\` is below another list, so each item would have its own pages`,
    "list the outer connection, or write a document for one of its items",
  )

export const ofMutation = (connection: string) =>
  page(
    `\`${connection}\` is read page by page, and each page would carry out the mutation again`,
    "write `output` in place of `list`, with a page size in the document; or list it by a query",
  )

export const otherField = (name: string, field: string) =>
  page(
    `the pages of a list are recognized by \`${name}\`, which is another name of \`${field}\` here`,
    `give \`${field}\` another alias, or none`,
  )

export const twoConnections = (connection: string, other: string) =>
  page(
    `the pages of \`${connection}\` are also those of \`${other}\`: one cursor cannot serve both`,
    "select the connection of the list outside of the fragment that both share",
  )

export const noCount = (found: string, total: string, help: string | readonly string[]) =>
  page(
    `${found} has no \`${total}\``,
    typeof help === "string"
      ? help
      : `name what counts its nodes as \`pagination: { total_count: … }\`: \`${help.join("`, `")}\``,
  )

export const noNodes = (found: string, isList: boolean) =>
  page(
    `\`items\` needs a list of nodes, found ${found}`,
    isList ? "its items may be null: write `[]` behind it, which leaves these out" : undefined,
  )

export const unnamedNodes = (found: string) =>
  page(
    `${found} has no \`nodes\` and no \`edges\`, of which the items are taken`,
    'select them without an alias, or name the items as `pagination: { items: "ALIAS[]" }`',
  )

export const noEndpoint = (name: string, help: string) =>
  page(
    `\`result\` of a list names the endpoint that is asked for page after page, found \`${name}\``,
    help,
  )

export const notNumbered = (request: string, lacking: readonly string[]) =>
  page(
    `${request} takes no \`${lacking.join("` and no `")}\`: it has no numbered pages`,
    "a list needs an endpoint that takes `per_page` and `page`, or `per_page` and `after`",
  )

export const notCounted = (answer: string) =>
  page(
    `the answer, ${answer}, does not count the items of all pages`,
    "write `counted: false`, and callers get a `total_count` of null",
  )

export const countedAllTheSame = (name: string) =>
  page(`the answer counts the items of all pages, as \`${name}\``, "remove `counted: false`")

export const countIsNoInteger = (found: string) =>
  page(`\`total_count\` must be a whole number, found ${found}`)

export const noConnection = (path: string, document: string) =>
  page(
    `a list is that of a connection, and the way down \`${document}\` ends at ${path ? `\`${path}\`` : "its root, which has several fields"}`,
    "select one there (`nodes { … }`), name it as `pagination: { connection: … }`, or write `output` for a single result",
  )

export const noOneList = (lists: readonly string[]) =>
  page(
    lists.length === 0
      ? "the answer has no property that is a list"
      : `the answer has several lists: ${lists.map((name) => `\`${name}\``).join(", ")}`,
    "name the right one as `pagination: { items: … }`",
  )
