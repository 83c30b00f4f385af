/**
 * Marks or omits untrusted content in the results of a capability. Loaded by the first call of a client with
 * `untrusted`.
 */
import type { FeatureCode } from "../../call/index.js"
import type { Client } from "../../client/index.js"
import type { AnswerParts, AnswerTexts, GraphqlOperation } from "../../definition/index.js"
import { itemSchemaOf } from "../../properties/index.js"
import { answerPartsOf, isMadeOf, type LoadedDefinition } from "../../routes/index.js"
import { childPlace, withField } from "../answer-parts/index.js"
import { mapTexts, type ShowText, showTextFor, withoutNotices, withoutTags } from "./show-text.js"

export { withoutForeignTags, withoutTags } from "./show-text.js"

/** The field with an author's association in GraphQL and gh. */
const association = "authorAssociation"

export const untrustedCode: FeatureCode = {
  define: showUntrusted,
  readInput(given, { guard: { untrusted } }) {
    if (!untrusted) return given
    return untrusted.as === "omit" ? withoutNotices(given) : withoutTags(given, untrusted)
  },
}

/** Associations whose authors can write to the repository. */
const trusted: ReadonlySet<unknown> = new Set(["OWNER", "MEMBER", "COLLABORATOR"])

/** Definitions that were derived earlier. */
const derivedDefinitions = new WeakMap<object, object>()

/**
 * A definition that also requests the associations of authors, and marks or omits free text accordingly. Returns
 * a definition without free text unchanged.
 */
async function showUntrusted<Id extends string, Input, Output>(
  whole: LoadedDefinition<Id, Input, Output>,
): Promise<LoadedDefinition<Id, Input, Output>> {
  const before = derivedDefinitions.get(whole)
  if (isMadeOf(whole, before)) return before
  const { texts } = await answerPartsOf(whole)
  const own = texts ? withShownTexts(whole, texts) : whole
  derivedDefinitions.set(whole, own)
  return own
}

function withShownTexts<Id extends string, Input, Output>(
  whole: LoadedDefinition<Id, Input, Output>,
  texts: NonNullable<AnswerParts["texts"]>,
): LoadedDefinition<Id, Input, Output> {
  const { graphql, rest, cli } = whole
  const isList = itemSchemaOf(whole.output) !== undefined
  // For each result, a function that recomputes it from the answer after free text was marked or omitted.
  const recompute = new WeakMap<object, (show: ShowText) => unknown>()
  const withRecompute = <Rest extends unknown[]>(
    output: (answer: unknown, ...rest: Rest) => Output | null,
    { at = {}, composed = [] }: AnswerTexts = {},
    by = association,
  ) => {
    const places = placesOf(at)
    return (answer: unknown, ...rest: Rest) => {
      const result = output(answer, ...rest)
      if (typeof result === "object" && result !== null) {
        recompute.set(result, (show) => {
          const own = showAnswer(answer, { at, places, by, show })
          const twin = output(own, ...rest)
          return composed.length > 0
            ? showComposed(twin, result, { names: composed, isList, show })
            : twin
        })
      }
      return result
    }
  }
  type Showing = Pick<Client, "guard" | "clean" | "cleanProse">
  function show(result: Output, client: Showing): Output
  function show(result: unknown, { guard, clean, cleanProse }: Showing): unknown {
    const { untrusted } = guard
    if (!untrusted || typeof result !== "object" || result === null) return result
    const show = showTextFor(untrusted, clean)
    const cleaned = (value: unknown) => cleanProse(value, whole.output).data
    const given = cleaned(recompute.get(result)?.(show) ?? mapTexts(result, show))
    untrusted.originals.set(Object(given), cleaned(result))
    return given
  }
  return {
    ...whole,
    shown: show,
    ...(graphql && {
      graphql: {
        ...graphql,
        operation: withAssociations(graphql.operation, texts.graphql),
        output: withRecompute(graphql.output, texts.graphql),
      },
    }),
    ...(rest && {
      rest: { ...rest, output: withRecompute(rest.output, texts.rest, "author_association") },
    }),
    ...(cli && { cli: { ...cli, output: withRecompute(cli.output, texts.cli) } }),
  }
}

function withAssociations(
  operation: GraphqlOperation,
  { at = {} }: AnswerTexts = {},
): GraphqlOperation {
  const typesByPlace = new Map(
    Object.entries(at).flatMap(([place, { attributed = [], on }]) =>
      attributed.map((name) => [childPlace(place, name), on] as const),
    ),
  )
  if (typesByPlace.size === 0) return operation
  return withField(operation, association, (place, type) => {
    const on = typesByPlace.get(place)
    return typesByPlace.has(place) && (!on || type === undefined || on.includes(type))
  })
}

/** How a client returns a value that is composed of free text. */
interface ShowComposed {
  readonly names: readonly string[]
  readonly isList: boolean
  readonly show: ShowText
}

/** How the free text of an answer is shown. */
interface ShowAnswer {
  readonly at: NonNullable<AnswerTexts["at"]>
  /** The places of `at`, and those above them. */
  readonly places: ReadonlySet<string>
  /** The path of the author's association. */
  readonly by: string
  readonly show: ShowText
}

function placesOf(at: ShowAnswer["at"]): ReadonlySet<string> {
  const places = new Set([""])
  for (const place of Object.keys(at)) {
    for (let one = place; one !== ""; one = one.replace(/\.?[^.]*$/, "")) places.add(one)
  }
  return places
}

/** An answer whose free text is marked or omitted. */
function showAnswer(answer: unknown, showing: ShowAnswer, place = ""): unknown {
  if (Array.isArray(answer)) return answer.map((item) => showAnswer(item, showing, place))
  if (typeof answer !== "object" || answer === null || !showing.places.has(place)) return answer
  const { at, by, show } = showing
  const { attributed = [], unattributed = [] } = at[place] ?? {}
  const author: unknown = Reflect.get(answer, by)
  const isOutsider = typeof author === "string"
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const isText = attributed.includes(name) || unattributed.includes(name)
      if (!isText) return [name, showAnswer(value, showing, childPlace(place, name))]
      if (attributed.includes(name) && trusted.has(author)) return [name, value]
      return [name, mapTexts(value, (text) => show(text, isOutsider && attributed.includes(name)))]
    }),
  )
}

/**
 * Replaces the fields that are composed of free text: each is computed from the original answer and marked as a
 * whole.
 */
function showComposed(result: unknown, original: unknown, showing: ShowComposed): unknown {
  if (typeof result !== "object" || result === null) return result
  const { names, isList, show } = showing
  if (isList) {
    const { items }: { items?: unknown } = result
    const { items: before }: { items?: readonly unknown[] } = Object(original)
    const inItem = { ...showing, isList: false }
    const all = Array.isArray(items) ? items : []
    return { ...result, items: all.map((item, at) => showComposed(item, before?.[at], inItem)) }
  }
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      names.includes(name) ? mapTexts(Reflect.get(Object(original), name), show) : value,
    ]),
  )
}
