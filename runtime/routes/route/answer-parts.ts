import type { AnswerParts } from "../../definition/index.js"
import type { LoadedDefinition } from "./definition.js"

/** The compiler's metadata about the parts of a capability's answers. Many capabilities have none. */
export async function answerPartsOf({
  fields,
}: Pick<LoadedDefinition<string, unknown, unknown>, "fields">): Promise<AnswerParts> {
  const { default: file } = fields ? await fields() : { default: undefined }
  return areAnswerParts(file) ? file : {}
}

/** The compiler wrote the file, and has checked it against the card. */
function areAnswerParts(file: unknown): file is AnswerParts {
  return typeof file === "object" && file !== null
}

/** Whether a derived definition is cached. The cache is keyed by the original, so the types match. */
export function isMadeOf<Definition extends object>(
  _: Definition,
  before: object | undefined,
): before is Definition {
  return before !== undefined
}
