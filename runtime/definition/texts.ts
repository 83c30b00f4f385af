import type { RouteType } from "../envelope/index.js"
import type { Prunable } from "./omissions.js"
import type { Reconcile } from "./reconcile.js"

/** Metadata about the parts of answers: the file `generated/fields/ID.json`. */
export interface AnswerParts extends Prunable {
  readonly texts?: Partial<Readonly<Record<RouteType, AnswerTexts>>>
  /** How to find out whether a non-idempotent write was applied. */
  readonly reconcile?: Reconcile
}

/** The paths in a route's answers of text that people write: titles, bodies, comments. */
export interface AnswerTexts {
  /** The texts of each object, by the object's path in the answer, as in {@link Prunable}. */
  readonly at?: Readonly<Record<string, TextNames>>
  /** Output fields composed of such texts, rather than copied. */
  readonly composed?: readonly string[]
}

export interface TextNames {
  /** Free-text fields; the answer contains the author's association with the repository. */
  readonly attributed?: readonly string[]
  /** Free-text fields whose author's association is unknown. */
  readonly unattributed?: readonly string[]
  /** The types with an association, if other types have fields with the same names. */
  readonly on?: readonly string[]
}
