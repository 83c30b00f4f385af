import type {
  AnswerParts,
  Effect,
  JsonSchema,
  OperationParts,
  Prunable,
  Reconcile,
  RestEndpointFacts,
  TextNames,
} from "../../runtime/definition/index.js"
import type { Permissions, RouteType } from "../../runtime/index.js"
import type { Identity } from "../expand/index.js"
import type { Descriptions, Example } from "../parse/index.js"
import type { Expression } from "../path/index.js"
import type { Shape } from "../shape/index.js"

/**
 * The intermediate representation of one capability: everything that the emitters need, as plain data. JSON can store
 * it, and `pnpm gen plan issue.view` prints it.
 *
 * Expressions use these variables: `input`, from the caller; `lookups`, results of lookups; `data`, `responses` and
 * `printed`, the answers of GraphQL, REST and gh; `earlier`, earlier output of gh; `answer`, the answer to a REST
 * lookup; `page`, the number of the requested page, and `after`, the cursor of a GraphQL lookup's page; `call`, the
 * subject of a routing rule; and the names that the plan itself gives to results and items.
 */
export interface CapabilityPlan extends Descriptions {
  readonly id: string
  readonly version: string
  readonly description: string
  readonly effect: Effect
  readonly idempotent: boolean
  readonly notes: readonly string[]
  readonly examples: readonly Example[]
  /** `cards/issue/view.yaml` */
  readonly card: string
  /** Routes in order of preference. */
  readonly routes: readonly RouteType[]
  /** Rules that prefer or exclude a route, applied in order. */
  readonly suitability: readonly RulePlan[]
  /** A list returns a page of items and has iterators. */
  readonly isList: boolean
  /** Set for a list whose items GitHub does not count. */
  readonly isUncounted?: true
  /** The contract, with what pagination adds. */
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** The shape whose fields the result, or each item, includes. */
  readonly base?: BasePlan
  /** The same for the members of a union. */
  readonly members?: readonly BasePlan[]
  /** The lookups whose results its output, or each item of its list, contains. */
  readonly identities?: readonly Identity[]
  /** Set if, after this write, the name of a repository or the number of an issue may belong to another object. */
  readonly renames?: true
  /** How to find out whether a non-idempotent write was applied. */
  readonly reconcile?: Reconcile
  /** The document's cost; Only for GraphQL: requests over REST and gh have a fixed cost. */
  readonly cost?: Cost
  readonly permissions?: Permissions
  readonly graphql?: GraphqlPlan
  readonly rest?: RestPlan
  readonly cli?: CliPlan
  /** Parts that need not be requested when only some fields are requested. */
  readonly prunable?: Prunable
  /** The free-text fields in its answers. */
  readonly texts?: NonNullable<AnswerParts["texts"]>
  /** The output fields with free text, over the first route that has any. */
  readonly written?: TextNames
}

/** A document's cost under GitHub's rate limit, and its maximum number of nodes. */
export interface Cost {
  /** Points of the primary rate limit: one for each hundred requests that GitHub would need. */
  points: number
  /** Maximum number of nodes that all connections together can return. */
  nodes: number
  /** Number of requests of a single call over REST, if that is lower. */
  rest_requests?: 1
}

/** A free-text field of an answer: a title, a body, a message. */
export interface FreeTextField {
  /** The path of its object, as for prunable parts. */
  readonly place: string
  readonly name: string
  /** Whether the answer contains the author's association with the repository. */
  readonly hasAssociation: boolean
  /** The only type that has an association, if other types have a field with the same name. */
  readonly on?: string
}

export interface ShapePlan {
  readonly name: string
  readonly description: string
  readonly card: string
  readonly schema: JsonSchema
  readonly base?: BasePlan
  readonly mappings: readonly ShapeMapping[]
  /** The fragment from which GraphQL answers make the shape. */
  readonly fragment?: FragmentPlan
}

export interface BasePlan {
  readonly shape: string
  readonly fields: readonly string[]
}

/** The function that maps an object of a route to a shape. */
export interface ShapeMapping {
  readonly shape: string
  readonly route: RouteType
  readonly parameter: string
  /** The fields that the mapping reads. */
  readonly taken: Shape
  readonly fields: readonly string[]
  /** The resulting object, which may call the mappings of other shapes. */
  readonly value: Expression
}

/** The common part of all routes. */
export interface OverRoute {
  readonly output: OutputPlan
  /** Authored texts that the mappings read. */
  readonly freeText?: readonly FreeTextField[]
}

export interface CliPlan extends OverRoute {
  readonly lookups: readonly CliLookupPlan[]
  readonly command: CommandPlan
  /** A second command, which reads the result. */
  readonly reader?: CommandPlan
  /** Fields of the last command's output that the mappings read. */
  readonly printed: Shape
  /** Fields of earlier output that the mappings read. */
  readonly earlier: Shape
}

/** A command whose result the call requires. */
export interface CliLookupPlan extends Pick<RequestLookupPlan, "key" | "result"> {
  readonly command: CommandPlan
  /** Fields of its output that are read. */
  readonly printed: Shape
}

export interface CommandPlan {
  readonly command: readonly string[]
  readonly jsonFields?: readonly string[]
  readonly arguments: readonly Expression[]
  readonly flags: readonly PropertyPlan[]
}

export interface RulePlan {
  readonly prefer?: RouteType
  readonly exclude?: RouteType
  /** The rule only holds for calls that share no documents with others. */
  readonly alone?: true
  readonly reason: string
  /** The predicate; absent if the rule always holds. */
  readonly when?: Expression
}

export interface RestPlan extends OverRoute {
  readonly lookups: readonly RestLookupPlan[]
  readonly endpoints: readonly EndpointPlan[]
  /** Fields of the responses, by endpoint name, and of the lookups that the mappings read. */
  readonly responses: Shape
}

/** The common part of lookups that are requests. */
interface RequestLookupPlan {
  /** The name of the lookup in `$lookups`: `label_ids`. */
  readonly key: string
  /** What it finds, for messages: `label`. */
  readonly subject: string
  /** The list whose items are looked up one by one. */
  readonly foreach?: ForeachPlan
  /** Inputs that the lookup requires, and their names in the request. */
  readonly given: readonly GivenPlan[]
  /** Optional inputs that the result reads. Without them the lookup is skipped. */
  readonly needs: readonly string[]
  readonly result: Expression
}

/** A GET that finds values for the endpoints. */
export interface RestLookupPlan extends RequestLookupPlan {
  readonly path: string
  readonly isOptional: boolean
  readonly parameters: readonly PropertyPlan[]
  readonly query: readonly PropertyPlan[]
  /** The inputs by which the lookup selects one item of a list; its result is the list of matches in an answer. */
  readonly among?: { readonly by: readonly string[]; readonly isPaged: boolean }
  /** Fields of the answer that are read. */
  readonly answer: Shape
}

/** An optional input, and its name where it is present. */
export interface GivenPlan {
  readonly name: string
  readonly expression: Expression
}

/** A list whose items are processed one by one, and the name of the item. */
export interface ForeachPlan {
  readonly expression: Expression
  readonly item: Shape
  readonly name: string
}

export interface EndpointPlan {
  readonly facts: RestEndpointFacts
  readonly when?: Expression
  readonly foreach?: ForeachPlan
  /**
   * The part of an answer that is stored under its name, with the fields that this expression reads; the whole answer
   * by default.
   */
  readonly result?: { readonly answer: Shape; readonly expression: Expression }
  /** Polls until `until` holds, with the fields that it reads. */
  readonly poll?: {
    readonly until: { readonly answer: Shape; readonly expression: Expression }
    readonly every_ms: number
    readonly at_most_ms: number
    readonly subject: string
  }
  readonly paged?: "pages" | "cursors"
  readonly parameters: readonly PropertyPlan[]
  readonly query: readonly PropertyPlan[]
  readonly body: readonly PropertyPlan[]
  /** The bytes to send instead of a body, as Base64. */
  readonly upload?: Expression
  readonly headers?: readonly PropertyPlan[]
}

export interface GraphqlPlan extends OverRoute {
  readonly operation: OperationPlan
  /**
   * Set if lookups decide what the mutation writes: the variable that, if true, leaves only updates, or `true` if there
   * is none.
   */
  readonly decided?: true | string
  /** The paths of connections that are read to their end, by the variable of their cursor. */
  readonly complete?: Readonly<Record<string, string>>
  /** Whether the answer has other connections that may be cut. */
  readonly hasParts?: true
  readonly lookups: readonly LookupPlan[]
  readonly variables: readonly PropertyPlan[]
}

export interface OperationPlan {
  /** `operations/issue/view.graphql` */
  readonly path: string
  readonly name: string
  readonly type: "query" | "mutation"
  readonly text: string
  /**
   * Whether it selects a non-null root field, whose failure would null everything beside it, or a root field in a
   * shared fragment, where it cannot get an alias.
   */
  readonly isolated: boolean
  readonly parts: OperationParts
  /**
   * How many requests GitHub's primary limit counts for it, if many: a fixed number, and a number for each item of
   * its page.
   */
  readonly requests?: readonly [fixed: number, each: number]
  /** How many nodes it can request, if many, in the same form. */
  readonly nodes?: readonly [fixed: number, each: number]
  /** Whether GitHub needs much time for it. */
  readonly slow?: boolean
  /** Scopes that a classic token needs: one scope of each list. */
  readonly scopes?: readonly (readonly string[])[]
  /** The shared fragments that it uses. */
  readonly fragments?: readonly FragmentPlan[]
  readonly variables: Shape
  /** Variables that are used where null is not allowed, even if their own type is nullable. */
  readonly neverNull: readonly string[]
  readonly data: Shape
}

export interface FragmentPlan {
  /** `operations/shapes/issue_summary.graphql` */
  readonly path: string
  readonly name: string
  readonly text: string
  readonly fragments?: readonly FragmentPlan[]
  readonly data: Shape
}

export interface LookupPlan extends RequestLookupPlan {
  readonly operation: OperationPlan
  /** Whether its value is null if nothing is found, instead of failing the call. */
  readonly isOptional?: true
  /** The shape of its result: one value, or a list. */
  readonly shape: Shape
  readonly variables: readonly PropertyPlan[]
  /** The inputs by which the lookup selects one item of a list; its result is the list of matches in an answer. */
  readonly among?: AmongPlan
}

export interface AmongPlan {
  readonly by: readonly string[]
  /** For a connection: its `pageInfo` in an answer, and the maximum number of pages to read. */
  readonly pages?: { readonly info: Expression; readonly most: number }
}

export interface PropertyPlan {
  readonly name: string
  readonly expression: Expression
}

export interface OutputPlan {
  /** The path of the result in the response, as written in the card. */
  readonly result: string
  /** The variable that holds the result, and the expression that reads it. */
  readonly root: {
    readonly name: string
    readonly expression: Expression
    readonly isNullable: boolean
  }
  /** The value to return if the result is null; null by default. */
  readonly without?: Expression
  readonly value: Expression
}
