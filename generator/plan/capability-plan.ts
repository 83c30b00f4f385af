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
import type { Example } from "../parse/index.js"
import type { Expression } from "../path/index.js"
import type { Shape } from "../shape/index.js"

/**
 * The intermediate representation of one capability: all that the emitters need, as plain data that JSON
 * can store and `pnpm gen plan issue.view` prints.
 *
 * Expressions read these variables: `input`, from the caller; `lookups`, results of lookups; `data`,
 * `responses` and `printed`, the answers of GraphQL, REST and gh; `earlier`, earlier output of gh;
 * `answer`, the answer to a REST lookup; `page`, the number of the requested page, and `after`, the cursor
 * of a GraphQL lookup's page; `call`, the subject of a routing rule; and the names that the plan itself
 * gives to results and items.
 */
export interface CapabilityPlan {
  readonly id: string
  readonly version: string
  readonly description: string
  readonly effect: Effect
  readonly idempotent: boolean
  readonly since?: string
  readonly deprecated?: string
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
  /** A list of which GitHub does not say how many items it has. */
  readonly isUncounted?: true
  /** The contract, with what pagination adds. */
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** The shape whose fields the result, or each item, has among others. */
  readonly base?: BasePlan
  /** The same of the members of a union, where they have others as well. */
  readonly members?: readonly BasePlan[]
  /** The lookups that its result answers, or each item of its list. */
  readonly identities?: readonly Identity[]
  /** After it, the name of a repository or the number of an issue may belong to something else. */
  readonly renames?: true
  /** How to find out whether a non-idempotent write was applied. */
  readonly reconcile?: Reconcile
  /** The document's cost; REST and gh have no such measure. */
  readonly cost?: Cost
  readonly permissions?: Permissions
  readonly graphql?: GraphqlPlan
  readonly rest?: RestPlan
  readonly cli?: CliPlan
  /** Parts that need not be requested when only some fields are wanted. */
  readonly prunable?: Prunable
  /** The authored texts in its answers. */
  readonly texts?: NonNullable<AnswerParts["texts"]>
  /** The output fields that hold that, over the first route that has any. */
  readonly written?: TextNames
}

/** A document's cost under GitHub's rate limit, and its maximum number of nodes. */
export interface Cost {
  /** Points of the primary rate limit: a point for each hundred requests that GitHub would need. */
  points: number
  /** Most nodes that all connections together can return. */
  nodes: number
  /** Requests of a call alone over REST, where these are fewer. */
  rest_requests?: 1
}

/** An authored part of an answer: a title, a body, a message. */
export interface ProsePlan {
  /** The path of its object, as for prunable parts. */
  readonly place: string
  readonly name: string
  /** The answer contains its author's association with the repository. */
  readonly isTold: boolean
  /** The only type whose association is available, if objects of others have a field of that name. */
  readonly on?: string
}

/** A shape: its type, and its mapping over each route. */
export interface ShapePlan {
  readonly name: string
  readonly description: string
  /** Path of its card. */
  readonly card: string
  readonly schema: JsonSchema
  readonly base?: BasePlan
  readonly mappings: readonly ShapeMapping[]
  /** The fragment that it is made of over GraphQL. */
  readonly fragment?: FragmentPlan
}

/** A shape whose fields an object has, among others. */
export interface BasePlan {
  readonly shape: string
  readonly fields: readonly string[]
}

/** How a route makes a shape. */
export interface ShapeMapping {
  readonly shape: string
  readonly route: RouteType
  /** The parameter's name in the mapping. */
  readonly parameter: string
  /** The fields that the mapping reads. */
  readonly taken: Shape
  readonly fields: readonly string[]
  /** The object, with calls of the mappings of other shapes. */
  readonly value: Expression
}

/** The `gh` route. */
export interface CliPlan {
  readonly lookups: readonly CliLookupPlan[]
  readonly command: CommandPlan
  /** A second command, which reads the result. */
  readonly reader?: CommandPlan
  /** Fields of the last command's output that the mappings read. */
  readonly printed: Shape
  /** Fields of earlier output that they read. */
  readonly earlier: Shape
  readonly output: OutputPlan
  /** Authored texts that the mappings read. */
  readonly freeText?: readonly ProsePlan[]
}

/** A command without whose result there is nothing to do. */
export interface CliLookupPlan {
  readonly key: string
  readonly command: CommandPlan
  /** Fields of its output that are read. */
  readonly printed: Shape
  readonly result: Expression
}

export interface CommandPlan {
  readonly command: readonly string[]
  readonly jsonFields?: readonly string[]
  readonly arguments: readonly Expression[]
  readonly flags: readonly PropertyPlan[]
}

/** A rule that prefers or excludes a route. */
export interface RulePlan {
  readonly prefer?: RouteType
  readonly exclude?: RouteType
  /** It holds only for calls that share no documents with others. */
  readonly alone?: true
  readonly reason: string
  /** The predicate; absent where the rule always holds. */
  readonly when?: Expression
}

/** The REST route. */
export interface RestPlan {
  readonly lookups: readonly RestLookupPlan[]
  readonly endpoints: readonly EndpointPlan[]
  /** Fields of the responses, by endpoint name, and of the lookups that the mappings read. */
  readonly responses: Shape
  readonly output: OutputPlan
  /** Authored texts that the mappings read. */
  readonly freeText?: readonly ProsePlan[]
}

/** A GET that finds what the endpoints need. */
export interface RestLookupPlan {
  /** Its name in `$lookups`. */
  readonly key: string
  readonly path: string
  /** What it finds, for messages: `label`. */
  readonly subject: string
  readonly isOptional: boolean
  readonly foreach?: ForeachPlan
  readonly parameters: readonly PropertyPlan[]
  readonly query: readonly PropertyPlan[]
  /** Inputs without which there is nothing to look up, and the names they have in the request. */
  readonly given: readonly GivenPlan[]
  /** Inputs that the result reads and that may be absent: it is skipped without them. */
  readonly needs: readonly string[]
  /** It selects one item of a list by these inputs; its result is the list of matches in an answer. */
  readonly among?: { readonly by: readonly string[]; readonly isPaged: boolean }
  /** Fields of the answer that are read. */
  readonly answer: Shape
  readonly result: Expression
}

/** An input that may be absent, and the name that it has where it is there. */
export interface GivenPlan {
  readonly name: string
  readonly expression: Expression
}

/** A list for whose items something is done one by one, and the name of the item. */
export interface ForeachPlan {
  readonly expression: Expression
  readonly item: Shape
  readonly name: string
}

export interface EndpointPlan {
  readonly facts: RestEndpointFacts
  /** The condition for the request. */
  readonly when?: Expression
  readonly foreach?: ForeachPlan
  /** The part of an answer that its name holds, and what that reads; all of it by default. */
  readonly result?: { readonly answer: Shape; readonly expression: Expression }
  /** Polls until `until` holds, with the fields it reads; or until GitHub has computed the answer. */
  readonly poll?: {
    readonly until?: { readonly answer: Shape; readonly expression: Expression }
    readonly accepted?: true
    readonly every_ms: number
    readonly at_most_ms: number
    readonly subject: string
  }
  /** How it is paged. */
  readonly paged?: "pages" | "cursors"
  readonly parameters: readonly PropertyPlan[]
  readonly query: readonly PropertyPlan[]
  readonly body: readonly PropertyPlan[]
  /** The bytes that are sent in place of a body, as Base64. */
  readonly upload?: Expression
  readonly headers?: readonly PropertyPlan[]
}

/** The GraphQL route. */
export interface GraphqlPlan {
  readonly operation: OperationPlan
  /** Lookups decide what it writes. */
  readonly decided?: true
  readonly lookups: readonly LookupPlan[]
  readonly variables: readonly PropertyPlan[]
  readonly output: OutputPlan
  /** Authored texts that the mappings read. */
  readonly freeText?: readonly ProsePlan[]
}

/** One operation of one document. */
export interface OperationPlan {
  /** `operations/issue/view.graphql` */
  readonly path: string
  readonly name: string
  readonly type: "query" | "mutation"
  readonly text: string
  /**
   * It selects a non-null root field, whose failure would make everything beside it null, or one in a
   * shared fragment, where it cannot be aliased.
   */
  readonly isolated: boolean
  readonly parts: OperationParts
  /** The requests that GitHub's primary limit counts for it, if many: fixed, and per item of its page. */
  readonly requests?: readonly [fixed: number, each: number]
  /** GitHub takes long for it. */
  readonly slow?: boolean
  /** The shared fragments that it spreads. */
  readonly fragments?: readonly FragmentPlan[]
  readonly variables: Shape
  /** Variables that are used where null is not allowed, whatever their own type says. */
  readonly neverNull: readonly string[]
  readonly data: Shape
}

/** A fragment that documents share. */
export interface FragmentPlan {
  /** `operations/shapes/issue_summary.graphql` */
  readonly path: string
  readonly name: string
  readonly text: string
  /** The fragments that it uses. */
  readonly fragments?: readonly FragmentPlan[]
  readonly data: Shape
}

export interface LookupPlan {
  /** Its name in `$lookups`: `label_ids`. */
  readonly key: string
  readonly operation: OperationPlan
  /** What it finds, for messages: `label`. */
  readonly subject: string
  /** Where it finds nothing, its value is null. */
  readonly isOptional?: true
  /** The shape of its result: one value, or a list. */
  readonly shape: Shape
  /** The list whose items are looked up one by one. */
  readonly foreach?: ForeachPlan
  readonly variables: readonly PropertyPlan[]
  /** Inputs without which there is nothing to look up, and the names they have in `variables`. */
  readonly given: readonly GivenPlan[]
  /** Inputs that the result reads and that may be absent: it is skipped without them. */
  readonly needs: readonly string[]
  /** It selects one item of a list by these inputs; its result is the list of matches in an answer. */
  readonly among?: AmongPlan
  readonly result: Expression
}

export interface AmongPlan {
  readonly by: readonly string[]
  /** For a connection: its `pageInfo` in an answer, and the maximum number of pages to read. */
  readonly pages?: { readonly info: Expression; readonly most: number }
}

/** One property of an object literal. */
export interface PropertyPlan {
  readonly name: string
  readonly expression: Expression
}

export interface OutputPlan {
  /** The path of the result in the response, as the card has it. */
  readonly result: string
  /** The variable that holds the result and the expression that it is read with. */
  readonly root: {
    readonly name: string
    readonly expression: Expression
    readonly isNullable: boolean
  }
  /** The value to return if the result is null; null by default. */
  readonly without?: Expression
  readonly value: Expression
}
