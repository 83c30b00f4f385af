import type { TOptional, TSchema } from "typebox"
import { optionally, text } from "../../form/index.js"

/** Keys that only describe a capability, with the form of the value and the tag that shows it in the doc comment. */
const descriptive = {
  since: { form: text, tag: "@since" },
  deprecated: { form: text, tag: "@deprecated" },
} satisfies Readonly<Record<string, { form: TSchema; tag: string }>>

type Descriptive = typeof descriptive

export type Descriptions = { readonly [Name in keyof Descriptive]?: string }

export const descriptiveKeys = Object.fromEntries(
  Object.entries(descriptive).map(([name, { form }]) => [name, optionally(form)]),
) as { [Name in keyof Descriptive]: TOptional<Descriptive[Name]["form"]> }

/** The descriptive keys among others. */
export const descriptionsOf = (all: Descriptions): Descriptions =>
  Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(descriptive, name)))

/** The descriptions as tags of a doc comment. */
export const tagsOf = (all: Descriptions): string[] =>
  Object.entries(descriptive).flatMap(([name, { tag }]) =>
    Object.entries(all).flatMap(([own, value]) => (own === name ? [`${tag} ${value}`] : [])),
  )
