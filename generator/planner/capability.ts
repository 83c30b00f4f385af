import type { JsonSchema, JsonType } from "../../runtime/definition/index.js"
import type { Accepted } from "../../runtime/planner/index.js"
import { type Requirement, requirementsOf } from "../../runtime/properties/index.js"
import { isLocal } from "../../runtime/route-names/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { singular } from "../text/index.js"

/** The planner's facts about one capability. */
export interface PlannedCapability {
  readonly id: string
  readonly needs: readonly string[]
  readonly takes: readonly string[]
  readonly rules: readonly Requirement[]
  /** Names of inputs, with the types of their values. */
  readonly types: Readonly<Record<string, readonly JsonType[]>>
  /** The accepted values of inputs, beyond their types. */
  readonly accepts: Readonly<Record<string, Accepted>>
  /** Inputs that take node ids, with the GraphQL types of those. */
  readonly nodes: Nodes
  readonly destroys?: true
  /** Set if the capability can only be the whole plan, never one of several steps. */
  readonly alone?: true
  /** Maximum page size, if it is paged. */
  readonly page?: number
  readonly listings: readonly Listing[]
}

/** A list of things in a capability's result. */
export interface Listing {
  /** `items` */
  readonly path: string
  /** The singular noun: `thread`. */
  readonly noun: string
  readonly members: Readonly<Record<string, readonly JsonType[]>>
  /** The values of members, beyond their types. */
  readonly accepts: Readonly<Record<string, Accepted>>
  /** Members that are node ids, with the GraphQL types they identify. */
  readonly nodes: Nodes
}

type Nodes = Readonly<Record<string, readonly string[]>>

type Described = Pick<CapabilityPlan, "id" | "effect" | "routes" | "input" | "output" | "isList">

/** Derives the planner's facts from a contract. */
export function plannedCapability({
  id,
  effect,
  routes,
  input,
  output,
  isList,
}: Described): PlannedCapability {
  const { required: needs = [], properties = {} } = input
  const page = isList ? properties.first?.maximum : undefined
  const alone = routes.every(isLocal)
  return {
    id,
    needs,
    // A plan reads the first page.
    takes: Object.keys(properties).filter(
      (name) => !needs.includes(name) && !(isList && name === "after"),
    ),
    rules: requirementsOf(input),
    types: typesIn(input),
    accepts: acceptedIn(input),
    nodes: nodesIn(input),
    ...(effect === "destroy" && { destroys: true }),
    ...(alone && { alone }),
    ...(page !== undefined && { page }),
    listings: effect === "read" && !alone ? listingsOf(id, isList, output) : [],
  }
}

function listingsOf(id: string, isList: boolean, { properties = {} }: JsonSchema): Listing[] {
  return Object.entries(properties).flatMap(([path, { items }]): Listing[] => {
    if (!items?.properties) return []
    const noun = singular(isList && path === "items" ? (id.split(".").at(-2) ?? "") : path)
    return [
      { path, noun, members: typesIn(items), accepts: acceptedIn(items), nodes: nodesIn(items) },
    ]
  })
}

function typesIn({ properties = {} }: JsonSchema): Record<string, readonly JsonType[]> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      [...new Set(typesOf(schema))].sort(),
    ]),
  )
}

function acceptedIn({ properties = {} }: JsonSchema): Record<string, Accepted> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const { enum: words, pattern } = schema.items ?? schema
      const texts = words?.filter((one) => one !== null)
      const accepted = {
        ...(texts && { enum: texts }),
        ...(pattern !== undefined && { pattern }),
      }
      return Object.keys(accepted).length > 0 ? [[name, accepted] as const] : []
    }),
  )
}

function nodesIn({ properties = {} }: JsonSchema): Nodes {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { "x-ghx-node": types }]) =>
      types === undefined ? [] : [[name, types]],
    ),
  )
}

/** The types of a schema's values, except null. */
function typesOf({ type, anyOf, oneOf, enum: values = [], const: only }: JsonSchema): JsonType[] {
  const parts = [...(anyOf ?? []), ...(oneOf ?? [])].flatMap(typesOf)
  const written = type === undefined ? [] : [type].flat()
  const literalTypes = [...values, ...(only === undefined ? [] : [only])].flatMap(
    (value): JsonType[] =>
      typeof value === "string"
        ? ["string"]
        : typeof value === "boolean"
          ? ["boolean"]
          : ["number"],
  )
  const all = written.length > 0 ? written : literalTypes
  return [...parts, ...all].filter((one) => one !== "null")
}
