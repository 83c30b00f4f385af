import type { RouteType } from "../envelope/index.js"
import type { Prunable } from "./omissions.js"
import type { Reconcile } from "./reconcile.js"

/** Metadata about the parts of answers: the file `generated/fields/ID.json`. */
export interface AnswerParts extends Prunable {
  readonly texts?: Partial<Readonly<Record<RouteType, AnswerTexts>>>
  /** How to find out whether a non-idempotent write was applied. */
  readonly reconcile?: Reconcile
}

/** Where the answers of a route hold what people write: titles, bodies, comments. */
export interface AnswerTexts {
  /** The texts of each object, by the object's path in the answer, as in {@link Prunable}. */
  readonly at?: Readonly<Record<string, TextNames>>
  /** Output fields that are made of such texts otherwise than as they are. */
  readonly composed?: readonly string[]
}

export interface TextNames {
  /** Free-text fields whose author's association with the repository is in the answer. */
  readonly attributed?: readonly string[]
  /** Free-text fields without it. */
  readonly unattributed?: readonly string[]
  /** The types with an association, if others have fields of these names. */
  readonly on?: readonly string[]
}
