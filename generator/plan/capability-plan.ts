import type {
  AnswerParts,
  Effect,
  JsonSchema,
  OperationParts,
  Prunable,
  Reconcile,
  TextNames,
} from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import type { Identity } from "../expand/index.js"
import type { Example } from "../parse/index.js"
import type { Expression } from "../path/index.js"
import type { Shape } from "../shape/index.js"

/**
 * The intermediate representation of one capability: all that the emitters need, as plain data, which
 * JSON can store and `pnpm gen plan issue.view` prints.
 *
 * Expressions read these variables: `input`, what the caller gave; `lookups`, what the look-ups found;
 * `data`, `responses` and `printed`, what GraphQL, REST and gh answered; `earlier`, what gh printed
 * before; `answer`, what a look-up of REST was answered; `page`, the number of the page that is asked
 * for, and `after`, the cursor of that of a look-up over GraphQL; `call`, what a rule of routing sees; and the names that the plan itself gives to results and items.
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
  /** A list capability gives a page of items and has iterators. */
  readonly isList: boolean
  /** A list of which GitHub does not say how many items it has. */
  readonly isUncounted?: true
  /** The contract, with what pagination adds. */
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** The shape whose fields it gives among others, or each item has. */
  readonly base?: BasePlan
  /** The look-ups that its result answers, or each item of its list. */
  readonly identities?: readonly Identity[]
  /** How it is told whether a write was carried out that must not be repeated. */
  readonly reconcile?: Reconcile
  /** What the document costs; REST and gh have no such measure. */
  readonly cost?: Cost
  readonly graphql?: GraphqlPlan
  readonly rest?: RestPlan
  readonly cli?: CliPlan
  /** What need not be asked for where only some fields are wanted. */
  readonly prunable?: Prunable
  /** Where its answers hold what people write. */
  readonly texts?: NonNullable<AnswerParts["texts"]>
  /** The output fields that hold that, over the first route that has any. */
  readonly written?: TextNames
}

/** What GitHub's rate limit charges for a document, and how much it can return. */
export interface Cost {
  /** Points of the primary rate limit: a point for each hundred requests that GitHub would need. */
  points: number
  /** Most nodes that all connections together can return. */
  nodes: number
}

/** A part of an answer that somebody wrote: a title, a body, a message. */
export interface ProsePlan {
  /** Of the object that it is in, as prunable have places. */
  readonly place: string
  readonly name: string
  /** GitHub tells beside it what its author is to the repository. */
  readonly isTold: boolean
}

/** A thing that capabilities give: its type, and how each route makes it. */
export interface ShapePlan {
  readonly name: string
  readonly description: string
  /** The files that it comes from. */
  readonly sources: readonly string[]
  readonly schema: JsonSchema
  readonly base?: BasePlan
  readonly mappings: readonly ShapeMapping[]
  /** The fragment that it is made of over GraphQL. */
  readonly fragment?: FragmentPlan
}

/** A shape of which an object has all fields, beside others. */
export interface BasePlan {
  readonly shape: string
  readonly fields: readonly string[]
}

/** How a route makes a shape. */
export interface ShapeMapping {
  readonly shape: string
  readonly route: RouteType
  /** What the value is called that it is made of. */
  readonly parameter: string
  /** What the mapping reads of that value. */
  readonly taken: Shape
  readonly fields: readonly string[]
  /** The object, with calls of the mappings of other shapes. */
  readonly value: Expression
}

/** How `gh` carries a capability out. */
export interface CliPlan {
  readonly lookups: readonly CliLookupPlan[]
  readonly command: CommandPlan
  /** A second command, which reads the result. */
  readonly reader?: CommandPlan
  /** What the mappings read of what the last command prints. */
  readonly printed: Shape
  /** What they read of what was printed before. */
  readonly earlier: Shape
  readonly output: OutputPlan
  /** What people wrote of what the mappings read. */
  readonly freeText?: readonly ProsePlan[]
}

/** A command without whose result there is nothing to do. */
export interface CliLookupPlan {
  readonly key: string
  readonly command: CommandPlan
  /** What is read of what it prints. */
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
  readonly reason: string
  /** The predicate; absent where the rule always holds. */
  readonly when?: Expression
}

/** How REST carries a capability out. */
export interface RestPlan {
  readonly lookups: readonly RestLookupPlan[]
  readonly endpoints: readonly EndpointPlan[]
  /** What the mappings read of the responses, by the names of their endpoints, and of the look-ups. */
  readonly responses: Shape
  readonly output: OutputPlan
  /** What people wrote of what the mappings read. */
  readonly freeText?: readonly ProsePlan[]
}

/** A GET that finds what the endpoints need. */
export interface RestLookupPlan {
  /** What it is called in `$lookups`. */
  readonly key: string
  readonly path: string
  /** What it finds, for people: `label`. */
  readonly subject: string
  readonly isOptional: boolean
  readonly foreach?: ForeachPlan
  readonly parameters: readonly PropertyPlan[]
  readonly query: readonly PropertyPlan[]
  /** Inputs without which there is nothing to look up, and the names they have in the request. */
  readonly given: readonly GivenPlan[]
  /** Inputs that the result reads and that may be absent: it is skipped without them. */
  readonly needs: readonly string[]
  /** It finds one of a list, by these inputs: the result is a list of what was found in an answer. */
  readonly among?: { readonly by: readonly string[]; readonly isPaged: boolean }
  /** What is read of the answer. */
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
  readonly as: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: string
  readonly accept?: string
  /** The answer is bytes. */
  readonly bytes?: true
  readonly isOptional: boolean
  /** What is not found stands as null in the list of answers. */
  readonly keepsMissing?: true
  /** Its answer has no body, or need not have one. */
  readonly empty?: true
  /** Its answer without a body says that it is there. */
  readonly presence?: true
  /** Whether it writes is decided by what was read before. */
  readonly decided?: true
  /** It is asked where this holds. */
  readonly when?: Expression
  readonly foreach?: ForeachPlan
  /** What its name holds of an answer, and what that reads of it; the whole unless given. */
  readonly result?: { readonly answer: Shape; readonly expression: Expression }
  /** It is asked again until `until` holds, and what that reads of an answer; or until GitHub has computed it. */
  readonly poll?: {
    readonly until?: { readonly answer: Shape; readonly expression: Expression }
    readonly accepted?: true
    readonly every_ms: number
    readonly at_most_ms: number
    readonly subject: string
  }
  /** It is asked for one page after the other. */
  readonly paged?: true
  readonly parameters: readonly PropertyPlan[]
  readonly query: readonly PropertyPlan[]
  readonly body: readonly PropertyPlan[]
  /** The bytes that are sent in place of a body, as Base64. */
  readonly upload?: Expression
  readonly headers?: readonly PropertyPlan[]
}

/** How GraphQL carries a capability out. */
export interface GraphqlPlan {
  readonly operation: OperationPlan
  /** What it writes is decided by what look-ups find. */
  readonly decided?: true
  readonly lookups: readonly LookupPlan[]
  readonly variables: readonly PropertyPlan[]
  readonly output: OutputPlan
  /** What people wrote of what the mappings read. */
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
   * It selects a non-null root field: when that fails, all that was asked for beside it is null too. Or it
   * selects one in a shared fragment, where it can have no name of its own.
   */
  readonly isolated: boolean
  readonly parts: OperationParts
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
  /** Those that it spreads. */
  readonly fragments?: readonly FragmentPlan[]
  readonly data: Shape
}

export interface LookupPlan {
  /** What it is called in `$lookups`: `label_ids`. */
  readonly key: string
  readonly operation: OperationPlan
  /** What it finds, for people: `label`. */
  readonly subject: string
  /** What the mutation gets: the found value, or a list of found values. */
  readonly shape: Shape
  /** The list whose items are looked up one by one. */
  readonly foreach?: ForeachPlan
  readonly variables: readonly PropertyPlan[]
  /** Inputs without which there is nothing to look up, and the names they have in `variables`. */
  readonly given: readonly GivenPlan[]
  /** Inputs that the result reads and that may be absent: it is skipped without them. */
  readonly needs: readonly string[]
  /** It finds one of a list, by these inputs: the result is a list of what was found in an answer. */
  readonly among?: AmongPlan
  readonly result: Expression
}

export interface AmongPlan {
  readonly by: readonly string[]
  /** Of a connection: where it goes on, in an answer, and how many pages of it are read at most. */
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
  /** What is returned where the result is null; null unless it is something else. */
  readonly without?: Expression
  readonly value: Expression
}
