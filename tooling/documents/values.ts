/** Values of the sandbox for the variables of a foreign operation. */
import {
  type ASTNode,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  parse,
  type TypeNode,
  typeFromAST,
  visit,
} from "graphql"
import type { SeedAddition } from "../../sandbox/index.js"
import { nodesOf } from "../../schema/lazy/index.js"
import { schema } from "./schema.js"

/** Ids that the sandbox has, by their types. */
export type Ids = ReadonlyMap<string, readonly string[]>

/** Returns the id of every object with its type; several of a type if there are any. */
export const everyId = `{
  viewer { __typename id }
  organization(login: "octo-org") { __typename id }
  website: repository(owner: "octo-org", name: "website") {
    pullRequest(number: 2) { reviews(first: 1) { nodes { __typename id } } }
  }
  repository(owner: "octocat", name: "hello-world") {
    __typename id
    one: issue(number: 1) {
      __typename id
      comments(first: 2) { nodes { __typename id } }
      timelineItems(first: 20) { nodes { __typename ... on Node { id } } }
    }
    three: issue(number: 3) { __typename id }
    two: issue(number: 2) { __typename id }
    pullRequest(number: 7) {
      __typename id
      reviews(first: 3) { nodes { __typename id } }
      reviewThreads(first: 3) {
        nodes { __typename id comments(first: 1) { nodes { __typename id } } }
      }
      commits(first: 1) {
        nodes { __typename id commit { __typename id tree { __typename id } } }
      }
    }
    draft: pullRequest(number: 8) { __typename id }
    closed: pullRequest(number: 9) { __typename id }
    labels(first: 2) { nodes { __typename id } }
    milestones(first: 1) { nodes { __typename id } }
    releases(first: 1) { nodes { __typename id } }
    rewrite: ref(qualifiedName: "refs/heads/rewrite") { __typename id }
    defaultBranchRef {
      __typename id
      target {
        ... on Commit {
          checkSuites(first: 1) {
            nodes {
              __typename id
              checkRuns(first: 1) { nodes { __typename id } }
              workflowRun { __typename id workflow { __typename id } }
            }
          }
        }
      }
    }
    object(expression: "HEAD:README.md") { __typename id }
  }
}`

export function idsIn(answer: unknown, found = new Map<string, string[]>()): Map<string, string[]> {
  if (typeof answer !== "object" || answer === null) return found
  const { __typename: type, id } = answer as Record<string, unknown>
  if (typeof type === "string" && typeof id === "string") {
    found.set(type, [...(found.get(type) ?? []), id])
  }
  for (const one of Object.values(answer)) idsIn(one, found)
  return found
}

/** The use of a variable: its argument or member, and the enclosing fields, innermost last. */
interface Use {
  readonly name: string
  readonly fields: readonly string[]
}

const PLACEHOLDER =
  /\$\{[^}]*\}|\$[\w.]+|%[sdvq]|\{\{[^}]*\}\}|#\{[^}]*\}|<[\w -]+>|^[A-Z_]{4,}$|^$/

/** The text, with values in place of the placeholders that its program would fill. */
export function filled(text: string, ids: Ids): string {
  const changes: { readonly start: number; readonly end: number; readonly value: string }[] = []
  const document = parse(text)
  visit(document, {
    StringValue(node, _key, parent, _path, ancestors) {
      if (!node.loc || !PLACEHOLDER.test(node.value)) return
      const within = around(parent, ancestors)
      const use = useIn(within)
      const own = use && placeholderFor(use, typesAt(use, within, document), ids)
      const value = own ?? node.value.replace(new RegExp(PLACEHOLDER, "g"), "x")
      changes.push({ start: node.loc.start, end: node.loc.end, value: JSON.stringify(value) })
    },
  })
  return changes.reduceRight(
    (made, { start, end, value }) => made.slice(0, start) + value + made.slice(end),
    text,
  )
}

function placeholderFor(use: Use, types: readonly string[], ids: Ids): string | undefined {
  if (/^(ids?|\w+Ids?)$/.test(use.name)) return idFor({ ...use, types }, { ids, attempt: 0 })
  if (/^(from|to|since|until|\w+At)$/.test(use.name)) return DATE
  return textFor(use)
}

type Around = readonly (ASTNode | readonly ASTNode[])[]

/** The ancestors of a node, nearest last. */
function around(parent: Around[number] | undefined, ancestors: Around): readonly ASTNode[] {
  return [...ancestors, ...(parent ? [parent] : [])].filter((one): one is ASTNode => "kind" in one)
}

function useIn(within: readonly ASTNode[]): Use | undefined {
  const named = within.filter((one) => one.kind === Kind.ARGUMENT || one.kind === Kind.OBJECT_FIELD)
  const name = named.at(-1)?.name.value
  if (name === undefined) return undefined
  return {
    name,
    fields: within.flatMap((one) => (one.kind === Kind.FIELD ? one.name.value : [])),
  }
}

/** In later attempts, an organization's repository, for documents that also use the owner as an organization. */
function textFor({ name, fields }: Use, attempt = 0): string | undefined {
  const field = fields.at(-1)
  if (field === "organization" || (name === "owner" && fields.includes("organization"))) {
    return "octo-org"
  }
  if (field === "repository" && name === "name") {
    return fields.includes("organization") || attempt > 1 ? "tools" : "hello-world"
  }
  if (name === "owner" && attempt > 1) return "octo-org"
  if (name === "query" && attempt > 0) return "hello"
  return texts[name]
}

const texts: Readonly<Record<string, string>> = {
  owner: "octocat",
  login: "octocat",
  query: "repo:octocat/hello-world",
  qualifiedName: "refs/heads/main",
  refPrefix: "refs/heads/",
  expression: "HEAD:README.md",
  path: "README.md",
  tagName: "v0.1.0",
  baseRefName: "main",
  headRefName: "impolite-greeting",
  oid: "1d142b3554fdd78d1f8fdd45f16becd9b10abce0",
  color: "ededed",
  ref: "main",
}

/** The repository, user or organization that a document names, if the default data lacks it. */
export function namedIn(text: string): SeedAddition {
  const repositories = new Map<string, { owner: string; name: string }>()
  const users = new Set<string>()
  const organizations = new Set<string>()
  visit(parse(text), {
    Field({ name, arguments: given = [] }) {
      const names = Object.fromEntries(
        given.flatMap((one) =>
          one.value.kind === Kind.STRING ? [[one.name.value, one.value.value]] : [],
        ),
      )
      const { owner, name: repository, login } = names
      if (name.value === "repository" && owner && repository) {
        repositories.set(`${owner}/${repository}`.toLowerCase(), { owner, name: repository })
      }
      if (name.value === "organization" && login) organizations.add(login)
      if ((name.value === "user" || name.value === "repositoryOwner") && login) users.add(login)
    },
  })
  const isNew = (login: string) => !there.has(login.toLowerCase())
  for (const { owner } of repositories.values()) {
    if (!organizations.has(owner)) users.add(owner)
  }
  return {
    users: [...users].filter((one) => isNew(one) && !organizations.has(one)).map(asAccount),
    organizations: [...organizations].filter(isNew).map(asAccount),
    repositories: [...repositories.values()]
      .filter(({ owner, name }) => !there.has(`${owner}/${name}`.toLowerCase()))
      .map((one) => ({ ...one, files: { "README.md": "# A\n" } })),
  }
}

const asAccount = (login: string) => ({ login })

const there = new Set([
  ...["octocat", "hubot", "monalisa", "octo-org", "octocat/hello-world", "octocat/secret"],
  ...["octocat/attic", "octocat/big", "octo-org/tools", "octo-org/website", "hubot/hello-world"],
])

/**
 * A value for each required variable, and for page sizes.
 *
 * @param attempt - index of the id to use, if there are several of a type
 */
export function variablesOf(text: string, ids: Ids, attempt: number): Record<string, unknown> {
  const document = parse(text)
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return {}
  const uses = usesIn(document)
  return Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, type, defaultValue }) => {
      const name = variable.name.value
      const isSize = uses.get(name)?.some((use) => use.name === "first")
      if ((type.kind !== Kind.NON_NULL_TYPE && !isSize) || defaultValue) return []
      const made = typeFromAST(schema, type as TypeNode) as GraphQLInputType | undefined
      if (!made) return []
      const all = uses.get(name) ?? []
      const isOf = (field: string) => all.find(({ fields }) => fields.at(-1) === field)
      const [first = { name, fields: [], types: [] }] = all
      const use = isOf("organization") ?? isOf("pullRequest") ?? first
      return [[name, sample(made, use, { ids, attempt })]]
    }),
  )
}

interface TypedUse extends Use {
  /** The node types that an id may have; empty if any is possible. */
  readonly types: readonly string[]
}

function usesIn(document: ASTNode): Map<string, TypedUse[]> {
  const uses = new Map<string, TypedUse[]>()
  visit(document, {
    Variable(node, _key, parent, _path, ancestors) {
      const within = around(parent, ancestors)
      const use = useIn(within)
      if (!use) return
      const typed = { ...use, types: typesAt(use, within, document) }
      uses.set(node.name.value, [...(uses.get(node.name.value) ?? []), typed])
    },
  })
  return uses
}

/** The node types of a use: of the fragments of `node(id:)`, or of a mutation's member. */
function typesAt(
  { name, fields }: Use,
  within: readonly ASTNode[],
  document: ASTNode,
): readonly string[] {
  const field = within.filter(({ kind }) => kind === Kind.FIELD).at(-1)
  if (fields.at(-1) === "node" || fields.at(-1) === "nodes") {
    return field ? conditionsIn(field, document) : []
  }
  const mutation = schema.getMutationType()?.getFields()[fields.at(-1) ?? ""]
  const input = mutation?.args[0] && inputIn(mutation.args[0].type)
  const member = isInputObjectType(input) ? input.getFields()[name] : undefined
  return (member && nodesOf(member)) ?? []
}

function inputIn(type: GraphQLInputType): GraphQLInputType {
  return isNonNullType(type) || isListType(type) ? inputIn(type.ofType) : type
}

function conditionsIn(field: ASTNode, document: ASTNode): string[] {
  const found: string[] = []
  const spread: string[] = []
  visit(field, {
    InlineFragment: ({ typeCondition }) => {
      if (typeCondition) found.push(typeCondition.name.value)
    },
    FragmentSpread: ({ name }) => {
      spread.push(name.value)
    },
  })
  visit(document, {
    FragmentDefinition: ({ name, typeCondition }) => {
      if (spread.includes(name.value)) found.push(typeCondition.name.value)
    },
  })
  return found
}

interface Given {
  readonly ids: Ids
  readonly attempt: number
}

function sample(type: GraphQLInputType, use: TypedUse, given: Given): unknown {
  if (isNonNullType(type)) return sample(type.ofType, use, given)
  if (isListType(type)) return [sample(type.ofType, use, given)]
  if (isEnumType(type)) {
    const values = type.getValues()
    return values[given.attempt % values.length]?.name
  }
  if (isInputObjectType(type)) {
    const members = Object.values(type.getFields()).filter(isRequiredInputField)
    return Object.fromEntries(
      members.map((member) => [
        member.name,
        sample(member.type, { ...use, name: member.name, types: nodesOf(member) ?? [] }, given),
      ]),
    )
  }
  if (type.name === "ID") return idFor(use, given)
  if (type.name === "Int" && use.name === "first") return 10
  if (type.name === "Int" && use.name === "number") {
    return use.fields.at(-1) === "pullRequest" ? 7 : 1
  }
  return scalars[type.name] ?? textFor(use, given.attempt) ?? "x"
}

function idFor({ types, name }: TypedUse, { ids, attempt }: Given): string {
  const some = types.length > 0 ? types : named(name)
  const all = some.flatMap((type) => ids.get(type) ?? [])
  return all[attempt % all.length] ?? "x"
}

/** `subjectId` can mean many types; `issueId` names its type. */
function named(name: string): string[] {
  const type = name.replace(/Ids?$/, "")
  return [type.charAt(0).toUpperCase() + type.slice(1), "Issue", "PullRequest"]
}

const DATE = "2025-01-02T03:04:05Z"

const scalars: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: DATE,
  Date: "2026-01-02",
  URI: "https://github.test/octocat/hello-world",
  GitObjectID: "1d142b3554fdd78d1f8fdd45f16becd9b10abce0",
}
