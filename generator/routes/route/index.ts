import { type GraphQLSchema, Kind, parse } from "graphql"
import type { RouteType } from "../../../runtime/index.js"
import type { RouteChecker } from "../../check/index.js"
import type { RouteEmitter } from "../../emit/index.js"
import type { RouteExpander } from "../../expand/index.js"
import { type GhDescription, type RestDescription, readCard } from "../../parse/index.js"
import type { RoutePlanner } from "../../plan/index.js"
import type { Inputs } from "../../read/index.js"
import { snakeCase } from "../../text/index.js"

/** Everything that the compiler needs from a route, stage by stage. */
export interface CompilerRoute
  extends RouteExpander,
    RouteChecker,
    RoutePlanner,
    RouteEmitter,
    RouteScaffolder {}

export interface Proposal {
  /** The short card, in the usual order of keys. */
  readonly card: Readonly<Record<string, unknown>>
  /** The GraphQL document of the card, if it has one. */
  readonly document?: string
  /** Decisions that only the author can make, a sentence each. */
  readonly open: readonly string[]
}

export interface ScaffoldContext {
  readonly schema: () => GraphQLSchema
  readonly rest: () => RestDescription
  readonly gh: () => GhDescription
  readonly shapes: readonly KnownShape[]
  /** The names of the library's lookups over GraphQL. */
  readonly lookups: ReadonlySet<string>
  /** The names of inputs that the vocabulary describes. */
  readonly described: ReadonlySet<string>
  /** The library's lookups of an issue, by route. They reject pull requests, which REST and gh accept as issues. */
  readonly issue: Readonly<Partial<Record<RouteType, LookupOfIssue>>>
}

interface LookupOfIssue {
  readonly request?: string
  readonly command?: string
  /** An expression that gives the issue, or null for a pull request. */
  readonly result?: string
}

/**
 * The card key that rejects a pull request's number as `issue_number`: the lookup, or its result
 * if the section sends the same request.
 */
export function guardOf(lookup: LookupOfIssue | undefined, asked: string): object {
  if (lookup === undefined) return {}
  const isSame = lookup.request === asked || lookup.command === asked
  return isSame ? { result: lookup.result } : { lookups: ["issue"] }
}

/** No card can be derived; the message suggests an alternative. */
export class ProposalError extends Error {}

/** Required keys of every card that can write. */
export const ofChanges = (effect: "write" | "destroy") => ({
  effect,
  idempotent: false,
  // Removals need no `reconcile`, because a missing object proves them.
  ...(effect === "write" && { reconcile: { none: "Not decided yet." } }),
})

export const REPEATS =
  "effect and idempotent: does repeating the call succeed and change nothing more? If not: how does `reconcile` find its result?"
export const FIELDS = "output: which fields do callers need, and are their descriptions clear?"
export const INPUTS = "input: which of these do callers need? Remove the rest."

/** The part of a route that `gen new` needs; the routes of `generator/routes/` are passed in. */
export interface RouteScaffolder {
  readonly type: RouteType
  /** The starting points for a capability over this route. */
  readonly scaffolds: readonly Scaffold[]
}

interface Scaffold {
  /** The option of `gen new` with the starting point. */
  readonly option: string
  readonly example: string
  /** @throws ProposalError that says what to do instead */
  propose(known: ScaffoldContext, id: string, of: string): Proposal
}

const IN_FULL: Readonly<Record<string, string>> = { pr: "pull request", repo: "repository" }

/** `pr.thread.resolve` → `Resolve a pull request thread.`: a draft for the author to rephrase. */
export function draftDescription(id: string): string {
  const words = id.split(/[._]/).map((word) => IN_FULL[word] ?? word)
  const verb = words.length > 1 ? (words.pop() ?? "") : "view"
  const nouns = words.join(" ")
  if (verb === "list") return `List the ${nouns.replace(/s?$/, "s")}.`
  const article = /^[aeiou]/.test(nouns) ? "an" : "a"
  const leadingVerb = verb === "view" ? "show" : verb
  return `${leadingVerb.charAt(0).toUpperCase()}${leadingVerb.slice(1)} ${article} ${nouns}.`
}

const LONGEST = 100

/** The first sentence of a description in card style; undefined if there is none. */
export function sentenceOf(description: string | null | undefined): string | undefined {
  const [sentence] = /^[^.]+\./.exec(description?.replaceAll(/\s+/g, " ").trim() ?? "") ?? []
  if (sentence === undefined || sentence.length > LONGEST) return undefined
  return /^\p{Lu}.*\s/u.test(sentence) ? sentence : undefined
}

/** Names with their descriptions; a list if none has one. */
export function members(
  words: readonly (readonly [name: string, keywords: unknown])[],
): readonly string[] | Readonly<Record<string, unknown>> {
  if (words.every(([, keywords]) => keywords === undefined)) return words.map(([name]) => name)
  return Object.fromEntries(words.map(([name, keywords]) => [name, keywords ?? {}]))
}

/** Fields that callers usually need. */
const USUAL = new Set(
  "id number login name title slug state status body description url created_at updated_at".split(
    " ",
  ),
)

/** What an object is or has, one field for each fact. */
const FLAG = /^(?:is|has|can|any|allow)_/

/** At most eight of an object's fields, for the author to extend: the usual ones first, flags last. */
export function startingFields(names: readonly string[]): ReadonlySet<string> {
  const rank = (name: string) => (USUAL.has(name) ? 0 : FLAG.test(name) ? 2 : 1)
  return new Set([...names].sort((one, other) => rank(one) - rank(other)).slice(0, 8))
}

/** A shape, and its origins by route: a type, a schema, a group of gh's fields. */
export interface KnownShape {
  readonly name: string
  readonly of: Readonly<{ [Route in RouteType]?: string | undefined }>
}

const FILE = /^cards\/shapes\/(\w+)\.yaml$/

/** The shapes of a project; `pnpm gen` reports broken ones. */
export function knownShapes({ cards, operations }: Inputs): KnownShape[] {
  const files = new Map(
    [...cards].flatMap(([path, text]): [string, unknown][] => {
      const [, name] = FILE.exec(path) ?? []
      return name === undefined ? [] : [[name, readCard(path, text).source?.value]]
    }),
  )
  const madeOf = (name: string, seen: readonly string[] = []): KnownShape["of"] => {
    const { shape, rest, cli } = Object(files.get(name))
    const isBase = typeof shape === "string" && files.has(shape) && !seen.includes(shape)
    const graphql = typeOf(operations.get(`operations/shapes/${name}.graphql`))
    return {
      ...(isBase && madeOf(shape, [...seen, name])),
      ...(graphql !== undefined && { graphql }),
      ...(rest?.schema !== undefined && { rest: String(rest.schema) }),
      ...(cli?.schema !== undefined && { cli: String(cli.schema) }),
      // A shape that gh cannot serve completely is no candidate.
      ...(cli?.without !== undefined && { cli: undefined }),
    }
  }
  return [...files.keys()].map((name) => ({ name, of: madeOf(name) }))
}

function typeOf(fragment: string | undefined): string | undefined {
  if (fragment === undefined) return undefined
  try {
    const [definition] = parse(fragment).definitions
    return definition?.kind === Kind.FRAGMENT_DEFINITION
      ? definition.typeCondition.name.value
      : undefined
  } catch {
    return undefined
  }
}

/**
 * The shape for an object in a card: in a list the smaller one, otherwise the full one. A reference such as
 * `milestone_reference` does not qualify.
 */
export function shapeFor(
  shapes: readonly KnownShape[],
  route: RouteType,
  type: string,
  inList: boolean,
): string | undefined {
  const name = snakeCase(type)
  const wanted = inList ? [`${name}_summary`, name] : [name, `${name}_summary`]
  const made = shapes
    .filter(({ name, of }) => of[route] === type && !name.endsWith("_reference"))
    .map((shape) => shape.name)
  return wanted.find((one) => made.includes(one)) ?? made[0]
}
