/** Requirements for paged lists. */
import { type Problem, problem } from "../diagnostics/index.js"

const page = (message: string, help?: string): Problem => ({ code: "GHX1317", message, help })

export const reservedInput = (name: string) =>
  problem(
    "GHX1108",
    name === "first" || name === "after"
      ? `pagination adds the input \`${name}\`: remove it here`
      : `pagination sets \`${name}\` from \`first\` and \`after\`: remove it here`,
  )

export const reservedParameter = (name: string) =>
  problem("GHX1108", `pagination sets \`${name}\`: remove it here`)

export const isOfEdge = (field: string) =>
  `\`${field}\` is a field of the edges: write \`pagination: { items: "edges[]" }\` under \`graphql\`, and map the fields`

export const twoRoutes = () =>
  page(
    "a list cannot use both GraphQL and REST: their cursors are incompatible",
    "remove the section `rest` or the section `graphql`",
  )

export const overGh = () =>
  page("a list cannot fall back to gh, which has no cursors and no counts")

export const notAConnection = (found: string, lacking: readonly string[]) =>
  page(
    `a list needs ${lacking.join(" and ")}, which ${found} does not have`,
    "`connection` must end at a connection field; a fragment that selects `pageInfo` must select these fields",
  )

export const inFragment = (connection: string) =>
  page(
    `\`${connection}\` is in a shared fragment, which has no variables for the page size and cursor`,
    "select the connection in the document itself, and spread fragments below it",
  )

export const sharedVariable = (variable: string, connection: string, isCursor: boolean) =>
  page(
    isCursor
      ? `\`$${variable}\` is the cursor of the list \`${connection}\` and cannot be used elsewhere`
      : `\`$${variable}\` is the page size of the list \`${connection}\` and cannot be used elsewhere`,
    `use another variable here, such as \`$inner_${variable}\`, or ${isCursor ? "remove it" : "write a number"}`,
  )

export const belowList = (connection: string) =>
  page(
    `\`${connection}\` is below another list, so each item would have its own pages`,
    "list the outer connection, or write a document for one of its items",
  )

export const ofMutation = (connection: string) =>
  page(
    `\`${connection}\` is paginated, so every page would run the mutation again`,
    "replace `list` by `output`, with a page size in the document, or use a query",
  )

export const otherField = (name: string, field: string) =>
  page(
    `pagination reads \`${name}\`, which is an alias of \`${field}\` here`,
    `rename or remove the alias of \`${field}\``,
  )

export const twoConnections = (connection: string, other: string) =>
  page(
    `\`${connection}\` and \`${other}\` share one selection, so one cursor would page both`,
    "select the connection of the list outside the fragment that both share",
  )

export const noCount = (found: string, total: string, help: string | readonly string[]) =>
  page(
    `${found} has no \`${total}\``,
    typeof help === "string"
      ? help
      : `write \`pagination: { total_count: … }\` with one of \`${help.join("`, `")}\``,
  )

export const noNodes = (found: string, isList: boolean) =>
  page(
    `\`items\` needs a list of nodes, found ${found}`,
    isList ? "items may be null: append `[]` to drop these" : undefined,
  )

export const unnamedNodes = (found: string) =>
  page(
    `${found} selects neither \`nodes\` nor \`edges\``,
    'select one of them without an alias, or write `pagination: { items: "ALIAS[]" }`',
  )

export const noEndpoint = (name: string, help: string) =>
  page(`\`result\` must name the endpoint to paginate, found \`${name}\``, help)

export const notNumbered = (request: string, lacking: readonly string[]) =>
  page(
    `${request} takes no \`${lacking.join("` and no `")}\`, so it cannot be paginated`,
    "a list needs an endpoint that takes `per_page` and `page`, or `per_page` and `after`",
  )

export const notCounted = (answer: string) =>
  page(
    `the response, ${answer}, has no total count`,
    "write `counted: false`: `total_count` is then null",
  )

export const countedAllTheSame = (name: string) =>
  page(`the response has a total count, \`${name}\``, "remove `counted: false`")

export const countIsNoInteger = (found: string) =>
  page(`\`total_count\` must be a whole number, found ${found}`)

export const noConnection = (path: string, document: string) =>
  page(
    `a list needs a connection, but the selection of \`${document}\` ends at ${path ? `\`${path}\`` : "its root, which has several fields"}`,
    "select one there (`nodes { … }`), write `pagination: { connection: … }`, or write `output` for a single result",
  )

export const noSuchList = (name: string, known: readonly string[]) =>
  page(
    `\`all_pages\` names no list of the response, found \`${name}\``,
    known.length > 0 ? `write \`${known.join("`, `")}\`` : "the response has no list: remove it",
  )

export const allPagesOfWrite = () => page("only a GET has pages", "remove `all_pages`")

export const noOneList = (lists: readonly string[]) =>
  page(
    lists.length === 0
      ? "the response has no list"
      : `the response has several lists: ${lists.map((name) => `\`${name}\``).join(", ")}`,
    "write `pagination: { items: … }`",
  )
