import { asWrittenCard } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { writtenCardSchema } from "../parse/index.js"
import { deriveInputs } from "./derive-inputs.js"
import { deriveOutput } from "./derive-output.js"
import type { Draft } from "./draft.js"
import { deriveEffect } from "./effect.js"
import { deriveIdentifies } from "./identifies.js"
import { deriveIdentity } from "./identity.js"
import { deriveFromLibrary } from "./lookups.js"
import { readPaths } from "./read-paths.js"
import { deriveRouting, deriveWhen } from "./routing.js"
import type { ExpandContext, Rule, Stage } from "./rule.js"
import { usesOf } from "./uses.js"

/**
 * The rules of derivation, in dependency order; a string stands for the routes' rules of that stage. A rule only adds
 * what the card omits, so a full card stays unchanged.
 */
const RULES: readonly (Rule | Stage)[] = [
  deriveIdentity,
  deriveRouting,
  deriveWhen,
  "section",
  deriveFromLibrary,
  "requests",
  deriveIdentifies,
  deriveOutput,
  "lookups",
  deriveEffect,
  "result",
  deriveInputs,
  "values",
]

function rulesOf(one: Rule | Stage, { routes }: ExpandContext): readonly Rule[] {
  if (typeof one === "function") return [one]
  return routes.flatMap(({ rules }) => rules[one] ?? [])
}

/** A card in its full form, as far as it can be expanded. */
export interface ExpandedCard {
  readonly source: Draft
  /** If one is an error, the card must not be used. */
  readonly diagnostics: readonly Diagnostic[]
  /** Whether everything that the card derives from could be read. */
  readonly isWhole: boolean
  /** Whether the types of its output come from its routes. */
  readonly lacksTypes: boolean
  /** Names of the shared definitions that the card uses. */
  readonly uses: readonly string[]
}

/**
 * The card in its full form, with spans in the written card. If there are errors, it is expanded as far as possible.
 */
export function expandCard(written: Draft, compileContext: ExpandContext): ExpandedCard {
  const diagnostics: Diagnostic[] = []
  const paths = readPaths(
    written.value,
    writtenCardSchema,
    written,
    compileContext.shared.expressions,
  )
  diagnostics.push(...paths.problems)
  let isWhole = !paths.isPartial
  let draft = written.with(paths.changes)
  let value = asWrittenCard(draft)
  const lacksTypes = value.output_schema === undefined
  for (const rule of RULES.flatMap((one) => rulesOf(one, compileContext))) {
    const {
      changes,
      problems = [],
      isPartial = false,
    } = rule(value, { ...compileContext, source: draft })
    diagnostics.push(...problems)
    isWhole &&= !isPartial
    if (changes.length === 0) continue
    draft = draft.with(changes)
    value = asWrittenCard(draft)
  }
  return { source: draft, diagnostics, isWhole, lacksTypes, uses: usesOf(written, draft) }
}
