import { isDeepStrictEqual } from "node:util"
import type { Contract, JsonSchema, JsonType } from "../../runtime/definition/index.js"
import { type Requirement, requirementsOf } from "../../runtime/properties/index.js"
import { isLocal } from "../../runtime/route-names/index.js"
import type { Accepted } from "../index.js"
import { singular } from "./singular.js"

/** The planner's facts about one capability. */
export interface PlannedCapability {
  readonly id: string
  readonly needs: readonly string[]
  readonly takes: readonly string[]
  readonly rules: readonly Requirement[]
  /** Names of inputs, with the types of their values. */
  readonly types: Readonly<Record<string, readonly JsonType[]>>
  /** The accepted values of inputs, if they differ from the usual ones of their types. */
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

interface Described extends Pick<Contract, "id" | "effect" | "routes" | "input" | "output"> {
  readonly isList: boolean
}

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
    accepts: limitsIn(input),
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
      { path, noun, members: typesIn(items), accepts: valuesIn(items), nodes: nodesIn(items) },
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

/** What nearly all inputs of a type accept. The table has it once, and the inputs that differ. */
export const usuallyAccepted = { integer: { minimum: 1 }, string: { minLength: 1 } } as const

/** The limits of each input that differ from the usual ones of its type. */
function limitsIn({ properties = {} }: JsonSchema): Record<string, Accepted> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const { minItems, maxItems, items = schema } = schema
      const size = {
        ...(minItems !== undefined && { minItems }),
        ...(maxItems !== undefined && { maxItems }),
      }
      const isUsual = [items, ...(items.anyOf ?? [])].every((one) =>
        typesOf({ ...one, anyOf: [] }).every((type) =>
          isDeepStrictEqual(limitsOf(one), usualFor(type)),
        ),
      )
      const own = isUsual ? usualFor(typesOf(items)[0]) : limitsOf(items)
      const isNeeded = !isUsual || Object.keys(size).length > 0
      return isNeeded ? [[name, { ...own, ...size }] as const] : []
    }),
  )
}

function usualFor(type: JsonType | undefined): Accepted {
  if (type === "integer" || type === "number") return usuallyAccepted.integer
  return type === "string" ? usuallyAccepted.string : {}
}

function limitsOf({ enum: words, ...schema }: JsonSchema): Accepted {
  if (words) return { enum: words.filter((one) => one !== null) }
  const { pattern, minimum, maximum, minLength, maxLength } = schema
  return {
    ...(pattern !== undefined && { pattern }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  }
}

/** The possible values of members, where their type does not say them. */
function valuesIn({ properties = {} }: JsonSchema): Record<string, Accepted> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const { enum: words } = schema.items ?? schema
      return words ? [[name, { enum: words.filter((one) => one !== null) }] as const] : []
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
