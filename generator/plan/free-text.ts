/** Finds the parts of an answer that people write. */

import { type GraphQLNamedType, type GraphQLSchema, getNamedType } from "graphql"
import type { AnswerTexts, TextNames } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { type DocumentSource, ROUTES } from "../parse/index.js"
import {
  alternatives,
  fieldOf,
  parentOf,
  readField,
  responseKey,
  type Selected,
  type Shape,
  selectedIn,
} from "../shape/index.js"
import { snakeCase } from "../text/index.js"
import type { CapabilityPlan, FreeTextField, OverRoute } from "./capability-plan.js"
import { below, type Dependencies } from "./dependencies.js"
import type { Reads, ReadsOf } from "./reads.js"

/** Names of fields that contain sentences. Every other text is a name, an address or a value. */
const freeText =
  /(?:^|_)(?:bio|body|comment|content|contents|description|headline|html|message|note|notes|readme|summary|text|title)$/

/** Fields that only people with write access can author, or that are the contents of a repository. */
export const trustedFreeText: readonly string[] = [
  "blob.text",
  "label.description",
  "milestone.description",
  "milestone.title",
  "release.body",
  "repository.description",
  "status_context.description",
]

/** @param owner - the type in GitHub's description, or the object's name where it is used */
function isFreeText(owner: string, name: string): boolean {
  const type = snakeCase(owner).replace(/^nullable_|^(?:full|minimal)_(?=repository$)/, "")
  return freeText.test(snakeCase(name)) && !trustedFreeText.includes(`${type}.${snakeCase(name)}`)
}

/** The free-text fields that a document selects. The author's association is available if the type has it. */
export function freeTextInDocument(
  { operations, fragments }: DocumentSource,
  schema: GraphQLSchema,
): FreeTextField[] {
  const [operation] = operations
  const root = operation && schema.getRootType(operation.operation)
  const within = (
    set: Parameters<typeof selectedIn>[0],
    type: GraphQLNamedType | null | undefined,
    place: string,
  ): FreeTextField[] => {
    const all = selectedIn(set, fragments)
    const isTaken = all.some(
      ({ field }) => field.alias?.value === association && field.name.value !== association,
    )
    const knows = (selected: Selected) => {
      const parent = parentOf(selected, type, schema)
      return parent && fieldOf(schema, parent, association) !== undefined
    }
    return all.flatMap((selected) => {
      const { field } = selected
      const parent = parentOf(selected, type, schema)
      const found = parent && fieldOf(schema, parent, field.name.value)
      const key = responseKey(field)
      if (!found) return []
      const of = getNamedType(found.type)
      if (field.selectionSet) return within(field.selectionSet, of, below(place, key))
      const isText = of.name === "String" || of.name === "HTML"
      if (!isText || !isFreeText(parent.name, field.name.value)) return []
      const hasAssociation = !isTaken && knows(selected) === true
      const isShared = all.some((one) => responseKey(one.field) === key && !knows(one))
      return [
        {
          place,
          name: key,
          hasAssociation,
          ...(hasAssociation && isShared && { on: parent.name }),
        },
      ]
    })
  }
  return operation ? within(operation.selectionSet, root, "") : []
}

const association = "authorAssociation"

/** The free-text fields that mappings read from REST answers or gh output. */
export function freeTextInShape(
  shape: Shape,
  isRead: (origin: string) => boolean,
  place = "",
): FreeTextField[] {
  return textsInShape(shape, isRead, place, false)
}

/** The free text in an expression's result: any string composed from them counts, under any name. */
export function freeTextInDependencies(
  shape: Shape,
  answer: Shape,
  isRead: (origin: string) => boolean,
  place: string,
): FreeTextField[] {
  return textsInShape(shape, isRead, place, freeTextInShape(answer, isRead, place).length > 0)
}

function textsInShape(
  shape: Shape,
  isRead: (origin: string) => boolean,
  place: string,
  isMade: boolean,
): FreeTextField[] {
  return alternatives(shape).flatMap((one) => {
    if (one.kind === "array") return textsInShape(one.items, isRead, place, isMade)
    if (isMade && isText(one)) {
      const [, at = "", name = ""] = /^(?:(.*)\.)?([^.]*)$/.exec(place) ?? []
      return [{ place: at, name, hasAssociation: false }]
    }
    if (one.kind !== "object") return []
    // A value with a named type comes from GitHub without changes.
    const isPutTogether = isMade && one.name === undefined
    const owner = one.name ?? place.replace(/^.*\./, "")
    const hasAssociation = Object.hasOwn(one.fields, snakeCase(association))
    return Object.keys(one.fields).flatMap((name) => {
      const field = readField(one, name, isRead)
      if (field === undefined) return []
      if (isPutTogether || !alternatives(field.shape).some(({ kind }) => kind === "string"))
        return textsInShape(field.shape, isRead, below(place, name), isMade)
      return isFreeText(owner, name) ? [{ place, name, hasAssociation }] : []
    })
  })
}

/** Whether a string is neither a value of an enum nor a node id. */
function isText(shape: Shape): boolean {
  return shape.kind === "string" && shape.values === undefined && shape.nodes === undefined
}

/** The free-text fields for the plan of a route, if there are any. */
export function freeTextOf(freeText: readonly FreeTextField[]): {
  freeText?: readonly FreeTextField[]
} {
  return freeText.length > 0 ? { freeText } : {}
}

/** Finds the free text of an answer that can be marked as untrusted, and the fields that are composed of it. */
export function planTexts(
  plan: Omit<CapabilityPlan, "prunable" | "texts" | "written">,
  readsOf: ReadsOf,
): Pick<CapabilityPlan, "texts" | "written"> {
  const over = (route: RouteType) => {
    const { output, freeText }: Partial<OverRoute> = plan[route] ?? {}
    return output && freeText && textsOf(freeText, readsOf(route, output))
  }
  const found = new Map(ROUTES.map((route) => [route, over(route)]))
  const texts = Object.fromEntries(
    [...found].flatMap(([route, one]) => (one ? [[route, one.answer]] : [])),
  )
  const written = plan.routes.flatMap((route) => found.get(route)?.written ?? [])[0]
  return written ? { texts, written } : {}
}

interface Texts {
  readonly answer: AnswerTexts
  /** The output fields with free text. */
  readonly written: TextNames
}

/**
 * Text that a field returns unchanged can be marked in the answer, before mapping. If text is part of a composed
 * value, or is tested by a condition, the resulting value is marked as a whole.
 */
function textsOf(freeText: readonly FreeTextField[], { always, fields }: Reads): Texts | undefined {
  const at = new Map<string, Sorted>()
  const made = new Set<string>()
  const written = sorted()
  for (const { place, name, hasAssociation, on } of freeText) {
    const text = below(place, name)
    const holding = namesOf(fields, (one) => holds(text, values(one)))
    const deciding = namesOf(fields, (one) => holds(text, deciders(one)))
    if (holds(text, always)) for (const field of fields.keys()) made.add(field)
    else if (deciding.length > 0) for (const field of [...holding, ...deciding]) made.add(field)
    else if (holding.length > 0) {
      const kind = hasAssociation ? "attributed" : "unattributed"
      const names = at.get(place) ?? sorted()
      at.set(place, names)
      names[kind].add(name)
      if (on) names.on.add(on)
      for (const field of holding) written[kind].add(field)
    }
  }
  if (at.size === 0 && made.size === 0) return undefined
  const places = Object.fromEntries([...at].map(([one, names]) => [one, listed(names)]))
  for (const field of made) {
    written.attributed.delete(field)
    written.unattributed.add(field)
  }
  return {
    answer: { ...(at.size > 0 && { at: places }), ...(made.size > 0 && { composed: [...made] }) },
    written: listed(written),
  }
}

type Sorted = Record<"attributed" | "unattributed" | "on", Set<string>>

function sorted(): Sorted {
  return { attributed: new Set(), unattributed: new Set(), on: new Set() }
}

function listed({ attributed, unattributed, on }: Sorted): TextNames {
  return {
    ...(attributed.size > 0 && { attributed: [...attributed] }),
    ...(unattributed.size > 0 && { unattributed: [...unattributed] }),
    ...(on.size > 0 && { on: [...on] }),
  }
}

function namesOf(
  fields: ReadonlyMap<string, Dependencies>,
  has: (one: Dependencies) => boolean,
): string[] {
  return [...fields].flatMap(([name, one]) => (has(one) ? [name] : []))
}

/** Whether one of the places is the given text, or contains it. A presence check does not count. */
function holds(text: string, places: ReadonlySet<string>): boolean {
  return [...places].some((one) => one === "" || one === text || text.startsWith(`${one}.`))
}

/** The places whose values a field holds. */
function values({ at, members = new Map() }: Dependencies): ReadonlySet<string> {
  return new Set([...at, ...[...members.values()].flatMap((one) => [...values(one)])])
}

/** The paths that a field's value depends on. */
function deciders({ by, members = new Map() }: Dependencies): ReadonlySet<string> {
  return new Set([...by, ...[...members.values()].flatMap((one) => [...deciders(one)])])
}
