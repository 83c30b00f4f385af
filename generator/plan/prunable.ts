/** Finds the parts of answers that need not be requested when only some fields are requested. */
import {
  type JsonSchema,
  namesakeOf,
  type Prunable,
  type PrunableByPath,
  type PrunableObject,
} from "../../runtime/definition/index.js"
import { alternatives, isNullish, type ObjectShape, type Shape, unionOf } from "../shape/index.js"
import { memoize } from "../text/index.js"
import type { CapabilityPlan, OutputPlan } from "./capability-plan.js"
import { below, type Places, wholeOf } from "./dependencies.js"
import type { Reads, ReadsOf } from "./reads.js"
import type { PlanContext } from "./route.js"

interface Part {
  readonly place: string
  readonly name: string
  readonly shape: Shape
  readonly parts: readonly Part[]
  /** The types that have the part, as in `PrunableObject`; `some` if they cannot be distinguished. */
  readonly of?: NonNullable<PrunableObject[2]> | "some"
  /** The types on which the document selects `__typename`, if other types need it as well. */
  readonly typed?: readonly string[]
}

/** The output fields that need a part, or all. */
type Wanted = ReadonlySet<string> | "always"

/** Undefined if nothing can be pruned. */
export function planPrunable(
  plan: Omit<CapabilityPlan, "prunable">,
  readsOf: ReadsOf,
  { routes, shapes }: Pick<PlanContext, "routes" | "shapes">,
): { prunable?: Prunable } {
  const found = routes.flatMap((one) => {
    const places = (output: OutputPlan) =>
      withEvidence(placesOf(readsOf(one.type, output)), plan.output)
    const omitted = one.omitted(plan, places, shapes.mappingOf)
    return omitted ? [[one.type, omitted] as const] : []
  })
  return found.length > 0 ? { prunable: Object.fromEntries(found) } : {}
}

function placesOf({ always, fields }: Reads): Places {
  return { always, fields: new Map([...fields].map(([name, made]) => [name, wholeOf(made)])) }
}

/** Content needs the fields beside it that show whether it is whole. */
function withEvidence({ always, fields }: Places, output: JsonSchema): Places {
  const evidence = ["size", "is_truncated"].flatMap((name) => [...(fields.get(name) ?? [])])
  const own = [...fields].map(([name, reads]) => {
    const isContent = output.properties?.[name]?.["x-ghx-content"] === true
    return [name, isContent ? new Set([...reads, ...evidence]) : reads] as const
  })
  return { always, fields: new Map(own) }
}

export function firstName(place: string): string {
  return place.replace(/[.?].*$/, "")
}

/**
 * The prunable parts of an answer.
 *
 * @param depth - maximum number of names in the path of a pruned part
 */
export function omittedOf(
  answer: Shape,
  { always, fields }: Places,
  depth = Number.POSITIVE_INFINITY,
): PrunableByPath | undefined {
  const parts = partsIn(answer, "", depth)
  const leaves = parts
    .flatMap(leavesOf)
    .map(({ place }) => place)
    .sort((one, other) => depthOf(one) - depthOf(other))
  const wantedBy = new Map(leaves.map((place) => [place, new Set<string>()]))
  const placesAt = new Map<string, string[]>()
  for (const place of leaves) {
    for (const reading of readingsOf(place)) {
      const known = placesAt.get(reading)
      if (known) known.push(place)
      else placesAt.set(reading, [place])
    }
  }
  const readBy = (reads: ReadonlySet<string>) => {
    // Parts below the depth are not distinguished.
    const tops = depth < Number.POSITIVE_INFINITY ? [...reads].map(firstName) : []
    const whole = tops.filter((top) => wantedBy.has(top))
    return [...[...reads].flatMap((one) => placesAt.get(one) ?? []), ...whole]
  }
  const kept = new Set(readBy(always))
  for (const [field, reads] of fields) {
    for (const place of readBy(reads)) wantedBy.get(place)?.add(field)
    // A presence check needs only one part: a part that is needed anyway, or else the nearest.
    const presences = [...new Set([...always, ...reads, "?"])].filter((read) => read.endsWith("?"))
    for (const read of presences.sort((one, other) => depthOf(other) - depthOf(one))) {
      const inside = placesAt.get(read.slice(0, -1)) ?? []
      const isImplied = inside.some((place) => kept.has(place) || wantedBy.get(place)?.has(field))
      const [first = ""] = inside
      if (!isImplied) wantedBy.get(first)?.add(field)
    }
  }
  keepPageInfo(leaves, wantedBy)
  const wanted = memoize((part: Part): Wanted => {
    const own = kept.has(part.place) ? "always" : (wantedBy.get(part.place) ?? new Set())
    const all = part.parts.length === 0 ? own : allOf(part.parts.map(wanted))
    // A part that all fields need is always needed.
    return all !== "always" && all.size === fields.size ? "always" : all
  })
  const byPlace: Record<string, Record<string, PrunableObject>> = {}
  const note = (within: readonly Part[], at: string, above: Wanted) => {
    // If the types of objects are unknown, their parts are only pruned together.
    const isBlock = ({ of }: Part) => of === "some"
    const together = allOf(within.filter(isBlock).map(wanted))
    for (const part of within) {
      const own = isBlock(part) ? together : wanted(part)
      if (own !== "always" && !isSame(own, above)) {
        const names = byPlace[at] ?? {}
        byPlace[at] = names
        names[part.name] = prunableOf(own, part)
      }
      if (!isBlock(part)) note(part.parts, part.place, own)
    }
  }
  note(parts, "", "always")
  return Object.keys(byPlace).length > 0 ? byPlace : undefined
}

/**
 * No field reads whether a connection has more pages. But without that, and for one that is read to its end the count
 * and the id of its object, the runtime could not tell that it is cut, or that its pages belong to several objects.
 */
function keepPageInfo(leaves: readonly string[], wantedBy: ReadonlyMap<string, Set<string>>): void {
  for (const place of leaves) {
    const [, connection, name] = /^(.*)\.pageInfo\.(has\w+Page|endCursor)$/.exec(place) ?? []
    if (connection === undefined) continue
    const id = connection.replace(/[^.]*$/, "id")
    const all = name === "endCursor" ? [place, `${connection}.totalCount`, id] : [place]
    const nodes = leaves.filter((leaf) => /^(?:nodes|edges)\b/.test(inside(leaf, connection)))
    for (const field of nodes.flatMap((leaf) => [...(wantedBy.get(leaf) ?? [])]))
      for (const kept of all) wantedBy.get(kept)?.add(field)
  }
}

function inside(place: string, above: string): string {
  return place.startsWith(`${above}.`) ? place.slice(above.length + 1) : ""
}

function depthOf(place: string): number {
  return place.split(".").length
}

/** All places that reading a part involves: its own, its presence, and its parents. */
function readingsOf(place: string): string[] {
  const names = place.split(".")
  return ["", `${place}?`, ...names.map((_, index) => names.slice(0, index + 1).join("."))]
}

function allOf(wanted: readonly Wanted[]): Wanted {
  const fields = new Set<string>()
  for (const one of wanted) {
    if (one === "always") return one
    for (const field of one) fields.add(field)
  }
  return fields
}

function isSame(one: Wanted, other: Wanted): boolean {
  if (one === "always" || other === "always") return one === other
  return one.size === other.size && [...one].every((field) => other.has(field))
}

function prunableOf(wanted: ReadonlySet<string>, { name, shape, of, typed }: Part): PrunableObject {
  const standIn = standInOf(shape)
  const isNamesake = wanted.size === 1 && wanted.has(namesakeOf(name))
  const fields = isNamesake ? null : [...wanted]
  if (of !== undefined && of !== "some")
    return typed ? [standIn, fields, of, typed] : [standIn, fields, of]
  if (fields !== null) return [standIn, fields]
  return standIn === null ? [] : [standIn]
}

/** The smallest value of a shape that code which reads it accepts. */
function standInOf(shape: Shape): unknown {
  if (isNullish(shape)) return null
  const [first = shape] = alternatives(shape)
  switch (first.kind) {
    case "array":
      return []
    case "string":
      return first.values?.[0] ?? ""
    case "number":
      return first.values?.[0] ?? 0
    case "boolean":
      return first.value ?? false
    case "object":
      return Object.fromEntries(
        Object.entries(first.fields).map(([name, field]) => [name, standInOf(field.shape)]),
      )
    default:
      return null
  }
}

/** The parts of an answer, down to parts without children. */
function partsIn(shape: Shape, at: string, depth: number): Part[] {
  const objects = objectsIn(shape)
  if (depth === 0) return []
  const names = new Set(objects.flatMap(({ fields }) => Object.keys(fields)))
  const asked = objects.filter(({ fields }) => Object.keys(fields).length > 0)
  return [...names].map((name): Part => {
    const holders = objects.filter(({ fields }) => Object.hasOwn(fields, name))
    const shape = unionOf(...holders.flatMap(({ fields }) => fields[name]?.shape ?? []))
    const place = below(at, name)
    const parts = partsIn(shape, place, depth - 1)
    const part = { place, name, shape, parts }
    if (holders.length === objects.length) return part
    const discriminated = objects.filter(({ fields }) => fields.__typename)
    const areTyped = discriminated.length === objects.length
    if (!areTyped && asked.length === 1) return { ...part, of: true }
    const types = holders.map(typesOf)
    const of = types.every((one) => one !== undefined) ? types.flat() : "some"
    return {
      ...part,
      of,
      ...(!areTyped && { typed: discriminated.flatMap((one) => typesOf(one) ?? []) }),
    }
  })
}

/** The object shapes of a value, or of its items. */
function objectsIn(shape: Shape): ObjectShape[] {
  return alternatives(shape).flatMap((one) => {
    if (one.kind === "array") return objectsIn(one.items)
    return one.kind === "object" ? [one] : []
  })
}

function typesOf({ fields, types }: ObjectShape): readonly string[] | undefined {
  const shape = fields.__typename?.shape
  return shape?.kind === "string" ? (shape.values ?? types) : types
}

function leavesOf(part: Part): readonly Part[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf)
}
