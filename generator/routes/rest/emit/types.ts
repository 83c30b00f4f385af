import { type Doc, localInterface, withAnswers } from "../../../emit/index.js"
import { reads } from "../../../path/index.js"
import type { RestPlan } from "../../../plan/index.js"
import { objectOf, type Shape } from "../../../shape/index.js"

/** Interfaces for the fields of answers that are read. */
export function answerTypes(rest: RestPlan): Doc[] {
  const answers = answersOf(rest)
  return [
    ...localInterface("Answers", objectOf(answers)),
    ...localInterface("Responses", withAnswers(rest.responses, answers)),
  ]
}

function answersOf({ lookups }: RestPlan): Record<string, Shape> {
  return Object.fromEntries(
    lookups.flatMap(({ key, answer, result }) => (reads(result, "answer") ? [[key, answer]] : [])),
  )
}
