import { didYouMean } from "../../../diagnostics/index.js"
import type { RestDescription, RestOperation } from "../../../parse/index.js"
import {
  draftDescription,
  FIELDS,
  guardOf,
  INPUTS,
  members,
  ofChanges,
  type Proposal,
  ProposalError,
  REPEATS,
  type RouteScaffolder,
  type ScaffoldContext,
  shapeFor,
  startingFields,
} from "../../route/index.js"
import { onlyRedirects } from "../check/index.js"

export const restScaffolder: RouteScaffolder = {
  type: "rest",
  scaffolds: [
    { option: "rest", example: "'POST /repos/{owner}/{repo}/issues'", propose: proposeRest },
  ],
}

interface Described {
  readonly $ref?: string
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Described>>
  readonly required?: readonly string[]
  readonly items?: Described
}

/** A capability for one request: its path, query and body are the inputs, its answer is the output. */
function proposeRest(known: ScaffoldContext, id: string, request: string): Proposal {
  const description = known.rest()
  const { method, path, operation } = operationOf(description, request)
  const input = namesTaken(operation, description)
  const { result, section } = answerOf(operation, { method, path }, known)
  const isRead = method === "GET"
  return {
    card: {
      description: draftDescription(id),
      ...(!isRead && ofChanges(method === "DELETE" ? "destroy" : "write")),
      ...(Object.keys(input).length > 0 && { input: members(Object.entries(input)) }),
      ...result,
      rest: {
        request: `${method} ${path}`,
        ...(path.includes("{issue_number}") && guardOf(known.issue.rest, `${method} ${path}`)),
        ...section,
      },
    },
    open: [
      ...(isRead ? [] : [REPEATS]),
      ...(Object.keys(input).length > 0 ? [INPUTS] : []),
      ...(typeof Object.values(result)[0] === "string" ? [] : [FIELDS]),
    ],
  }
}

function operationOf(description: RestDescription, request: string) {
  const [method = "", path = ""] = request.trim().split(/\s+/)
  const operation = description.paths[path]?.[method.toLowerCase()]
  if (operation) return { method: method.toUpperCase(), path, operation }
  const known = Object.entries(description.paths).flatMap(([one, operations]) =>
    Object.keys(operations).map((verb) => `${verb.toUpperCase()} ${one}`),
  )
  const help = didYouMean(`${method.toUpperCase()} ${path}`, known)
  throw new ProposalError(
    `GitHub's description has no \`${request}\`${help ? `; ${help}` : ": write it as in GitHub's docs: 'GET /repos/{owner}/{repo}'"}`,
  )
}

/** The query's own ways to name a page. */
const OF_PAGES = /^(?:page|per_page|first|last|after|before|cursor)$/

/**
 * The inputs for query and body; those for the path are derived. Optional objects are omitted, because an author must
 * write their contracts.
 */
function namesTaken({ parameters = [], body }: RestOperation, description: RestDescription) {
  const inQuery = parameters
    .filter(({ name, in: place }) => place === "query" && !OF_PAGES.test(name))
    .map(({ name, schema, required }) => ({ name, schema, isRequired: required === true }))
  const { properties = {}, required = [] } = resolved(body, description)
  const inBody = Object.entries(properties).map(([name, schema]) => {
    return { name, schema, isRequired: required.includes(name) }
  })
  return Object.fromEntries(
    [...inQuery, ...inBody].flatMap(({ name, schema, isRequired }): [string, unknown][] => {
      if (isSimple(schema, description)) return [[name, undefined]]
      return isRequired ? [[name, { type: "object", additionalProperties: true }]] : []
    }),
  )
}

function isSimple(schema: unknown, description: RestDescription): boolean {
  const { type, items } = resolved(schema, description)
  if (SCALARS.has(String(type))) return true
  return type === "array" && SCALARS.has(String(resolved(items, description).type))
}

/** The card's keys for the answer, and those of the section. */
function answerOf(
  operation: RestOperation,
  { method, path }: { readonly method: string; readonly path: string },
  known: ScaffoldContext,
) {
  const description = known.rest()
  if (method === "GET" && onlyRedirects(operation))
    return contentOf({ bytes: true }, "Bytes of the file.")
  const [accept] = operation.media ?? []
  if (operation.response === undefined && accept !== undefined)
    return contentOf({ accept }, "Text of the response.")
  if (operation.response === undefined) {
    // Without an answer, the result at least repeats the subject.
    const name = /\{([^{}]+)\}(?!.*\{)/.exec(path)?.[1]
    if (name === undefined)
      throw new ProposalError(`\`${path}\` returns no body and has no parameters.`)
    const section = { output: { [name]: `$input.${name}` } }
    return { result: { output: { fields: [name] } }, section }
  }
  const answer = resolved(operation.response, description)
  const items = answer.type === "array" ? answer.items : onlyList(answer)
  if (items !== undefined && !operation.parameters?.some(({ name }) => name === "page")) {
    throw new ProposalError(`\`${path}\` returns a list that cannot be paginated.`)
  }
  const thing: Described = items ?? Object(operation.response)
  const type = thing.$ref?.slice(thing.$ref.lastIndexOf("/") + 1)
  const shape =
    type === undefined ? undefined : shapeFor(known.shapes, "rest", type, items !== undefined)
  const { expression, output } =
    shape === undefined
      ? fieldsOf(resolved(thing, description))
      : { expression: shape, output: undefined }
  const key = items === undefined ? "output" : "list"
  return { result: { [key]: expression }, section: { ...(output && { output }) } }
}

/** An answer that is not JSON. */
const contentOf = (section: object, content: string) => ({
  result: { output: { fields: { content } } },
  section: { ...section, output: { content: "@" } },
})

/** The items of an answer that is a page of a list. */
function onlyList({ properties = {} }: Described): Described | undefined {
  const [list, ...others] = Object.values(properties).filter(({ type }) => type === "array")
  return "total_count" in properties && others.length === 0 ? list?.items : undefined
}

const SCALARS = new Set(["string", "integer", "number", "boolean"])

/** The values of an object, without URLs of related REST resources. */
function fieldsOf({ properties = {} }: Described) {
  const values = Object.entries(properties).filter(
    ([name, { type }]) => SCALARS.has(String(type)) && !/(?:^|_)url$|^node_id$/.test(name),
  )
  const hasPage = "html_url" in properties
  const names = [...values.map(([name]) => name), ...(hasPage ? ["url"] : [])]
  const starting = startingFields(names)
  const fields = names.filter((name) => starting.has(name))
  return { expression: { fields }, output: hasPage ? { url: "html_url" } : undefined }
}

function resolved(described: unknown, { schemas }: RestDescription): Described {
  const { $ref }: Described = Object(described)
  return Object($ref === undefined ? described : schemas[$ref.slice($ref.lastIndexOf("/") + 1)])
}
