/** Finds the parts of an answer that people write. */
import { type GraphQLNamedType, type GraphQLSchema, getNamedType } from "graphql"
import type { DocumentSource } from "../parse/index.js"
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
import type { FreeTextField } from "./capability-plan.js"
import { below } from "./dependencies.js"

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
