import type { RouteType } from "../envelope/index.js"
import type { Prunable } from "./omissions.js"
import type { Reconcile } from "./reconcile.js"

/** What is to be said of the parts of answers: the file `generated/fields/ID.json`. */
export interface AnswerParts extends Prunable {
  readonly texts?: Partial<Readonly<Record<RouteType, AnswerTexts>>>
  /** Of a write that must not be repeated: how it is told whether it was carried out. */
  readonly reconcile?: Reconcile
}

/** Where the answers of a route hold what people write: titles, bodies, comments. */
export interface AnswerTexts {
  /** By the place of the object that they are in, as {@link Prunable} has places. */
  readonly at?: Readonly<Record<string, TextNames>>
  /** Output fields that are made of such texts otherwise than as they are. */
  readonly made?: readonly string[]
}

export interface TextNames {
  /** Those beside which GitHub tells what their author is to the repository. */
  readonly told?: readonly string[]
  /** Those of which it does not. */
  readonly untold?: readonly string[]
}
