import type { WrittenCard } from "../parse/index.js"
import type { Context, Derived } from "./rule.js"
import { writeOutIn } from "./write-out.js"

/** The calls of named expressions are written out. */
export function deriveNamed(card: WrittenCard, { source, shared }: Context): Derived {
  return writeOutIn(card, source, shared.expressions)
}
