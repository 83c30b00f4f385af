import type { Effect, JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"

/** A card that has passed the checks of its form. See docs/cards.md. */
export interface Card {
  capability_id: string
  version: string
  description: string
  effect: Effect
  idempotent: boolean
  input_schema: JsonSchema
  output_schema: JsonSchema
  routing: {
    preferred: RouteType
    fallbacks: RouteType[]
    notes?: string[]
    suitability?: Suitability[]
  }
  graphql?: GraphqlSection
  rest?: RestSection
  cli?: CliSection
  examples?: Example[]
  since?: string
  deprecated?: string
}

export interface Suitability {
  when: "always" | "env" | "params"
  predicate?: string
  reason: string
  prefer?: RouteType
  exclude?: RouteType
}

export interface GraphqlSection {
  operationName: string
  documentPath: string
  lookups?: Record<string, LookupSection>
  variables?: Record<string, string>
  result?: string
  output?: Record<string, string>
  pagination?: PaginationSection
  limits?: { maxPageSize?: number }
}

export interface RestSection {
  lookups?: Record<string, RestLookupSection>
  endpoints: RestEndpointSection[]
  result?: string
  output?: Record<string, string>
  pagination?: RestPaginationSection
}

/** A GET that finds what the endpoints need. */
export interface RestLookupSection {
  path: string
  /** Values for names in the path that are no inputs. */
  parameters?: Record<string, string>
  query?: Record<string, string>
  /** A list: one look-up for each of its items. */
  foreach?: string
  /** The item. */
  as?: string
  result: string
  /** What is not found is left out, instead of ending the call. */
  optional?: boolean
}

export interface RestEndpointSection {
  /** Name of the response; `response` unless given. */
  as?: string
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  path: string
  /** Values for names in the path that are no inputs. */
  parameters?: Record<string, string>
  /** A list: one request for each of its items, which `item` names. */
  foreach?: string
  item?: string
  /** A 404 is no failure. */
  optional?: boolean
  query?: Record<string, string>
  body?: Record<string, string>
  accept?: string
}

/** One `gh` command. */
export interface CliCommandSection {
  /** `issue view` */
  command: string
  arguments?: string[]
  flags?: Record<string, string>
  jsonFields?: string[]
}

/** A command that reads, and ends the call where its result is null. */
export interface CliLookupSection extends CliCommandSection {
  result: string
}

export interface CliSection extends CliCommandSection {
  lookups?: Record<string, CliLookupSection>
  /** A second command, which reads the result. */
  then?: CliCommandSection
  result?: string
  output?: Record<string, string>
}

export interface LookupSection {
  operationName: string
  documentPath: string
  result: string
  /** An array input: one look-up for each of its items. */
  foreach?: string
  /** The variable that gets the item. */
  as?: string
  variables?: Record<string, string>
}

export interface PaginationSection {
  /** Path of the connection in the response. */
  connection: string
  /** Path expression from the connection to the nodes; `nodes[]` unless given. */
  items?: string
  /** Field of the connection that counts; `totalCount` unless given. */
  total_count?: string
}

/** Of the answer that `result` names: its endpoint is asked for page after page. */
export interface RestPaginationSection {
  /** Path expression from the answer to its items. */
  items: string
  /** Path expression to the number of items on all pages; `total_count` unless given. */
  total_count?: string
}

export interface Example {
  title: string
  input: Record<string, unknown>
}

const text = { type: "string", minLength: 1 }
const expressions = { type: "object", additionalProperties: text }
const route = { enum: ["graphql", "rest", "cli"] }
const closed = (required: string[], properties: Record<string, unknown>) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
})
const operation = { operationName: text, documentPath: text }
const command = {
  command: text,
  arguments: { type: "array", items: text },
  flags: expressions,
  jsonFields: { type: "array", items: text, minItems: 1, uniqueItems: true },
}

/** The form of a card as JSON Schema; `input_schema` and `output_schema` have rules of their own. */
export const cardSchema = closed(
  [
    "capability_id",
    "version",
    "description",
    "effect",
    "idempotent",
    "input_schema",
    "output_schema",
    "routing",
  ],
  {
    capability_id: text,
    version: text,
    description: text,
    effect: { enum: ["read", "write", "destroy"] },
    idempotent: { type: "boolean" },
    input_schema: { type: "object" },
    output_schema: { type: "object" },
    routing: closed(["preferred", "fallbacks"], {
      preferred: route,
      fallbacks: { type: "array", items: route, uniqueItems: true },
      notes: { type: "array", items: text },
      suitability: {
        type: "array",
        items: closed(["when", "reason"], {
          when: { enum: ["always", "env", "params"] },
          predicate: text,
          reason: text,
          prefer: route,
          exclude: route,
        }),
      },
    }),
    graphql: closed(["operationName", "documentPath"], {
      ...operation,
      lookups: {
        type: "object",
        additionalProperties: closed(["operationName", "documentPath", "result"], {
          ...operation,
          result: text,
          foreach: text,
          as: text,
          variables: expressions,
        }),
      },
      variables: expressions,
      result: text,
      output: expressions,
      pagination: closed(["connection"], { connection: text, items: text, total_count: text }),
      limits: closed([], { maxPageSize: { type: "integer", minimum: 1, maximum: 100 } }),
    }),
    rest: closed(["endpoints"], {
      lookups: {
        type: "object",
        additionalProperties: closed(["path", "result"], {
          path: { type: "string", pattern: "^/" },
          parameters: expressions,
          query: expressions,
          foreach: text,
          as: text,
          result: text,
          optional: { type: "boolean" },
        }),
      },
      endpoints: {
        type: "array",
        minItems: 1,
        items: closed(["method", "path"], {
          as: text,
          method: { enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
          path: { type: "string", pattern: "^/" },
          parameters: expressions,
          foreach: text,
          item: text,
          optional: { type: "boolean" },
          query: expressions,
          body: expressions,
          accept: text,
        }),
      },
      result: text,
      output: expressions,
      pagination: closed(["items"], { items: text, total_count: text }),
    }),
    cli: closed(["command"], {
      ...command,
      lookups: {
        type: "object",
        additionalProperties: closed(["command", "jsonFields", "result"], {
          ...command,
          result: text,
        }),
      },
      // biome-ignore lint/suspicious/noThenProperty: a key of the card language, in a schema nobody awaits
      then: closed(["command"], command),
      result: text,
      output: expressions,
    }),
    examples: {
      type: "array",
      minItems: 1,
      items: closed(["title", "input"], { title: text, input: { type: "object" } }),
    },
    since: text,
    deprecated: text,
  },
)
